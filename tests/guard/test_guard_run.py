"""The guard as a process between a client and a server."""

# ruff: noqa: E501 - a message is read whole

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from guard.policies import call, line

FIXTURES = Path(__file__).parents[2] / "fixtures"
BANK = [sys.executable, "-m", "tool_audit.demo.server"]
POLICY = """
schema = "tool-audit/guard/1"
server = "bank"
[ceiling]
cap_tokens = 25_000
[tools.list_mental_models]
arguments = ["detail", "limit"]
[tools.list_mental_models.lines.detail]
required = true
allowed = ["metadata"]
"""
INITIALIZE = line(
    "initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}, 0
)


class Guarded:
    """A guard in front of a command, as a client sees it."""

    def __init__(self, folder, command, *options, policy=POLICY):
        (folder / "guard.toml").write_text(policy)
        words = [sys.executable, "-m", "tool_audit", "guard", "run", "--policy", "guard.toml", *options]
        self.process = subprocess.Popen(
            [*words, "--", *command], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def send(self, *raw):
        for one in raw:
            self.process.stdin.write(one + b"\n")
        self.process.stdin.flush()

    def next(self):
        return self.process.stdout.readline().removesuffix(b"\n")

    def ask(self, raw):
        self.send(raw)
        return self.next()

    def end(self):
        self.process.stdin.close()
        code = self.process.wait(20)
        out, err = self.process.stdout.read(), self.process.stderr.read().decode()
        self.process.stdout.close()
        self.process.stderr.close()
        assert "Traceback" not in err, err
        return code, out, err


@pytest.fixture
def guarded(tmp_path):
    made = []

    def start(command, *options, **more):
        made.append(Guarded(tmp_path, command, *options, **more))
        return made[-1]

    yield start
    for one in made:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()
        for pipe in (one.process.stdin, one.process.stdout, one.process.stderr):
            pipe.close()


def test_a_call_that_fits_is_answered_as_by_the_server_itself(guarded):
    direct = subprocess.run(
        BANK,
        input=b"\n".join([INITIALIZE, call("list_mental_models", {"detail": "metadata"}), b""]),
        capture_output=True,
        check=True,
    ).stdout.splitlines()
    guard = guarded(BANK)
    assert [guard.ask(INITIALIZE), guard.ask(call("list_mental_models", {"detail": "metadata"}))] == direct
    assert guard.end() == (0, b"", "")


def test_a_client_that_has_said_all_still_gets_its_answers(guarded):
    slow = "import sys,time\nfor line in sys.stdin: time.sleep(0.3); print(line.replace('method', 'result'), end='', flush=True)"
    guard = guarded([sys.executable, "-c", slow])
    guard.send(line("ping", request_id=1), line("ping", request_id=2))
    code, out, _ = guard.end()
    assert code == 0
    assert [json.loads(one)["id"] for one in out.splitlines()] == [1, 2]


def test_a_refused_call_never_reaches_the_server(guarded):
    guard = guarded(BANK, "--log", "guard.log")
    guard.ask(INITIALIZE)
    told = json.loads(guard.ask(call("list_mental_models")))
    assert told["result"]["isError"] is True
    assert "Call again with detail=metadata." in told["result"]["content"][0]["text"]
    guard.end()


def test_what_the_server_says_on_stderr_and_its_environment_are_its_own(guarded, monkeypatch):
    monkeypatch.setenv("ONLY_FOR_THE_SERVER", "yes")
    talk = "import os,sys; print(os.environ['ONLY_FOR_THE_SERVER'], file=sys.stderr, flush=True); sys.stdin.read()"
    code, _, err = guarded([sys.executable, "-c", talk]).end()
    assert (code, err.strip()) == (0, "yes")


def test_a_server_that_dies_in_the_middle_is_told_to_the_client_and_on_stderr(guarded):
    dies = "import sys; sys.stdin.readline(); sys.exit(4)"
    guard = guarded([sys.executable, "-c", dies])
    told = json.loads(guard.ask(call("other")))
    assert told["error"]["message"] == "The server behind the guard exited with 4."
    code, out, err = guard.end()
    assert (code, out) == (3, b"")
    assert "the server exited with 4" in err


def test_a_client_that_sends_rubbish_gets_an_error_and_may_go_on(guarded):
    guard = guarded(BANK)
    assert json.loads(guard.ask(b"rubbish"))["error"]["code"] == -32700
    assert json.loads(guard.ask(INITIALIZE))["result"]["serverInfo"]["name"]
    assert guard.end()[0] == 0


def test_a_server_that_does_not_start_is_told(guarded):
    code, out, err = guarded(["/no/such/program"]).end()
    assert (code, out) == (3, b"")
    assert "the server /no/such/program cannot be started: No such file or directory" in err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_first(guarded, number):
    guard = guarded(BANK)
    guard.ask(INITIALIZE)
    guard.process.send_signal(number)
    assert guard.process.wait(20) == 130


def test_a_reply_of_many_megabytes_comes_through_whole(guarded):
    writes = "import sys,json\nfor line in sys.stdin:\n  print(json.dumps({'jsonrpc':'2.0','id':json.loads(line)['id'],'result':{'contents':'x'*30_000_000}}), flush=True)"
    guard = guarded([sys.executable, "-c", writes])
    assert len(guard.ask(line("resources/read"))) > 30_000_000
    assert guard.end()[0] == 0


def test_without_a_server_or_with_a_policy_that_is_wrong_nothing_starts(tmp_path):
    (tmp_path / "guard.toml").write_text(POLICY.replace("allowed", "alowed"))
    done = subprocess.run(
        [sys.executable, "-m", "tool_audit", "guard", "run", "--policy", "guard.toml", "--", *BANK],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "there is no key alowed" in done.stderr
    assert "did you mean allowed?" in done.stderr


DEAF = "import time\ntime.sleep(60)"


def test_a_client_that_goes_is_noticed_though_the_server_reads_nothing(guarded):
    between = guarded([sys.executable, "-c", DEAF])
    between.send(*(call("other", {"text": "x" * 10_000}, number) for number in range(100)))
    assert json.loads(between.ask(call("list_mental_models", {}, "refused")))["id"] == "refused"
    code, _, _ = between.end()
    assert code == 0


@pytest.mark.parametrize("is_called", [False, True])
def test_a_server_that_hears_nothing_is_ended_before_an_sdk_kills_the_guard(guarded, tmp_path, is_called):
    code = f"import os, pathlib, time\npathlib.Path({str(tmp_path / 'pid')!r}).write_text(str(os.getpid()))\ntime.sleep(60)"
    between = guarded([sys.executable, "-c", code])
    between.ask(call("list_mental_models", {}))
    if is_called:
        between.send(call("other"))
    between.process.stdin.close()
    try:
        between.process.wait(2)
    except subprocess.TimeoutExpired:
        between.process.send_signal(signal.SIGTERM)
    between.process.wait(2)
    assert not Path("/proc", (tmp_path / "pid").read_text()).exists()
