"""A record is judged again without its server, and gives the live report but for dates."""

import json
import re
import sys
from datetime import date

import pytest
from running import BANK, CLEAN, FIXTURES, odd

from tool_audit.audit import report_of
from tool_audit.measure import load_counter
from tool_audit.record import read_record
from tool_audit.report import RENDERERS
from tool_audit.settings import Settings
from tool_audit.shelf import Shelf

LEAKING = FIXTURES / "cases" / "trace_with_a_token.py"
SECRET = "sk-test-0000"
FORMATS = ("terminal", "markdown", "json")


def in_every_format(folder):
    return [word for format_ in FORMATS for word in ("--output", f"{format_}={folder}/{format_}")]


def undated(path):
    """The text but for the day."""
    return re.sub(r"\d{4}-\d\d-\d\d", "DAY", path.read_text(encoding="utf-8"))


TARGETS = {
    "bank": lambda folder: (*BANK,),
    "clean": lambda folder: (*CLEAN,),
    "odd": lambda folder: ("--call-timeout", "1s", *odd(folder)),
    "leak": lambda folder: ("--env", f"FAKE_TOKEN={SECRET}", "--", sys.executable, str(LEAKING)),
}


@pytest.mark.parametrize("name", TARGETS)
def test_the_report_of_a_record_is_the_live_one(name, cli, tmp_path):
    live = cli("probe", "--record", "rec", *in_every_format("live"), *TARGETS[name](tmp_path))
    again = cli("report", "rec", *in_every_format("again"))
    assert live.code == again.code
    work = tmp_path / "work"
    for format_ in FORMATS:
        assert undated(work / "again" / format_) == undated(work / "live" / format_)


@pytest.mark.parametrize("name", TARGETS)
def test_the_report_is_the_same_where_hardly_any_reply_fits_into_memory(name, cli, tmp_path):
    cli("probe", "--record", "rec", "--output", "json=live.json", *TARGETS[name](tmp_path))
    (path,) = (tmp_path / "work" / "rec").iterdir()

    def written(shelf):
        recordings = [(read_record(path, shelf), None)]
        report = report_of(recordings, (), Settings(), load_counter(), date(2026, 1, 1), shelf=shelf)
        return {name: render(report) for name, render in RENDERERS.items()}

    assert written(Shelf(20_000)) == written(None)


def test_a_secret_that_came_back_is_a_finding_of_the_record_too(cli, tmp_path):
    cli("probe", "--record", "rec", "--output", "json=live.json", *TARGETS["leak"](tmp_path))
    again = cli("report", "rec", "--output", "json")
    (told,) = [one for one in json.loads(again.out)["servers"][0]["findings"] if one["rule"] == "secret-in-response"]
    assert "env FAKE_TOKEN" in told["message"]
    assert SECRET not in again.out


@pytest.fixture
def record(cli, tmp_path):
    """A record of the odd server's largest reply."""
    cli("probe", "--record", "rec", *odd(tmp_path, "list_things", "get_large", "get_half"))
    return tmp_path / "work" / "rec" / "odd.jsonl"


def test_a_record_keeps_every_kind_of_outcome(cli, tmp_path):
    cli("probe", "--record", "rec", "--call-timeout", "1s", *odd(tmp_path))
    recording = read_record(tmp_path / "work" / "rec" / "odd.jsonl")
    kinds = {seen.probe.subject.tool: type(seen.outcome).__name__ for seen in recording.observations}
    assert kinds["get_half"] == "Replied"
    assert kinds["get_failure"] == "ToolFailed"
    assert kinds["get_refusal"] == "Refused"
    assert kinds["get_crash"] == "Disconnected"
    assert kinds["get_hang"] == "TimedOut"
    assert recording.complete
    assert "run_job" not in kinds


def test_another_client_judges_a_record_by_its_own_caps(cli, record):
    here, there = (
        cli("report", record, "--output", "json", "--client", client) for client in ("claude-code", "gemini-cli")
    )
    assert here.json["client"] == "claude-code"
    assert there.json["client"] == "gemini-cli"
    assert "gemini-cli" in there.tool("get_large")["clients"]
    assert here.tool("get_large")["default"] == there.tool("get_large")["default"]


def test_another_tokenizer_counts_a_record_again_to_the_same_figures(cli, record):
    toktok, tiktoken = (
        cli("report", record, "--output", "json", "--tokenizer", name) for name in ("toktok", "tiktoken")
    )
    assert toktok.json["tokenizer"] != tiktoken.json["tokenizer"]
    assert toktok.tool("get_large") == tiktoken.tool("get_large")


def test_a_record_cut_in_the_middle_of_its_last_line_still_reads_and_says_so(cli, record):
    lines = record.read_text().splitlines(keepends=True)
    record.write_text("".join(lines[:-2]) + lines[-2][: len(lines[-2]) // 2])
    recording = read_record(record)
    assert not recording.complete
    assert len(recording.observations) == len(lines) - 5
    ended = cli("report", record, "--output", "json")
    assert ended.json["verdict"]["reason"].endswith("not everything was called: odd")


def test_a_record_holds_no_secret_of_the_server(cli, tmp_path):
    secret = "hidden-4711-value"
    cli(
        "probe", "--record", "rec", "--env", f"SAID={secret}", "--env", f"API_KEY={secret}", *odd(tmp_path, "get_place")
    )
    text = (tmp_path / "work" / "rec" / "odd.jsonl").read_text()
    assert secret not in text
    assert "env API_KEY" in text or "env SAID" in text


def test_servers_whose_names_make_one_file_name_get_a_record_each(cli, tmp_path):
    words = [str(FIXTURES / "odd.py"), str(tmp_path), "list_things"]
    names = ("a b", "a-b", "A B", "../a-b")
    entries = {name: {"command": sys.executable, "args": words} for name in names}
    (tmp_path / "mcp.json").write_text(json.dumps({"mcpServers": entries}))
    cli("probe", tmp_path / "mcp.json", "--record", "rec")
    records = list((tmp_path / "work" / "rec").iterdir())
    assert sorted(read_record(path).spec.name for path in records) == sorted(names)
