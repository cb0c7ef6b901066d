"""What replies hold is the same wherever it is kept."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from builders import COUNTER, call
from hypothesis import given
from hypothesis import strategies as st

from tool_audit import shelf as shelves
from tool_audit.measure import measure
from tool_audit.model import ABSENT, Observation, Replied, ToolFailed
from tool_audit.shelf import Shelf

TEXTS = {
    "a list": json.dumps([{"id": f"i-{n}", "이름": "기억"} for n in range(30)]),
    "a document": json.dumps({"total": 3, "note": None}),
    "bullets": "\n".join(f"- thing {n}: what it is" for n in range(12)),
    "prose": "There is nothing here that could be counted.",
    "half a surrogate": 'a \ud83d "b"',
    "nothing": "",
}
OF_A_REPLY = (
    "text",
    "blocks",
    "document",
    "structured",
    "chars",
    "tokens",
    "paths",
    "encodings",
    "signs",
    "reads_failed",
)
OF_ITEMS = ("kind", "path", "identities", "records", "span", "count")


def on(shelf, plain):
    return shelf.call(measure(shelf.observation(plain.observation), COUNTER))


def assert_same(kept, plain):
    for name in OF_A_REPLY:
        assert getattr(kept.measurement, name) == getattr(plain.measurement, name), name
    assert (kept.measurement.document is ABSENT) == (plain.measurement.document is ABSENT)
    assert (kept.measurement.items is None) == (plain.measurement.items is None)
    if plain.measurement.items is not None:
        for name in OF_ITEMS:
            assert getattr(kept.measurement.items, name) == getattr(plain.measurement.items, name), name
    assert kept.observation.outcome.result == plain.observation.outcome.result
    assert kept.succeeded == plain.succeeded
    assert type(kept.observation.outcome).__name__ == type(plain.observation.outcome).__name__


@pytest.mark.parametrize("memory", [0, 2_000, shelves.MEMORY])
def test_a_call_is_the_same_from_memory_and_from_the_file(memory):
    plain = [call(text, error=failed) for text in TEXTS.values() for failed in (False, True)]
    shelf = Shelf(memory)
    kept = [on(shelf, one) for one in plain]
    for _ in range(2):
        for one, other in zip(kept, plain, strict=True):
            assert_same(one, other)


@given(st.recursive(st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(), st.lists))
def test_whatever_a_server_answers_comes_back_as_it_was(value):
    shelf = Shelf(0)
    probe = call("").observation.probe
    seen = [
        Observation(probe=probe, outcome=kind(result=value), seconds=0.1, bytes=10)
        for kind in (Replied, ToolFailed, Replied)
    ]
    assert [shelf.observation(one).outcome.result for one in seen] == [value] * 3


def test_what_fits_into_memory_is_written_nowhere(monkeypatch):
    monkeypatch.setattr(shelves, "TemporaryFile", lambda: pytest.fail("a file was made"))
    kept = [on(Shelf(), call(text)) for text in TEXTS.values()]
    assert [one.measurement.text for one in kept] == list(TEXTS.values())


def test_more_than_the_memory_is_not_held():
    shelf, texts = Shelf(1_000_000), [f"{n:04}" * 100_000 for n in range(20)]
    kept = [on(shelf, call(text)) for text in texts]
    for _ in range(2):
        assert [one.measurement.text for one in kept] == texts
        assert sum(len(str(value)) for value, _ in shelf._here.values()) < 1_500_000


def test_without_room_for_a_file_everything_stays_in_memory(monkeypatch):
    def full():
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shelves, "TemporaryFile", full)
    shelf = Shelf(0)
    kept = [on(shelf, call(text)) for text in TEXTS.values()]
    assert [one.measurement.text for one in kept] == list(TEXTS.values())


def test_what_nests_too_deeply_to_be_written_stays_in_memory():
    deep = "end"
    for _ in range(5_000):
        deep = [deep]
    shelf = Shelf(0)
    seen = [Observation(probe=call("").observation.probe, outcome=Replied(result=deep), seconds=0.1) for _ in range(3)]
    kept = [shelf.observation(one) for one in seen]
    assert all(one.outcome.result is deep for one in kept)
    assert on(shelf, call("short")).measurement.text == "short"


def test_several_audits_at_a_time_keep_theirs_apart():
    shelf = Shelf(5_000)

    def audit(name):
        kept = [on(shelf, call(f"{name} {n} " * 200)) for n in range(40)]
        return [one.measurement.text for one in kept] == [f"{name} {n} " * 200 for n in range(40)]

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(audit, "abcd"))
