import json
from dataclasses import replace

from builders import call, hits, refused, sweep, tool, tool_run

from tool_audit.model import Confidence, SweepKind, TooLarge
from tool_audit.rules.no_upper_bound import no_upper_bound

ROW = len('{"id": "row-00000"}, ')


def rows(count):
    return json.dumps({"items": [{"id": f"row-{n:05}"} for n in range(count)]})


def limited(store, limits, schema=None, reply=rows, default=10, **spec):
    calls = {n: call(reply(min(n, store)), arguments={"limit": n}) for n in limits}
    properties = {"limit": {"type": "integer"} | (schema or {})}
    return tool_run(
        call(reply(min(default, store))),
        spec=tool(properties=properties, **spec),
        sweeps=[sweep("limit", SweepKind.COUNT, calls)],
    )


def test_growth_up_to_the_largest_value_is_reported_with_projections():
    (hit,) = hits(no_upper_bound, limited(10_000, [1, 10, 100]))
    assert hit.argument == "limit"
    assert "grows in proportion at 100, the largest value tried" in hit.message
    assert f"about {ROW} for each item" in hit.message
    assert f"{len(rows(1_000)):,} at 1,000" in hit.message
    assert f"{len(rows(10_000)):,} at 10,000" in hit.message


def test_the_projections_are_an_option():
    (hit,) = hits(no_upper_bound, limited(10_000, [1, 10, 100]), projected=(500,))
    assert f"so about {len(rows(500)):,} at 500." in hit.message


def test_nothing_is_projected_below_what_was_tried_nor_beyond_what_there_is():
    (hit,) = hits(no_upper_bound, limited(50_000, [10, 1_000]))
    assert " at 1,000 and " not in hit.message
    assert f"so about {len(rows(10_000)):,} at 10,000." in hit.message
    every = call(rows(2_000), arguments={"limit": -1})
    some = limited(2_000, [1, 10, 100])
    (hit,) = hits(no_upper_bound, replace(some, calls=(*some.calls, every)))
    assert hit.message.endswith(f"so about {len(rows(1_000)):,} at 1,000.")
    few = limited(150, [1, 10, 100])
    (hit,) = hits(no_upper_bound, replace(few, calls=(*few.calls, call(rows(150), arguments={"limit": -1}))))
    assert hit.message.endswith(f"about {ROW} for each item.")


def test_a_declared_maximum_is_a_bound():
    assert not hits(no_upper_bound, limited(10_000, [1, 10, 100], {"maximum": 100}))


def test_a_maximum_in_prose_is_believed_until_more_was_served():
    schema = {"description": "How many to return, at most 200."}
    assert not hits(no_upper_bound, limited(10_000, [1, 10, 200], schema))
    assert hits(no_upper_bound, limited(10_000, [1, 10, 200, 500], schema))


def test_growth_that_ended_with_the_data_or_at_a_clamp_is_silent():
    assert not hits(no_upper_bound, limited(12, [1, 10, 100]))
    assert not hits(no_upper_bound, limited(50, [1, 10, 100]))


def test_a_larger_value_that_was_refused_shows_a_bound():
    run = limited(10_000, [1, 10, 100])
    (one,) = run.sweeps
    refusal = refused("limit must be 100 or less", arguments={"limit": 1_000})
    bounded = replace(one, values=(*one.values, 1_000), calls=(*one.calls, refusal))
    assert not hits(no_upper_bound, replace(run, sweeps=(bounded,)))
    huge = call(outcome=TooLarge(limit=2**20), arguments={"limit": 1_000})
    endless = replace(one, values=(*one.values, 1_000), calls=(*one.calls, huge))
    assert hits(no_upper_bound, replace(run, sweeps=(endless,)))


def test_the_boundary_is_nine_tenths_of_the_growth():
    assert hits(no_upper_bound, limited(91, [10, 100]))
    assert not hits(no_upper_bound, limited(90, [10, 100]))
    assert hits(no_upper_bound, limited(90, [10, 100]), proportion=0.8)


def test_values_below_the_default_show_nothing_about_what_is_above():
    assert not hits(no_upper_bound, limited(10_000, [1, 2, 5], default=10))


def test_growth_of_a_text_without_items_is_seen_by_its_characters():
    def prose(count):
        return "so it goes " * count

    assert hits(no_upper_bound, limited(10_000, [1, 10, 100], reply=prose))
    assert not hits(no_upper_bound, limited(30, [1, 10, 100], reply=prose))
    assert not hits(no_upper_bound, limited(10_000, [10, 100], reply=prose))


def test_an_empty_search_and_a_single_value_are_silent():
    assert not hits(no_upper_bound, limited(0, [1, 10, 100]))
    assert not hits(no_upper_bound, limited(10_000, [100]))


def test_other_kinds_of_arguments_are_not_judged():
    run = limited(10_000, [1, 10, 100])
    (one,) = run.sweeps
    assert not hits(no_upper_bound, replace(run, sweeps=(replace(one, kind=SweepKind.SIZE),)))


def test_a_volatile_tool_is_only_indicated():
    (hit,) = hits(no_upper_bound, replace(limited(10_000, [1, 10, 100]), volatile=True))
    assert hit.confidence is Confidence.INDICATED
