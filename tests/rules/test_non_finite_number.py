"""non-finite-number: NaN and Infinity as JSON numbers."""

import json

import pytest
from builders import call, hits, tool, tool_run

from tool_audit.rules.non_finite_number import non_finite_number


def test_the_first_such_number_is_named_with_its_path_and_how_many_there_are():
    (hit,) = hits(non_finite_number, tool_run(call('{"a": 1, "mean": NaN, "max": Infinity}')))
    assert "holds NaN at $.mean, the first of 2" in hit.message


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"rows": [{"x": 1.5}, {"x": -Infinity}]}', "-Infinity at $.rows[1].x"),
        ("[NaN]", "NaN at $[0]"),
        ('{"x": 1}\n{"x": NaN}', "NaN at $[1].x"),
    ],
)
def test_it_is_found_wherever_it_stands(text, place):
    (hit,) = hits(non_finite_number, tool_run(call(text)))
    assert place in hit.message


def test_a_later_reply_is_judged_too():
    bad = call('{"mean": NaN}', arguments={"n": 0})
    (hit,) = hits(non_finite_number, tool_run(call('{"mean": 1}'), calls=[bad]))
    assert hit.calls == (bad,)


def test_structured_content_is_judged_too():
    (hit,) = hits(non_finite_number, tool_run(call("ok", structured={"mean": float("nan")})))
    assert "structuredContent holds NaN at $.mean" in hit.message


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"mean": "NaN", "note": "NaN, Infinity"}),
        json.dumps({"mean": None}),
        json.dumps({"Infinity": 1, 'quote "NaN': 2}),
        "NaN",
        "mean: NaN",
        "{mean: NaN}",
    ],
    ids=["string", "null", "key", "bare", "text", "no-json"],
)
def test_the_words_outside_json_numbers_are_left_alone(text):
    assert hits(non_finite_number, tool_run(call(text))) == []


def test_a_json_file_that_is_handed_over_is_data():
    spec = tool("read_file", {"path": {"type": "string"}}, required=["path"])
    assert hits(non_finite_number, tool_run(call('{"mean": NaN}'), spec=spec)) == []
