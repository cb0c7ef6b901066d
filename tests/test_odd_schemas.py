"""No schema is so odd that a plan, a rule or a report ends in a traceback: each is tried under telling names."""

import itertools
from datetime import date

import pytest

from tool_audit.audit import listed, report_of
from tool_audit.listing import listing_from_json
from tool_audit.measure import load_counter, measure
from tool_audit.model import Json, Observation, Replied, ServerSpec, TransportKind
from tool_audit.plan import next_round
from tool_audit.planned import plan_of
from tool_audit.record import Recording
from tool_audit.report.json import render_json
from tool_audit.report.markdown import render_markdown
from tool_audit.report.terminal import render_terminal
from tool_audit.settings import Settings

SCALARS: tuple[Json, ...] = (None, True, 5, -1, 1.5, int("9" * 4000), float("inf"), float("nan"), "", "x", "\ud800")
CONTAINERS: tuple[Json, ...] = ([], {}, [None], [[]], [{}], ["x", None, 5], {"a": 1}, {"type": []})
KEYWORDS = (
    "type enum const default examples example minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength "
    "maxLength minItems maxItems pattern format anyOf oneOf allOf not items prefixItems properties required "
    "additionalProperties patternProperties propertyNames description title $ref $defs $schema $id if deprecated"
).split()
NAMES = ("limit", "detail", "format", "action", "path", "user_id", "cursor", "query", "max_tokens", "date")

EVERYTHING = (*SCALARS, *CONTAINERS)


def odd(keyword: str) -> list[Json]:
    """Tools whose arguments, and whose schemas, have every odd value under a keyword."""
    tools: list[Json] = []
    numbers = itertools.count()
    for value, typed in itertools.product(EVERYTHING, ({}, {"type": "integer"}, {"type": "string"}, {"type": "array"})):
        number = next(numbers)
        name = NAMES[number % len(NAMES)]
        argument = {**typed, keyword: value}
        required = [name] if number % 2 else []
        schema = {
            "type": "object",
            "properties": {name: argument, "other": {"anyOf": [argument]}},
            "required": required,
        }
        tools.append({"name": f"get_{number}", "description": "Gets.", "inputSchema": schema})
    for value in EVERYTHING:
        schema = {"type": "object", "properties": {"limit": {}}, keyword: value}
        tools.append({"name": f"list_{next(numbers)}", "inputSchema": schema, "annotations": {"readOnlyHint": value}})
        tools.append({"name": f"list_{next(numbers)}", "inputSchema": value, "outputSchema": value, "_meta": value})
    return tools


@pytest.mark.hostile
@pytest.mark.parametrize("keyword", KEYWORDS)
def test_no_schema_is_too_odd_to_be_planned_called_judged_and_reported(keyword: str) -> None:
    settings = Settings()
    counter = load_counter()
    listing = listing_from_json({"tools": odd(keyword)}, "odd")
    spec = ServerSpec(name="odd", transport=TransportKind.STDIO, command=("odd",))
    plan = plan_of(listing.tools, spec, settings)
    answer = {"content": [{"type": "text", "text": '{"items": [{"id": "a1", "name": "b"}]}'}]}
    calls = []
    for _ in range(3):
        for probe in next_round(plan, calls).probes:
            seen = Observation(probe=probe, outcome=Replied(result=answer), seconds=0.1, bytes=99)
            calls.append(measure(seen, counter))
    recording = Recording(spec=spec, date="2026-01-01", listing=listing, decisions=plan.decisions, complete=True)
    static = listed("odd", {"tools": odd(keyword)}, settings, date(2026, 1, 1))
    report = report_of([(recording, calls), (static, None)], (), settings, counter, date(2026, 1, 1))
    assert render_json(report)
    assert render_markdown(report)
    assert render_terminal(report, width=100, color=False, unicode=True, verbose=True)
