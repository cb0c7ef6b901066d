"""Flags walks that pass over items: another page size shows them."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Call, Confidence, Hit, Severity, SweepKind, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._fuller import bounded_calls, bounding, makes_items
from tool_audit.rules._pages import Walk, confidence, count_of, doubt, examples, reordered, same_names, walks


@dataclass(frozen=True)
class Options:
    items: int = 1


@tool_rule(group="C", severity=Severity.ERROR, confidence=Confidence.PROVEN, options=Options)
def missing_items(run: ToolRun, options: Options) -> Iterator[Hit]:
    """A walk through the pages lacks items that a larger page has."""
    if reordered(run) or makes_items(run):
        return
    for walk in walks(run):
        larger = _larger_page(run, walk)
        if larger is None or len(walk.pages) < 2:
            continue
        full, *pages = same_names((larger, *walk.pages))
        lacking = _passed_over(walk, full, pages)
        if len(lacking) < options.items:
            continue
        yield Hit(
            message=(
                f"{len(walk.pages):,} pages by {walk.argument.name} pass over {len(lacking):,} of the "
                f"{len(full):,} items that a larger page returns: {examples(lacking, larger)}.{doubt(run)}"
            ),
            calls=(larger, *walk.pages[:5]),
            advice="Begin each page just behind the last item of the one before.",
            argument=walk.argument.name,
            confidence=confidence(run),
        )
        return


def _larger_page(run: ToolRun, walk: Walk) -> Call | None:
    """Return the call with most items that differs from the default in the number of items alone."""
    calls = [
        call
        for argument in bounding(run)
        if argument.kind is SweepKind.COUNT and not argument.pages
        for value, call in bounded_calls(run, argument)
        if value >= 1
    ]
    largest = max(calls, key=count_of, default=None)
    return largest if largest is not None and count_of(largest) > count_of(walk.pages[0]) else None


def _passed_over(walk: Walk, full: tuple[str, ...], pages: list[tuple[str, ...]]) -> list[str]:
    """Return the items of the larger page that the walk lacks although it came past them, or ended without a word.

    Nothing where the walk did not begin as the larger page does, or goes through it in another order.
    """
    if any(len(set(names)) < len(names) for names in (full, *pages)):
        return []  # the items are not told apart
    here = dict.fromkeys(name for names in pages for name in names)  # pages that overlap may pass over others
    common = [name for name in full if name in here]
    if common != [name for name in here if name in set(full)]:
        return []
    if not common or full[: len(pages[0])] != pages[0]:
        return []
    last = walk.replies[-1].signs
    ended = walk.argument.numeric is False and not last.says_more and last.has_more is None
    reached = len(full) if ended and len(walk.pages) < _LONGEST else full.index(common[-1])
    return [name for name in full[:reached] if name not in here]


_LONGEST = 6  # pages: a longer walk is not made
