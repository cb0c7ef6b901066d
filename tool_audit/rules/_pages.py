"""The walks that were made through a tool's pages, and whether its list stands still while it is walked."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tool_audit import lazy_re
from tool_audit.bounds import bounding_arguments, value_in
from tool_audit.measure.compare import shared_identities
from tool_audit.measure.volatile import same_after_masking
from tool_audit.model import Call, Confidence, Json, Measurement, ToolRun, canonical
from tool_audit.rules._sizes import call_words, measured, shown
from tool_audit.schema import Argument, arguments_of

_FEW = 3
_LONG = 40
_CALLED = ("name", "title", "label", "subject", "summary", "message", "text", "path", "file")
_DIGEST = lazy_re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """Pages in the order in which they were asked for, the default call first; all answered.

    `lists` are their items, told apart in one way on all pages. `made_up`: the call with a cursor that no page gave.
    """

    argument: Argument
    pages: tuple[Call, ...]
    lists: tuple[tuple[str, ...], ...]
    made_up: Call | None = None

    @property
    def replies(self) -> tuple[Measurement, ...]:
        """What was measured of each page."""
        return tuple(page.measurement for page in self.pages if page.measurement is not None)

    def told(self, place: int) -> bool:
        """Whether the page before this one gave the value that asks for it."""
        before = self.replies[place - 1].signs
        value = canonical(value_in(self.pages[place].arguments, self.argument))
        return any(_is_said(said) and canonical(said) == value for said in (before.cursor, before.next_offset))

    def words(self, place: int) -> str:
        """Say which page this is: "the default" or "cursor=abc"."""
        return "the default" if place == 0 else call_words(self.pages[place], self.pages[0])


def walks(run: ToolRun) -> list[Walk]:
    """Return a walk for each paging argument through which another page, or a made-up cursor, was asked for."""
    base = run.default
    if base is None or measured(base) is None:
        return []
    paging = (argument for argument in bounding_arguments(arguments_of(run.tool), run.tool) if argument.pages)
    found = [_walk(run, base, argument) for argument in paging]
    return [walk for walk in found if len(walk.pages) > 1 or walk.made_up is not None]


def _walk(run: ToolRun, base: Call, argument: Argument) -> Walk:
    pages, made_up, ended = [base], None, False
    for call in run.calls:
        probe = call.observation.probe
        if probe.experiment != "paging" or probe.argument != argument.name:
            continue
        if not argument.numeric and not _is_given(value_in(call.arguments, argument), pages):
            made_up = call
        elif measured(call) is None or (call.measurement and call.measurement.reads_failed):
            ended = True
        elif not ended:
            pages.append(call)
    lists = same_names(pages)
    if len(pages) > 1 and argument.numeric and value_in(pages[1].arguments, argument) == 1 and lists[0] == lists[1]:
        del pages[1], lists[1]  # nobody said whether the pages are counted from one or from zero: from one
    return Walk(argument=argument, pages=tuple(pages), lists=tuple(lists), made_up=made_up)


def _is_given(value: Json, pages: Sequence[Call]) -> bool:
    """Whether a page told the cursor."""
    wanted = canonical(value)
    cursors = [page.measurement.signs.cursor for page in pages if page.measurement is not None]
    lists = (page.measurement.items for page in pages if page.measurement is not None)
    if any(items is not None and items.count and str(value) == items.identities[-1] for items in lists):
        return True  # the id of the last item
    return any(_is_said(cursor) and canonical(cursor) == wanted for cursor in cursors)


def same_names(calls: Iterable[Call]) -> list[tuple[str, ...]]:
    """Return the items of each reply, told apart in one way in all of them; none where a reply is no list."""
    calls = list(calls)
    listed = [call for call in calls if count_of(call)]
    found = iter(shared_identities(listed) or [()] * len(listed))
    return [next(found) if count_of(call) else () for call in calls]


def count_of(call: Call | None) -> int:
    """Return how many items a successful reply has; 0 where it is no list."""
    reply = measured(call)
    return reply.items.count if reply is not None and reply.items is not None else 0


def steady(run: ToolRun) -> bool | None:
    """Whether the default gave the same items when it was asked again, in any order; None: it was not asked."""
    if run.default is None or run.repeat is None or measured(run.repeat) is None:
        return None
    first, again = same_names((run.default, run.repeat))
    if first or again:
        return Counter(first) == Counter(again)
    return same_after_masking(run.default, run.repeat)


def confidence(run: ToolRun) -> Confidence:
    """Return how sure a comparison of calls is: only a list that stands still proves anything."""
    return Confidence.PROVEN if steady(run) else Confidence.INDICATED


def doubt(run: ToolRun) -> str:
    """Say why a comparison of calls could be wrong; nothing where it could not."""
    match steady(run):
        case True:
            return ""
        case False:
            return " The default gave other items when it was asked again, so the list itself may have changed."
        case None:
            return " The default was not asked again, so the list itself may have changed."


def reordered(run: ToolRun) -> tuple[str, str] | None:
    """Return two items that changed places between the default and its repeat although neither changed itself."""
    if run.default is None or run.repeat is None:
        return None
    first, again = same_names((run.default, run.repeat))
    kept = once(first) & once(again)
    if len(kept) < _FEW:
        return None
    one, two = _records(run.default, first), _records(run.repeat, again)
    if any(one[name] != two[name] for name in kept if name in one and name in two):
        return None  # what they are sorted by may have changed
    place = {name: position for position, name in enumerate(again)}
    before = [name for name in first if name in kept]
    return next(((name, other) for name, other in pairwise(before) if place[name] > place[other]), None)


def once(names: Iterable[str]) -> frozenset[str]:
    """Return the items that are there only once."""
    return frozenset(name for name, times in Counter(names).items() if times == 1)


def _records(call: Call, names: Sequence[str]) -> dict[str, Json]:
    items = call.measurement.items if call.measurement is not None else None
    if items is None or len(items.records) != len(names):
        return {}
    return dict(zip(names, items.records, strict=True))


def _is_said(value: Json) -> bool:
    return isinstance(value, str | int | dict) and not isinstance(value, bool) and value != ""


def examples(names: Sequence[str], *calls: Call, most: int = 3) -> str:
    """Name a few items by what tells them apart, and say that there are others.

    What is told apart by a digest of a long content is named by the beginning of that, where one of the calls has it.
    """
    few = names[:most]
    contents = _contents({name for name in few if _DIGEST.fullmatch(name) or name.startswith("{")}, calls)
    texts = [" ".join(contents.get(name, name).split()) for name in few]
    short = [text if len(text) <= _LONG else f"{text[: _LONG - 3]}..." for text in texts]
    return ", ".join(short) + (" and others" if len(names) > most else "")


def _contents(digests: set[str], calls: Iterable[Call]) -> dict[str, str]:
    found: dict[str, str] = {}
    for call in calls:
        items = call.measurement.items if call.measurement is not None and digests - found.keys() else None
        for name, record in zip(items.identities, items.records, strict=False) if items is not None else ():
            if name in digests:
                found.setdefault(name, _named(record))
    return found


def _named(record: Json) -> str:
    """Name an object by the member that a person would call it by, where it has one; else write it out."""
    members = record.items() if isinstance(record, dict) else ()
    words = {str(key).lower(): value for key, value in members if isinstance(value, str) and value}
    called = [words[key] for key in _CALLED if key in words] or [v for k, v in words.items() if k.endswith("name")]
    return called[0] if called else shown(record)
