"""What is written to a record comes back as it was, and a record that is none is refused."""

import io
import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tool_audit.audit import report_of
from tool_audit.errors import UsageError
from tool_audit.listing import listing_from_json
from tool_audit.measure import load_counter
from tool_audit.model import (
    ABSENT,
    Again,
    Disconnected,
    Form,
    Noise,
    NoReply,
    NotAudited,
    Observation,
    Probe,
    Refused,
    Replied,
    ServerSpec,
    Subject,
    Survivor,
    TimedOut,
    TooLarge,
    ToolFailed,
    TransportKind,
)
from tool_audit.plan.gate import decide
from tool_audit.record import Recording, Writer, read_record
from tool_audit.report.json import render_json
from tool_audit.settings import Probing, Settings

SPEC = ServerSpec(name="s", transport=TransportKind.STDIO, command=("a", "b c"), env={"KEY": "secret"})


def written(path, *observations, end=True, **fields):
    recording = Recording(spec=SPEC, date="2026-01-02", **fields)
    with path.open("w", encoding="utf-8") as file:
        writer = Writer(file)
        writer.begin(recording)
        for each in observations:
            writer.observe(each)
        if end:
            writer.end(recording)
    return read_record(path)


def seen(outcome, **probe):
    made = Probe(**{"subject": Subject(tool="t"), "arguments": {}, "experiment": "default", **probe})
    return Observation(probe=made, outcome=outcome, seconds=0.25, bytes=12, secrets=("env KEY",))


OUTCOMES = (
    Replied(result={"content": [{"type": "text", "text": "half \ud83d, \u2028 and \x00"}]}),
    Replied(result=None),
    Replied(result=[1, 2.5, True, 10**40]),
    ToolFailed(result={"isError": True}),
    Refused(code=-32602, message="no"),
    Refused(code=1, message="", data=None),
    TimedOut(limit=0.3),
    Disconnected(reason="it exited with 3", exit_code=3, stderr=("a", "b")),
    Disconnected(reason="gone"),
    TooLarge(limit=10),
    TimedOut(limit=0.3, progress=7),
    NoReply(reason="it answered with a body of text/html"),
)


@pytest.mark.parametrize("outcome", OUTCOMES, ids=lambda outcome: type(outcome).__name__)
def test_an_observation_comes_back_as_it_was(outcome, tmp_path):
    assert written(tmp_path / "r", seen(outcome)).observations == [seen(outcome)]


@pytest.mark.parametrize("value", [ABSENT, None, False, 0, "", ["x"]], ids=repr)
def test_a_probe_comes_back_as_it_was(value, tmp_path):
    subject = Subject(tool="t", argument="action", member="list")
    probe = {"argument": "n", "value": value, "attempt": 1, "origins": {"n": "made up"}, "subject": subject}
    probe |= {"again": Again.ALONE, "form": Form.TEXT}
    observation = seen(Replied(result={}), **probe)
    back = written(tmp_path / "r", observation).observations[0]
    assert back == observation
    assert back.probe.value is ABSENT or value is not ABSENT


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_any_json_comes_back_as_it_was(tmp_path_factory, value):
    path = tmp_path_factory.getbasetemp() / "any"
    assert written(path, seen(Replied(result=value))).observations[0].outcome.result == value


def test_the_server_s_environment_is_not_written(tmp_path):
    back = written(tmp_path / "r")
    assert (back.spec.name, back.spec.command, back.spec.env) == ("s", ("a", "b c"), {})
    assert "secret" not in (tmp_path / "r").read_text()


def test_a_failure_comes_back_without_a_listing(tmp_path):
    failure = NotAudited(name="s", message="no", hint="try", detail=("a", "b"))
    back = written(tmp_path / "r", failure=failure, end=False)
    assert (back.failure, back.listing) == (failure, None)


