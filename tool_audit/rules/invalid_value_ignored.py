"""Flags impossible values that are taken for another one, or for none at all."""

from collections.abc import Iterator
from datetime import date

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Call, Confidence, Hit, Json, Severity, SweepKind, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._empty import finds_nothing
from tool_audit.rules._promises import promises_fallback
from tool_audit.rules._same import holds_something, no_list_inside, same, size_words
from tool_audit.rules._sizes import is_number, measured, shown
from tool_audit.rules._variations import arguments_everywhere, sent_in, variations
from tool_audit.schema import Argument

_LIKE_A_DATE = lazy_re.compile(r"(\d{4})-(\d\d)-(\d\d)")


@tool_rule(group="D", severity=Severity.ERROR, confidence=Confidence.PROVEN)
def invalid_value_ignored(run: ToolRun, _: object) -> Iterator[Hit]:
    """An impossible value answers as if it had been left out, or as another value."""
    base = measured(run.default)
    if run.default is None or base is None or not holds_something(base) or no_list_inside(base):
        return
    for argument in arguments_everywhere(run):
        if argument.pages or promises_fallback(argument, run.tool):
            continue
        pairs = variations(run, argument)
        valid = [(value, call) for value, call in pairs if _impossible(argument, value) is None and measured(call)]
        if valid and all(same(run, run.default, call) for _, call in valid):
            continue  # it changes nothing whatever is sent: another finding, or too little data
        for value, call in pairs:
            kind = _impossible(argument, value)
            taken = _taken_for(run, argument, call, valid) if kind is not None else None
            if taken is not None:
                yield Hit(
                    message=(
                        f"{argument.name}={shown(value)[:60]} is {kind}, and it answers {taken[0]} with success"
                        f" ({size_words(call)})."
                    ),
                    calls=(taken[1], call),
                    advice=f"Refuse what {argument.name} cannot be, and say what it can.",
                    argument=argument.name,
                    confidence=None
                    if argument.closed_by_schema or not argument.closed_set or valid
                    else Confidence.INDICATED,
                )
                break


def _impossible(argument: Argument, value: Json) -> str | None:
    """Say why an argument cannot take a value, or None where it can, or where only its range is wrong."""
    if argument.closed_set and argument.types != {"boolean"}:
        known = {str(member).lower() for member in argument.closed_set}
        return None if value is None or str(value).lower() in known else "none of its members"
    if argument.entries and isinstance(value, list) and value:
        return None if any(entry in argument.entries for entry in value) else "none of its members"
    if argument.numeric and "string" not in argument.types and isinstance(value, str):
        return "no number"
    if argument.numeric and is_number(value) and argument.kind is SweepKind.COUNT:
        if value < 0 or (value == 0 and argument.minimum is not None and argument.minimum > 0):
            return "no possible number"
        return (
            f"above its maximum {argument.maximum:,}"
            if argument.maximum is not None and value > argument.maximum
            else None
        )
    if argument.numeric and is_number(value) and argument.kind is None:
        low, high = argument.minimum, argument.maximum
        outside = (low is not None and value < low) or (high is not None and value > high)
        return "outside of its bounds" if outside else None
    if isinstance(value, str) and (found := _LIKE_A_DATE.fullmatch(value)):
        try:
            date(*map(int, found.groups()))
        except ValueError:
            return "no date"
    return None


def _taken_for(run: ToolRun, argument: Argument, call: Call, valid: list[tuple[Json, Call]]) -> tuple[str, Call] | None:
    """Return what an impossible value answers like, and the call that shows it."""
    default = run.default
    if default is None or measured(call) is None:
        return None
    if same(run, default, call) is True:
        if sent_in(default, argument) is not ABSENT:
            return f"like {shown(sent_in(default, argument))[:60]}", default
        ends = [c for v, c in valid if argument.numeric and v in (argument.minimum, argument.maximum)]
        if is_number(sent_in(call, argument)) and any(same(run, end, call) is not False for end in ends):
            return None  # clamped to the bound, which is the default, too
        return "as if it had been left out", default
    if argument.closed_set:
        like = ((f"like {shown(v)[:60]}", c) for v, c in valid if same(run, c, call) is True)
        return next((found for found in like if not finds_nothing(run, found[1])), None)
    return None
