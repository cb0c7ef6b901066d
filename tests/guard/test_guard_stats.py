"""`guard stats`: what the guard's log says, by tool."""

import json
import tracemalloc
from datetime import UTC, datetime, timedelta

import pytest
from guard.guard_commands import guard

from tool_audit.guard.entry import Entry
from tool_audit.guard.log import FileLog
from tool_audit.guard.stats import percentile, stats_of

START = datetime(2026, 11, 30, 12, tzinfo=UTC)
LINE = "guard.toml: [tools.list_models.lines.detail]"


@pytest.fixture
def log(tmp_path):
    """The path of a log, and what writes a call into it, a second after the last one, as the guard does."""
    path = tmp_path / "calls.jsonl"
    seconds = iter(range(100_000))
    opened = FileLog("bank", path, max_bytes=6_000, now=lambda: START + timedelta(seconds=next(seconds)))

    def write(tool="list_models", outcome="replied", **more):
        opened.call(Entry(tool=tool, arguments=("detail",), digest="0" * 16, outcome=outcome, **more))

    yield path, write
    opened.close()


def figures(path, *more):
    ended = guard("stats", path, *more, "--output", "json")
    assert ended.code == 0
    return json.loads(ended.out)


def test_calls_are_counted_by_tool_and_by_what_became_of_them(log):
    path, write = log
    write(chars=40, tokens=10, milliseconds=1.5)
    write(chars=80, tokens=20, milliseconds=2.5, warned=True)
    write(outcome="tool-error", chars=4, tokens=1, milliseconds=3.5)
    write(outcome="error", milliseconds=1.0)
    write(outcome="server-ended")
    write(outcome="refused", refused_by=LINE)
    write(outcome="refused", refused_by=LINE)
    write(outcome="reply-refused", chars=9, tokens=9_000, milliseconds=4.5, refused_by="guard.toml: [ceiling]")
    write(tool="get_model", outcome="replied", chars=1, tokens=1, milliseconds=0.5)
    read = figures(path)
    assert [tool["tool"] for tool in read["tools"]] == ["list_models", "get_model"]
    models = read["tools"][0]
    assert models["calls"] == 8
    assert models["outcomes"] == {
        "error": 1, "refused": 2, "replied": 2, "reply-refused": 1, "server-ended": 1, "tool-error": 1,
    }  # fmt: skip
    assert models["refused_by"] == [
        {"outcome": "refused", "line": LINE, "calls": 2},
        {"outcome": "reply-refused", "line": "guard.toml: [ceiling]", "calls": 1},
    ]
    assert models["warned"] == 1
    assert models["tokens"] == {"p50": 10, "p90": 20, "max": 20, "sum": 31, "held_back": 9_000}
    assert models["milliseconds"] == {"p50": 2.5, "p99": 4.5}
    assert (read["first"], read["last"]) == ("2026-11-30T12:00:00.000Z", "2026-11-30T12:00:08.000Z")


def test_the_table_says_the_same_in_words(log):
    path, write = log
    for tokens in range(1, 101):
        write(chars=4 * tokens, tokens=tokens, milliseconds=tokens / 10)
    write(outcome="refused", refused_by=LINE)
    out = guard("stats", path).out
    assert "101 calls from 2026-11-30T12:00:00.000Z to 2026-11-30T12:01:40.000Z: 1 refused, 0 replies refused." in out
    assert "Passed on: 5,050 tokens" in out
    row = next(line for line in out.splitlines() if line.startswith("list_models"))
    assert row.split() == ["list_models", "101", "1", "0", "0", "0", "0", "50", "90", "100", "5,050", "5.0", "9.9"]
    assert LINE in out


def test_what_was_rotated_away_is_read_with_it_and_once(log, monkeypatch):
    path, write = log
    monkeypatch.chdir(path.parent)
    for _ in range(60):
        write(tokens=1)
    assert path.with_name("calls.jsonl.1").exists()
    assert figures(path)["tools"][0]["calls"] == 60
    assert figures(path, "calls.jsonl.1")["tools"][0]["calls"] == 60


