"""From a report to a policy: which lines it has, that the guard takes it, and how bad input is told."""

import json
import sys
import tomllib

import pytest
from guard.reports import POLICY, report, saved, server, sweep, swept, tool

from tool_audit.cli import main
from tool_audit.cli.guard_init import init
from tool_audit.errors import UsageError
from tool_audit.guard.decide import refusal_of
from tool_audit.guard.load import load_policy
from tool_audit.guard.policy import Line


@pytest.fixture
def made(tmp_path, capsys):
    """Make a policy of tools, and return it as the guard reads it, its text, and what was said."""

    def make(*tools, again=False, servers=None, wanted=None, **more):
        path = tmp_path / "guard.toml"
        if not again:
            path.unlink(missing_ok=True)
        capsys.readouterr()
        init(saved(tmp_path, report(*(servers or [server(*tools)]), **more)), path, wanted)
        return load_policy(path), path.read_text(encoding="utf-8"), capsys.readouterr().err

    return make


@pytest.fixture
def told(tmp_path):
    """Return what is said of a report that no policy can be made of, and see that none was written."""

    def tell(document, *, wanted=None, output="guard.toml"):
        path = tmp_path / output
        before = path.read_bytes() if path.is_file() else None
        with pytest.raises(UsageError) as raised:
            init(document if hasattr(document, "exists") else saved(tmp_path, document), path, wanted)
        assert (path.read_bytes() if path.is_file() else None) == before
        return f"{raised.value.message} | {raised.value.hint}"

    return tell


DETAIL = sweep(
    "detail",
    "detail",
    swept("full", 883_735),
    swept("summary", 16_769),
    swept("metadata", 941),
    members=["full", "summary", "metadata"],
)
LIMIT = sweep("limit", "count", swept(1, 300), swept(10, 3_000), swept(100, 90_000), swept(0, 2), swept(-1, 900_000))


def lines(policy, name):
    return {line.argument: line for line in policy.tools[name].lines}


def test_a_default_that_does_not_fit_makes_an_argument_required_with_the_values_that_fit(made):
    policy, _, _ = made(tool("list_models", 883_735, DETAIL))
    assert lines(policy, "list_models") == {
        "detail": Line(argument="detail", required=True, allowed=("summary", "metadata"))
    }


def test_a_detail_level_is_required_before_a_number_of_items_even_where_that_is_smaller(made):
    policy, _, _ = made(tool("list_models", 883_735, LIMIT, DETAIL))
    assert list(lines(policy, "list_models")) == ["detail"]


def test_a_format_is_required_before_a_number_of_items(made):
    form = sweep("format", "format", swept("csv", 40_000), swept("json", 90_000), members=["json", "csv"])
    policy, _, _ = made(tool("export", 90_000, LIMIT, form))
    assert lines(policy, "export") == {"format": Line(argument="format", required=True, allowed=("csv",))}


def test_of_two_that_count_the_one_with_the_smaller_reply_is_required(made):
    size = sweep("max_tokens", "size", swept(256, 200), swept(4_096, 60_000))
    policy, _, _ = made(tool("search", 90_000, LIMIT, size))
    assert lines(policy, "search") == {"max_tokens": Line(argument="max_tokens", required=True, most=256)}


def test_a_number_that_helps_is_bounded_by_the_largest_that_was_measured_to_fit(made):
    policy, text, _ = made(tool("list_notes", 90_000, LIMIT))
    assert lines(policy, "list_notes") == {"limit": Line(argument="limit", required=True, most=10)}
    assert "# limit, within the ceiling: 1: 300 characters, about 75 tokens; 10: 3,000.\n" in text


def test_a_default_that_fits_needs_no_argument_but_refuses_the_values_that_do_not(made):
    policy, _, _ = made(tool("list_notes", 3_000, LIMIT))
    assert lines(policy, "list_notes") == {"limit": Line(argument="limit", most=10)}


def test_a_number_that_is_written_as_a_text_is_one_of_those_that_fit(made):
    rows = sweep("rows", "count", swept("10", 300), swept("all", 90_000), members=["10", "all"])
    policy, _, _ = made(tool("list_notes", 3_000, rows))
    assert lines(policy, "list_notes") == {"rows": Line(argument="rows", allowed=("10",))}


