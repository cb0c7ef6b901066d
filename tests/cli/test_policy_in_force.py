"""The policy, from the settings file to the report: several clients, lines of their own, regraded findings."""

import json

import pytest
from running import CLEAN, odd

SETTINGS = """
client = ["codex", "our-agent"]

[clients.our-agent]
cap_chars = 1000
action = "head"
marked = false

[tools."get_l*"]
cap_tokens = 90000
reason = "read by a script"
"""


@pytest.fixture
def settings(tmp_path):
    def write(text):
        (tmp_path / "work" / "tool-audit.toml").write_text(text)

    return write


def test_several_clients_are_told_of_and_the_first_is_judged_by(cli, tmp_path):
    words = ("--client", "goose", "--client", "codex", "--client", "vscode-copilot")
    ended = cli("probe", "--output", "json", *words, *odd(tmp_path, "get_large"))
    assert ended.json["client"] == "goose"
    assert [client["name"] for client in ended.json["clients"]] == ["goose", "codex", "vscode-copilot"]
    views = ended.tool("get_large")["clients"]
    assert list(views) == ["goose", "codex", "vscode-copilot"]
    assert "over_cap" in views["goose"]
    assert views["goose"]["whole"]
    assert views["codex"]["sees"].startswith("first and last 5,000 tokens; ")
    assert views["vscode-copilot"]["sees"].startswith("the path of a file in place of ")


def test_one_client_that_is_not_known_is_refused_before_anything_is_called(cli):
    ended = cli("probe", "--client", "codex", "--client", "gemini", *CLEAN)
    assert ended.code == 2
    assert "--client: there is no client 'gemini'" in ended.err
    assert "did you mean gemini-cli?" in ended.err


def test_a_profile_of_the_users_own_with_a_mistake_is_refused_though_it_was_not_chosen(cli, settings):
    settings('[clients.our-agent]\naction = "hed"\n')
    ended = cli("probe", *CLEAN)
    assert ended.code == 2
    assert "[clients.our-agent] action: 'hed' is not one of error, file, head" in ended.err
    assert "did you mean head?" in ended.err


def test_the_terminal_says_what_each_client_would_show_and_which_tools_have_lines_of_their_own(cli, tmp_path, settings):
    settings(SETTINGS)
    text = cli("probe", *odd(tmp_path, "get_large")).out
    assert "client codex: cap 10,000 tokens, warning at 10,000 tokens" in text
    assert "compared with our-agent" in text
    assert "own lines  get_large: cap 90,000 tokens, warning at 10,000 tokens: the settings say so: read by a" in text
    below = text.partition("what the model would see with nothing filled in")[2]
    assert "  codex      first and last 5,000 tokens; " in below
    assert "  our-agent  first 1,000 chars; " in below
    assert "behind them lost without a sign" in below


def test_an_override_moves_what_is_judged_by_and_not_what_a_client_shows(cli, tmp_path, settings):
    settings(SETTINGS)
    [one] = [cli("probe", "--output", "json", *odd(tmp_path, "get_large"))]
    view = one.tool("get_large")["clients"]["codex"]
    assert (view["over_cap"], view["whole"]) == (False, False)
    [own] = one.json["servers"][0]["own_lines"]
    assert (own["tools"], own["cap_tokens"], own["raised_by"]) == (
        ["get_large"],
        90_000,
        "the settings say so: read by a script",
    )


def test_an_override_for_all_tools_is_said_where_the_cap_is(cli, tmp_path, settings):
    settings('[tools."*"]\nwarn_tokens = 77\nreason = "ours"\n')
    text = cli("probe", *odd(tmp_path, "list_things")).out
    assert "warning at 77 tokens (the settings say so: ours)" in " ".join(text.split())
    assert "own lines" not in text


META = "anthropic/maxResultSizeChars"
LISTING = {
    "tools": [
        {
            "name": name,
            "description": "Lists what there is, one thing a line.",
            "inputSchema": {"type": "object", "properties": {}},
            "_meta": {META: size},
        }
        for name, size in (("list_a", 200_000), ("list_b", 900_000))
    ]
}


def test_what_a_tool_declares_is_its_own_line_and_a_client_that_does_not_go_by_it_says_so(cli, tmp_path):
    (tmp_path / "work" / "tools.json").write_text(json.dumps(LISTING))
    ended = cli("probe", "tools.json", "--output", "json", "--client", "claude-code", "--client", "claude-desktop")
    server = ended.json["servers"][0]
    assert [(own["tools"], own["cap_chars"], own["raised_by"]) for own in server["own_lines"]] == [
        (["list_a"], 200_000, "the tool declares 200,000 characters in its _meta"),
        (["list_b"], 500_000, "the tool declares 900,000 characters in its _meta; claude-code goes up to 500,000"),
    ]
    assert server["client_notes"] == [
        f"claude-desktop does not go by the {size} characters that a tool declares as {META} ({name})"
        for name, size in (("list_a", "200,000"), ("list_b", "900,000"))
    ]


REGRADE = """
fail_on = "warning"

[[regrade]]
rule = "RULE"
severity = "info"
reason = "read by a script"

[[ignore]]
rule = "cut-json"
reason = "upstream"

[[ignore]]
rule = "RULE"
tool = "list_*"
reason = "until the next release"
until = 2020-01-31
"""


def test_a_regraded_finding_counts_as_what_the_settings_say_and_lapsed_entries_are_told(cli, tmp_path, settings):
    words = ("probe", "--output", "json", *odd(tmp_path, "list_things"))
    rules = {finding["rule"] for finding in cli(*words).json["servers"][0]["findings"] if finding["severity"] != "info"}
    rule = min(rules - {"cut-json"})
    settings(REGRADE.replace("RULE", rule))
    report = cli(*words).json
    regraded = [finding for finding in report["servers"][0]["findings"] if finding["rule"] == rule]
    assert {finding["severity"] for finding in regraded} == {"info"}
    assert {finding["regraded"]["reason"] for finding in regraded} == {"read by a script"}
    assert "[[ignore]] cut-json on * (upstream) covers no finding of this run" in report["notes"]
    lapsed = f"[[ignore]] {rule} on list_* until 2020-01-31 (until the next release) has lapsed"
    assert any(note.startswith(lapsed) for note in report["notes"])
    shown = cli("config").out
    assert f"{rule} on *: info (read by a script)" in shown
    assert "tool-audit.toml: [regrade] entry 1" in shown


def test_an_audit_of_some_tools_only_says_nothing_of_entries_that_cover_nothing(cli, tmp_path, settings):
    settings('[[ignore]]\nrule = "cut-json"\nreason = "upstream"\n')
    words = ("--output", "json", *odd(tmp_path, "list_things"))
    assert cli("probe", "--tool", "list_*", *words).json["notes"] == []
    assert cli("probe", "--experiment", "default", *words).json["notes"] == []


def test_a_regrade_with_a_mistake_is_refused_with_the_nearest_name(cli, settings):
    settings('[[regrade]]\nrule = "cut-jsn"\nseverity = "info"\nreason = "x"\n')
    ended = cli("probe", *CLEAN)
    assert ended.code == 2
    assert "[regrade] entry 1: there is no rule 'cut-jsn'" in ended.err
    assert "did you mean cut-json?" in ended.err
