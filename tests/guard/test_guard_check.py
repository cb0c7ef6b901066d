"""`guard check`: where a policy and a server that runs have drifted apart."""

import json
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest
from guard.guard_commands import guard

from tool_audit.cli import main
from tool_audit.cli.guard_init import init

FIXTURES = Path(__file__).parents[2] / "fixtures"
SERVER = Path(__file__).with_name("shifting_server.py")
POLICY = """
schema = "tool-audit/guard/1"
server = "shifting"

[ceiling]
cap_tokens = 1_000
warn_tokens = 500

[tools.list_models]
arguments = ["detail", "limit"]
measured = [
    { arguments = {}, chars = 90_000, tokens = 18_001, on = 2026-11-29 },
    { arguments = { detail = "full" }, chars = 90_000, tokens = 18_001, on = 2026-11-29 },
    { arguments = { detail = "summary" }, chars = 2_000, tokens = 401, on = 2026-11-29 },
    { arguments = { detail = "metadata" }, chars = 100, tokens = 21, on = 2026-11-29 },
]
[tools.list_models.lines.detail]
required = true
allowed = ["metadata", "summary"]

[tools.list_notes]
arguments = ["limit"]
measured = [
    { arguments = {}, chars = 500, tokens = 101, on = 2026-11-29 },
    { arguments = { limit = 50 }, chars = 4_000, tokens = 801, on = 2026-11-29 },
    { arguments = { limit = 1000 }, chars = 80_000, tokens = 16_001, on = 2026-11-29 },
]
[tools.list_notes.lines.limit]
most = 50
"""
STATE = {
    "tools": {
        "list_models": {
            "properties": {
                "detail": {"type": "string", "enum": ["full", "summary", "metadata"]},
                "limit": {"type": "integer"},
            },
            "chars": [[{"detail": "summary"}, 2000], [{"detail": "metadata"}, 100]],
            "otherwise": 90000,
        },
        "list_notes": {
            "properties": {"limit": {"type": "integer"}},
            "chars": [[{}, 500], [{"limit": 50}, 4000]],
            "otherwise": 80000,
        },
    }
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    (tmp_path / "guard.toml").write_text(POLICY)
    return tmp_path


@pytest.fixture
def checked(folder):
    """Change the server (or the policy) and check; what `guard check` says as JSON, and its exit code."""

    def check(change=lambda _tools: None, *options, policy=POLICY):
        state = deepcopy(STATE)
        change(state["tools"])
        (folder / "state.json").write_text(json.dumps(state))
        (folder / "guard.toml").write_text(policy)
        ended = guard("check", "--quiet", *options, "--output", "json", "--", sys.executable, SERVER, "state.json")
        assert ended.out, ended.err
        return ended.code, json.loads(ended.out)["drifts"]

    return check


def made(folder):
    return [json.loads(line) for line in (folder / "state.json.calls").read_text().splitlines()]


def test_a_server_that_is_as_it_was_agrees(checked, folder):
    assert checked() == (0, [])
    sent = [arguments for name, arguments in made(folder) if name == "list_notes"]
    assert all(arguments in sent for arguments in ({}, {"limit": 50}, {"limit": 1000}))


def test_no_more_is_called_than_the_policy_knows_and_the_defaults(checked, folder):
    checked()
    calls = [(name, json.dumps(arguments)) for name, arguments in made(folder)]
    assert len(calls) == len(set(calls)) == 4 + 3


def test_a_tool_that_is_gone_is_named_with_the_one_that_it_may_be_now(checked):
    code, [drift] = checked(lambda tools: tools.update(list_model=tools.pop("list_models")), "--deny", "list_model")
    assert code == 1
    assert (drift["kind"], drift["tool"]) == ("tool-gone", "list_models")
    assert "is it called list_model now?" in drift["message"]
    assert "guard init" in drift["advice"]


def test_an_argument_with_a_line_that_is_gone_is_drift(checked):
    def change(tools):
        del tools["list_notes"]["properties"]["limit"]

    code, drifts = checked(change)
    assert code == 1
    assert [(one["kind"], one["argument"]) for one in drifts] == [("argument-gone", "limit")]


def test_an_argument_that_the_guard_would_refuse_is_drift(checked):
    def change(tools):
        tools["list_notes"]["properties"]["tag"] = {"type": "string"}

    code, [drift] = checked(change)
    assert code == 1
    assert (drift["kind"], drift["argument"]) == ("argument-unknown", "tag")


def test_an_argument_more_is_none_where_unknown_ones_are_passed_on(checked):
    def change(tools):
        tools["list_notes"]["properties"]["tag"] = {"type": "string"}

    lenient = POLICY.replace("[ceiling]", "refuse_unknown_arguments = false\n[ceiling]")
    assert checked(change, policy=lenient) == (0, [])


def test_a_value_that_the_schema_does_not_take_any_more_is_drift(checked):
    def change(tools):
        tools["list_models"]["properties"]["detail"]["enum"] = ["full", "brief", "metadata"]
        tools["list_models"]["chars"][0] = [{"detail": "summary"}, -1]

    code, drifts = checked(change)
    assert code == 1
    assert [one["kind"] for one in drifts] == ["value-gone", "call-fails"]
    assert 'detail="summary"' in drifts[0]["message"]
    assert '"full", "brief", "metadata"' in drifts[0]["message"]
    assert "2,000 characters" in drifts[1]["message"]


def test_a_thing_that_is_gone_is_no_drift_of_the_policy(checked):
    def change(tools):
        properties = {"id": {"type": "string"}}
        tools["get_note"] = {"properties": properties, "required": ["id"], "chars": [[{"id": "n1"}, -1]]}

    policy = (
        POLICY
        + """
[tools.get_note]
arguments = ["id"]
measured = [{ arguments = { id = "n1" }, chars = 100, tokens = 21, on = 2026-11-29 }]
"""
    )
    code, [drift] = checked(change, policy=policy)
    assert (code, drift["kind"], drift["counts"]) == (3, "not-measured", False)
    assert "may be gone" in drift["message"]


def test_a_value_whose_reply_has_grown_over_the_ceiling_is_drift_with_both_figures(checked):
    def change(tools):
        tools["list_models"]["chars"][0] = [{"detail": "summary"}, 20_000]

    code, [drift] = checked(change)
    assert code == 1
    assert drift["kind"] == "over-ceiling"
    assert drift["arguments"] == {"detail": "summary"}
    assert drift["then"] == {"chars": 2_000, "tokens": 401, "date": "2026-11-29"}
    assert drift["now"]["chars"] == 20_000
    for figure in ("2,000 characters", "20,000 characters", "2026-11-29", "1,000 tokens"):
        assert figure in drift["message"]


def test_the_most_that_does_not_fit_any_more_is_drift(checked):
    def change(tools):
        tools["list_notes"]["chars"][1] = [{"limit": 50}, 6_000]

    code, [drift] = checked(change)
    assert (code, drift["kind"], drift["arguments"]) == (1, "over-ceiling", {"limit": 50})


def test_a_most_that_a_person_raised_is_measured(checked):
    code, [drift] = checked(policy=POLICY.replace("most = 50", "most = 500"))
    assert (code, drift["kind"], drift["arguments"]) == (1, "over-ceiling", {"limit": 500})
    assert "was not measured before" in drift["message"]


def test_a_default_that_grew_is_drift_though_no_line_is_about_it(checked):
    def change(tools):
        tools["list_notes"]["chars"][0] = [{}, 50_000]

    code, drifts = checked(change)
    assert code == 1
    assert [(one["kind"], one["arguments"]) for one in drifts] == [("over-ceiling", {})]


def test_a_line_that_is_not_needed_any_more_is_said_and_is_no_failure(checked):
    def change(tools):
        tools["list_models"]["chars"] += [[{}, 300], [{"detail": "full"}, 400]]

    code, drifts = checked(change)
    assert code == 0
    assert [(one["kind"], one["arguments"], one["counts"]) for one in drifts] == [
        ("fits-now", {}, False),
        ("fits-now", {"detail": "full"}, False),
    ]
    assert "90,000 characters" in drifts[0]["message"]
    assert "300 characters" in drifts[0]["message"]


def test_a_value_that_a_person_left_out_though_it_fits_is_not_remarked_on(checked):
    assert checked(policy=POLICY.replace('["metadata", "summary"]', '["metadata"]')) == (0, [])


def test_a_new_tool_whose_default_does_not_fit_is_drift(checked):
    def change(tools):
        tools["list_all"] = {"otherwise": 70_000}
        tools["list_few"] = {"otherwise": 70}

    code, [drift] = checked(change)
    assert (code, drift["kind"], drift["tool"]) == (1, "tool-unknown", "list_all")


def test_a_tool_that_writes_now_is_not_called_and_nothing_is_told_of_it(checked, folder):
    def change(tools):
        tools["list_notes"] |= {"reads": False, "description": "Delete all notes."}

    code, drifts = checked(change)
    assert code == 3
    assert {one["kind"] for one in drifts} == {"not-measured"}
    assert len(drifts) == 3
    assert "list_notes" not in {name for name, _ in made(folder)}


def test_what_could_not_be_told_does_not_hide_what_has_drifted(checked):
    def change(tools):
        tools["list_notes"] |= {"reads": False, "description": "Delete all notes."}
        tools["list_models"]["chars"][0] = [{"detail": "summary"}, 20_000]

    code, drifts = checked(change)
    assert code == 1
    assert drifts[0]["kind"] == "over-ceiling"


def test_a_ceiling_of_the_tools_own_is_the_one_that_counts(checked):
    def change(tools):
        tools["list_models"]["chars"][0] = [{"detail": "summary"}, 20_000]

    own = '[tools.list_models.ceiling]\ncap_tokens = 5_000\nreason = "read by a person"\n'
    assert checked(change, policy=POLICY + own) == (0, [])


def test_the_text_says_what_was_then_what_is_now_and_what_to_do(folder):
    state = deepcopy(STATE)
    state["tools"]["list_models"]["chars"][0] = [{"detail": "summary"}, 20_000]
    (folder / "state.json").write_text(json.dumps(state))
    ended = guard("check", "--quiet", "--", sys.executable, SERVER, "state.json")
    assert ended.code == 1
    said = " ".join(ended.out.split())
    assert "have drifted apart in 1 place" in said
    assert (
        "2,000 characters (about 401 tokens) on 2026-11-29 and returns 20,000 characters (about 4,000 tokens) now"
        in said
    )
    assert "guard init" in said


def test_a_configuration_names_the_server_too(folder):
    (folder / "state.json").write_text(json.dumps(STATE))
    command = {"command": sys.executable, "args": [str(SERVER), str(folder / "state.json")]}
    (folder / "mcp.json").write_text(json.dumps({"mcpServers": {"one": command, "two": command}}))
    assert guard("check", "mcp.json", "--server", "one", "--quiet").code == 0
    ended = guard("check", "mcp.json", "--quiet")
    assert ended.code == 2
    assert "one, two" in ended.err
    assert "--server" in ended.err


def test_a_server_behind_the_guard_is_checked_past_it(folder):
    state = deepcopy(STATE)
    state["tools"]["list_models"]["chars"].append([{}, 300])
    (folder / "state.json").write_text(json.dumps(state))
    command = {"command": sys.executable, "args": [str(SERVER), str(folder / "state.json")]}
    (folder / "mcp.json").write_text(json.dumps({"mcpServers": {"one": command}}))
    assert guard("install", "mcp.json", "one").code == 0
    ended = guard("check", "mcp.json", "--quiet", "--output", "json")
    assert ended.code == 0
    assert [one["kind"] for one in json.loads(ended.out)["drifts"]] == ["fits-now"]
    assert "stands behind the guard" in ended.err


def test_a_url_behind_the_guard_is_checked_past_it_with_the_headers_of_the_entry(folder):
    fixture = FIXTURES / "guarded.py"
    words = [sys.executable, str(fixture), str(folder)]
    (folder / "guard.toml").write_text(POLICY.partition("[tools.")[0])
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        try:
            url = f"http://127.0.0.1:{int(server.stdout.readline())}/mcp"
            entry = {"url": url, "headers": {"Authorization": "Bearer t", "X-Tenant": "acme"}}
            (folder / "mcp.json").write_text(json.dumps({"mcpServers": {"web": entry}}))
            assert guard("install", "mcp.json", "web").code == 0
            ended = guard("check", "mcp.json", "--quiet")
        finally:
            server.stdin.close()
    assert (ended.code, "guard.toml and web agree" in ended.out) == (0, True), ended.err


def test_a_server_that_does_not_start_is_not_audited(folder):
    ended = guard("check", "--quiet", "--", sys.executable, "-c", "raise SystemExit(4)")
    assert (ended.code, ended.out) == (3, "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--policy", "none.toml", "--", "true"], "none.toml"),
        (["--output", "csv", "--", "true"], "cannot be written as 'csv'"),
        (["--"], "no command after --"),
        (["none.json"], "no file none.json"),
    ],
)
def test_bad_input_is_told(folder, words, said):
    ended = guard("check", *words)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err


def test_the_policy_of_the_demo_server_agrees_with_it(folder):
    bank = ("--", sys.executable, "-m", "tool_audit.demo.server")
    main(["probe", "--quiet", "--output", "json=report.json", *bank])
    init(folder / "report.json", folder / "bank.toml", None)
    ended = guard("check", "--policy", "bank.toml", "--quiet", *bank)
    assert ended.code == 0, ended.out