def test_a_number_below_one_that_does_not_fit_makes_a_line_by_itself(made):
    policy, _, _ = made(tool("list_notes", 300, sweep("limit", "count", swept(10, 400), swept(-1, 900_000))))
    assert lines(policy, "list_notes") == {"limit": Line(argument="limit", most=10)}
    assert refusal_of(policy, "list_notes", {"limit": -1}).error == "unbounded-call"


def test_a_depth_of_none_that_fits_may_be_asked_for(made):
    policy, _, _ = made(tool("tree", 300, sweep("depth", "detail", swept(0, 30), swept(5, 90_000))))
    assert refusal_of(policy, "tree", {"depth": 0}) is None
    assert refusal_of(policy, "tree", {"depth": 5}) is not None


def test_a_larger_number_that_fits_behind_one_that_does_not_proves_nothing(made):
    policy, _, _ = made(tool("odd", 300, sweep("limit", "count", swept(10, 400), swept(50, 90_000), swept(100, 500))))
    assert lines(policy, "odd") == {"limit": Line(argument="limit", most=10)}


def test_a_tool_that_fits_has_its_figures_and_no_line(made):
    policy, text, said = made(tool("ping", 76))
    assert policy.tools["ping"].lines == ()
    assert policy.tools["ping"].arguments == ()
    assert "# With what is required only: 76 characters, about 19 tokens on 2026-11-29." in text
    assert said.endswith("guard.toml: 0 of 1 measured tools have lines\n")


def test_a_tool_of_which_nothing_fits_is_guarded_by_the_ceiling_and_that_is_said(made):
    policy, text, said = made(tool("dump", 900_000, sweep("limit", "count", swept(1, 800_000))))
    assert policy.tools["dump"].lines == ()
    assert [one.chars for one in policy.tools["dump"].measured] == [900_000, 800_000]
    assert "only the ceiling guards it" in text
    assert "no measured call of dump fits: only the ceiling guards it\n" in said


def test_an_argument_of_which_no_value_fits_has_no_line_and_that_is_said(made):
    policy, _, said = made(tool("show", 300, sweep("full", "detail", swept(True, 90_000), members=[False, True])))
    assert policy.tools["show"].lines == ()
    assert "no measured value of full of show fits: only the ceiling guards against it\n" in said


def test_a_wrong_value_that_was_answered_is_none_that_is_allowed(made):
    wrong = [swept("no-such-member", 20), swept(5, 20), swept(None, 20)]
    detail = {**DETAIL, "calls": [*DETAIL["calls"], *wrong]}
    limit = {**LIMIT, "calls": [*LIMIT["calls"], swept("many", 20), swept(True, 20)]}
    policy, _, _ = made(tool("list_models", 883_735, detail), tool("list_notes", 90_000, limit))
    assert lines(policy, "list_models")["detail"].allowed == ("summary", "metadata")
    assert lines(policy, "list_notes")["limit"].most == 10


def test_an_answer_that_failed_or_says_so_is_none_that_fits(made):
    calls = [
        swept("a", 90_000),
        swept("b", 20, outcome="tool-error"),
        swept("c", 20, reads_failed=True),
        swept("d", 500),
        swept("e", None, outcome="timed-out"),
    ]
    policy, _, _ = made(tool("get", 90_000, sweep("detail", "detail", *calls, members="abcde")))
    assert lines(policy, "get")["detail"].allowed == ("d",)


def test_what_the_tool_requires_stands_in_its_measured_calls(made):
    policy, _, _ = made(
        tool("recall", 60_000, sweep("max_tokens", "size", swept(256, 600)), arguments={"query": "결제"})
    )
    assert [dict(one.arguments) for one in policy.tools["recall"].measured] == [
        {"query": "결제"},
        {"query": "결제", "max_tokens": 256},
    ]
    assert refusal_of(policy, "recall", {"query": "other"}).error == "unbounded-call"
    assert refusal_of(policy, "recall", {"query": "other", "max_tokens": 100}) is None