def test_without_its_end_a_record_is_incomplete(tmp_path):
    back = written(tmp_path / "r", seen(Replied(result={})), end=False, complete=True)
    assert not back.complete
    assert len(back.observations) == 1


def test_what_is_known_at_the_end_comes_back(tmp_path):
    noise = Noise(lines=("x",), at_start=1, later=4)
    known = {"noise": noise, "survivor": Survivor.CHILD, "notes": ("y",), "seconds": 1.5, "complete": True}
    back = written(tmp_path / "r", **known)
    assert {name: getattr(back, name) for name in known} == known


@pytest.mark.parametrize("keep", range(1, 40, 6))
def test_a_last_line_cut_anywhere_is_left_out(keep, tmp_path):
    path = tmp_path / "r"
    written(path, seen(Replied(result={})), seen(Replied(result={"a": 1})), end=False)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:-1]) + lines[-1][:keep])
    assert len(read_record(path).observations) == 1


def test_a_line_in_the_middle_that_is_no_json_is_no_record(tmp_path):
    path = tmp_path / "r"
    written(path, seen(Replied(result={})))
    path.write_text(path.read_text().replace('{"observation"', '{"observation', 1))
    with pytest.raises(UsageError, match="line 4 is not JSON"):
        read_record(path)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"{}\n", b"[]\n", b'{"schema":"tool-audit/record/2"}\n', b'{"schema":1}\n', b"x"]
)
def test_a_file_that_is_no_record_is_refused(content, tmp_path):
    path = tmp_path / "r"
    path.write_bytes(content)
    with pytest.raises(UsageError) as caught:
        read_record(path)
    assert str(path) in caught.value.message


def test_a_disk_that_is_full_ends_the_record_but_not_the_audit():
    class Full(io.StringIO):
        def flush(self):
            raise OSError(28, "No space left on device")

    writer = Writer(Full())
    writer.begin(Recording(spec=SPEC, date="2026-01-02"))
    writer.observe(seen(Replied(result={})))
    assert writer.notes == ("the record is cut: it could not be written further: No space left on device",)


LISTING = listing_from_json({"tools": [{"name": "t", "inputSchema": {}}]}, "s")
ODD = (None, True, 7, -1.5, float("inf"), "", "x", "http://[", [], [None], ["x"], {}, {"x": 1})


def places(value, path=()):
    """Every place in a JSON value, but those within what a server sent."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in inner:
        if key not in {"tools", "result", "arguments"}:
            yield from places(member, (*path, key))


def changed(value, path, new):
    """The value with another one at that place."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = changed(value[path[0]], path[1:], new)
    return copy


@pytest.mark.hostile
@pytest.mark.timeout(300)
def test_a_record_with_anything_odd_at_any_place_is_refused_or_judged(tmp_path):
    path = tmp_path / "r.jsonl"
    decisions = decide(LISTING.tools, Probing())
    written(path, *(seen(outcome) for outcome in OUTCOMES), listing=LISTING, decisions=decisions, notes=("n",))
    lines = path.read_text().splitlines()
    counter, refused, judged = load_counter(), 0, 0
    for number, line in enumerate(lines):
        for place in places(json.loads(line)):
            for odd in ODD:
                other = json.dumps(changed(json.loads(line), place, odd))
                path.write_text("\n".join([*lines[:number], other, *lines[number + 1 :]]) + "\n")
                try:
                    recording = read_record(path)
                except UsageError:
                    refused += 1
                    continue
                report = report_of([(recording, None)], (), Settings(), counter, date(2026, 1, 2))
                assert render_json(report)
                judged += 1
    assert refused > judged > 100


@pytest.mark.parametrize("line", ["[" * 100_000, '{"x":' * 100_000, "9" * 5_000])
def test_a_line_that_cannot_be_read_is_no_traceback(line, tmp_path):
    path = tmp_path / "r.jsonl"
    written(path, listing=LISTING)
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(UsageError):
        read_record(path)
