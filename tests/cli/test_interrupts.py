"""Ctrl-C and SIGTERM at any time: exit 130, what was measured is reported and recorded, no server is left."""

import json
import random
import signal
import time
from contextlib import suppress

import pytest
from running import calls, end_of, hears_signals, is_running, launch, odd, started, wait_for

from tool_audit.cli import main
from tool_audit.cli.interrupts import InterruptError, Interrupts, raising
from tool_audit.record import read_record

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def audit(folder, *words):
    """An audit that takes some seconds, once it hears signals."""
    process = launch(["probe", "--record", "rec", "--output", "json", *odd(folder, "slow", *words)], folder)
    wait_for(lambda: hears_signals(process) or process.poll() is not None)
    return process


def check(ended, folder):
    """All that holds whenever it was interrupted."""
    assert ended.code == 130, ended.err
    assert "Traceback" not in ended.err
    assert [pid for pid in started(folder) if is_running(pid)] == []
    assert list(folder.rglob("*.part")) == []
    for path in folder.glob("rec/*"):
        recording = read_record(path)
        assert not recording.complete
        assert ended.out
    if not ended.out:
        return 0
    report = json.loads(ended.out)
    assert report["verdict"]["exit_code"] == 130
    assert report["verdict"]["reason"].startswith("interrupted")
    return report["servers"][0]["coverage"]["calls"] if report["servers"] else 0


@pytest.mark.parametrize("number", SIGNALS)
def test_an_interrupt_among_the_calls_reports_what_was_measured(number, tmp_path):
    process = audit(tmp_path, "list_things", "get_large")
    wait_for(lambda: len(calls(tmp_path)) >= 3)
    process.send_signal(number)
    ended = end_of(process)
    made = check(ended, tmp_path)
    assert 2 <= made < 8
    report = json.loads(ended.out)
    assert {tool["name"] for tool in report["servers"][0]["tools"]} <= {"list_things", "get_large"}
    assert "not everything was called: odd" in report["verdict"]["reason"]
    assert len(read_record(tmp_path / "rec" / "odd.jsonl").observations) == made


def test_a_record_that_was_cut_short_is_judged_again_and_says_so(tmp_path, cli):
    process = audit(tmp_path, "list_things")
    wait_for(lambda: len(calls(tmp_path)) >= 2)
    process.send_signal(signal.SIGINT)
    check(end_of(process), tmp_path)
    again = cli("report", tmp_path / "rec", "--output", "json")
    assert "not everything was called: odd" in again.json["verdict"]["reason"]


def test_a_second_interrupt_ends_a_stubborn_server_at_once_and_the_report_is_written_all_the_same(tmp_path):
    process = audit(tmp_path, "stubborn", "lingers", "list_things", "get_hang")
    wait_for(lambda: calls(tmp_path) and calls(tmp_path)[-1][0] == "get_hang")
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    # it would have two seconds more to end with its input, and two to end on SIGTERM
    (server,) = [pid for pid in started(tmp_path) if is_running(pid)]
    process.send_signal(signal.SIGTERM)
    wait_for(lambda: not is_running(server), seconds=1)
    process.send_signal(signal.SIGINT)
    assert check(end_of(process), tmp_path) > 0


def test_every_output_that_was_asked_for_is_written_when_it_is_interrupted(tmp_path):
    outputs = ("--output", "terminal", "--output", "json=a.json", "--output", "markdown=deep/a.md", "--record", "rec")
    process = launch(["probe", *outputs, *odd(tmp_path, "slow", "list_things")], tmp_path)
    wait_for(lambda: len(calls(tmp_path)) >= 2)
    process.send_signal(signal.SIGINT)
    ended = end_of(process)
    assert ended.code == 130
    assert "interrupted" in ended.out
    assert json.loads((tmp_path / "a.json").read_text())["verdict"]["exit_code"] == 130
    assert "interrupted" in (tmp_path / "deep" / "a.md").read_text()
    assert len(read_record(tmp_path / "rec" / "odd.jsonl").observations) >= 1


def test_an_interrupt_before_a_server_has_listed_its_tools_names_it(tmp_path):
    process = launch(["probe", "--record", "rec", "--output", "json", "--", "sleep", "60"], tmp_path)
    wait_for((tmp_path / "rec" / "sleep.part").exists)
    process.send_signal(signal.SIGINT)
    ended = end_of(process)
    check(ended, tmp_path)
    assert json.loads(ended.out)["failures"][0]["message"] == "interrupted before sleep had listed its tools."


def test_a_plan_can_be_interrupted_too(tmp_path):
    process = launch(["plan", *odd(tmp_path, "stubborn", "slow", "mute")], tmp_path)
    wait_for(lambda: started(tmp_path) or process.poll() is not None)
    process.send_signal(signal.SIGINT)
    ended = end_of(process)
    assert (ended.code, ended.out) == (130, "")
    assert "Traceback" not in ended.err
    assert [pid for pid in started(tmp_path) if is_running(pid)] == []


def test_an_interrupt_that_is_lost_on_its_way_counts_all_the_same():
    with raising(last=False):
        with suppress(InterruptError):
            signal.raise_signal(signal.SIGTERM)
        with Interrupts() as interrupts:
            assert interrupts.heard == 1
            told = []
            with interrupts.telling(lambda: told.append(1)):
                assert told == [1]
    with raising(last=False), Interrupts() as interrupts:
        assert interrupts.heard == 0


@pytest.mark.hostile
@pytest.mark.parametrize("seed", range(12))
def test_an_interrupt_at_any_time_leaves_nothing_behind(seed, tmp_path):
    chance = random.Random(seed)
    process = audit(
        tmp_path, *(["stubborn", "lingers"] if seed % 4 == 0 else []), "list_things", "get_large", "get_view"
    )
    time.sleep(chance.uniform(0, 3))
    for _ in range(1 + seed % 3):
        process.send_signal(SIGNALS[chance.randrange(2)])
        time.sleep(chance.uniform(0, 0.3))
    check(end_of(process), tmp_path)


def test_an_interrupt_while_something_is_imported_is_no_bug(monkeypatch, capsys):
    def import_cut_short(*_args, **_more):
        with suppress(InterruptError):
            signal.raise_signal(signal.SIGINT)
        raise RuntimeError("Error calling __set_name__ on 'field' instance 'x' in 'Y'")

    monkeypatch.setattr("tool_audit.cli.config.settings_of", import_cut_short)
    assert main(["config"]) == 130
    assert capsys.readouterr().err == ""
