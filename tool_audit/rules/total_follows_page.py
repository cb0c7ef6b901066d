"""Flags totals that count the page: the agent believes that there are no more."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from tool_audit.bounds import value_in
from tool_audit.model import ABSENT, Call, Confidence, Hit, Json, Severity, SweepKind, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._fuller import bounded_calls, bounding, claims_total, makes_items, number
from tool_audit.rules._listing import named
from tool_audit.rules._pages import Walk, confidence, count_of, doubt, walks
from tool_audit.rules._sizes import measured


@dataclass(frozen=True)
class Options:
    replies: int = 2


@tool_rule(group="B", severity=Severity.ERROR, confidence=Confidence.PROVEN, options=Options)
def total_follows_page(run: ToolRun, options: Options) -> Iterator[Hit]:
    """A total follows the size or the place of the page, though there is as much as before."""
    if makes_items(run) or total_of(run.default) != total_of(run.repeat or run.default):
        return
    for name, settings, calls in (*_by_limit(run), *_by_page(run)):
        if len(calls) >= options.replies:
            totals = named([f"{total_of(call) or 0:,}" for call in calls[:5]])
            yield Hit(
                message=f"The total follows the page: {name}={named(settings[:5])} gave {totals}.{doubt(run)}",
                calls=tuple(calls[:5]),
                advice="Count all that matches, whatever the page; where that costs too much, leave the total out.",
                argument=name,
                confidence=confidence(run),
            )
            return


def total_of(call: Call | None) -> int | None:
    """Return the total that a reply claims."""
    reply = measured(call)
    return reply.signs.total if reply is not None and claims_total(reply) else None


def _by_limit(run: ToolRun) -> Iterator[tuple[str, list[str], list[Call]]]:
    """Yield an argument and the calls whose totals are just what they returned, each another total."""
    for argument in bounding(run):
        if argument.pages or argument.kind not in (SweepKind.COUNT, SweepKind.SIZE):
            continue
        found: dict[int, tuple[str, Call]] = {}
        for value, call in bounded_calls(run, argument):
            total = total_of(call)
            if value >= 1 and total is not None and total == count_of(call) > 0:
                found.setdefault(total, (number(value), call))
        if len(found) > 1:
            yield argument.name, [words for words, _ in found.values()], [call for _, call in found.values()]


def _by_page(run: ToolRun) -> Iterator[tuple[str, list[str], list[Call]]]:
    """Yield a paging argument and the pages whose totals end with the page, or count it alone."""
    for walk in walks(run):
        ends = list(accumulate(map(len, walk.lists)))
        totals = [total_of(page) for page in walk.pages]
        places = [place for place in range(len(walk.pages)) if _brings_new(walk, place)]
        for follows in (ends, list(map(len, walk.lists))):
            if len(places) > 1 and all(totals[place] == follows[place] for place in places):
                words = [_said(value_in(walk.pages[place].arguments, walk.argument)) for place in places]
                yield walk.argument.name, words, [walk.pages[place] for place in places]
                break


def _brings_new(walk: Walk, place: int) -> bool:
    before = {name for names in walk.lists[:place] for name in names}
    return bool(set(walk.lists[place]) - before)


def _said(value: Json) -> str:
    return "(left out)" if value is ABSENT else number(value)
