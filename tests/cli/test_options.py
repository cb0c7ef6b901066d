"""Every option does what it says: none is a word without effect."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from running import FIXTURES, calls, odd, on_a_terminal, web

from tool_audit.cli.app import app
from tool_audit.record import read_record

HERE = Path(__file__)
WITHOUT_EFFECT_HERE = {"--help", "--version"}


def options():
    """Every (command, option) that there is."""
    group = typer.main.get_command(app)
    return [
        (name, option)
        for name, command in group.commands.items()
        for parameter in command.params
        for option in parameter.opts
        if option.startswith("--") and option not in WITHOUT_EFFECT_HERE
    ]


@pytest.mark.parametrize("option", sorted({option for _, option in options()}))
def test_every_option_is_passed_by_a_test_here_or_beside(option):
    files = [path for path in HERE.parent.glob("test_*.py") if path.name != "test_bad_input.py"]
    assert any(f'"{option}"' in path.read_text() for path in files)


def called(folder):
    return [name for name, _ in calls(folder)]


def test_tool_chooses_tools(cli, tmp_path):
    cli("probe", "--tool", "get_h*", "--tool", "get_view", *odd(tmp_path, "get_half", "get_view", "list_things"))
    assert set(called(tmp_path)) == {"get_half", "get_view"}


def test_deny_forbids_even_a_read(cli, tmp_path):
    cli("probe", "--deny", "get_*", *odd(tmp_path, "get_half", "list_things"))
    assert set(called(tmp_path)) == {"list_things"}


def test_allow_calls_a_tool_that_is_unclear_and_no_other(cli, tmp_path):
    cli("probe", "--allow", "run_*", *odd(tmp_path, "run_job", "delete_things", "get_half"))
    assert set(called(tmp_path)) == {"run_job", "get_half"}


def test_what_writes_is_called_in_full_by_its_name_only(cli, tmp_path):
    assert cli("probe", "--allow-writes", *odd(tmp_path, "delete_things")).code == 3
    assert called(tmp_path) == []
    cli("probe", "--allow", "delete_things", *odd(tmp_path, "delete_things"))
    assert set(called(tmp_path)) == {"delete_things"}


def test_args_are_sent(cli, tmp_path):
    (tmp_path / "args.json").write_text(json.dumps({"get_account": {"shoe": "q" * 40}}))
    ended = cli("probe", "--args", tmp_path / "args.json", *odd(tmp_path, "get_account"))
    assert ended.code == 0
    assert all(arguments["shoe"] == "q" * 40 for _, arguments in calls(tmp_path))


def test_arg_gives_one_argument_as_what_it_is(cli, tmp_path):
    Path("many.json").write_text('["a", {"b": 2}]')
    given = ("get_account.shoe=" + "q" * 40, "get_acc*.count=5", "get_account.tags=@many.json", "get_account.plain=a b")
    words = [word for each in given for word in ("--arg", each)]
    assert cli("probe", *words, *odd(tmp_path, "get_account")).code == 0
    wanted = {"shoe": "q" * 40, "count": 5, "tags": ["a", {"b": 2}], "plain": "a b"}
    assert calls(tmp_path)
    assert all(arguments | wanted == arguments for _, arguments in calls(tmp_path))


@pytest.mark.parametrize("command", ["probe", "plan"])
def test_arg_that_fits_nothing_is_told(command, cli, tmp_path):
    given = ("get_vew.detail=short", "get_*.detail=short", "get_view.detial=short", "fs.read.path=x")
    words = [word for each in given for word in ("--arg", each)]
    assert cli(command, *words, *odd(tmp_path, "get_view")).err.splitlines() == [
        "note: --arg get_vew.detail has no effect: no tool is called get_vew; did you mean get_view?",
        "note: --arg get_view.detial is sent, but the schema of get_view has no detial; did you mean detail?",
        "note: --arg fs.read.path has no effect: no tool is called fs.read",
    ]


def test_experiment_chooses_experiments(cli, tmp_path):
    cli("probe", "--experiment", "detail", *odd(tmp_path, "get_view", "list_things"))
    made = calls(tmp_path)
    assert ("get_view", {"detail": "short"}) in made
    assert [arguments for name, arguments in made if name == "list_things"] == [{}]


def test_max_calls_bounds_the_calls_of_each_tool_and_the_rest_is_noted(cli, tmp_path):
    cli("probe", "--max-calls", "2", "--record", "rec", *odd(tmp_path, "list_things", "get_view"))
    made = called(tmp_path)
    assert (made.count("list_things"), made.count("get_view")) == (2, 2)
    assert "more calls were wanted than --max-calls 2" in str(read_record(Path("rec/odd.jsonl")).notes)


def test_max_time_ends_an_audit_that_takes_longer_and_says_so(cli, tmp_path):
    ended = cli("probe", "--max-time", "350ms", "--output", "json", *odd(tmp_path, "slow", "list_things", "get_view"))
    assert 1 <= len(calls(tmp_path)) <= 5
    assert "not everything was called: odd" in ended.json["verdict"]["reason"]


def test_call_timeout_bounds_a_call(cli, tmp_path):
    cli("probe", "--call-timeout", "300ms", "--record", "rec", *odd(tmp_path, "get_hang"))
    assert {seen.outcome.limit for seen in read_record(Path("rec/odd.jsonl")).observations} == {0.3}


@pytest.mark.parametrize("command", ["probe", "plan"])
def test_start_timeout_bounds_the_start(command, cli):
    ended = cli(command, "--start-timeout", "200ms", "--", "sleep", "60")
    assert ended.code == 3
    assert "within 0 s" in ended.out + ended.err


def test_max_reply_bytes_bounds_a_reply(cli, tmp_path):
    ended = cli("probe", "--max-reply-bytes", "10kb", "--output", "json", *odd(tmp_path, "get_large"))
    assert ended.json["servers"][0]["coverage"]["measured"] == 0
    assert "was not read further" in ended.json["servers"][0]["coverage"]["unmeasured"][0]["reason"]


def test_concurrency_changes_the_speed_but_not_the_report(cli, tmp_path):
    tools = ("list_things", "get_view", "get_large", "get_half")
    one, four = (
        cli("probe", "--concurrency", count, "--output", "json", *odd(tmp_path, *tools)) for count in ("1", "4")
    )
    # a call that ends the server is made again to tell it from its company: only how often it was started differs
    one, four = one.json, four.json
    for report in (one, four):
        report["servers"][0]["remarks"] = []
    assert one == four


def test_concurrency_has_calls_under_way_at_the_same_time(cli):
    with web() as address:
        ended = cli("probe", "--concurrency", "3", "--output", "json", f"http://{address}/mcp")
    assert ended.json["servers"][0]["coverage"]["measured"] == 1


def test_client_chooses_whose_caps_count(cli, tmp_path):
    here, there = (
        cli("probe", "--client", name, "--output", "json", *odd(tmp_path, "get_large"))
        for name in ("claude-code", "codex")
    )
    assert set(here.tool("get_large")["clients"]) == {"claude-code"}
    assert set(there.tool("get_large")["clients"]) == {"codex"}


def test_tokenizer_chooses_the_engine(cli, tmp_path):
    ended = cli("probe", "--tokenizer", "tiktoken", "--output", "json", *odd(tmp_path, "list_things"))
    assert "tiktoken" in ended.json["tokenizer"]


def test_show_indicated_shows_what_is_hidden_otherwise(cli, tmp_path):
    argv = ("probe", "--output", "json", *odd(tmp_path, "drifting", "get_view"))
    hidden, shown = cli(*argv), cli("probe", "--show-indicated", *argv[1:])
    states = [[finding["state"] for finding in each.json["servers"][0]["findings"]] for each in (hidden, shown)]
    assert "hidden" in states[0]
    assert "hidden" not in states[1]
    assert len(states[0]) == len(states[1])


def test_output_writes_several_at_once_and_folders_that_are_missing(cli, tmp_path):
    ended = cli("probe", "--output", "json", "--output", "markdown=deep/er/a.md", *odd(tmp_path, "list_things"))
    assert ended.json["schema"] == "tool-audit/report/1"
    assert Path("deep/er/a.md").read_text().startswith("#")


def test_verbose_shows_notes_in_full(cli, tmp_path):
    argv = odd(tmp_path, "get_twice")
    few, full = cli("probe", *argv), cli("probe", "--verbose", *argv)
    assert "1 note (--verbose shows them): duplicated-structured" in few.out
    assert "duplicated-structured   get_twice" in full.out


def test_config_names_a_file_and_no_config_none(cli, tmp_path):
    Path("tool-audit.toml").write_text('fail-on = "never"\n')
    (tmp_path / "strict.toml").write_text('fail-on = "error"\n')
    argv = odd(tmp_path, "get_half")
    assert cli("probe", *argv).code == 0
    assert cli("probe", "--no-config", *argv).code == 1
    assert cli("probe", "--config", tmp_path / "strict.toml", *argv).code == 1


def test_an_ignored_finding_does_not_fail_and_is_still_reported(cli, tmp_path):
    Path("tool-audit.toml").write_text('[[ignore]]\nrule = "lone-surrogate"\nreason = "known"\n')
    ended = cli("probe", "--output", "json", *odd(tmp_path, "get_half"))
    assert ended.code == 0
    states = {finding["rule"]: finding["state"] for finding in ended.json["servers"][0]["findings"]}
    assert states["lone-surrogate"] == "ignored"


def test_env_and_cwd_reach_the_server(cli, tmp_path):
    (tmp_path / "there").mkdir()
    given = ("--env", "SAID=plain words", "--cwd", tmp_path / "there", "--record", "rec")
    cli("probe", *given, *odd(tmp_path, "get_place"))
    place, said = json.loads(read_record(Path("rec/odd.jsonl")).observations[0].outcome.result["content"][0]["text"])
    assert place == str(tmp_path / "there")
    assert said


def two_servers(folder, **more):
    words = [str(FIXTURES / "odd.py"), str(folder), "list_things"]
    entries = {name: {"command": sys.executable, "args": words, **more} for name in ("first", "second")}
    path = folder / "servers.json"
    path.write_text(json.dumps({"mcpServers": entries}))
    return path


def test_server_chooses_of_a_configuration(cli, tmp_path):
    cli("probe", two_servers(tmp_path), "--server", "sec*", "--record", "rec")
    assert [path.name for path in Path("rec").iterdir()] == ["second.jsonl"]


def test_input_fills_in_what_a_configuration_asks_for(cli, tmp_path):
    path = two_servers(tmp_path, cwd="${input:where}")
    (tmp_path / "place").mkdir()
    assert cli("probe", path, "--server", "first").code == 3
    assert cli("probe", path, "--server", "first", "--input", f"where={tmp_path / 'place'}").code == 0


def test_from_takes_the_configuration_of_a_client(cli, tmp_path, monkeypatch):
    (tmp_path / ".cursor").mkdir()
    two_servers(tmp_path).rename(tmp_path / ".cursor" / "mcp.json")
    monkeypatch.setenv("HOME", str(tmp_path))
    ended = cli("probe", "--from", "cursor", "--output", "json")
    assert len(ended.json["servers"]) == 2
    assert "--from cursor: took" in ended.err


def test_without_a_target_the_folder_s_own_configuration_is_taken_and_that_is_said(cli, tmp_path):
    two_servers(tmp_path).rename(".mcp.json")
    ended = cli("probe", "--output", "json")
    assert len(ended.json["servers"]) == 2
    assert "took the servers of .mcp.json" in ended.err


def test_quiet_shows_no_progress(tmp_path):
    loud = on_a_terminal(tmp_path, "probe", *odd(tmp_path, "get_half"))
    assert "odd  starting" in loud
    assert "call 1 of about" in loud
    assert loud.endswith("\r\x1b[K")
    assert on_a_terminal(tmp_path, "probe", "--quiet", *odd(tmp_path, "get_half")) == ""


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_progress_stays_on_one_line_of_the_terminal_and_ends_in_how_far_it_is(columns, tmp_path):
    said = on_a_terminal(tmp_path, "probe", *odd(tmp_path, "read_page", "get_view"), columns=columns)
    lines = [line for line in said.split("\r\x1b[K") if line]
    assert len(lines) > 5
    assert [
        line for line in lines if len(line) >= columns or not re.search(r"(call \d+ of.*|ing) +\d\d:\d\d$", line)
    ] == []


def test_progress_is_shown_on_no_pipe_and_colour_on_no_plain_screen(cli, tmp_path, monkeypatch):
    ended = cli("probe", "--record", "rec", *odd(tmp_path, "get_half", "list_things"))
    assert ended.err == ""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in cli("report", "rec").out
    monkeypatch.setenv("NO_COLOR", "1")
    plain = cli("report", "rec").out
    assert "\x1b" not in plain
    assert not plain.isascii()
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert cli("report", "rec").out.isascii()


def test_a_pipe_is_written_to_and_not_replaced(cli, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        cli("probe", "--output", f"json={pipe}", *odd(tmp_path, "get_view"))
        assert json.loads(reader.communicate(timeout=20)[0])["schema"].startswith("tool-audit/report")
    assert pipe.is_fifo()


def test_a_link_stays_and_what_it_leads_to_is_written(cli, tmp_path):
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "real.json")
    cli("probe", "--output", f"json={link}", *odd(tmp_path, "get_view"))
    assert link.is_symlink()
    assert json.loads((tmp_path / "real.json").read_text())["servers"]
    twice = cli("probe", "--output", f"json={link}", "--output", f"markdown={tmp_path}/real.json", *odd(tmp_path))
    assert twice.code == 2
    assert "cannot both go to" in twice.err
