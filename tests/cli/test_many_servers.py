"""Several servers in one run: side by side, and none costs the others anything."""

import json
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from running import calls, end_of, environment, is_running, launch, odd, started, wait_for

from tool_audit.cli.app import run
from tool_audit.plan import next_round
from tool_audit.record import read_record

TOGETHER = """
import json, os, sys, time
from pathlib import Path
meeting, name, others = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    (meeting / name).touch()
    while len(list(meeting.iterdir())) < others:
        time.sleep(0.01)
    if message["method"] == "initialize":
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                  "serverInfo": {"name": name, "version": "1"}}
    else:
        tool = {"name": "list_things", "description": "List all things.", "inputSchema": {"type": "object"}}
        result = {"tools": [tool]}
        if message["method"] == "tools/call":
            result = {"content": [{"type": "text", "text": "[1, 2, 3]"}]}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


def words(folder: Path, *rest: str) -> list[str]:
    """The arguments of python that start the odd server."""
    return list(odd(folder, *rest)[2:])


def configured(folder: Path, servers: dict[str, list[str]]) -> Path:
    """An mcp.json of these servers: name -> arguments of python."""
    entries = {name: {"command": sys.executable, "args": words} for name, words in servers.items()}
    path = folder / "mcp.json"
    path.write_text(json.dumps({"mcpServers": entries}))
    return path


def meeting(folder: Path, expected: int, *, present: int) -> Path:
    """Servers that answer only when so many of them run at the same time."""
    (folder / "meeting").mkdir()
    (folder / "together.py").write_text(TOGETHER)
    start = [str(folder / "together.py"), str(folder / "meeting")]
    return configured(folder, {f"s{number}": [*start, f"s{number}", str(expected)] for number in range(present)})


def names(report: dict) -> list[str]:
    return [server["configured_name"] for server in report["servers"]]


def test_servers_are_audited_side_by_side_and_reported_in_the_order_of_the_configuration(cli, tmp_path):
    ended = cli("probe", meeting(tmp_path, 4, present=6), "--output", "json")
    assert names(ended.json) == ["s0", "s1", "s2", "s3", "s4", "s5"]
    assert all(server["coverage"]["measured"] == 1 for server in ended.json["servers"])


def test_no_more_servers_run_at_once_than_jobs_says(cli, tmp_path):
    ended = cli("probe", "--jobs", "2", "--start-timeout", "2s", meeting(tmp_path, 3, present=2), "--output", "json")
    assert ended.code == 3
    assert [failure["name"] for failure in ended.json["failures"]] == ["s0", "s1"]
    assert cli("probe", "--jobs", "0", tmp_path / "mcp.json").code == 2


def test_servers_that_hang_die_and_do_not_start_cost_the_others_nothing(cli, tmp_path):
    path = configured(
        tmp_path,
        {
            "mute": words(tmp_path, "mute"),
            "good": words(tmp_path, "list_things"),
            "missing": ["-c", "raise SystemExit('no key')"],
            "dies": words(tmp_path, "get_crash"),
            "fine": words(tmp_path, "get_view"),
        },
    )
    ended = cli("probe", path, "--start-timeout", "3s", "--output", "json")
    by_name = {server["configured_name"]: server for server in ended.json["servers"]}
    assert by_name["good"]["coverage"]["measured"] == 1
    assert by_name["fine"]["coverage"]["measured"] == 1
    assert "crash-on-call" in {finding["rule"] for finding in by_name["dies"]["findings"]}
    assert {failure["name"] for failure in ended.json["failures"]} == {"mute", "missing"}


def test_each_server_is_found_the_same_whoever_runs_beside_it(cli, tmp_path):
    path = configured(
        tmp_path, {"one": words(tmp_path, "list_things"), "two": words(tmp_path, "get_large", "get_view")}
    )
    beside = cli("probe", path, "--output", "json").json
    alone = cli("probe", path, "--jobs", "1", "--output", "json").json
    assert beside["servers"] == alone["servers"]


def test_the_verdict_calls_servers_what_the_configuration_calls_them(cli, tmp_path):
    path = configured(tmp_path, {"dies": words(tmp_path, "get_crash"), "good": words(tmp_path, "list_things")})
    assert "no tool was measured: dies" in cli("probe", path, "--output", "json").json["verdict"]["reason"]


def test_a_bug_of_ours_costs_the_other_servers_nothing_and_what_was_measured_stays(tmp_path, monkeypatch, capsys):
    def broken(plan, calls):
        if "get_view" in plan.tools and len(calls) >= 1:
            raise KeyError("planned wrongly")
        return next_round(plan, calls)

    monkeypatch.setattr("tool_audit.gather.next_round", broken)
    path = configured(tmp_path, {"ours": words(tmp_path, "get_view"), "good": words(tmp_path, "list_things")})
    assert run(["probe", "--no-config", "--fail-on", "never", "--output", "json", str(path)]) == 3
    report = json.loads(capsys.readouterr().out)
    assert {each["configured_name"]: each["coverage"]["calls"] > 1 for each in report["servers"]} == {
        "ours": False,
        "good": True,
    }
    [failure] = report["failures"]
    assert failure["message"] == "the audit of ours was broken off by a bug in tool-audit, not in the server."
    assert failure["detail"][-1] == "KeyError: 'planned wrongly'"


def test_a_disk_that_is_full_costs_the_rest_of_the_records_and_no_audit(tmp_path):
    path = configured(tmp_path, {name: words(tmp_path, "list_things") for name in ("a", "b")})
    command = shlex.join(
        [sys.executable, "-m", "tool_audit", "probe", "--record", "rec", "--output", "json", str(path)]
    )
    # a limit on the size of files refuses as a full disk does
    ended = subprocess.run(
        ["sh", "-c", f"ulimit -f 8; exec {command}"],
        check=False,
        cwd=tmp_path,
        env=environment(),
        text=True,
        capture_output=True,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    report = json.loads(ended.stdout)
    assert [server["coverage"]["measured"] for server in report["servers"]] == [1, 1]
    for server in report["servers"]:
        assert any("the record is cut" in remark for remark in server["remarks"])
    assert all(read_record(tmp_path / "rec" / f"{name}.jsonl").observations for name in ("a", "b"))


def test_a_folder_of_records_that_is_taken_away_costs_them_and_no_audit(tmp_path):
    path = configured(tmp_path, {name: words(tmp_path, "slow", "list_things") for name in ("a", "b")})
    process = launch(["probe", "--record", "rec", "--output", "json", str(path)], tmp_path)
    wait_for(lambda: len(calls(tmp_path)) >= 2)
    shutil.rmtree(tmp_path / "rec")
    ended = end_of(process)
    assert ended.code == 0
    assert names(ended.json) == ["a", "b"]
    assert "b.jsonl could not be kept: No such file or directory" in ended.err


def test_an_interrupt_ends_every_server_and_reports_what_each_had_given(tmp_path):
    path = configured(tmp_path, {name: words(tmp_path, "slow", "list_things") for name in ("a", "b", "c")})
    process = launch(["probe", "--jobs", "2", "--record", "rec", "--output", "json", str(path)], tmp_path)
    wait_for(lambda: len(calls(tmp_path)) >= 4)
    process.send_signal(signal.SIGINT)
    ended = end_of(process)
    report = json.loads(ended.out)
    assert ended.code == 130, ended.err
    assert names(report) == ["a", "b"]
    assert [failure["message"] for failure in report["failures"]] == ["interrupted before c was started."]
    assert [pid for pid in started(tmp_path) if is_running(pid)] == []
    assert list(tmp_path.rglob("*.part")) == []
