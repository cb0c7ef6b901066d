"""The guard's own log: what it tells without a value in it, and how sessions and steps are told from times alone."""

import json
from collections import Counter

import pytest
from formats import FOREIGN, known_by, sample
from guard.policies import call as request
from guard.test_guard_run import BANK, INITIALIZE, Guarded
from hypothesis import HealthCheck, given, settings
from sessions import mutated, read, used

from tool_audit.guard.log import SCHEMA
from tool_audit.model import Disconnected, Refused, Replied, TooLarge, ToolFailed
from tool_audit.model.traffic import Names, Size
from tool_audit.transcripts.reader import Source
from tool_audit.transcripts.readers import guard_log
from tool_audit.transcripts.readers.guard_log import READER

WHOLE = sample("guard-log.jsonl")


def line(seconds=0.0, tool="read", server="notes", outcome="replied", milliseconds=10.0, **more):
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(int(minutes), 60)
    time = f"2026-11-20T{9 + hours:02d}:{minutes:02d}:{seconds:06.3f}Z"
    told = {"arguments": [], "tool": tool, "outcome": outcome, "milliseconds": milliseconds, **more}
    return {"schema": SCHEMA, "time": time, "server": server, **told}


def steps(*lines):
    return [call.step for call in used(read(READER, lines))]


def sessions(*lines):
    return [call.session for call in used(read(READER, lines))]


def outcome(**fields):
    (call,) = used(read(READER, [line(**fields)]))
    return call.observation.outcome


def test_a_call_has_the_names_of_its_arguments_their_hash_and_the_size_of_its_reply():
    (call,) = used(read(READER, [line(arguments=["id", "limit"], digest="a1", chars=900, tokens=225)]))
    assert (call.server, call.observation.probe.subject.tool) == ("notes", "read")
    assert call.names == Names(names=("id", "limit"), digest="a1")
    assert call.size == Size(chars=900, tokens=225)
    assert call.observation.outcome == Replied(result=None)


def test_a_call_began_as_long_before_its_line_as_it_took():
    (call,) = used(read(READER, [line(2.5, milliseconds=1500.0)]))
    assert call.observation.seconds == pytest.approx(1.5)
    (later,) = used(read(READER, [line(2.5, milliseconds=500.0)]))
    assert later.time - call.time == pytest.approx(1.0)


def test_what_the_guard_refused_says_so_and_by_which_line():
    refused = outcome(outcome="refused", refused_by="guard.toml: [tools.read.lines.limit]")
    assert isinstance(refused, Refused)
    assert refused.message == "refused by the guard: guard.toml: [tools.read.lines.limit]"
    assert refused.code != outcome(outcome="error").code


def test_a_reply_over_the_ceiling_is_too_large_and_keeps_the_size_that_it_had():
    lines = [
        line(outcome="reply-refused", chars=400_000, tokens=100_000, refused_by="guard.toml: [ceiling] cap_tokens")
    ]
    (call,) = used(read(READER, lines))
    assert isinstance(call.observation.outcome, TooLarge)
    assert call.size == Size(chars=400_000, tokens=100_000)


def test_a_tool_that_failed_and_a_server_that_ended_are_told_apart():
    assert isinstance(outcome(outcome="tool-error"), ToolFailed)
    assert isinstance(outcome(outcome="server-ended"), Disconnected)


def test_half_an_hour_of_silence_ends_a_session():
    assert len(set(sessions(line(0), line(1700), line(3400)))) == 1
    assert len(set(sessions(line(0), line(1900)))) == 2
    assert steps(line(0), line(1), line(1900)) == [1, 2, 1]


def test_a_long_call_is_no_silence():
    assert len(set(sessions(line(0), line(2400, milliseconds=2_300_000.0)))) == 1


def test_guards_of_several_servers_in_one_file_are_sessions_of_their_own():
    calls = used(read(READER, [line(0), line(0.1, server="calendar"), line(0.2), line(0.3, server="calendar")]))
    assert Counter(call.session for call in calls).most_common() == [("log notes#1", 2), ("log calendar#1", 2)]
    assert [call.step for call in calls] == [1, 1, 2, 2]


def test_calls_that_overlap_are_one_step():
    assert steps(line(1, milliseconds=500.0), line(1.2, milliseconds=600.0), line(1.4, milliseconds=100.0)) == [1, 1, 2]


def test_a_note_is_no_call_and_no_broken_line():
    source = Source(name="log")
    assert read(READER, [{"schema": SCHEMA, "time": "x", "server": "notes", "note": "a drift"}], source) == []
    assert source.broken == 0


@pytest.mark.parametrize("odd", [{"tool": None}, {"server": 1}, {"outcome": "else"}, {"outcome": []}])
def test_a_line_that_is_no_call_is_counted(odd):
    source = Source(name="log")
    assert read(READER, [line() | odd, line()], source)
    assert source.broken == 1


def test_a_line_without_times_is_still_a_call():
    (call,) = used(read(READER, [line() | {"time": None, "milliseconds": "x", "chars": -1, "arguments": {}}]))
    assert (call.time, call.observation.seconds, call.size, call.names) == (None, 0.0, Size(), Names())


def test_a_server_that_no_line_names_by_a_reason_says_its_policy():
    assert outcome(outcome="refused").message == "refused by the guard: its policy"


def test_the_schema_is_the_one_that_the_guard_writes():
    assert guard_log.SCHEMA == SCHEMA


def test_only_this_reader_knows_the_format_and_it_knows_no_other():
    assert known_by(WHOLE) == ["guard-log"]
    assert not any(READER.recognises(lines) for lines in FOREIGN)


def test_the_log_of_a_real_guard_tells_every_call_that_an_agent_made(tmp_path):
    between = Guarded(tmp_path, BANK, "--log", "guard.log")
    between.ask(INITIALIZE)
    between.ask(request("list_mental_models", {}, 1))
    between.ask(request("list_mental_models", {"detail": "metadata"}, 2))
    between.ask(request("no_such_tool", {"x": 1}, 3))
    assert between.end()[0] == 0
    lines = [json.loads(one) for one in (tmp_path / "guard.log").read_text(encoding="utf-8").splitlines()]
    assert known_by(lines) == ["guard-log"]
    source = Source(name="log")
    refused, fits, unknown = used(read(READER, lines, source))
    assert source.broken == 0
    assert isinstance(refused.observation.outcome, Refused)
    assert "guard.toml" in refused.observation.outcome.message
    assert fits.observation.outcome == Replied(result=None)
    assert fits.names.names == ("detail",)
    assert fits.size.chars > 0
    assert not isinstance(unknown.observation.outcome, Replied)
    assert {one.server for one in (refused, fits, unknown)} == {"bank"}
    assert [refused.step, fits.step, unknown.step] == [1, 2, 3]


@given(mutated(WHOLE))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_line_however_odd_makes_it_fail(lines):
    READER.recognises(lines)
    read(READER, lines)
