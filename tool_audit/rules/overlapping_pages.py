"""Flags pages that repeat items of an earlier page."""

from collections.abc import Iterator

from tool_audit.bounds import value_in
from tool_audit.model import ABSENT, Confidence, Hit, ItemKind, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._listing import counted
from tool_audit.rules._pages import Walk, confidence, doubt, examples, reordered, walks
from tool_audit.rules.stuck_cursor import gives_nothing_new
from tool_audit.vocabulary import english_words

_DATA = {ItemKind.JSON, ItemKind.JSON_LINES, ItemKind.TABLE, ItemKind.CSV, ItemKind.XML, ItemKind.YAML}


@tool_rule(group="C", severity=Severity.ERROR, confidence=Confidence.PROVEN)
def overlapping_pages(run: ToolRun, _: object) -> Iterator[Hit]:
    """An item comes on two pages of one walk."""
    if reordered(run):
        return  # the order is at fault, not the paging
    for walk in walks(run):
        place, names = _overlap(walk)
        if not names:
            continue
        earlier = max(before for before in range(place) if set(names) & set(walk.lists[before]))
        sure = Confidence.INDICATED if _may_count_from_one(walk, place, names) else confidence(run)
        yield Hit(
            message=(
                f"{counted(len(names), 'item')} of {walk.words(place)} came before, on the page of "
                f"{walk.words(earlier)}: {examples(names, walk.pages[place])}.{doubt(run)}"
            ),
            calls=(walk.pages[earlier], walk.pages[place]),
            advice="Begin each page behind the last item of the one before, in an order that no two items share.",
            argument=walk.argument.name,
            confidence=sure,
        )
        return


def _overlap(walk: Walk) -> tuple[int, list[str]]:
    """Return the first page that repeats a part of what came before, and the items that it repeats.

    A page that repeats another wholly is a cursor that sticks, or an argument that is ignored. Items that come twice on
    one page are not told apart, and what stands on every page is no item.
    """
    if any(len(set(names)) < len(names) for names in walk.lists):
        return 0, []
    everywhere = set.intersection(*map(set, walk.lists)) if len(walk.lists) > 2 or not _is_data(walk) else set()
    seen: set[str] = set()
    for place, names in enumerate(walk.lists):
        again = [name for name in names if name in seen and name not in everywhere]
        whole = place > 0 and (set(names) <= seen or gives_nothing_new(walk, place))
        if whole:
            return 0, []
        if again:
            return place, again
        seen |= set(names)
    return 0, []


def _is_data(walk: Walk) -> bool:
    return all(reply.items is None or reply.items.kind in _DATA for reply in walk.replies)


def _may_count_from_one(walk: Walk, place: int, names: list[str]) -> bool:
    """Whether we may have asked one item too early: nobody said whether this offset counts from zero or from one."""
    argument = walk.argument
    if not argument.numeric or walk.told(place) or {"page", "id"} & set(english_words(argument.key)):
        return False
    said = (
        isinstance(argument.default, int)
        or argument.minimum is not None
        or value_in(walk.pages[0].arguments, argument) is not ABSENT
    )
    return not said and len(names) == 1 and names[0] == walk.lists[place - 1][-1]
