"""The exit code says what came of an audit, and the format of the report never changes it."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from running import CLEAN, FIXTURES, end_of, environment, launch, odd

from tool_audit.errors import ExitCode


def config(folder, **servers):
    """An mcp.json with these servers."""
    path = folder / "mcp.json"
    path.write_text(
        json.dumps(
            {"mcpServers": {name: {"command": words[0], "args": list(words[1:])} for name, words in servers.items()}}
        )
    )
    return path


def server(name, *words):
    return (sys.executable, str(FIXTURES / name), *map(str, words))


PROGRAM = shutil.which("tool-audit", path=sysconfig.get_path("scripts"))
ENDS = {
    0: ["probe", *CLEAN],
    1: ["probe", "--fail-on", "warning", "tools.json"],
    2: ["probe", "--max-calls", "none", *CLEAN],
    3: ["probe", "--", "no-such-command-here"],
}


def test_the_installed_program_ends_with_the_codes_that_are_documented(tmp_path):
    listing(tmp_path, get_it={"type": "array"})
    ended = {
        code: subprocess.run([PROGRAM, *argv], cwd=tmp_path, env=environment(), capture_output=True, check=False)
        for code, argv in ENDS.items()
    }
    assert {code: process.returncode for code, process in ended.items()} == {code: code for code in ENDS}


def test_every_exit_code_is_documented_and_no_other():
    readme = (FIXTURES.parent / "README.md").read_text(encoding="utf-8")
    assert {int(code) for code in re.findall(r"(?m)^\| (\d+) \|", readme)} == set(ExitCode)


def test_a_server_without_a_fault_gives_0_and_no_finding(cli):
    ended = cli("probe", "--output", "json", *CLEAN)
    assert ended.code == 0
    assert ended.json["verdict"]["exit_code"] == 0
    assert ended.json["servers"][0]["findings"] == []
    assert ended.json["servers"][0]["coverage"]["measured"] == 5


@pytest.mark.parametrize(("fail_on", "code"), [("error", 1), ("warning", 1), ("info", 1), ("never", 0)])
def test_an_error_fails_at_every_line_but_never(fail_on, code, cli, tmp_path):
    ended = cli("probe", "--fail-on", fail_on, "--output", "json", *odd(tmp_path, "get_half"))
    assert "lone-surrogate" in {f["rule"] for f in ended.json["servers"][0]["findings"] if f["severity"] == "error"}
    assert ended.code == ended.json["verdict"]["exit_code"] == code


@pytest.mark.parametrize(("fail_on", "code"), [("error", 0), ("warning", 1), ("info", 1), ("never", 0)])
def test_a_warning_fails_from_the_line_of_warnings_on(fail_on, code, cli, tmp_path):
    ended = cli("probe", "--fail-on", fail_on, "--output", "json", *odd(tmp_path, "list_things"), "indented")
    severities = {f["severity"] for f in ended.json["servers"][0]["findings"]}
    assert "error" not in severities
    assert "warning" in severities
    assert ended.code == code


@pytest.mark.parametrize("format_", ["terminal", "markdown", "json"])
def test_no_format_changes_the_code(format_, cli, tmp_path):
    assert cli("probe", "--output", format_, *odd(tmp_path, "get_half")).code == 1


def test_nothing_exercised_is_never_green(cli, tmp_path):
    ended = cli("probe", "--output", "json", *odd(tmp_path, "run_job", "delete_things"))
    assert ended.code == 3
    assert ended.json["verdict"]["reason"] == "no tool was measured: odd"


@pytest.mark.parametrize("kind", ["a server", "a saved list"])
def test_no_tools_at_all_are_no_clean_bill(kind, cli, tmp_path):
    target = ("--", *server("hostile/listing.py", "none")) if kind == "a server" else (listing(tmp_path),)
    ended = cli("probe", "--output", "json", *target)
    assert ended.code == 3
    assert ended.json["verdict"]["reason"].startswith("no tool was listed: ")


def test_tools_that_only_fail_are_not_exercised(cli, tmp_path):
    ended = cli("probe", "--output", "json", *odd(tmp_path, "get_failure"))
    assert ended.code == 3
    assert "it is not there" in ended.json["servers"][0]["coverage"]["unmeasured"][0]["reason"]


def test_a_failed_server_among_good_ones_is_told_and_the_good_ones_are_audited(cli, tmp_path):
    path = config(tmp_path, good=server("clean.py"), bad=("no-such-command-here",))
    ended = cli("probe", "--output", "json", path)
    assert ended.code == 3
    assert [each["name"] for each in ended.json["servers"]] == ["clean"]
    assert [each["name"] for each in ended.json["failures"]] == ["bad"]
    assert ended.json["verdict"]["reason"] == "not audited: bad"


def test_a_bad_entry_of_a_configuration_is_told_and_the_rest_is_audited(cli, tmp_path):
    path = tmp_path / "mcp.json"
    good = {"command": sys.executable, "args": [str(FIXTURES / "clean.py")]}
    path.write_text(json.dumps({"mcpServers": {"good": good, "bad": {"comand": "x"}}}))
    ended = cli("probe", "--output", "json", path)
    assert ended.code == 3
    assert ended.json["failures"][0]["name"] == "bad"
    assert ended.json["servers"][0]["coverage"]["measured"] == 5


def test_findings_outweigh_a_failed_server_and_both_are_told(cli, tmp_path):
    path = config(tmp_path, good=server("odd.py", tmp_path, "get_half"), bad=("no-such-command-here",))
    ended = cli("probe", "--output", "json", path)
    assert ended.code == 1
    assert ended.json["verdict"]["reason"] == "1 finding at or over --fail-on error; not audited: bad"


def listing(folder, **tools):
    path = folder / "tools.json"
    path.write_text(
        json.dumps({"tools": [{"name": name, "description": "Get it.", "inputSchema": s} for name, s in tools.items()]})
    )
    return path


def test_a_saved_listing_without_a_fault_gives_0_though_nothing_is_called(cli, tmp_path):
    ended = cli("probe", "--output", "json", listing(tmp_path, get_it={"type": "object"}))
    assert ended.code == 0
    coverage = ended.json["servers"][0]["coverage"]
    assert (coverage["listed"], coverage["measured"], coverage["calls"]) == (1, 0, 0)


def test_a_saved_listing_with_a_fault_fails(cli, tmp_path):
    ended = cli("probe", "--output", "json", listing(tmp_path, get_it={"type": "array"}))
    assert ended.code == 1
    assert [f["rule"] for f in ended.json["servers"][0]["findings"] if f["severity"] == "error"] == ["schema-invalid"]


def test_a_record_gives_the_code_of_its_audit(cli, tmp_path):
    assert cli("probe", "--record", "rec", *odd(tmp_path, "get_half")).code == 1
    assert cli("report", "rec").code == 1
    assert cli("probe", "rec").code == 1
    assert cli("report", "rec", "--fail-on", "never").code == 0


def test_the_record_of_a_failed_server_fails_again_with_the_same_words(cli):
    live = cli("probe", "--record", "rec", "--output", "json", "--", "no-such-command-here")
    again = cli("report", "rec", "--output", "json")
    assert (live.code, again.code) == (3, 3)
    assert again.json == live.json


@pytest.mark.parametrize("argv", [["rules"], ["explain", "oversized-default"], ["config"]])
def test_a_reader_that_has_seen_enough_is_no_failure(argv, tmp_path):
    process = launch(argv, tmp_path)
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert (process.wait(50), err) == (0, "")


def test_a_reader_that_has_seen_enough_changes_no_verdict(tmp_path):
    process = launch(["probe", "--output", "json", *odd(tmp_path, "get_half")], tmp_path)
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert (process.wait(50), err) == (1, "")


def test_standard_output_that_cannot_be_written_is_told(tmp_path):
    # a descriptor that is open for reading only refuses as a full disk does
    with Path(os.devnull).open() as unwritable:
        ended = subprocess.run(
            [sys.executable, "-m", "tool_audit", "probe", *odd(tmp_path, "get_half")],
            stdout=unwritable,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            cwd=tmp_path,
            check=False,
        )
    assert ended.returncode == 2
    assert ended.stderr.startswith("error: cannot write to standard output: Bad file descriptor\nhint: ")
    assert len(ended.stderr.splitlines()) == 2


def test_a_target_that_is_no_text_is_told(tmp_path):
    ended = end_of(launch(["probe", "\udcff\udcfe"], tmp_path))
    assert ended.code == 2
    assert "there is no file" in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_a_standard_stream_that_is_closed_changes_no_verdict(closed, tmp_path):
    command = shlex.join([sys.executable, "-m", "tool_audit", "probe", "--output", "json", *CLEAN])
    ended = subprocess.run(
        f"exec {command} {closed}",
        check=False,
        shell=True,
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "" if ">&- " in f"{closed} " and closed != "2>&-" else json.loads(ended.stdout)


def test_a_folder_that_is_gone_is_told(tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    command = shlex.join([sys.executable, "-m", "tool_audit", "probe", *CLEAN])
    ended = subprocess.run(
        f"rmdir {shlex.quote(str(folder))} && exec {command}",
        check=False, shell=True, cwd=folder, env=environment(), capture_output=True, text=True,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "error: the current folder is gone\nhint: change to one that is there\n"
