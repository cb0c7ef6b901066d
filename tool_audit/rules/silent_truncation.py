"""Flags replies that leave something out and do not say so: the agent takes "not listed" for "does not exist"."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.bounds import value_in
from tool_audit.model import ABSENT, Call, Confidence, Hit, Measurement, Severity, SweepKind, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._fuller import (
    Fuller,
    asks_for_the_best,
    bounded_calls,
    bounding,
    claims_total,
    fuller,
    more_than,
    number,
)
from tool_audit.rules._pages import confidence, count_of, doubt, examples
from tool_audit.rules._sizes import chars, measured
from tool_audit.stated import stated_default


@dataclass(frozen=True)
class Options:
    missing: int = 1


@tool_rule(group="B", severity=Severity.ERROR, confidence=Confidence.PROVEN, options=Options)
def silent_truncation(run: ToolRun, options: Options) -> Iterator[Hit]:
    """Items or text are left out of a reply, and nothing in it says so."""
    found = _cut_by_default(run) or _cut_by_a_budget(run)
    if found is None:
        return
    short, setting, more = found
    if not more.chars and more.missing < options.missing:
        return
    yield Hit(
        message=f"{setting} returned {_left_out(short, more)}{doubt(run)}",
        calls=(short, more.call),
        advice=(
            "Say in the reply that it is not all: how many there are (total), has_more or truncated, "
            "and the cursor or offset of the rest."
        ),
        send=_sendable(run, short, more),
        argument=more.argument.name,
        confidence=confidence(run),
    )


def says_nothing(reply: Measurement) -> bool:
    """Whether a reply is silent about more; a total or flag that says "this is all" is for the rules on lies."""
    signs = reply.signs
    here = reply.items.count if reply.items else None
    told = signs.says_more or signs.cut_json or signs.limit_applied is not None or reply.reads_failed
    return not (told or signs.has_more is False or (signs.total == here is not None and claims_total(reply)))


def _cut_by_default(run: ToolRun) -> tuple[Call, str, Fuller] | None:
    base, reply = run.default, measured(run.default)
    if base is None or reply is None or not says_nothing(reply):
        return None
    more = fuller(run, base)
    asked = any(
        argument.kind is SweepKind.COUNT and value_in(base.arguments, argument) is not ABSENT
        for argument in bounding(run)
    )
    if more is not None and more.argument.kind is SweepKind.COUNT and asks_for_the_best(run):
        return None
    if more is None or (asked and more.argument.kind is not SweepKind.SIZE):
        return None  # the number of items was said aloud, and they came
    name = more.argument.name
    said = value_in(base.arguments, more.argument)
    if said is not ABSENT:
        return base, f"{name}={number(said)}", more
    default = None if more.argument.pages else stated_default(more.argument)
    return base, f"Leaving {name} out{f' (its default is {default:,.0f})' if default else ''}", more


def _cut_by_a_budget(run: ToolRun) -> tuple[Call, str, Fuller] | None:
    """Find a budget said aloud that cost items: how many would fit, no caller can know."""
    base = run.default
    for argument in bounding(run):
        if base is None or argument.kind is not SweepKind.SIZE or argument.pages:
            continue
        for value, call in reversed(bounded_calls(run, argument)):
            reply = measured(call)
            if value < 1 or reply is None or not says_nothing(reply):
                continue
            more = more_than(call, argument, None, base)
            if more is not None and more.missing:
                return call, f"{argument.name}={number(value)}", more
    return None


def _left_out(short: Call, more: Fuller) -> str:
    how = "the default" if more.value is None else more.words
    if more.chars:
        length = len(short.measurement.text) if short.measurement else 0
        return f"{chars(length)} and said nothing: {how} shows that {chars(more.chars)} of the text were left out."
    return (
        f"{count_of(short):,} of at least {more.items:,} items and said nothing; {how} shows {more.missing:,} that "
        f"were left out: {examples(more.names, more.call)}{'' if more.missing <= len(more.names) else ' and others'}."
    )


def _sendable(run: ToolRun, short: Call, more: Fuller) -> tuple[Call, ...]:
    """Return the fullest call that a client shows whole."""
    calls = [more.call]
    if not more.argument.pages:
        calls += [call for value, call in bounded_calls(run, more.argument) if value > 0]
    fits = [call for call in calls if (reply := measured(call)) is not None and not run.lines.over_cap(reply)]
    best = max(fits, key=_fullness, default=None)
    return (best,) if best is not None and (more.argument.pages or _fullness(best) > _fullness(short)) else ()


def _fullness(call: Call) -> tuple[int, int]:
    return count_of(call), call.measurement.chars if call.measurement is not None else 0