def test_a_cap_in_bytes_is_held_against_bytes_and_one_in_lines_against_lines(made):
    wide = sweep(
        "limit",
        "count",
        swept(1, 900, text_bytes=2_700, lines=3),
        swept(2, 1_800, text_bytes=5_400, lines=3),
        swept(5, 1_900, text_bytes=2_000, lines=30),
    )
    whole = tool("list", 4_000, wide)
    for one in (whole["default"], whole["sweeps"][0]["calls"][0]):
        one.update(text_bytes=12_000, lines=5)
    caps = {"cap_tokens": None, "cap_chars": None, "cap_bytes": 5_000, "cap_lines": 20}
    policy, _, _ = made(whole, policy={**POLICY, **caps})
    assert lines(policy, "list") == {"limit": Line(argument="limit", required=True, most=1)}
    assert next((one.bytes, one.lines) for one in policy.tools["list"].measured) == (12_000, 5)


def test_structured_content_that_is_larger_than_the_text_is_what_counts(made):
    whole = tool("list", 40_000, sweep("limit", "count", swept(1, 400, structured_chars=500)))
    whole["default"]["structured_chars"] = 60_000
    policy, _, _ = made(whole)
    assert [(one.chars, one.tokens) for one in policy.tools["list"].measured] == [(60_000, 15_000), (500, 125)]
    assert lines(policy, "list")["limit"].required


def test_a_tool_that_takes_other_names_than_it_declares_is_refused_none(made):
    policy, _, _ = made({**tool("query", 300), "declared": None})
    assert policy.tools["query"].arguments is None


def test_a_tool_with_lines_of_its_own_has_a_ceiling_of_its_own_with_its_reason(made):
    own = {**POLICY, "tools": ["export"], "cap_tokens": None, "cap_chars": 500_000, "raised_by": "its _meta raises it"}
    policy, _, _ = made(servers=[server(tool("export", 90_000, LIMIT), own_lines=[own])])
    assert policy.tools["export"].ceiling.cap_chars == 500_000
    assert lines(policy, "export") == {"limit": Line(argument="limit", most=100)}


def test_the_actions_of_one_tool_are_one_tool_without_lines(made):
    actions = [tool(f"manage[action={name}]", 90_000, LIMIT, arguments={"action": name}) for name in ("list", "get")]
    policy, text, said = made(*actions)
    assert list(policy.tools) == ["manage"]
    assert (policy.tools["manage"].lines, policy.tools["manage"].arguments) == ((), ("action", "limit"))
    assert "# Measured by action (list, get)." in text
    assert "manage was measured by action" in said


def test_odd_names_and_values_are_written_as_toml_takes_them(made):
    odd = 'a"b\\c]\n\x7f\u202e결'
    members = [odd, "plain", "\ud800"]
    policy, _, _ = made(
        tool(odd, 90_000, sweep(odd, "detail", *(swept(one, 500) for one in members), members=members)),
        tool("\ud800", 5),
        tool("a.b", 5, arguments={"x": None, "y": {"z w": [1.5, True]}}),
    )
    assert list(policy.tools) == [odd, "a.b"]
    assert lines(policy, odd)[odd].allowed == (odd, "plain")
    assert dict(policy.tools["a.b"].measured[0].arguments) == {"y": {"z w": [1.5, True]}}


def test_one_server_of_several_is_chosen_by_its_name(made):
    policy, _, _ = made(servers=[server(tool("a", 5), name="one"), server(tool("b", 5), name="two")], wanted="two")
    assert (policy.server, list(policy.tools)) == ("two", ["b"])


def test_a_new_policy_is_readable_by_its_owner_only(made, tmp_path):
    made(tool("ping", 76))
    assert (tmp_path / "guard.toml").stat().st_mode & 0o777 == 0o600


