"""Flags replies that carry their data twice: as text and as structuredContent."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from tool_audit.model import ABSENT, Call, Confidence, Hit, Json, Measurement, ServerRun, Severity, ToolRun
from tool_audit.rule import server_rule
from tool_audit.rules._json_text import json_texts, parse
from tool_audit.rules._replies import count_tools, worst_by_tool


@dataclass(frozen=True)
class Options:
    chars: int = 500


@server_rule(group="F", severity=Severity.INFO, confidence=Confidence.SEEN, options=Options)
def duplicated_structured(run: ServerRun, options: Options) -> Iterator[Hit]:
    """Text blocks carry the same data as structuredContent."""
    worst = [one for one in worst_by_tool(run, _sent_twice) if one.waste >= options.chars]
    if not worst:
        return
    text = sum(one.measurement.text_chars for one in worst)
    structured = sum(one.measurement.structured_chars for one in worst)
    whose = "the largest such reply" if len(worst) == 1 else "the largest such reply of each, together,"
    yield Hit(
        message=(
            f"{count_tools(worst, 'sends its', 'send their')} data twice: {whose} has {text:,} characters of text and"
            f" {structured:,} of structuredContent, {text + structured:,} in all, with the same data."
            " The protocol advises this; what it costs depends on which of the two the client shows."
        ),
        tools=tuple(one.run.name for one in worst),
        calls=tuple(one.call for one in worst[:6]),
        advice="Keep both small; where structuredContent is served, the text can be a compact form of the same data.",
    )


def _sent_twice(_run: ToolRun, _call: Call, measurement: Measurement) -> int:
    """How many characters the smaller of the two copies has; 0 where they are not the same data."""
    structured = measurement.structured
    if structured is ABSENT or not measurement.blocks:
        return 0
    # Frameworks wrap what is no object into one member; an envelope can stand around either copy, not around both.
    readings = _readings(measurement)
    same = any(_same(reading, structured) for reading in readings) or any(
        _same(reading, member) for reading in readings for member in _members(structured)
    )
    if same or any(_same(member, structured) for reading in readings for member in _members(reading)):
        return min(measurement.text_chars, measurement.structured_chars)
    return 0


def _readings(measurement: Measurement) -> list[Json]:
    """Return what the text can be read as: itself, its JSON values, one value a block, JSON behind a heading."""
    text = measurement.text
    values = [found.value for found in json_texts(measurement)]
    readings: list[Json] = [text, *values[:1], values]
    if len(measurement.blocks) > 1:
        parsed = [(block, parse(block)) for block in measurement.blocks]
        readings.append([block if value is ABSENT else value for block, value in parsed])
    starts = [at for at in (text.find("{"), text.find("[")) if at >= 0]
    if starts and not values:
        with suppress(ValueError, RecursionError):
            readings.append(json.JSONDecoder().raw_decode(text, min(starts))[0])
    return readings


def _members(value: Json) -> list[Json]:
    """Return what can be the payload in an envelope: the only member, else those that are objects or lists."""
    if not isinstance(value, Mapping):
        return []
    return [member for member in value.values() if len(value) == 1 or isinstance(member, Mapping | list)]


def _same(one: Json, other: Json) -> bool:
    if one in ({}, [], "") or type(one) is not type(other):
        return False
    try:
        return bool(one == other)
    except RecursionError:
        return False