def test_a_broken_line_is_counted_and_passed_over(log):
    path, write = log
    write(tokens=7)
    good = path.read_bytes()
    broken = [
        b"{",
        b"[]",
        b"\xff\xfe",
        good.replace(b"guard-log/1", b"guard-log/2").strip(),
        b"[" * 100_000,
        good.replace(b'"bank"', b"7").strip(),
    ]
    path.write_bytes(b"\n".join([*broken, b"", good.strip(), b"x" * 3_000_000, good.rstrip()[:-9]]))
    read = figures(path)
    assert read["broken_lines"] == 8
    assert read["tools"][0]["calls"] == 1
    assert "8 lines that are none of the guard's log" in guard("stats", path).out


def test_figures_that_are_none_are_left_out(log):
    path, write = log
    write(tokens=7)
    entry = json.loads(path.read_text())
    odd = [{**entry, "tokens": value, "milliseconds": value} for value in (None, True, "7", -1, 1e300, [7])]
    path.write_text("\n".join(map(json.dumps, odd)))
    tool = figures(path)["tools"][0]
    assert (tool["calls"], tool["tokens"]["sum"], tool["milliseconds"]["p50"]) == (6, 0, None)


def test_notes_are_no_calls(tmp_path, capsys):
    path = tmp_path / "calls.jsonl"
    log = FileLog("bank", path)
    log.note("the server said something")
    log.close()
    read = figures(path)
    assert (read["notes"], read["tools"], read["broken_lines"]) == (1, [], 0)
    assert "No call is in the log." in guard("stats", path).out


def test_two_servers_with_the_same_tool_are_kept_apart(tmp_path):
    for name in ("bank", "shop"):
        log = FileLog(name, tmp_path / f"{name}.jsonl")
        log.call(Entry(tool="list", outcome="replied", tokens=1))
        log.close()
    out = guard("stats", tmp_path / "bank.jsonl", tmp_path / "shop.jsonl").out
    assert [line.split()[:2] for line in out.splitlines() if "list" in line] == [["bank", "list"], ["shop", "list"]]


def test_a_name_that_a_client_made_up_moves_no_cursor(log):
    path, write = log
    write(tool="\x1b[2J\nlist\u202e", outcome="refused", refused_by=LINE)
    out = guard("stats", path).out
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_bad_input_is_told(tmp_path):
    ended = guard("stats", tmp_path / "none.jsonl")
    assert (ended.code, ended.out) == (2, "")
    assert "there is no log" in ended.err
    (tmp_path / "folder").mkdir()
    assert guard("stats", tmp_path / "folder").code == 2
    (tmp_path / "empty").touch()
    assert "No call" in guard("stats", tmp_path / "empty").out
    assert "cannot be written as 'csv'" in guard("stats", tmp_path / "empty", "--output", "csv").err


@pytest.mark.parametrize(
    ("values", "percent", "wanted"),
    [([], 50, None), ([3], 50, 3), ([3], 99, 3), ([1, 2], 50, 1), ([1, 2, 3, 4], 90, 4), (range(1, 201), 99, 198)],
)
def test_a_percentile_is_a_value_that_was_measured(values, percent, wanted):
    assert percentile(list(values), percent) == wanted


def test_a_long_log_is_read_a_line_at_a_time(tmp_path):
    path = tmp_path / "calls.jsonl"
    line = json.dumps(
        {"schema": "tool-audit/guard-log/1", "time": "2026-11-30T12:00:00.000Z", "server": "bank", "tool": "list",
         "outcome": "replied", "tokens": 5, "milliseconds": 0.25, "arguments": ["x" * 500]}
    )  # fmt: skip
    path.write_text(f"{line}\n" * 50_000)
    tracemalloc.start()
    found = stats_of([path])
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.by_calls()[0].calls == 50_000
    assert most < 4_000_000 < path.stat().st_size
