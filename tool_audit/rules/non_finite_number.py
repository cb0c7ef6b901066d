"""Flags NaN and Infinity written as JSON numbers, which strict readers refuse together with the whole reply."""

import json
import math
from collections.abc import Iterator, Mapping

from tool_audit.model import ABSENT, Confidence, Hit, Json, Measurement, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._json_text import is_file_text, json_texts
from tool_audit.rules._replies import distinct_replies


@tool_rule(group="F", severity=Severity.ERROR, confidence=Confidence.SEEN)
def non_finite_number(run: ToolRun, _options: object) -> Iterator[Hit]:
    """JSON text holds NaN or Infinity, which JSON does not have."""
    shown = [(call, place) for call, reply in distinct_replies(run) if (place := _first(run, reply))]
    if not shown:
        return
    call, (where, path, literal, count) = shown[0]
    total = "" if count == 1 else f", the first of {count:,}"
    yield Hit(
        message=(
            f"{where} holds {literal} at {path}{total}: JSON has no such number,"
            " and a strict reader refuses the whole document."
        ),
        calls=(call,),
        advice="Write null (in Python: replace what is not finite, and serialize with allow_nan=False).",
    )


def _first(run: ToolRun, measurement: Measurement) -> tuple[str, str, str, int] | None:
    """Return where the first such number stands: which part of the reply, its path, its literal, how many there are."""
    for found in json_texts(measurement):
        if ("NaN" in found.text or "Infinity" in found.text) and not is_file_text(run.tool, found.value):
            count = _literals(found.text)
            place = _place(found.value) if count else None
            if place is not None:
                return ("The JSON text", *place, count)
    if measurement.structured is not ABSENT and not _strict(measurement.structured):
        place = _place(measurement.structured)
        if place is not None:
            return ("structuredContent", *place, 1)
    return None


def _literals(text: str) -> int:
    found: list[str] = []
    json.loads(text, parse_constant=found.append)
    return len(found)


def _strict(value: Json) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return False
    except RecursionError:
        return True
    return True


def _place(root: Json) -> tuple[str, str] | None:
    """Return the path and the literal of the first number in the value that is not finite."""
    stack: list[tuple[str, Json]] = [("$", root)]
    while stack:
        path, node = stack.pop()
        if isinstance(node, Mapping):
            stack.extend((f"{path}.{key}", member) for key, member in reversed(list(node.items())))
        elif isinstance(node, list):
            stack.extend((f"{path}[{at}]", node[at]) for at in range(len(node) - 1, -1, -1))
        elif isinstance(node, float) and not math.isfinite(node):
            return path, "NaN" if math.isnan(node) else "Infinity" if node > 0 else "-Infinity"
    return None
