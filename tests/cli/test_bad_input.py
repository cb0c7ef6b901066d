"""What cannot be meant or reached ends in one message, what was tried and what to do, and in the right code."""

import json
import sys

import pytest
from running import CLEAN, Ended, odd, web

from tool_audit.cli import config, main

LISTING = {"tools": [{"name": "get_x", "description": "Get x.", "inputSchema": {"type": "object"}}]}


def message_of(ended: Ended) -> str:
    """All that was said, in one line."""
    return " ".join(f"{ended.out} {ended.err}".replace("│", " ").split())


def refused(ended: Ended, code: int, *said: str) -> None:
    text = message_of(ended)
    assert ended.code == code, text
    for words in said:
        assert words in text
    assert text.count("error:") + text.count("Error ─") == 1


@pytest.fixture
def folder(tmp_path):
    """A folder with files that are none of what they are named for."""
    place = tmp_path / "work"
    place.mkdir(exist_ok=True)
    files = {
        "no_config.json": '{"colour": 1}',
        "no_json.json": "nonsense",
        "empty.json": "",
        "list.json": json.dumps(LISTING),
        "newer.jsonl": '{"schema":"tool-audit/record/9"}\n',
        "headless.jsonl": '{"schema":"tool-audit/record/1"}\n',
        "report.json": '{"schema":"tool-audit/report/1"}\n',
        "unknown_rule.toml": "[rules.oversized-defalt]\nx = 1\n",
        "unknown_option.toml": "[rules.empty-fields]\nratoi = 0.5\n",
        "unknown_ignore.toml": '[[ignore]]\nrule = "oversized-defalt"\nreason = "x"\n',
        "unknown_key.toml": 'fail-onn = "error"\n',
        "not_executable": "print()",
        "file": "x",
    }
    for name, text in files.items():
        (place / name).write_text(text)
    return place


