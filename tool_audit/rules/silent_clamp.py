"""Flags limits that are lowered without a word: the caller takes what came for all there is."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Call, Confidence, Hit, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._ceiling import beside_the_ceiling, just_as_full
from tool_audit.rules._fuller import bounded_calls, claims_total, counting, makes_items, number
from tool_audit.rules._pages import confidence, count_of, doubt, examples, same_names, walks
from tool_audit.rules._sizes import call_words, measured
from tool_audit.schema import Argument
from tool_audit.stated import stated_maximum


@dataclass(frozen=True)
class Options:
    missing: int = 1


@tool_rule(group="B", severity=Severity.ERROR, confidence=Confidence.PROVEN, options=Options)
def silent_clamp(run: ToolRun, options: Options) -> Iterator[Hit]:
    """A limit above what the server serves is accepted, fewer items come though more exist, and nothing says so."""
    for argument in counting(run) if not makes_items(run) else ():
        clamped = _clamped(run, argument)
        allowed = [pair for pair in clamped if argument.maximum is None or pair[0] <= argument.maximum]
        if not clamped:
            continue
        value, call = (allowed or clamped)[0]
        unseen, shown_by = _unseen(run, argument, call)
        at_maximum = not allowed and count_of(call) == argument.maximum
        full = [] if unseen else just_as_full(run, argument, call)
        if len(unseen) < options.missing and not at_maximum and not full:
            continue
        hidden = bool(allowed) and stated_maximum(argument) != count_of(call)
        heeded = [other for lower, other in bounded_calls(run, argument) if count_of(other) == lower]
        yield Hit(
            message=_message(argument, value, call, unseen, shown_by, full) + (doubt(run) if unseen or full else ""),
            calls=(call, *shown_by, *full[:2], *heeded[-1:]),
            advice=(
                f"Refuse a larger {argument.name} with a message that names the bound, or say in the reply which "
                "limit was applied and that more exist; state the maximum in the schema."
            ),
            argument=argument.name,
            severity=Severity.ERROR if hidden else Severity.WARNING,
            confidence=confidence(run) if unseen or full else Confidence.SEEN,
        )


def _clamped(run: ToolRun, argument: Argument) -> list[tuple[float, Call]]:
    """Return (value, call) where fewer items came than were asked for and no word of it; smaller limits were heeded."""
    calls = [(value, call) for value, call in bounded_calls(run, argument) if value >= 1]
    most = max((count_of(call) for _, call in calls), default=0)
    if not any(count_of(call) == value <= most and count_of(call) != count_of(run.default) for value, call in calls):
        return []
    return [(value, call) for value, call in calls if 0 < count_of(call) < value and _says_nothing(call, value)]


def _says_nothing(call: Call, value: float) -> bool:
    reply = measured(call)
    if reply is None or reply.items is None:
        return False
    signs = reply.signs
    applied = signs.limit_applied is not None and signs.limit_applied < value
    complete = signs.has_more is False or (signs.total == reply.items.count and claims_total(reply))
    return not (signs.says_more or applied or complete or signs.cut_json or reply.reads_failed)


def _unseen(run: ToolRun, argument: Argument, call: Call) -> tuple[list[str], list[Call]]:
    """Return the items that other calls gave and this one did not, and up to two calls that show them.

    The others differ from it in bounding arguments alone, or ask with as large a limit for the same in another order,
    or for a part of it.
    """
    others = [page for walk in walks(run) for page in walk.pages]
    others += [other for limit in counting(run) for _, other in bounded_calls(run, limit) if other is not call]
    others += beside_the_ceiling(run, argument, call)
    known, *lists = same_names((call, *others))
    here = set(known)
    unseen = dict.fromkeys(name for names in lists for name in names if name not in here)
    showing = sorted(
        (other for other, names in zip(others, lists, strict=True) if not unseen.keys().isdisjoint(names)),
        key=count_of,
        reverse=True,
    )
    return list(unseen), showing[:2]


def _message(
    argument: Argument, value: float, call: Call, unseen: list[str], shown_by: list[Call], full: list[Call]
) -> str:
    asked, count = f"{argument.name}={number(value)}", count_of(call)
    if unseen:
        there = f"{count:,} of at least {count + len(unseen):,} items"
        return f"{asked} returned {there} and said nothing: {examples(unseen, *shown_by)} came with other calls."
    if full:
        others = ", ".join(call_words(other, call) for other in full[:2])
        return f"{asked} returned {count:,} items and said nothing, and just as many others come for {others}."
    return f"{asked} returned {count:,} items, just the schema's maximum, and said nothing of a lowered limit."
