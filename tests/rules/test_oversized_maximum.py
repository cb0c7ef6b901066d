from builders import call, hits, sweep, tool, tool_run

from tool_audit.model import Lines, SweepKind, TooLarge
from tool_audit.rules.oversized_maximum import oversized_maximum

LIMIT = {"limit": {"type": "integer", "default": 20, "minimum": 1, "maximum": 1000}}
LINES = Lines(client="sample-client", cap_tokens=None, cap_chars=1_000, warn_tokens=10_000)


def counted(sizes, properties=LIMIT, default_size=200):
    calls = {n: call("x" * size, arguments={"limit": n}) for n, size in sizes.items()}
    spec = tool(properties=properties)
    return tool_run(call("x" * default_size), spec=spec, sweeps=[sweep("limit", SweepKind.COUNT, calls)], lines=LINES)


def test_the_declared_maximum_over_the_cap_fires_and_offers_the_largest_that_fits():
    (hit,) = hits(oversized_maximum, counted({1: 10, 50: 500, 1000: 10_000}))
    assert hit.argument == "limit"
    assert "limit=1000, which the schema allows, answers with 10,000 characters" in hit.message
    assert [c.arguments for c in hit.send] == [{"limit": 50}]
    assert hit.advice == "send limit=50: 500 characters"


def test_the_fullest_detail_over_the_cap_fires():
    spec = tool(properties={"detail": {"type": "string", "enum": ["ids", "full"]}})
    levels = sweep("detail", SweepKind.DETAIL, {"full": call("x" * 5_000, arguments={"detail": "full"})})
    (hit,) = hits(oversized_maximum, tool_run(call("x" * 50), spec=spec, sweeps=[levels], lines=LINES))
    assert hit.advice == "leave detail out: 50 characters"


def test_a_reply_too_large_to_be_read_counts_as_over_the_cap():
    huge = call(outcome=TooLarge(limit=2**20), arguments={"limit": 1000})
    run = tool_run(call("x"), spec=tool(properties=LIMIT), sweeps=[sweep("limit", SweepKind.COUNT, {1000: huge})])
    assert hits(oversized_maximum, run)


def test_values_that_the_schema_forbids_prove_nothing():
    assert not hits(oversized_maximum, counted({1: 10, 10_000: 10_000, -1: 10_000, 0: 10_000}))
    assert not hits(oversized_maximum, counted({-1: 10_000}, properties={"limit": {"type": "integer"}}))


def test_a_default_over_the_cap_is_another_finding():
    assert not hits(oversized_maximum, counted({1000: 10_000}, default_size=2_000))


def test_the_boundary_is_the_cap_itself():
    assert not hits(oversized_maximum, counted({1000: 1_000}))
    assert hits(oversized_maximum, counted({1000: 1_001}))


def test_a_tool_whose_default_never_answered_is_silent():
    large = sweep("limit", SweepKind.COUNT, {1000: call("x" * 9_000, arguments={"limit": 1000})})
    assert not hits(oversized_maximum, tool_run(spec=tool(properties=LIMIT), sweeps=[large], lines=LINES))
