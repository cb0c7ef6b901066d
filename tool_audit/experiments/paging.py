"""Following what a reply says comes next: a cursor, a page number, an offset; and a cursor that was made up."""

from collections.abc import Iterator
from dataclasses import replace

from tool_audit.experiments.situation import Situation, find_call
from tool_audit.model import ABSENT, Arguments, Call, Json, Probe
from tool_audit.schema import Argument
from tool_audit.vocabulary import words_of

PAGES = 6
"""Pages of one walk, the first included: enough to see it stick, repeat or end."""
MADE_UP = "tool-audit-no-such-cursor"
_NUMBERED = {"page", "pageno", "pagenumber", "pageindex", "pagenum"}
_OFFSETS = {"offset", "skip", "startindex", "startat", "start", "from", "position"}


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield the next page of the walk through each paging argument, then a made-up cursor."""
    base = situation.base
    if base is None or base.measurement is None:
        return
    for argument in situation.free:
        if argument.pages:
            yield from _next_page(situation, argument, base)
            if not argument.numeric and not argument.closed_set:
                yield situation.vary(argument, MADE_UP, "paging")


def walk(calls: tuple[Call, ...], base: Call, argument: Argument) -> tuple[Call, ...]:
    """Return the pages of one walk that were seen, the base first."""
    pages = [base]
    while len(pages) <= PAGES:
        arguments = following(pages, argument)
        page = find_call(calls, arguments) if arguments is not None else None
        if page is None:
            break
        pages.append(page)
        if not page.succeeded:
            break
    return tuple(pages)


def following(pages: list[Call], argument: Argument) -> Arguments | None:
    """Return the arguments of the page after these, or None where nothing follows."""
    base, last = pages[0], pages[-1]
    if not last.succeeded or last.measurement is None:
        return None
    value = _value_after(pages, argument)
    if value is ABSENT:
        return None
    arguments = {**base.arguments, argument.name: value}
    return None if any(page.arguments == arguments for page in pages) and argument.numeric else arguments


def _value_after(pages: list[Call], argument: Argument) -> Json:
    reply = pages[-1].measurement
    if reply is None:
        return ABSENT
    name = "".join(words_of(argument.name))
    count = reply.items.count if reply.items is not None else 0
    if argument.numeric and name in _NUMBERED:
        if not count:
            return ABSENT
        first = pages[0].arguments.get(argument.name, argument.default)
        start = first if isinstance(first, int) else 1
        return start + len(pages)
    if argument.numeric and name in _OFFSETS:
        if not count:
            return ABSENT
        seen = sum(page.measurement.items.count for page in pages if page.measurement and page.measurement.items)
        first = pages[0].arguments.get(argument.name, 0)
        return (first if isinstance(first, int) else 0) + seen
    cursor = reply.signs.cursor
    fits = isinstance(cursor, int) if argument.numeric else isinstance(cursor, str | int)
    return cursor if fits and not isinstance(cursor, bool) and cursor != "" else ABSENT


def _next_page(situation: Situation, argument: Argument, base: Call) -> Iterator[Probe]:
    pages = list(walk(situation.calls, base, argument))
    if len(pages) >= PAGES or not _worth_following(pages):
        return
    arguments = following(pages, argument)
    if arguments is not None:
        probe = base.observation.probe
        value = arguments[argument.name]
        # a cursor that comes back is asked once more: only its page tells whether it is stuck
        attempt = 2 if find_call(situation.calls, arguments) is not None else 0
        yield replace(
            probe, arguments=arguments, experiment="paging", argument=argument.name, value=value, attempt=attempt
        )


def _worth_following(pages: list[Call]) -> bool:
    return len(pages) < 3 or pages[-1].arguments != pages[-2].arguments
