"""Rounds of probes against servers that exist only as functions from a probe to an outcome."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from builders import COUNTER, LINES, tool
from hypothesis import given, settings
from hypothesis import strategies as st

from tool_audit.measure import measure
from tool_audit.model import (
    Call,
    Disconnected,
    Json,
    Observation,
    Outcome,
    Probe,
    Refused,
    Replied,
    TimedOut,
    TooLarge,
    ToolFailed,
    ToolSpec,
)
from tool_audit.plan import BREAKDOWNS, Plan, next_round
from tool_audit.plan.gate import decide
from tool_audit.settings import Probing

INTEGER: Json = {"type": "integer"}
TEXT: Json = {"type": "string"}


RIGHT_INPUT = ("repeat", "detail", "limit", "serialization")
"""The experiments that a server should answer; what it should refuse is another matter."""


def plan(*tools: ToolSpec, probing: Probing | None = None, **more: Any) -> Plan:
    return Plan(
        tools={spec.name: spec for spec in tools},
        decisions=decide(tools, probing or Probing()),
        lines={spec.name: LINES for spec in tools},
        **({"experiments": RIGHT_INPUT} | more),
    )


def text(content: str) -> Replied:
    return Replied(result={"content": [{"type": "text", "text": content}]})


def answered(probe: Probe, outcome: Outcome) -> Call:
    return measure(Observation(probe=probe, outcome=outcome, seconds=0.0), COUNTER)


def audit(planned: Plan, server: Callable[[Probe], Outcome], rounds: int = 500) -> tuple[list[Call], Counter[str]]:
    """All calls until nothing more is wanted, and what was left out."""
    calls: list[Call] = []
    for _ in range(rounds):
        batch = next_round(planned, calls)
        assert batch == next_round(planned, tuple(calls)), "the same calls give the same probes"
        if not batch.probes:
            return calls, Counter(batch.left_out)
        calls += [answered(probe, server(probe)) for probe in batch.probes]
    raise AssertionError("no end of calls")


def sent(calls: Sequence[Call], argument: str) -> list[Json]:
    return [call.arguments[argument] for call in calls if argument in call.arguments]


def rows(count: int, width: int = 20) -> Replied:
    return text("[" + ",".join(f'{{"id": {n}, "text": "{"x" * width}"}}' for n in range(count)) + "]")


def test_the_default_calls_of_all_tools_come_before_any_other() -> None:
    planned = plan(tool("list_a", {"limit": INTEGER}), tool("get_b", {"verbose": {"type": "boolean"}}))
    first = next_round(planned, [])
    assert [(p.subject.tool, p.experiment, dict(p.arguments)) for p in first.probes] == [
        ("list_a", "default", {}),
        ("get_b", "default", {}),
    ]


def test_a_tool_that_needs_arguments_is_first_called_without_any() -> None:
    calls, _ = audit(
        plan(tool("get_a", {"id": INTEGER}, required=["id"])),
        lambda probe: text("fine") if probe.arguments else Refused(code=-32602, message="id is missing"),
    )
    assert [(c.observation.probe.experiment, dict(c.arguments)) for c in calls] == [
        ("bare", {}),
        ("default", {"id": 1}),
        ("repeat", {"id": 1}),
    ]


def test_identifiers_come_from_what_other_tools_replied() -> None:
    planned = plan(tool("get_bank", {"bank_id": TEXT}, required=["bank_id"]), tool("list_banks"))

    def server(probe: Probe) -> Outcome:
        if probe.subject.tool == "list_banks":
            return text('{"banks": [{"id": "b1"}, {"id": "b2"}]}')
        known = probe.arguments.get("bank_id") == "b2"
        return text("river") if known else ToolFailed(result={"content": [{"type": "text", "text": "no such bank"}]})

    calls, _ = audit(planned, server)
    asked = sent(calls, "bank_id")
    assert "b2" in asked
    call = next(call for call in calls if call.arguments.get("bank_id") == "b2")
    assert call.observation.probe.origins == {"bank_id": "$.banks[].id of list_banks"}


def test_a_call_that_replies_with_a_failure_is_not_built_upon() -> None:
    spec = tool("get_a", {"id": INTEGER, "verbose": {"type": "boolean"}}, required=["id"])
    calls, _ = audit(plan(spec), lambda _: text("Error: not found"))
    assert {call.observation.probe.experiment for call in calls} <= {"bare", "default"}


def test_equal_calls_are_made_once() -> None:
    spec = tool("list_a", {"limit": {"type": "integer", "default": 10, "maximum": 10}, "verbose": {"type": "boolean"}})
    calls, _ = audit(plan(spec), lambda _: rows(3))
    keys = [call.observation.probe.key for call in calls]
    assert len(keys) == len(set(keys))


def test_no_call_is_made_that_was_not_decided_for() -> None:
    tools = (tool("delete_a"), tool("run_b"), tool("manage", {"action": {"type": "string", "enum": ["list", "drop"]}}))
    calls, _ = audit(plan(*tools), lambda _: text("fine"))
    assert {call.observation.probe.subject.label for call in calls} == {"manage[action=list]"}
    assert set(sent(calls, "action")) == {"list"}


def test_an_action_given_by_the_user_does_not_replace_the_one_that_was_decided_for() -> None:
    spec = tool("manage", {"action": {"type": "string", "enum": ["list", "drop"]}, "id": INTEGER})
    calls, _ = audit(plan(spec, pinned={"manage": {"action": "drop", "id": 4}}), lambda _: text("fine"))
    assert [dict(call.arguments) for call in calls] == [{"action": "list", "id": 4}] * 2


def test_what_the_user_gives_is_in_every_call_and_is_not_varied() -> None:
    spec = tool("search", {"query": TEXT, "limit": INTEGER, "verbose": {"type": "boolean"}}, required=["query"])
    calls, _ = audit(plan(spec, pinned={"search": {"query": "river", "limit": 3}}), lambda _: rows(2))
    assert {(call.arguments["query"], call.arguments["limit"]) for call in calls} == {("river", 3)}
    assert set(sent(calls, "verbose")) == {False, True}


def test_only_the_chosen_experiments_are_made_beside_the_default() -> None:
    spec = tool("list_a", {"limit": INTEGER, "verbose": {"type": "boolean"}})
    calls, _ = audit(plan(spec, experiments=("detail",)), lambda _: rows(2))
    assert {call.observation.probe.experiment for call in calls} == {"default", "detail"}


def test_a_budget_is_kept_and_what_it_left_out_is_counted() -> None:
    members = {"type": "string", "enum": ["full", "brief", "summary", "names"]}
    calls, left_out = audit(plan(tool("list_a", {"detail": members}), max_calls=3), lambda _: rows(2))
    assert len(calls) == 3
    assert left_out == {"list_a": 3}
    calls, left_out = audit(plan(tool("list_a", {"detail": members}), max_calls=6), lambda _: rows(2))
    assert (len(calls), left_out) == (6, {})


def test_the_budget_is_each_tools_own() -> None:
    calls, _ = audit(plan(tool("list_a", {"limit": INTEGER}), tool("list_b"), max_calls=2), lambda _: rows(2))
    assert Counter(call.observation.probe.subject.tool for call in calls) == {"list_a": 2, "list_b": 2}


def test_a_ladder_climbs_until_nothing_more_comes() -> None:
    calls, _ = audit(plan(tool("list_a", {"limit": INTEGER})), lambda p: rows(min(p.arguments.get("limit", 10), 150)))
    assert sent(calls, "limit") == [1, 2, 10, 100, 1000, 10000, 0, -1]


def test_a_ladder_stops_over_the_cap() -> None:
    calls, _ = audit(
        plan(tool("list_a", {"limit": INTEGER})), lambda p: rows(min(p.arguments.get("limit", 10), 5_000), width=600)
    )
    assert sent(calls, "limit") == [1, 2, 10, 100, 0, -1]


def test_a_ladder_stops_at_an_error_and_keeps_to_the_bounds_of_the_schema_but_for_one_step() -> None:
    spec = tool("list_a", {"limit": {"type": "integer", "minimum": 5, "maximum": 50, "default": 20}})
    calls, _ = audit(plan(spec), lambda p: rows(max(p.arguments.get("limit", 20), 0)))
    assert sent(calls, "limit") == [5, 6, 10, 20, 50, 51, 0, -1]
    refusing = Refused(code=-32602, message="too many")
    calls, _ = audit(
        plan(spec), lambda p: refusing if p.arguments.get("limit", 0) > 6 else rows(p.arguments.get("limit", 3))
    )
    assert sent(calls, "limit") == [5, 6, 10, 51, 0, -1]


def test_a_tool_that_breaks_the_server_twice_is_left_alone() -> None:
    planned = plan(tool("list_a", {"limit": INTEGER}), tool("list_b", {"id": INTEGER}, required=["id"]))

    def server(probe: Probe) -> Outcome:
        return rows(1) if probe.subject.tool == "list_a" else Disconnected(reason="the server ended")

    calls, _ = audit(planned, server)
    made = Counter(call.observation.probe.subject.tool for call in calls)
    assert made["list_b"] == 2 * BREAKDOWNS  # each once more, alone
    assert made["list_a"] > 5


def test_values_that_no_bound_tames_are_no_obstacle() -> None:
    odd = [{"maximum": float("inf")}, {"minimum": 9, "maximum": 3}, {"default": -5}, {"default": 0}, {"maximum": 1e300}]
    for bounds in odd:
        audit(plan(tool("list_a", {"limit": {"type": "integer", **bounds}})), lambda _: rows(2))


_OUTCOMES = st.sampled_from(
    [
        rows(1),
        rows(30),
        text(""),
        text("Error: no such thing; available: red, green"),
        text('{"ids": [1, 2, 3], "names": ["a", "b"], "success": false}'),
        text('{"things": [{"id": 5, "name": "x", "path": "/srv/x"}]}'),
        text("x" * 60_000),
        Replied(result=None),
        ToolFailed(result={"content": [{"type": "text", "text": "kind must be one of: red, green"}]}),
        Refused(code=-32602, message="missing id"),
        TimedOut(limit=1),
        Disconnected(reason="ended"),
        TooLarge(limit=1),
    ]
)
_PROPERTIES = st.dictionaries(
    st.sampled_from(
        ["limit", "thing_id", "detail", "format", "max_tokens", "query", "verbose", "path", "kind", "rows"]
    ),
    st.sampled_from(
        [
            INTEGER,
            TEXT,
            {"type": "boolean"},
            {"type": "string", "enum": ["full", "brief", "json"]},
            {"type": "array", "items": {"type": "object", "required": ["id"], "properties": {"id": INTEGER}}},
            {"type": "number", "minimum": 0.5, "maximum": 3},
            {"type": "integer", "default": 7, "maximum": 500},
            {},
        ]
    ),
    max_size=6,
)


@settings(max_examples=120, deadline=None)
@given(data=st.data(), properties=st.lists(_PROPERTIES, min_size=1, max_size=3), most=st.integers(0, 25))
def test_whatever_a_server_answers_the_audit_ends_within_its_budget(
    data: st.DataObject, properties: list[dict[str, Json]], most: int
) -> None:
    tools = [
        tool(f"get_thing{n}", declared, required=data.draw(st.lists(st.sampled_from([*declared, "limit"]), max_size=3)))
        for n, declared in enumerate(properties)
    ]
    calls, _ = audit(plan(*tools, max_calls=most), lambda _: data.draw(_OUTCOMES), rounds=100)
    made = Counter(call.observation.probe.subject for call in calls)
    assert all(count <= most for count in made.values())
    keys = [call.observation.probe.key for call in calls]
    assert len(keys) == len(set(keys))


def test_probes_do_not_depend_on_how_long_calls_took() -> None:
    planned = plan(tool("list_a", {"limit": INTEGER}))
    calls = [answered(probe, rows(5)) for probe in next_round(planned, []).probes]
    slower = [replace(call, observation=replace(call.observation, seconds=9.0)) for call in calls]
    assert next_round(planned, calls) == next_round(planned, slower)


def test_what_a_reply_offers_that_says_that_it_failed_is_tried() -> None:
    spec = tool("query_graph", {"pattern": TEXT}, required=["pattern"])

    def server(probe: Probe) -> Outcome:
        if probe.arguments.get("pattern") == "callers_of":
            return rows(3)
        return text('{"status": "error", "error": "Unknown pattern. Available: [\'callers_of\', \'tests_of\']"}')

    calls, _ = audit(plan(spec), server)
    assert "callers_of" in sent(calls, "pattern")


def test_each_tool_s_calls_are_found_at_once_among_those_of_thousands() -> None:
    few, many = (plan(*(tool(f"get_{n}") for n in range(count))) for count in (500, 4_000))
    seconds = []
    for planned in (few, many):
        calls = [answered(probe, text("x")) for probe in next_round(planned, []).probes]
        started = time.process_time()
        next_round(planned, calls)
        seconds.append(time.process_time() - started)
    assert seconds[1] < 20 * max(seconds[0], 0.05)  # 8 times as long; 64 where each looks at all


CODES = "Alerts of a country, as a two-letter code (DE, PT, NO, IT)."


def alerts(probe: Probe) -> Outcome:
    return text('{"alerts": ["Storm"]}' if probe.arguments.get("region") == "NO" else '{"alerts": []}')


def test_what_a_description_names_is_tried_where_nothing_comes_without() -> None:
    spec = tool("get_alerts", {"region": {"type": "string", "default": "DE"}}, description=CODES)
    calls, _ = audit(plan(spec, experiments=("repeat",)), alerts)
    asked = [call for call in calls if call.observation.probe.experiment == "default"]
    assert [dict(call.arguments) for call in asked] == [{}, {"region": "PT"}, {"region": "NO"}]
    assert asked[-1].observation.probe.origins == {"region": "where nothing comes without: named in the description"}


def test_what_a_description_names_is_not_tried_where_a_call_without_it_tells_or_fails() -> None:
    spec = tool("get_alerts", {"region": {"type": "string", "default": "DE"}}, description=CODES)
    for outcome in (rows(3), Refused(code=-32603, message="broken")):
        calls, _ = audit(plan(spec, experiments=("repeat",)), lambda _, outcome=outcome: outcome)
        assert sent(calls, "region") == []


def test_a_tool_that_may_write_is_not_called_again_with_what_a_description_names() -> None:
    spec = tool("send_alerts", {"region": {"type": "string", "default": "DE"}}, description=CODES)
    probing = Probing(allow=("send_alerts",))
    calls, _ = audit(plan(spec, probing=probing, experiments=("repeat",)), alerts)
    assert sent(calls, "region") == []
