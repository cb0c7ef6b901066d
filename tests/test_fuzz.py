"""No list of tools and no reply, however broken, ends in a traceback: the whole way from the list to every report.

`TOOL_AUDIT_FUZZ=N pytest -m fuzz tests/test_fuzz.py` tries N servers in place of the usual number.
"""

import copy
import io
import json
import os
import random
from datetime import date
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tool_audit.audit import report_of
from tool_audit.listing import listing_from_json
from tool_audit.measure import load_counter, measure
from tool_audit.model import (
    Call,
    Disconnected,
    Json,
    NoReply,
    Observation,
    Outcome,
    Probe,
    Refused,
    Replied,
    ServerSpec,
    TimedOut,
    TooLarge,
    ToolFailed,
    TransportKind,
)
from tool_audit.plan import next_round
from tool_audit.planned import plan_of
from tool_audit.record import Recording, Writer, read_record
from tool_audit.report import RENDERERS
from tool_audit.settings import Policy, Probing, Settings

EXAMPLES = int(os.environ.get("TOOL_AUDIT_FUZZ", "60"))
MOST_ROUNDS = 30
COUNTER = load_counter()
TODAY = date(2026, 1, 1)
SPEC = ServerSpec(name="fuzz", transport=TransportKind.STDIO, command=("fuzz",))

ODD: tuple[Json, ...] = (
    None, True, False, 0, -1, 5, 10**30, 1.5, float("nan"), float("inf"), "", "x", "5", "\ud800", "\x1b[31m", "날짜",
    "2024-02-30", "a" * 5_000, "```\n|x|", "<b>&amp;</b>", [], {}, [[]], [{}], [None, 1, "a"], {"": None}, {"type": {}},
    {"$ref": "#"}, {"$ref": "#/nowhere"}, {"anyOf": []}, {"total": -5, "items": []}, {"next_cursor": []}, [1] * 300,
)  # fmt: skip

LIMIT = {"type": "integer", "default": 10, "minimum": 1, "maximum": 100, "description": "How many (default 10)."}
TOOLS: tuple[Json, ...] = (
    {
        "name": "list_orders",
        "description": "List orders. Returns at most `limit` of them; pass `cursor` for more.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "limit": LIMIT,
                "cursor": {"type": "string"},
                "status": {"enum": ["open", "closed"]},
                "detail": {"type": "string", "enum": ["full", "summary", "ids"], "default": "full"},
                "since": {"type": "string", "format": "date"},
            },
        },
        "outputSchema": {"type": "object", "properties": {"orders": {"type": "array"}}, "required": ["orders"]},
        "annotations": {"readOnlyHint": True},
    },
    {
        "name": "search",
        "description": 'Search for a text, e.g. "apple". 기본값 20.',
        "inputSchema": {
            "type": "object",
            "properties": {
                "query": {"type": "string", "examples": ["apple"]},
                "max_tokens": {"type": "integer", "default": 4096},
                "options": {"type": "object", "properties": {"limit": LIMIT, "verbose": {"type": "boolean"}}},
                "format": {"type": "string", "enum": ["json", "markdown", "csv"]},
            },
            "required": ["query"],
            "additionalProperties": False,
        },
    },
    {
        "name": "get_order",
        "description": "Get one order by its id.",
        "inputSchema": {"type": "object", "properties": {"order_id": {"type": "string"}}, "required": ["order_id"]},
    },
    {
        "name": "manage",
        "description": "Manage orders. action: list, get, delete.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "action": {"type": "string", "enum": ["list", "get", "delete"]},
                "page": {"type": "integer", "default": 1},
                "per_page": {"type": "integer"},
            },
            "required": ["action"],
        },
    },
    {
        "name": "delete_order",
        "description": "Delete an order.",
        "inputSchema": {"type": "object", "properties": {"order_id": {"type": "string"}}, "required": ["order_id"]},
        "annotations": {"destructiveHint": True},
    },
)


def orders(count: int) -> list[Json]:
    return [
        {"id": f"o-{n}", "name": f"order {n}", "made": f"2026-01-{n % 28 + 1:02}", "price": n} for n in range(count)
    ]


def texts(count: int) -> list[str]:
    rows = orders(count)
    return [
        json.dumps({"orders": rows, "total": 99, "next_cursor": "c-2", "has_more": True}, ensure_ascii=bool(count % 2)),
        json.dumps(rows, indent=2),
        "\n".join(json.dumps(row) for row in rows),
        "| id | name |\n|---|---|\n" + "\n".join(f"| {row['id']} | {row['name']} |" for row in rows),
        "id,name\n" + "\n".join(f"{row['id']},{row['name']}" for row in rows),
        "<orders total='99'>" + "".join(f"<order id='{row['id']}'>{row['name']}</order>" for row in rows) + "</orders>",
        "\n".join(f"{n}. {row['name']} ({row['id']})" for n, row in enumerate(rows, 1)) + "\n... 37 more",
        "".join(f"## {row['id']}\nname: {row['name']}\n\n" for row in rows) + "Showing 1-5 of 99",
        "\n".join(f"- id: {row['id']}\n  name: {row['name']}" for row in rows),
        "Error: limit must be between 1 and 100",
        json.dumps({"success": False, "error": {"code": 404, "message": "not found"}}),
        "Traceback (most recent call last):\n  File \"x.py\", line 1, in f\nKeyError: 'order_id'",
        "결과 외 37건 잘렸습니다",
        "",
    ]


