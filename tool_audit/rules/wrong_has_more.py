"""Flags replies that say that nothing follows where something does, or that more follows where nothing does."""

from collections.abc import Iterator

from tool_audit import lazy_re
from tool_audit.bounds import value_in
from tool_audit.model import (
    ABSENT,
    Call,
    Confidence,
    Hit,
    ItemKind,
    Measurement,
    Severity,
    SignKind,
    SweepKind,
    ToolRun,
)
from tool_audit.rule import tool_rule
from tool_audit.rules._fuller import bounding, fuller, makes_items
from tool_audit.rules._pages import Walk, confidence, count_of, doubt, examples, reordered, walks
from tool_audit.rules._sizes import measured

_FEW_LINES = 4
_ITEM = lazy_re.compile(r"\s*(?:[-*+\u2022|<]|#{2,}|\d+[.)])|[^:]{60}")


@tool_rule(group="B", severity=Severity.ERROR, confidence=Confidence.PROVEN)
def wrong_has_more(run: ToolRun, _: object) -> Iterator[Hit]:
    """A reply says that nothing follows and something does, or that more follows and nothing does."""
    if makes_items(run) or reordered(run):
        return
    found = next((hit for walk in walks(run) for hit in _along(run, walk)), None) or _by_limit(run)
    if found is not None:
        yield found


def _along(run: ToolRun, walk: Walk) -> Iterator[Hit]:
    """Yield what is wrong with the flags along one walk."""
    seen: set[str] = set()
    for place, reply in enumerate(walk.replies[:-1]):
        seen |= set(walk.lists[place])
        new = [name for name in walk.lists[place + 1] if name not in seen]
        pair, there = (walk.pages[place], walk.pages[place + 1]), walk.words(place + 1)
        if reply.signs.has_more is False and new and walk.lists[place]:
            yield _hit(
                run,
                f"{_subject(walk.words(place))} says that nothing follows, but {there} has {len(new):,} more: "
                f"{examples(new, pair[1])}.",
                pair,
                walk.argument.name,
            )
        if _flag(reply) and _is_empty(walk.replies[place + 1], reply):
            yield _hit(
                run, f"{_subject(walk.words(place))} says that more follows, but {there} is empty.", pair,
                walk.argument.name,
            )  # fmt: skip


def _by_limit(run: ToolRun) -> Hit | None:
    """Return what is wrong where a larger limit shows more, or the total shows that there is no more."""
    base, reply = run.default, measured(run.default)
    if base is None or reply is None:
        return None
    more = fuller(run, base) if reply.signs.has_more is False and count_of(base) else None
    if more is not None and more.missing:
        return _hit(
            run,
            f"The default returns {count_of(base):,} items and says that nothing follows, but {more.words} has "
            f"{more.missing:,} more: {examples(more.names, more.call)}.",
            (base, more.call),
            more.argument.name,
        )
    starts = not any(argument.pages and value_in(base.arguments, argument) is not ABSENT for argument in bounding(run))
    goes_on = any(set(walk.lists[1]) - set(walk.lists[0]) for walk in walks(run) if len(walk.pages) > 1)
    if goes_on or fuller(run, base) is not None:
        return None  # then it is the total that is wrong
    if starts and _flag(reply) and reply.signs.total == count_of(base) > 0 and not _budgeted(run):
        return _hit(
            run, f"The default has all {count_of(base):,} of its total, and says that more follows.", (base,), None
        )
    return None


def _hit(run: ToolRun, message: str, calls: tuple[Call, ...], argument: str | None) -> Hit:
    return Hit(
        message=message + (doubt(run) if len(calls) > 1 else ""),
        calls=calls,
        advice="Look one item further than the page: has_more is true just where that item exists.",
        argument=argument,
        confidence=confidence(run) if len(calls) > 1 else Confidence.SEEN,
    )


def _flag(reply: Measurement) -> bool:
    """Whether a flag says that more follows; a cursor that turns out to be the last says less."""
    return reply.signs.has_more is True and any(
        sign.kind is SignKind.HAS_MORE and sign.value is True for sign in reply.signs.all
    )


def _is_empty(page: Measurement, before: Measurement) -> bool:
    """Whether a page has no items: an empty list, or behind one with items a few lines that are none."""
    if page.items is not None:
        return page.items.count == 0
    if page.document is not ABSENT or before.items is None:
        return False
    lines = [line for line in page.text.splitlines() if line.strip()]
    most = 1 if before.items.kind is ItemKind.SECTIONS else _FEW_LINES
    return len(lines) <= most and not any(_ITEM.match(line) for line in lines)


def _budgeted(run: ToolRun) -> bool:
    """Whether the items themselves may have been shortened, so that more of them follows."""
    return any(argument.kind is SweepKind.SIZE for argument in bounding(run))


def _subject(words: str) -> str:
    return words[:1].upper() + words[1:] if words == "the default" else words
