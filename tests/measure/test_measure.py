"""A reply's facts are put together, whatever came back."""

import json
import time

import pytest

from tool_audit.measure import load_counter, measure
from tool_audit.model import Call, Json, Observation, Outcome, Probe, Refused, Replied, Subject, TimedOut

COUNTER = load_counter()


def call(outcome: Outcome) -> Call:
    probe = Probe(subject=Subject(tool="t"), arguments={}, experiment="default")
    return measure(Observation(probe=probe, outcome=outcome, seconds=0.1, bytes=77), COUNTER)


def test_the_facts_of_a_json_reply() -> None:
    rows = [{"id": n, "text": "가나다"} for n in range(9)]
    sent = json.dumps({"items": rows}, indent=2)
    found = call(Replied(result={"content": [{"type": "text", "text": sent}]})).measurement
    assert found is not None
    assert (found.bytes, found.chars, found.tokens) == (77, len(sent), COUNTER.count(sent))
    assert found.items is not None
    assert found.items.count == 9
    assert found.paths[0].path == "$.items[].text"
    assert [encoding.name for encoding in found.encodings] == ["compact", "ascii", "indented", "toon", "csv"]


def test_what_other_encodings_would_take_is_measured_of_default_calls_only() -> None:
    probe = Probe(subject=Subject(tool="t"), arguments={"limit": 1}, experiment="limit")
    outcome = Replied(result={"content": [{"type": "text", "text": '[ {"id": 1} ]'}]})
    found = measure(Observation(probe=probe, outcome=outcome, seconds=0.1, bytes=77), COUNTER).measurement
    assert found is not None
    assert [(encoding.name, encoding.chars) for encoding in found.encodings] == [("compact", 10)]


def test_a_refusal_is_measured_and_a_silence_is_not() -> None:
    refused = call(Refused(code=-32602, message="limit must be a number")).measurement
    assert refused is not None
    assert refused.tokens == COUNTER.count("limit must be a number")
    assert call(TimedOut(limit=1)).measurement is None


@pytest.mark.parametrize("result", [None, 5, "x", [], {}, {"content": 5}, {"content": [[]]}, {"structuredContent": 5}])
def test_no_shape_of_a_result_stops_the_audit(result: Json) -> None:
    assert call(Replied(result=result)).measurement is not None


def test_a_big_reply_is_measured_within_a_fraction_of_a_second_for_each_megabyte() -> None:
    rows = [{"id": n, "title": f"제목 {n}", "body": "본문입니다 " * 20, "score": n / 7} for n in range(6_000)]
    sent = json.dumps(rows, ensure_ascii=False)
    megabytes = len(sent.encode()) / 1_000_000
    started = time.process_time()
    call(Replied(result={"content": [{"type": "text", "text": sent}]}))
    assert time.process_time() - started < megabytes * 0.8  # 0.15 s where it was written, with headroom for CI
