import json

import pytest
from builders import call, hits, refused, tool, tool_run

from tool_audit.model import Confidence
from tool_audit.rules.invalid_value_ignored import invalid_value_ignored

ROWS = [{"id": n, "state": "open"} for n in range(40)]
ALL, FEW = json.dumps(ROWS), json.dumps(ROWS[:3])
STATE = {"state": {"type": "string", "enum": ["open", "closed"]}}


def found(properties, replies, default=ALL, base=None, repeat=None, required=()):
    [name, *_] = properties
    calls = [
        reply
        if not isinstance(reply, str)
        else call(reply, arguments={**(base or {}), name: value}, experiment="bad_input")
        for value, reply in replies
    ]
    run = tool_run(
        call(default, arguments=base),
        repeat=call(repeat or default, arguments=base, attempt=1),
        calls=calls,
        spec=tool(properties=properties, required=list(required)),
    )
    return hits(invalid_value_ignored, run)


def test_a_member_that_is_none_and_answers_like_no_argument_is_found():
    [hit] = found(STATE, [("closed", FEW), ("tool-audit-no-such-member", ALL)])
    assert hit.argument == "state"
    assert "as if it had been left out" in hit.message


def test_a_member_that_is_none_and_answers_like_another_is_found():
    [hit] = found(STATE, [("closed", FEW), ("tool-audit-no-such-member", FEW)])
    assert "like closed" in hit.message


@pytest.mark.parametrize("nothing", ["[]", "No animal matches.", "Ningún animal coincide.", "Keine Treffer."])
def test_a_member_that_is_none_and_finds_nothing_as_another_does_is_taken_for_none(nothing: str):
    assert found(STATE, [("closed", nothing), ("open", FEW), ("tool-audit-no-such-member", nothing)]) == []


def test_a_required_member_is_taken_for_the_one_that_was_sent():
    [hit] = found(STATE, [("closed", FEW), ("nope", ALL)], base={"state": "open"}, required=["state"])
    assert "like open" in hit.message


def test_a_refusal_or_an_empty_list_is_no_silence():
    assert found(STATE, [("closed", FEW), ("nope", refused("one of open, closed", arguments={"state": "nope"}))]) == []
    assert found(STATE, [("closed", FEW), ("nope", "[]")]) == []


def test_an_argument_without_any_effect_is_another_rules():
    assert found(STATE, [("closed", ALL), ("nope", ALL)]) == []


def test_an_empty_store_tells_nothing():
    assert found(STATE, [("nope", "[]")], default="[]") == []
    assert found(STATE, [("nope", '{"rows": []}')], default='{"rows": []}') == []


def test_a_set_that_only_the_description_names_is_indicated_until_a_member_shows_its_effect():
    told = {"state": {"type": "string", "description": "one of: open, closed"}}
    [hit] = found(told, [("nope", ALL)])
    assert hit.confidence is Confidence.INDICATED
    [hit] = found(told, [("closed", FEW), ("nope", ALL)])
    assert hit.confidence is None


DATE = {"since": {"type": "string", "description": "Date, YYYY-MM-DD"}}


def test_an_impossible_date_that_drops_the_filter_is_found():
    [hit] = found(DATE, [("2026-13-45", ALL)])
    assert "no date" in hit.message


def test_a_date_that_exists_is_no_impossible_one():
    assert found(DATE, [("2026-11-29", ALL)]) == []
    assert found(DATE, [("yesterday", ALL)]) == []


def test_a_word_for_a_number_is_found():
    assert len(found({"limit": {"type": "integer"}}, [(1, FEW), ("many", ALL)])) == 1
    assert found({"limit": {"type": ["integer", "string"]}}, [(1, FEW), ("all", ALL)]) == []


def test_a_negative_limit_that_counts_for_none_is_found():
    assert len(found({"limit": {"type": "integer"}}, [(3, FEW), (-1, ALL)])) == 1


def test_zero_may_mean_the_default_unless_the_schema_forbids_it():
    assert found({"limit": {"type": "integer"}}, [(3, FEW), (0, ALL)]) == []
    assert len(found({"limit": {"type": "integer", "minimum": 1}}, [(3, FEW), (0, ALL)])) == 1


def test_a_value_above_the_maximum_that_is_clamped_to_it_is_another_rules():
    bounded = {"limit": {"type": "integer", "maximum": 40}}
    assert found(bounded, [(3, FEW), (40, ALL), (41, ALL)]) == []


@pytest.mark.parametrize(
    "text", ["Out of range or invalid values fall back to the default.", "Unknown states are ignored."]
)
def test_a_fallback_that_is_told_of_is_kept(text):
    told = {"state": {**STATE["state"], "description": text}}
    assert found(told, [("closed", FEW), ("nope", ALL)]) == []


def test_a_reply_that_changes_by_itself_tells_nothing():
    assert found(STATE, [("closed", FEW), ("nope", json.dumps(ROWS[5:]))], repeat=json.dumps(ROWS[9:])) == []


def test_a_list_of_no_member_is_as_impossible():
    wings = {"wings": {"type": "array", "items": {"type": "string", "enum": ["north", "south"]}}}
    assert len(found(wings, [(["north"], FEW), (["none"], ALL)])) == 1
    assert found(wings, [(["north"], FEW), (["none"], "[]")]) == []
    assert found(wings, [(["north"], FEW), (["south"], ALL)]) == []


def test_a_number_outside_of_its_bounds_that_counts_for_none_is_found():
    days = {"days": {"type": "integer", "minimum": 1, "maximum": 9}}
    [hit] = found(days, [(9, FEW), (10, ALL)])
    assert "outside of its bounds" in hit.message
    assert found(days, [(9, FEW), (10, FEW)]) == []
    assert found(days, [(9, ALL), (1, FEW), (10, ALL)]) == []
