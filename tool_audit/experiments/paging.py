"""Following what a reply says comes next: a cursor, a page number, an offset; and a cursor that was made up."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tool_audit.bounds import value_in, with_value
from tool_audit.experiments.situation import Situation
from tool_audit.model import ABSENT, Arguments, Call, Json, Measurement, Probe, canonical
from tool_audit.schema import Argument
from tool_audit.vocabulary import english_words

PAGES = 6
"""Pages of one walk, the first included: enough to see it stick, repeat or end."""
MADE_UP = "tool-audit-no-such-cursor"
NUMBERED = frozenset("page pageno pagenumber pageindex pagenum".split())
OFFSETS = frozenset(
    """
    offset skip startindex startat start from position startrow startrecord startposition firstresult pageoffset
    """.split()
)

_ANCHORED = frozenset("sinceid afterid lastid fromid startingafter beforeid endingbefore".split())


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield the next page of the walk through each paging argument, then a made-up cursor."""
    base = situation.base
    if base is None or base.measurement is None:
        return
    for argument in situation.bounding:
        if argument.pages:
            yield from _next_page(situation, argument, base)
            if not argument.numeric and not argument.closed_set:
                yield situation.vary(argument, MADE_UP, "paging")


def walk(calls: Sequence[Call], base: Call, argument: Argument) -> tuple[Call, ...]:
    """Return the pages of one walk that were seen, the base first; one page may come from several equal calls."""
    pages = [base]
    while len(pages) < PAGES:
        arguments = following(pages, argument)
        page = _unread(calls, arguments, pages) if arguments is not None else None
        if page is None:
            break
        pages.append(page)
    return tuple(pages)


def following(pages: Sequence[Call], argument: Argument) -> Arguments | None:
    """Return the arguments of the page after these, or None where nothing follows."""
    base, last = pages[0], pages[-1]
    if not last.succeeded or last.measurement is None:
        return None
    value = _value_after(pages, argument)
    if value is ABSENT:
        return None
    arguments = with_value(base.arguments, argument, value)
    return None if argument.numeric and _asked(arguments, pages) else arguments


def _value_after(pages: Sequence[Call], argument: Argument) -> Json:
    reply = pages[-1].measurement
    if reply is None:
        return ABSENT
    name = "".join(english_words(argument.key))
    if argument.numeric and name in NUMBERED | OFFSETS and not (reply.items is not None and reply.items.count):
        return ABSENT
    told = reply.signs.cursor
    if argument.numeric and name in NUMBERED:
        if isinstance(told, int) and not isinstance(told, bool) and "page" in _names(reply.signs.cursor_path):
            return told
        return _first(pages[0], argument) + len(pages)
    if argument.numeric and name in OFFSETS:
        if reply.signs.next_offset is not None:
            return reply.signs.next_offset
        seen = sum(page.measurement.items.count for page in pages if page.measurement and page.measurement.items)
        return _first(pages[0], argument) + seen
    if told in (ABSENT, None) and name in _ANCHORED and reply.signs.has_more is not False:
        told = _last_id(reply)
    fits = isinstance(told, int) if argument.numeric else isinstance(told, str | int)
    return told if fits and not isinstance(told, bool) and told != "" else ABSENT


def _names(path: str) -> str:
    return f"{path.lower()} {' '.join(english_words(path.rpartition('.')[2]))}"


def _last_id(reply: Measurement) -> Json:
    """Return the id of the last item, behind which some tools go on."""
    items = reply.items
    last = items.records[-1] if items is not None and items.records else None
    values = last.values() if items is not None and isinstance(last, dict) else ()
    return next((value for value in values if items is not None and str(value) == items.identities[-1]), ABSENT)


def _first(base: Call, argument: Argument) -> int:
    """Return where the walk begins; unsaid, at zero: a server that counts from one then gives its first page twice."""
    for value in (value_in(base.arguments, argument), argument.default, argument.minimum):
        if isinstance(value, int | float) and not isinstance(value, bool):
            return int(value)
    return 0


def _next_page(situation: Situation, argument: Argument, base: Call) -> Iterator[Probe]:
    pages = walk(situation.calls, base, argument)
    if len(pages) >= PAGES or not _worth_following(pages):
        return
    arguments = following(pages, argument)
    if arguments is not None:
        probe = base.observation.probe
        value = value_in(arguments, argument)
        # a cursor that comes back is asked once more: only its page tells whether it is stuck
        asked = _asked(arguments, pages)
        yield replace(
            probe,
            arguments=arguments,
            experiment="paging",
            argument=argument.name,
            value=value,
            attempt=asked + 1 if asked else 0,
        )


def _worth_following(pages: Sequence[Call]) -> bool:
    return len(pages) < 3 or pages[-1].sent != pages[-2].sent


def _asked(arguments: Arguments, pages: Sequence[Call]) -> int:
    wanted = canonical(arguments)
    return sum(page.sent == wanted for page in pages)


def _unread(calls: Sequence[Call], arguments: Arguments, pages: Sequence[Call]) -> Call | None:
    """Return the next call with these arguments that is no page of the walk yet."""
    wanted = canonical(arguments)
    repeats = [call for call in calls if call.sent == wanted and call.observation.probe.attempt != 1]
    asked = _asked(arguments, pages)
    return repeats[asked] if len(repeats) > asked else None
