"""Flags bounds that the schema declares and the server does not keep."""

import re
from collections.abc import Iterator
from typing import Any

from tool_audit.model import Call, Confidence, Hit, Json, Severity, SweepKind, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._same import item_count, reply_to, same, size_words
from tool_audit.rules._sizes import is_number, measured, shown
from tool_audit.rules._variations import arguments_everywhere, variations
from tool_audit.schema import Argument

_LONG = 40


@tool_rule(group="D", severity=Severity.WARNING, confidence=Confidence.PROVEN)
def bound_not_enforced(run: ToolRun, _: object) -> Iterator[Hit]:
    """A value outside the declared bounds is taken as it is."""
    base = measured(run.default)
    if run.default is None or base is None or base.reads_failed:
        return
    for argument in arguments_everywhere(run):
        for value, call in variations(run, argument):
            reply, bound = measured(call), _bound(argument, value)
            if reply is None or bound is None or reply.reads_failed:
                continue
            proof = _used(run, argument, value, call)
            if proof is None:
                continue
            yield Hit(
                message=(
                    f"The schema bounds {argument.name} ({bound}), and {_short(value)} is taken as it is:"
                    f" {size_words(call)}{proof[0]}."
                ),
                calls=(*proof[1], call),
                advice=f"Check {argument.name} against the schema, and refuse what is outside with -32602.",
                argument=argument.name,
                confidence=None if proof[1] else Confidence.SEEN,
            )
            break


def _bound(argument: Argument, value: Json) -> str | None:
    """Return the bound that a value breaks, as the schema writes it, or None."""
    schema = argument.schema
    if is_number(value):
        if argument.maximum is not None and value > argument.maximum:
            return f"maximum {argument.maximum:,}"
        if argument.minimum is not None and value < argument.minimum:
            return f"minimum {argument.minimum:,}"
    most: Any
    most, pattern = schema.get("maxItems"), schema.get("pattern")
    if isinstance(value, list) and is_number(most) and len(value) > most:
        return f"maxItems {most:,}"
    if isinstance(value, str) and isinstance(pattern, str) and "string" in argument.types:
        try:
            return None if re.search(pattern, value[:200]) else f"pattern {pattern[:60]}"
        except re.error:
            return None
    return None


def _used(run: ToolRun, argument: Argument, value: Json, call: Call) -> tuple[str, tuple[Call, ...]] | None:
    """Return what shows that a value was neither replaced nor clamped, and the call it is seen against, or None."""
    if run.default is None or (same(run, run.default, call) is not False and item_count(call) != 0):
        return None  # as if it had been left out
    if not is_number(value):
        return ", another reply than the default's", (run.default,)
    bound = argument.maximum if argument.maximum is not None and value > argument.maximum else argument.minimum
    at_bound = reply_to(run, argument, int(bound)) if bound is not None else None
    if argument.kind is SweepKind.COUNT:
        given = item_count(call)
        if value < 1:
            usual = item_count(run.default)
            return (", as asked", ()) if value == 0 and given == 0 and usual else None
        return (
            (", more than the maximum allows", ())
            if given is not None and bound is not None and given > bound
            else None
        )
    if at_bound is None or same(run, at_bound, call) is not False:
        return None
    return f"; {shown(bound)} gives {size_words(at_bound)}", (at_bound,)


def _short(value: Json) -> str:
    text = shown(value)
    return text if len(text) <= _LONG else f"{text[:_LONG]}..."