def mutated(value: Json, chance: random.Random) -> Json:
    """The value with one place changed: another value, no value, twice, renamed, or a text cut and stirred."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice(list(value))
        how = chance.random()
        if how < 0.12:
            return {name: inner for name, inner in value.items() if name != key}
        if how < 0.2:
            return {**value, chance.choice(["", "limit", "total", "type", "items", "\n"]): chance.choice(ODD)}
        return {**value, key: mutated(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.85:
        place = chance.randrange(len(value))
        how = chance.random()
        if how < 0.15:
            return value[:place]
        if how < 0.3:
            return value + value[place:]
        return [*value[:place], mutated(value[place], chance), *value[place + 1 :]]
    if isinstance(value, str) and value and chance.random() < 0.7:
        start, end = sorted((chance.randrange(len(value)), chance.randrange(len(value))))
        new = chance.choice(
            ["", value[start:end] * 3, "\\", '"', "}", "|", "\n", "\r", "\x00", "-", "9" * 400, "<", "%s"]
        )
        return value[:start] + new + value[end:]
    return copy.deepcopy(chance.choice(ODD))


def often(value: Json, chance: random.Random, most: int) -> Json:
    for _ in range(chance.randrange(most + 1)):
        value = mutated(value, chance)
    return value


def answer(probe: Probe, chance: random.Random, style: int) -> Outcome:
    how = chance.random()
    if how < 0.03:
        others = [
            Refused(
                code=chance.choice([-32602, -32603, 0, 500]), message=chance.choice(texts(2)), data=chance.choice(ODD)
            ),
            TimedOut(limit=30.0),
            Disconnected(reason="it exited with 1", exit_code=1, stderr=("KeyError",)),
            TooLarge(limit=64),
            NoReply(reason="turned away"),
        ]
        return chance.choice(others)
    limit = probe.arguments.get("limit")
    count = min(limit, 40) if isinstance(limit, int) and limit > 0 else 12
    all_texts = texts(count)
    text = all_texts[style % len(all_texts)] if how < 0.85 else chance.choice(all_texts)
    result: Any = {"content": [{"type": "text", "text": text}]}
    if style % 3 == 0:
        result["structuredContent"] = {"orders": orders(count)}
    if style % 5 == 0:
        result["content"] += [{"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}, *result["content"]]
    if how > 0.5:
        result = often(result, chance, 3)
    return ToolFailed(result=result) if chance.random() < 0.1 else Replied(result=result)


def audited(chance: random.Random, given_settings: Settings) -> tuple[Recording, list[Call]]:
    tools = [often(copy.deepcopy(chance.choice(TOOLS)), chance, 4) for _ in range(chance.randrange(1, 5))]
    listing = listing_from_json({"tools": tools}, "fuzz")
    plan = plan_of(listing.tools, SPEC, given_settings)
    calls: list[Call] = []
    for _ in range(MOST_ROUNDS):
        probes = next_round(plan, calls).probes
        if not probes:
            break
        for probe in probes:
            outcome = answer(probe, chance, style=crc32(probe.subject.tool.encode("utf-8", "replace")) % 40)
            seen = Observation(probe=probe, outcome=outcome, seconds=0.1, bytes=chance.randrange(9_999))
            calls.append(measure(seen, COUNTER))
    recording = Recording(spec=SPEC, date=TODAY.isoformat(), listing=listing, decisions=plan.decisions, complete=True)
    recording.observations += [call.observation for call in calls]
    return recording, calls


@pytest.mark.fuzz
@pytest.mark.timeout(0)
@given(st.integers(0, 2**63), st.booleans())
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), report_multiple_bugs=False)
def test_no_server_ends_in_a_traceback(tmp_path_factory: pytest.TempPathFactory, seed: int, writes: bool) -> None:
    chosen = Settings(probing=Probing(allow=("*",), allow_writes=writes), policy=Policy(show_indicated=True))
    recording, calls = audited(random.Random(seed), chosen)
    report = report_of([(recording, calls)], (), chosen, COUNTER, TODAY)
    assert report.failures == ()
    for render in RENDERERS.values():
        assert isinstance(render(report), str)

    file = io.StringIO()
    writer = Writer(file)
    writer.begin(recording)
    for observation in recording.observations:
        writer.observe(observation)
    writer.end(recording)
    path = tmp_path_factory.mktemp("record") / "fuzz.jsonl"
    path.write_text(file.getvalue(), encoding="utf-8")
    again = report_of([(read_record(path), None)], (), chosen, COUNTER, TODAY)
    assert RENDERERS["json"](again) == RENDERERS["json"](report)
