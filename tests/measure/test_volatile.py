"""Two replies are compared without what changes by itself, and only without that."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tool_audit.measure import volatile
from tool_audit.measure.payload import payload
from tool_audit.measure.volatile import Differences, differences, mask_volatile, same_after_masking
from tool_audit.model import (
    Call,
    Json,
    Measurement,
    Observation,
    Outcome,
    Probe,
    Refused,
    Replied,
    Subject,
    TimedOut,
)


def call(outcome: Outcome) -> Call:
    observation = Observation(
        probe=Probe(subject=Subject(tool="t"), arguments={}, experiment="default"), outcome=outcome, seconds=0
    )
    parts = payload(outcome)
    if parts is None:
        return Call(observation=observation, measurement=None)
    measurement = Measurement(
        bytes=0, chars=0, tokens=0, text=parts.text, document=parts.document, structured=parts.structured
    )
    return Call(observation=observation, measurement=measurement)


def replied(value: Json) -> Call:
    text = value if isinstance(value, str) else json.dumps(value)
    return call(Replied(result={"content": [{"type": "text", "text": text}]}))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({"at": "2026-01-02T03:04:05Z", "n": 1}, {"at": "2026-01-02T03:04:09.123Z", "n": 1}),
        ({"elapsed_ms": 12, "n": 1}, {"elapsed_ms": 15.5, "n": 1}),
        ({"calls": 4}, {"calls": 5}),
        ({"requestId": "a", "n": 1}, {"requestId": "b", "n": 1}),
        ({"x": "9f1b2c3d-0000-4000-8000-00000000000a"}, {"x": "9f1b2c3d-0000-4000-8000-00000000000b"}),
        ({"x": 1767323045}, {"x": 1767323999}),
        ({"items": [{"id": 1, "seen_at": 10}]}, {"items": [{"id": 1, "seen_at": 20}]}),
        ("Took 12 ms\nDone", "Took 140 ms\nDone"),
        ("As of 2026-01-02 03:04:05:\n- a", "As of 2026-01-02 03:04:06:\n- a"),
    ],
)
def test_clocks_durations_counters_and_made_up_ids_are_no_difference(first: Json, second: Json) -> None:
    one, two = replied(first), replied(second)
    assert same_after_masking(one, two)
    known = differences(one, two)
    assert mask_volatile(one, known) == mask_volatile(two, known)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"items": [1, 2]}, {"items": [1, 2, 3]}),
        ({"items": [{"id": 1}]}, {"items": [{"id": 2}]}),
        ({"name": "a"}, {"name": "b"}),
        ({"name": "a"}, {}),
        ({"message": "a", "language": "b"}, {"message": "c", "language": "b"}),
        ({"candidate": "a"}, {"candidate": "b"}),
        ({"on": True}, {"on": False}),
        ({"n": None}, {"n": 0}),
        ({"total": 10}, {"total": 20}),
        ({"a": []}, {"a": {}}),
        ("three lines\nof\ntext", "three lines\nof"),
        ("one", "two"),
    ],
)
def test_everything_else_is_a_difference(first: Json, second: Json) -> None:
    assert not same_after_masking(replied(first), replied(second))
    assert differences(replied(first), replied(second)).other


def test_numbers_that_are_none_stay_the_same_beside_what_changes() -> None:
    one, two = replied({"shares": [float("nan")], "name": "a"}), replied({"shares": [float("nan")], "name": "b"})
    assert differences(one, two) == Differences(other=frozenset({"$.name"}))


def test_a_list_in_another_order_is_told_apart_from_other_data() -> None:
    one = replied({"items": [{"id": 1, "t": "x"}, {"id": 2, "t": "y"}]})
    two = replied({"items": [{"id": 2, "t": "y"}, {"id": 1, "t": "x"}]})
    found = differences(one, two)
    assert (found.reordered, found.other) == ({"$.items"}, frozenset())
    assert not same_after_masking(one, two)
    assert same_after_masking(one, two, found)


def test_lines_in_another_order_are_told_apart_from_other_lines() -> None:
    one, two = replied("- a\n- b\n- c"), replied("- c\n- a\n- b")
    found = differences(one, two)
    assert (found.reordered, found.other) == ({"text"}, frozenset())
    assert same_after_masking(one, two, found)


def test_reordered_items_are_compared_with_their_partners() -> None:
    one = replied([{"id": 1, "seen_at": 1}, {"id": 2, "seen_at": 1}])
    two = replied([{"id": 2, "seen_at": 5}, {"id": 1, "seen_at": 6}])
    assert differences(one, two).volatile == {"$[].seen_at"}
    assert not differences(one, two).other


def test_only_what_changed_in_the_repeat_is_masked() -> None:
    default = replied({"now": "2026-01-02T03:04:05Z", "items": [{"id": "9f1b2c3d-0000-4000-8000-00000000000a"}]})
    repeat = replied({"now": "2026-01-02T03:04:06Z", "items": [{"id": "9f1b2c3d-0000-4000-8000-00000000000a"}]})
    other_page = replied({"now": "2026-01-02T03:04:07Z", "items": [{"id": "9f1b2c3d-0000-4000-8000-00000000000b"}]})
    same_page = replied({"now": "2026-01-02T03:04:08Z", "items": [{"id": "9f1b2c3d-0000-4000-8000-00000000000a"}]})
    known = differences(default, repeat)
    assert known.volatile == {"$.now"}
    assert same_after_masking(default, same_page, known)
    assert not same_after_masking(default, other_page, known)


def test_a_refusal_is_never_the_same_as_a_reply() -> None:
    assert not same_after_masking(replied("no"), call(Refused(code=-32602, message="no")))
    assert not same_after_masking(replied("no"), call(TimedOut(limit=1)))


def test_values_nested_too_deep_to_compare_are_a_difference_not_a_crash() -> None:
    deep: Json = 1
    other: Json = 2
    for _ in range(5000):
        deep, other = [deep], [other]
    one = call(Replied(result={"structuredContent": {"x": deep}}))
    two = call(Replied(result={"structuredContent": {"x": other}}))
    assert not same_after_masking(one, two)
    assert not same_after_masking(one, two, differences(replied({"at": 1}), replied({"at": 2})))


PIECES = st.sampled_from(
    ["a word ", "2026-01-02T03:04:05Z", "12:30:01", "5 seconds", "0123456789abcdef0123", "7", "\n", " ", "x" * 300, "é"]
)


@given(st.lists(PIECES, max_size=30), st.lists(PIECES, max_size=3), st.lists(PIECES, max_size=3), st.lists(PIECES))
def test_of_long_texts_the_part_that_differs_tells_as_much_as_the_whole(before, one, other, after):
    a, b = ("".join([*before, *middle, *after]) for middle in (one, other))
    whole = volatile._shape(a) == volatile._shape(b)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(volatile, "_LONG", 0)
        assert volatile._of_one_shape(a, b) == whole


def test_items_in_another_order_are_found_among_many_that_stay_where_they_are():
    rows = [{"id": n, "name": f"row {n}"} for n in range(50)]
    turned = [*rows[:10], rows[11], rows[10], *rows[12:]]
    found = differences(replied(rows), replied(turned))
    assert found.reordered == {"$"}
    assert not found.other


def test_lines_in_another_order_are_found_whatever_clock_stands_in_them():
    one, other = "a\nat 10:00:01\nb\nc", "at 10:00:02\na\nb\nc"
    assert differences(replied(one), replied(other)).reordered == {"text"}
    assert differences(replied(one), replied(other.replace("c", "d"))).other == {"text"}
