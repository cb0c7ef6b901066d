"""An unchanged server gives the same report again, live or from its record, and over every transport."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from audits import over_stdio, read_audit, run_audit
from servers import installed

pytestmark = [pytest.mark.real, pytest.mark.timeout(300)]


@pytest.mark.parametrize("name", ["time", "sqlite", "git"])
def test_a_second_audit_gives_the_same_report_but_for_its_date(audit_of, tmp_path, name):
    server = installed(name)
    run_audit(tmp_path, over_stdio(server), data=server.data)

    assert _undated(read_audit(tmp_path).report) == _undated(audit_of(name).report)


@pytest.mark.parametrize("name", ["memory", "filesystem", "code-review-graph-2.3.9"])
def test_a_report_from_the_record_is_that_of_the_live_audit(audit_of, shared_folder, tmp_path, name):
    live = audit_of(name).report
    (record,) = (shared_folder / name / "record").glob("*.jsonl")
    output = tmp_path / "again.json"
    command = [sys.executable, "-m", "tool_audit", "report", "--no-config", f"--output=json={output}", str(record)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)

    assert done.returncode in {0, 1}, done.stderr
    assert _undated(json.loads(output.read_text(encoding="utf-8"))) == _undated(live)


@pytest.mark.parametrize(("mode", "path"), [("streamableHttp", "/mcp"), ("sse", "/sse")])
def test_over_http_a_server_has_the_tools_and_sizes_that_it_has_over_stdio(audit_of, tmp_path, mode, path):
    with _everything_over_http(mode) as port:
        run_audit(tmp_path, [f"http://127.0.0.1:{port}{path}"])
    over_http, stdio = read_audit(tmp_path), audit_of("everything")

    assert over_http.server["transport"] != stdio.server["transport"]
    # get-resource-reference writes the time of day, whose hour has one digit or two
    assert _sizes(over_http.tools) == pytest.approx(_sizes(stdio.tools), abs=1)


def _sizes(tools: dict[str, dict]) -> dict[str, int]:
    # get-env tells the server's own variables, which differ by the port
    return {name: tool["default"]["chars"] for name, tool in tools.items() if name != "get-env"}


def _undated(report: dict) -> dict:
    return {**report, "date": None}


@contextmanager
def _everything_over_http(mode: str) -> Iterator[int]:
    server, port = installed("everything"), _free_port()
    env = {"PATH": os.environ["PATH"], "HOME": str(server.folder), "PORT": str(port)}
    quiet = subprocess.DEVNULL
    process = subprocess.Popen([server.command[0], mode], env=env, stdin=quiet, stdout=quiet, stderr=quiet)
    try:
        _wait_for(port, process)
        yield port
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(port: int, process: subprocess.Popen) -> None:
    until = time.monotonic() + 60
    while True:
        assert process.poll() is None, f"the server ended with {process.returncode}"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert time.monotonic() < until, "the server does not listen"
            time.sleep(0.1)
        else:
            return