OLDER = {key: value for key, value in tool("ping", 76).items() if key not in ("declared", "sweeps")}
BAD = {
    "no report": ({"schema": "x"}, "is no report: "),
    "an older report": (
        report(server(OLDER)),
        "is of an older version, which kept no sweeps | `tool-audit probe --output json=FILE`",
    ),
    "no server": (report(), "holds no server that was audited"),
    "no measured tool": (report(server()), "no tool of notes was measured"),
    "several servers": (
        report(server(tool("a", 5), name="one"), server(tool("b", 5), name="two")),
        "several servers: one, two | choose one: --server NAME",
    ),
    "no cap": (report(server(tool("a", 5)), policy={"warn_tokens": 1}), "has no known cap"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_report_of_which_no_policy_can_be_made_is_told_why(name, told):
    document, message = BAD[name]
    assert message in told(document)


def test_a_server_that_the_report_does_not_know_is_told_with_the_nearest(told):
    assert told(report(server(tool("a", 5))), wanted="note").endswith(
        "is not about a server note | did you mean notes?"
    )


def test_a_file_that_is_not_there_or_no_json_is_told(told, tmp_path):
    assert "cannot be read" in told(tmp_path / "none.json")
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    assert "is not JSON" in told(tmp_path / "bad.json")


def test_a_policy_is_not_written_into_a_folder_that_is_not_there(told, tmp_path):
    assert "there is no folder" in told(report(server(tool("a", 5))), output="none/guard.toml")
    assert not (tmp_path / "none").exists()
    (tmp_path / "folder").mkdir()
    assert "it is a folder" in told(report(server(tool("a", 5))), output="folder")


@pytest.mark.parametrize(
    "text", ["", "[project]\nname = 'x'\n", "no toml", 'schema = "tool-audit/guard/1"\nserver = 5\n']
)
def test_a_file_that_is_no_policy_is_never_overwritten(told, tmp_path, text):
    (tmp_path / "guard.toml").write_text(text, encoding="utf-8")
    assert "guard.toml" in told(report(server(tool("a", 5))))


@pytest.fixture(scope="module")
def bank(tmp_path_factory):
    """The report of the bundled server, as the command line makes it."""
    path = tmp_path_factory.mktemp("bank") / "bank.json"
    command = [
        "probe",
        "--no-config",
        "--quiet",
        f"--output=json={path}",
        "--",
        sys.executable,
        "-m",
        "tool_audit.demo.server",
    ]
    assert main(command) in (0, 1)
    return path


@pytest.mark.timeout(120)
def test_the_policy_of_the_demo_refuses_what_the_audit_found_and_names_what_fits(bank, tmp_path, capsys):
    init(bank, tmp_path / "guard.toml", None)
    policy = load_policy(tmp_path / "guard.toml")
    refused = refusal_of(policy, "list_mental_models", {})
    on = json.loads(bank.read_text(encoding="utf-8"))["date"]
    assert refused.message == (
        "list_mental_models without detail returned 883,735 characters (about 402,000 tokens, o200k_base) when "
        f"measured on {on}. Call again with detail=metadata (941)."
    )
    assert refusal_of(policy, "list_mental_models", {"detail": "metadata"}) is None
    assert refusal_of(policy, "list_memories", {}).argument == "limit"
    assert refusal_of(policy, "recall", {"query": "x"}) is None
    assert refusal_of(policy, "recall", {"query": "x", "max_tokens": 1_000_000}).argument == "max_tokens"
    assert refusal_of(policy, "list_banks", {"bank": 1}).error == "unknown-argument"
    assert (
        "guard.toml: 3 of 5 measured tools have lines; 1 tool was not measured and stays out" in capsys.readouterr().err
    )


@pytest.mark.timeout(120)
def test_the_same_report_again_changes_nothing(bank, tmp_path, capsys):
    path = tmp_path / "guard.toml"
    init(bank, path, None)
    before = path.read_bytes()
    init(bank, path, None)
    assert path.read_bytes() == before
    assert capsys.readouterr().err.endswith("nothing in it has changed\n")
    assert tomllib.loads(before.decode())["schema"] == "tool-audit/guard/1"


def test_the_command_takes_its_options_and_tells_what_it_did(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = saved(tmp_path, report(server(tool("a", 5), name="one"), server(tool("b", 5), name="two")))
    assert main(["guard", "init", str(path), "--server", "two", "-o", "two.toml"]) == 0
    assert capsys.readouterr().err == "two.toml: 0 of 1 measured tools have lines\n"
    assert main(["guard", "init", str(path), "--server", "one"]) == 0
    assert (load_policy(tmp_path / "two.toml").server, load_policy(tmp_path / "guard.toml").server) == ("two", "one")
    assert main(["guard", "init", str(path)]) == 2
    assert capsys.readouterr().err.endswith("hint: choose one: --server NAME\n")
