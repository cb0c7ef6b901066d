import pytest
from builders import call, hits, sweep, tool, tool_run

from tool_audit.model import ABSENT, Lines, SweepKind
from tool_audit.rules.no_size_control import no_size_control

HEAVY = "word " * 10_500


def test_a_heavy_answer_from_a_tool_without_arguments_fires():
    (hit,) = hits(no_size_control, tool_run(call(HEAVY)))
    assert "52,500 characters" in hit.message
    assert "no argument that could make it smaller" in hit.message


def test_a_required_place_and_a_scope_are_no_controls():
    spec = tool("tree", {"path": {"type": "string"}, "repo_root": {"type": "string"}}, required=["path"])
    assert hits(no_size_control, tool_run(call(HEAVY, arguments={"path": "."}), spec=spec))


def test_the_boundary_is_the_warning_line():
    lines = Lines(
        client="sample-client", cap_tokens=None, cap_chars=None, warn_tokens=call("word " * 100).measurement.tokens
    )
    assert not hits(no_size_control, tool_run(call("word " * 100), lines=lines))
    assert hits(no_size_control, tool_run(call("word " * 102), lines=lines))


@pytest.mark.parametrize(
    "argument",
    [
        {"limit": {"type": "integer"}},
        {"detail": {"type": "string", "enum": ["full", "summary"]}},
        {"cursor": {"type": "string"}},
        {"status": {"type": "string"}},
        {"sql": {"type": "string"}},
    ],
)
def test_what_might_control_the_size_and_was_never_varied_is_not_held_against_the_tool(argument):
    assert not hits(no_size_control, tool_run(call(HEAVY), spec=tool(properties=argument)))


def varied(name, schema, kind, replies):
    default = call(HEAVY)
    calls = {ABSENT: default} | {value: call(text, arguments={name: value}) for value, text in replies.items()}
    return tool_run(default, spec=tool(properties={name: schema}), sweeps=[sweep(name, kind, calls)])


def test_an_argument_that_makes_it_smaller_is_a_control_and_one_without_effect_is_none():
    schema = {"type": "integer"}
    assert not hits(no_size_control, varied("limit", schema, SweepKind.COUNT, {1: "one"}))
    (hit,) = hits(no_size_control, varied("limit", schema, SweepKind.COUNT, {1: HEAVY, 2: HEAVY}))
    assert "varying limit does not" in hit.message
    assert len(hit.calls) == 3


def test_an_argument_that_only_makes_it_larger_controls_the_size_too():
    levels = {"type": "string", "enum": ["minimal", "full"]}
    assert not hits(no_size_control, varied("detail", levels, SweepKind.DETAIL, {"minimal": HEAVY, "full": HEAVY * 2}))


def test_a_budget_above_the_answer_does_not_show_that_it_is_ignored():
    assert not hits(no_size_control, varied("max_tokens", {"type": "integer"}, SweepKind.SIZE, {50_000: HEAVY}))
    assert hits(no_size_control, varied("max_tokens", {"type": "integer"}, SweepKind.SIZE, {500: HEAVY}))


def test_another_notation_is_a_control_only_where_it_leaves_things_out():
    formats = {"type": "string", "enum": ["json", "csv"]}
    assert hits(no_size_control, varied("format", formats, SweepKind.FORMAT, {"csv": "word " * 8_000}))
    assert not hits(no_size_control, varied("format", formats, SweepKind.FORMAT, {"csv": "word " * 2_000}))


def test_light_answers_and_unmeasured_tools_are_silent():
    assert not hits(no_size_control, tool_run(call("word " * 500)))
    assert not hits(no_size_control, tool_run())