COMMANDS = {
    "no such command": (["--", "no-such-command-here"], 3, ["no command `no-such-command-here`", "installed"]),
    "not executable": (["--", "./not_executable"], 3, ["is not executable", "chmod +x"]),
    "exits at once": (["--", sys.executable, "-c", "import sys; sys.exit('no key set')"], 3, ["exited with 1"]),
    "prints a banner": (["--", "echo", "Usage: acme"], 3, ["without speaking MCP", "Usage: acme"]),
    "speaks no MCP": (["--start-timeout", "1s", "--", "cat"], 3, ["no MCP messages", "JSON-RPC on stdout"]),
    "says nothing": (["--start-timeout", "1s", "--", "sleep", "9"], 3, ["said nothing", "--start-timeout"]),
    "nobody listens": (["http://127.0.0.1:9/mcp"], 3, ["http://127.0.0.1:9/mcp could not be reached", "on that port?"]),
    "no host": (["http://no-such-host.invalid/mcp"], 3, ["no-such-host.invalid/mcp could not be reached", "hint:"]),
    "no URL of a server": (["ftp://example.com/x"], 2, ["ftp://example.com/x is not the URL", "http(s)://"]),
    "no configuration": (["no_config.json"], 2, ["no_config.json holds no servers", "keys seen: colour"]),
    "no JSON": (["no_json.json"], 2, ["no_json.json is not JSON", "a target is"]),
    "an empty file": (["empty.json"], 2, ["empty.json", "hint:"]),
    "no file": (["missing.json"], 2, ["there is no file missing.json", "hint:"]),
    "no target": ([], 2, ["no target", ".mcp.json", "tool-audit probe -- npx"]),
    "nothing after --": (["--"], 2, ["no command after --", "tool-audit probe -- npx"]),
    "a report": (["report.json"], 2, ["is a report", "--record"]),
    "a newer record": (["newer.jsonl"], 2, ["of version 9", "upgrade"]),
    "a damaged record": (["headless.jsonl"], 2, ["damaged record", "record it again"]),
    "unknown option": (["--outptu", "json"], 2, ["No such option", "--outptu", "--output"]),
    "unknown client": (["--client", "claud-code", *CLEAN], 2, ["--client", "did you mean claude-code?"]),
    "unknown tokenizer": (["--tokenizer", "x", *CLEAN], 2, ["no tokenizer 'x'", "tiktoken"]),
    "unknown experiment": (["--experiment", "limits", *CLEAN], 2, ["no experiment 'limits'", "did you mean limit?"]),
    "unknown severity": (["--fail-on", "fatal", *CLEAN], 2, ["'fatal' is not one of", "error, warning, info, never"]),
    "unknown format": (["--output", "yaml", *CLEAN], 2, ["no output format 'yaml'", "terminal"]),
    "no number": (["--max-calls", "many", *CLEAN], 2, ["--max-calls"]),
    "no calls": (["--max-calls", "0", *CLEAN], 2, ["--max-calls: 0 is not a whole number of 1 or more"]),
    "no time": (["--call-timeout", "soon", *CLEAN], 2, ["--call-timeout: 'soon' is not a time such as"]),
    "no size": (["--max-reply-bytes", "big", *CLEAN], 2, ["--max-reply-bytes: 'big' is not a size such as"]),
    "unknown rule": (["--config", "unknown_rule.toml", *CLEAN], 2, ["no rule 'oversized-defalt'", "-default?"]),
    "unknown rule option": (["--config", "unknown_option.toml", *CLEAN], 2, ["no option 'ratoi'", "hint:"]),
    "unknown ignored rule": (["--config", "unknown_ignore.toml", *CLEAN], 2, ["oversized-defalt", "-default?"]),
    "unknown setting": (["--config", "unknown_key.toml", *CLEAN], 2, ["fail-onn", "did you mean fail-on?"]),
    "no settings file": (["--config", "missing.toml", *CLEAN], 2, ["missing.toml", "hint:"]),
    "both config and none": (["--config", "x", "--no-config", *CLEAN], 2, ["contradict"]),
    "quiet and verbose": (["--quiet", "--verbose", *CLEAN], 2, ["contradict"]),
    "a file as a folder": (["--output", "json=file/x.json", *CLEAN], 2, ["cannot write json to", "file is no folder"]),
    "a folder as a file": (["--output", "json=.", *CLEAN], 2, ["it is a folder", "name another file"]),
    "no file for a format": (["--output", "json=", *CLEAN], 2, ["--output", "json=audit.json"]),
    "record below a file": (["--record", "file/x", *CLEAN], 2, ["cannot record into", "name another folder"]),
    "record into a file": (["--record", "file", *CLEAN], 2, ["cannot record into", "name another folder"]),
    "two on stdout": (["--output", "json", "--output", "terminal", *CLEAN], 2, ["both", "--output json=FILE"]),
    "two into one file": (["--output", "json=a", "--output", "markdown=a", *CLEAN], 2, ["both", "another file"]),
    "no args file": (["--args", "missing", *CLEAN], 2, ["there is no file missing", "hint:"]),
    "args that are no JSON": (["--args", "no_json.json", *CLEAN], 2, ["no_json.json is not JSON", '{"tool name":']),
    "args of another shape": (["--args", "no_config.json", *CLEAN], 2, ["does not map tool names", '{"tool name":']),
    "an argument of no tool": (["--arg", "limit=5", *CLEAN], 2, ["--arg 'limit'", "TOOL.ARGUMENT=VALUE"]),
    "JSON that a shell has eaten": (["--arg", "x.y={a: 1}", *CLEAN], 2, ["--arg x.y begins like JSON", "=@FILE"]),
    "an argument's file that is none": (["--arg", "x.y=@missing", *CLEAN], 2, ["there is no file missing", "hint:"]),
    "a header without a name": (["--header", "abc", "http://127.0.0.1:9/"], 2, ["is not a header", "NAME: VALUE"]),
    "an unset variable": (["--env", "SURELY_NOT_SET", *CLEAN], 2, ["not set in your environment", "=VALUE"]),
    "an input without a value": (["--input", "key", *CLEAN], 2, ["--input 'key' has no value", "NAME=VALUE"]),
    "no such folder": (["--cwd", "nowhere", *CLEAN], 2, ["--cwd nowhere is not a folder"]),
    "no such client to take from": (["--from", "emacs"], 2, ["emacs", "claude-code"]),
}  # fmt: skip


