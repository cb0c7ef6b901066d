"""Which calls are refused, and what is said instead."""

# ruff: noqa: E501 - a message is read whole

import json

import pytest
from guard.policies import policy
from hypothesis import given
from hypothesis import strategies as st

from tool_audit.guard.decide import refusal_of


def refused(name, arguments, **more):
    return refusal_of(policy(**more), name, arguments)


@pytest.mark.parametrize("left_out", [{}, {"detail": None}, {"query": "x"}, {"limit": 5}, None])
def test_an_argument_left_out_is_refused_as_its_maximum_is(left_out):
    refusal = refused("list_mental_models", left_out)
    assert refusal.message == (
        "list_mental_models without detail returned 883,735 characters (about 351,000 tokens, o200k_base) when measured on"
        " 2026-11-29. Call again with detail=metadata (941) or detail=summary (16,769)."
    )
    assert refusal.body == {
        "error": "unbounded-call",
        "message": refusal.message,
        "argument": "detail",
        "allowed": ["metadata", "summary"],
        "measured": {"arguments": {}, "chars": 883_735, "tokens": 351_234, "date": "2026-11-29"},
        "policy": "guard.toml: [tools.list_mental_models.lines.detail]",
        "retryable": True,
    }


def test_the_explicit_maximum_is_refused_with_what_it_measured():
    refusal = refused("list_mental_models", {"detail": "full"})
    assert "with detail=full returned 883,735 characters" in refusal.message


@pytest.mark.parametrize("value", ["FULL", "Full", " full", "other", "", 1, True, ["metadata"], {"detail": "metadata"}])
def test_a_value_that_was_not_measured_to_fit_is_refused(value):
    assert "was not measured to fit. Call again with" in refused("list_mental_models", {"detail": value}).message


@pytest.mark.parametrize("value", ["metadata", "summary"])
def test_the_call_and_not_the_tool_is_refused(value):
    assert refused("list_mental_models", {"detail": value}) is None
    assert refused("list_mental_models", {"detail": value, "query": "x", "limit": 900}) is None


@pytest.mark.parametrize(
    "value", [51, 1000, 1e3, "1000", "50", True, False, 0, -1, 50.5, float("nan"), float("inf"), [1], {}, ""]
)
def test_a_number_above_the_line_is_refused_and_so_is_what_only_turns_into_one(value):
    refusal = refused("list_notes", {"limit": value})
    assert refusal.argument == "limit"
    assert refusal.allowed == {"minimum": 1, "maximum": 50}
    assert "limit=50 (40,000)" in refusal.message


@pytest.mark.parametrize("value", [1, 50, 50.0, 7, None])
def test_a_number_up_to_the_line_passes(value):
    assert refused("list_notes", {"limit": value}) is None


def test_an_unknown_argument_is_refused_with_the_nearest_known_name():
    refusal = refused("list_notes", {"limits": 5})
    assert refusal.message == 'list_notes has no argument "limits": did you mean limit?'
    assert refusal.error == "unknown-argument"
    assert refused("list_notes", {"zzz": 5}).message == 'list_notes has no argument "zzz": it takes limit, tags.'


def test_unknown_arguments_pass_where_the_operator_lets_them():
    assert refused("list_notes", {"zzz": 5}, refuse_unknown_arguments=False) is None


@pytest.mark.parametrize("name", ["Detail", "DETAIL", " detail", "detail "])
def test_another_spelling_of_an_argument_with_a_line_is_no_way_round(name):
    refusal = refused("list_mental_models", {"detail": "metadata", name: "full"}, refuse_unknown_arguments=False)
    assert "did you mean detail?" in refusal.message


@pytest.mark.parametrize("name", ["List_Mental_Models", "list-mental-models", " list_mental_models"])
def test_another_spelling_of_a_tool_is_no_way_round(name):
    assert refused(name, {}).argument == "detail"


@pytest.mark.parametrize("arguments", ["{}", [], 1, True])
def test_arguments_that_are_no_object_are_refused_for_tools_with_a_policy_only(arguments):
    assert refused("list_notes", arguments).error == "unusable-arguments"
    assert refused("other", arguments) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(["detail", "limit", "query", "Detail", "x"]), JSON))
def test_only_a_measured_value_gets_through_whatever_else_is_sent(arguments):
    refusal = refused("list_mental_models", arguments)
    if refusal is None:
        assert arguments["detail"] in ("metadata", "summary")
        assert set(arguments) <= {"detail", "limit", "query"}
    else:
        json.dumps(refusal.body)
        assert refusal.message
