"""Flags lists whose order changes from call to call: their pages overlap, and others never come."""

from collections.abc import Iterator

from tool_audit.model import ABSENT, Confidence, Hit, Measurement, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._fuller import makes_items
from tool_audit.rules._pages import Walk, count_of, reordered, same_names, walks
from tool_audit.rules._sizes import measured
from tool_audit.schema import arguments_of


@tool_rule(group="C", severity=Severity.ERROR, confidence=Confidence.PROVEN)
def unstable_order(run: ToolRun, _: object) -> Iterator[Hit]:
    """The same call twice gives the same items in another order, on a tool that pages."""
    base, again = measured(run.default), measured(run.repeat)
    if base is None or again is None or run.default is None or run.repeat is None or makes_items(run):
        return
    changed = reordered(run)
    if changed is None or not _pages(run, base) or base.signs.total != again.signs.total:
        return
    first, second = same_names((run.default, run.repeat))
    kept = len(set(first) & set(second))
    yield Hit(
        message=(
            f"The same call twice gives its items in another order: {changed[0]} stood before {changed[1]} and then "
            f"behind it; {kept:,} of {count_of(run.default):,} items came both times.{_walked(walks(run))}"
        ),
        calls=(run.default, run.repeat),
        advice="Sort by something that no two items share, such as the id behind the date.",
    )


def _pages(run: ToolRun, base: Measurement) -> bool:
    """Whether the tool hands out its list in pages."""
    told = base.signs.cursor is not ABSENT or base.signs.next_offset is not None
    return told or any(argument.pages for argument in arguments_of(run.tool))


def _walked(found: list[Walk]) -> str:
    """Say what a walk through the pages came to."""
    for walk in found:
        names = [name for page in walk.lists for name in page]
        if len(walk.pages) > 1 and len(set(names)) < len(names):
            different = len(set(names))
            return f" A walk of {len(walk.pages):,} pages gave {len(names):,} items, {different:,} of them different."
    return ""