@pytest.mark.parametrize("case", COMMANDS)
def test_probe_says_in_one_message_what_is_wrong(case, cli, folder):
    argv, code, said = COMMANDS[case]
    before = {path.name for path in folder.iterdir()}
    refused(cli("probe", *argv), code, *said)
    assert {path.name for path in folder.iterdir()} == before


STATUSES = {
    "/401": ["answered 401", "--header 'Authorization"],
    "/403": ["answered 403", "--header 'Authorization"],
    "/404": ["answered 404", "/mcp"],
    "/500": ["answered 500", "its own log"],
    "/html": ["hint:"],
    "/text": ["hint:"],
}


@pytest.fixture(scope="module")
def address():
    with web() as it:
        yield it


@pytest.mark.parametrize("path", STATUSES)
def test_a_url_that_is_no_server_is_told_with_what_it_answered(path, cli, address):
    refused(cli("probe", f"http://{address}{path}?key=s3cret-value"), 3, f"http://{address}{path}", *STATUSES[path])


def test_a_url_with_a_secret_does_not_show_it(cli, address):
    assert "s3cret-value" not in message_of(cli("probe", f"http://{address}/401?key=s3cret-value"))


def test_tls_to_a_port_that_speaks_none_is_told(cli, address):
    refused(cli("probe", f"https://{address}/mcp"), 3, "could not be reached", "TLS", "does the port speak TLS")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["newer.jsonl"], ["of version 9", "upgrade"]),
        (["headless.jsonl"], ["damaged record", "record it again"]),
        (["no_json.json"], ["no_json.json is no record", "--record"]),
        (["report.json"], ["is a report", "--record"]),
        (["missing.jsonl"], ["there is no record missing.jsonl", "--record"]),
        ([], ["Missing argument"]),
    ],
)
def test_report_says_what_is_wrong_with_a_record(argv, said, cli, folder):
    refused(cli("report", *argv), 2, *said)


def test_a_folder_without_records_says_so(cli, folder):
    (folder / "empty").mkdir()
    refused(cli("report", "empty"), 2, "the folder empty holds no records", "--record")


@pytest.mark.parametrize(
    "line", ["[1]", '{"observation": {}}', '{"observation": {"tool": 1}}', '{"listing": {"name": 1}}']
)
def test_a_record_with_a_line_that_cannot_be_meant_is_damaged(line, cli, folder):
    record = folder / "r.jsonl"
    server = {"name": "x", "transport": "stdio", "command": [], "url": None}
    record.write_text(
        json.dumps({"schema": "tool-audit/record/1", "date": "2026-01-01", "server": server}) + f"\n{line}\n"
    )
    refused(cli("report", "r.jsonl"), 2, "damaged record", "record it again")


def test_an_unknown_rule_is_explained_by_the_nearest(cli):
    refused(cli("explain", "oversized-defaults"), 2, "no rule 'oversized-defaults'", "did you mean oversized-default?")


def test_an_unknown_command_is_refused(cli):
    refused(cli("prob"), 2, "No such command 'prob'")


def test_rules_cannot_be_written_as_anything(cli):
    refused(cli("rules", "--output", "xml"), 2, "'xml'", "terminal or json")


def test_a_tool_glob_that_matches_nothing_measures_nothing_and_says_so(cli, tmp_path):
    ended = cli("probe", "--tool", "nothing*", *odd(tmp_path, "list_things"))
    assert ended.code == 3
    assert "not selected (--tool)" in message_of(ended)
    assert "no tool was measured: odd" in message_of(ended)


def test_an_output_that_fails_only_at_the_end_leaves_nothing_half_written(cli, folder, monkeypatch):
    monkeypatch.setattr("tool_audit.cli.write._why_not", lambda path: "")
    refused(cli("probe", "list.json", "--output", "json=file/x.json"), 2, "cannot write", "name another file")


def test_an_exception_that_nobody_expected_is_a_bug_of_ours(monkeypatch, capsys):
    def break_(*_args, **_more):
        raise ZeroDivisionError("so it goes")

    monkeypatch.setattr(config, "settings_of", break_)
    assert main(["config"]) == 70
    said = capsys.readouterr().err
    assert "ZeroDivisionError: so it goes" in said
    assert "this is a bug in tool-audit" in said
    assert "hint: please report it" in said
