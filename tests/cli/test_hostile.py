"""Servers that misbehave: an audit ends in time with a report and a sensible code, and leaves no process behind."""

import json
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from running import FIXTURES, environment, web

WHOLE = FIXTURES / "hostile" / "whole.py"
ENTRY = shutil.which("tool-audit", path=str(Path(sys.executable).parent))
COMMAND = [ENTRY] if ENTRY else [sys.executable, "-m", "tool_audit"]
ALL = ["get_harbour", "list_boats", "list_tides"]


class Report:
    """How an audit ended: its code and its JSON report."""

    def __init__(self, code, out):
        self.code, self.json = code, json.loads(out)

    @property
    def server(self):
        return self.json["servers"][0]

    @property
    def findings(self):
        """Rule -> tools of the errors and warnings that are shown."""
        loud = [f for f in self.server["findings"] if f["severity"] != "info" and f["state"] == "shown"]
        return {finding["rule"]: finding["tools"] for finding in loud}

    @property
    def measured(self):
        return sorted(tool["name"] for tool in self.server["tools"])

    @property
    def unmeasured(self):
        return {tool["tool"]: tool["reason"] for tool in self.server["coverage"]["unmeasured"]}

    @property
    def remarks(self):
        return " | ".join(self.server["remarks"])


def left(mark):
    """What still runs of the servers that were started with this mark."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


@contextmanager
def leaving_nothing():
    """The option that marks servers; at the end none of them may run."""
    mark = f"mark-{uuid4()}"
    yield ("--env", f"HOSTILE_MARK={mark}")
    until = time.monotonic() + 5  # what was killed is gone a moment later
    while left(mark) and time.monotonic() < until:
        time.sleep(0.05)
    assert left(mark) == []


@pytest.fixture
def audit(cli, tmp_path):
    """Audit a target, in this process: the program ends with a report and leaves nothing."""

    def run(*target, call_timeout="2s"):
        with leaving_nothing() as mark:
            ended = cli("probe", "--output", "json", "--call-timeout", call_timeout, *mark, *target)
        return Report(ended.code, ended.out)

    return run


@pytest.fixture
def whole(audit, tmp_path):
    """Audit the server of three tools that misbehaves in this way."""
    return lambda mode, **how: audit(*server(mode, tmp_path), **how)


def server(mode, folder):
    return ("--", sys.executable, str(WHOLE), mode, str(folder / "memory"))


@pytest.mark.hostile
@pytest.mark.parametrize(("mode", "code"), [("well", 0), ("chatty", 1), ("hangs", 1), ("stubborn", 0), ("third", 1)])
def test_the_installed_program_ends_in_time_with_a_report_and_leaves_nothing(mode, code, tmp_path):
    with leaving_nothing() as mark:
        done = subprocess.run(
            [*COMMAND, "probe", "--output", "json", "--call-timeout", "2s", *mark, *server(mode, tmp_path)],
            cwd=tmp_path,
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=50,
            check=False,
        )
    assert "Traceback" not in done.stderr
    assert (done.returncode, Report(done.returncode, done.stdout).code) == (code, code)


@pytest.mark.hostile
@pytest.mark.parametrize("mode", ["well", "shouting", "twice", "goodbye", "drip", "asks"])
def test_what_does_no_harm_is_no_finding(mode, whole):
    report = whole(mode)
    assert (report.code, report.measured) == (0, ALL), report.findings
    # a reply without a word is what the slow one sends
    assert report.findings == ({"empty-content": ["get_harbour"]} if mode == "drip" else {})


def test_lines_on_stdout_are_told_with_the_first_and_counted_apart(whole):
    report = whole("chatty")
    assert (report.code, report.measured) == (1, ALL)
    assert report.findings == {"stdout-noise": []}
    (finding,) = (f for f in report.server["findings"] if f["rule"] == "stdout-noise")
    calls = report.server["coverage"]["calls"]
    assert "2 lines before it had answered initialize" in finding["message"]
    assert f"{calls} lines while it served {calls} calls" in finding["message"]
    assert '"Server ready ⚓"' in finding["message"]


@pytest.mark.hostile
def test_a_server_that_asks_back_is_answered_and_that_is_told(whole):
    assert "asked us for sampling/createMessage" in whole("asks").remarks


@pytest.mark.hostile
@pytest.mark.parametrize(
    ("mode", "rule", "tools"),
    [
        ("partial", "crash-on-call", ["get_harbour"]),
        ("wrong_id", "call-timeout", ["get_harbour"]),
        ("endless_notes", "call-timeout", ["get_harbour"]),
        ("hangs", "call-timeout", ["list_boats", "get_harbour", "list_tides"]),
        ("deaf", "call-timeout", ["list_boats"]),
        ("endless_list", "tools-list-repeats", []),
        ("third", "crash-on-call", []),
        ("odd_numbers", "non-finite-number", ["get_harbour"]),
        ("surrogate", "lone-surrogate", ["get_harbour"]),
    ],
)
def test_what_does_harm_is_one_finding_and_the_other_tools_are_measured(mode, rule, tools, whole):
    report = whole(mode)
    assert report.code == 1
    assert report.findings == {rule: tools}
    hidden = set(tools) if rule in {"crash-on-call", "call-timeout"} else set()
    assert report.measured == sorted(set(ALL) - hidden)


@pytest.mark.hostile
@pytest.mark.parametrize(
    ("mode", "why"),
    [
        ("broken_json", "its reply could not be read: not valid JSON"),
        ("deep", "nested too deeply"),
        ("changing", "Unknown tool"),
    ],
)
def test_what_cannot_be_read_is_not_measured_and_no_finding(mode, why, whole):
    report = whole(mode)
    assert why in report.unmeasured["get_harbour"]
    assert report.measured == ["list_boats", "list_tides"]
    assert report.code == 0
    assert set(report.findings) <= {"opaque-error"}


@pytest.mark.hostile
def test_bytes_that_are_no_utf_8_cost_nothing_else(whole):
    report = whole("invalid_utf8")
    assert report.measured == ALL
    assert set(report.findings) <= {"lone-surrogate"}


@pytest.mark.hostile
@pytest.mark.timeout(120)
@pytest.mark.parametrize("mode", ["large", "endless"])
def test_a_reply_over_the_limit_is_told_and_not_read_further(mode, whole):
    report = whole(mode, call_timeout="60s")
    assert (report.code, report.findings) == (1, {"oversized-default": ["get_harbour"]})
    assert report.measured == ["list_boats", "list_tides"]


@pytest.mark.hostile
@pytest.mark.timeout(120)
def test_ten_thousand_tools_are_listed(whole):
    report = whole("many_tools")
    coverage = report.server["coverage"]
    assert (coverage["listed"], coverage["measured"], len(coverage["refused"])) == (10_003, 3, 10_000)


@pytest.mark.hostile
@pytest.mark.parametrize(
    ("mode", "told"),
    [
        ("stubborn", "The server went on running"),
        ("wrapper", "A process that the server had started went on running"),
        ("stray", "A process that the server had started, and that had left its process group"),
    ],
)
def test_what_outlives_the_server_is_told_and_ended(mode, told, whole):
    report = whole(mode)
    assert (report.code, report.findings) == (0, {"ignores-shutdown": []})
    (finding,) = (f for f in report.server["findings"] if f["rule"] == "ignores-shutdown")
    assert finding["message"].startswith(told)
    assert report.measured == ALL


@pytest.mark.hostile
@pytest.mark.parametrize(
    ("mode", "told"), [("needs_sigterm", "ends only at SIGTERM"), ("daemon", "leaves a process behind")]
)
def test_what_needs_sigterm_is_remarked_on_and_no_finding(mode, told, whole):
    report = whole(mode)
    assert (report.code, report.findings) == (0, {})
    assert told in report.remarks


def test_a_first_start_that_fails_is_tried_again_and_told(whole):
    report = whole("half_start")
    assert (report.code, report.findings, report.measured) == (0, {}, ALL)
    assert "exited with 9 when it was first started" in report.remarks


def test_a_server_that_never_starts_is_tried_twice_and_told_with_its_last_words(tmp_path, whole):
    report = whole("never_starts")
    assert (report.code, report.json["servers"]) == (3, [])
    assert (tmp_path / "memory").read_text() == "xx"
    (failure,) = report.json["failures"]
    assert "exited with 9" in failure["message"]
    assert "whole.py never_starts" in failure["message"]
    told = [*(f"  line {number}" for number in range(11, 30)), "  Error: the lock is taken"]
    assert failure["detail"] == ["last lines of its stderr:", *told]


def test_a_start_that_takes_too_long_is_not_audited_and_the_limit_is_the_environments_too(cli, monkeypatch):
    monkeypatch.setenv("TOOL_AUDIT_START_TIMEOUT", "1.2s")
    ended = cli("probe", "--output", "json", "--", sys.executable, FIXTURES / "hostile" / "greeting.py", "mute")
    assert (ended.code, ended.json["servers"]) == (3, [])
    assert "within 1 s it said nothing" in ended.json["failures"][0]["message"]
    assert "--start-timeout" in ended.json["failures"][0]["hint"]


def test_a_reply_of_five_million_characters_is_measured_whole(whole):
    report = whole("five_million", call_timeout="30s")
    sizes = {tool["name"]: tool["default"]["chars"] for tool in report.server["tools"]}
    assert sizes["get_harbour"] == 5_000_000


def test_a_report_that_a_slow_reader_takes_from_a_pipe_is_the_one_in_the_file(tmp_path):
    tools = [{"name": f"run_job_{n}", "description": "Runs it. " * 20, "inputSchema": {}} for n in range(400)]
    (tmp_path / "tools.json").write_text(json.dumps({"tools": tools}))
    words = ["probe", "tools.json", "--output", "json", "--output", "json=report.json"]
    with subprocess.Popen([*COMMAND, *words], cwd=tmp_path, env=environment(), stdout=subprocess.PIPE) as process:
        process.stdout.peek(1)
        time.sleep(0.5)  # by now the pipe is full
        taken = bytearray()
        while piece := process.stdout.read(1_000):
            taken += piece
    written = (tmp_path / "report.json").read_bytes()
    assert len(written) > 65_536
    assert bytes(taken) == written


@pytest.mark.hostile
@pytest.mark.parametrize(
    ("mode", "why"),
    [
        ("busy", "429 Too Many Requests, retry after 7000"),
        ("closed_for_now", "503 Service Unavailable"),
        ("elsewhere", "Redirect to http://localhost:1/mcp not followed"),
    ],
)
def test_over_http_what_turns_us_away_is_not_measured_and_no_finding(mode, why, audit):
    with web() as address:
        report = audit(f"http://{address}/whole/{mode}")
    assert why in report.unmeasured["get_harbour"]
    assert (report.code, report.findings, report.measured) == (0, {}, ["list_boats"])


@pytest.mark.hostile
@pytest.mark.parametrize("mode", ["busy_once", "expires", "gzip", "events"])
def test_over_http_what_passes_is_waited_for(mode, audit):
    with web() as address:
        report = audit(f"http://{address}/whole/{mode}", call_timeout="10s")
    assert report.measured == ["get_harbour", "list_boats"]
    assert report.findings == {}


@pytest.mark.hostile
@pytest.mark.parametrize(
    ("mode", "rule"),
    [
        ("trickle", "call-timeout"),
        ("endless_log", "call-timeout"),
        ("endless_comments", "call-timeout"),
        ("cut", "crash-on-call"),
        ("cut_events", "crash-on-call"),
        ("bomb_large", "oversized-default"),
    ],
)
def test_over_http_what_never_ends_or_breaks_off_is_one_finding(mode, rule, audit):
    with web() as address:
        report = audit(f"http://{address}/whole/{mode}", call_timeout="20s" if mode == "bomb_large" else "2s")
    assert report.code == 1
    assert report.findings == {rule: ["get_harbour"]}
    assert report.measured == ["list_boats"]


@pytest.mark.hostile
@pytest.mark.parametrize("mode", ["chatty", "stubborn", "third", "hangs"])
def test_a_record_of_it_gives_the_same_report(mode, audit, cli, tmp_path):
    live = audit("--record", "rec", *server(mode, tmp_path))
    again = cli("report", "--output", "json", "rec")
    assert (again.code, again.json) == (live.code, live.json)
