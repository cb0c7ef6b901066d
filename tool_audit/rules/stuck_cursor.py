"""Flags cursors that lead back to where they came from: an agent that follows them never ends."""

from collections.abc import Iterator

from tool_audit.model import ABSENT, Confidence, Hit, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._pages import Walk, walks
from tool_audit.rules._sizes import chars


@tool_rule(group="C", severity=Severity.ERROR, confidence=Confidence.PROVEN)
def stuck_cursor(run: ToolRun, _: object) -> Iterator[Hit]:
    """Following the cursor gives the same page again, or nothing new and a cursor."""
    for walk in walks(run):
        place = next((place for place in range(1, len(walk.pages)) if gives_nothing_new(walk, place)), None)
        if place is None:
            continue
        page = walk.replies[place]
        size = f"{len(walk.lists[place]):,} items" if walk.lists[place] else chars(page.chars)
        again = "and the same cursor" if page.signs.cursor == walk.replies[place - 1].signs.cursor else "again"
        yield Hit(
            message=(
                f"The cursor does not advance: the page before {walk.words(place)} says to go on there, and it gives "
                f"the same {size} {again}, nothing new."
            ),
            calls=walk.pages[max(0, place - 1) : place + 1],
            advice="Give no cursor on the last page, and never the one that led to it.",
            argument=walk.argument.name,
        )
        return


def gives_nothing_new(walk: Walk, place: int) -> bool:
    """Whether a page that the one before it pointed to repeats it, or only has what came before and yet goes on."""
    if not walk.told(place):
        return False
    before, page = walk.replies[place - 1], walk.replies[place]
    if not walk.lists[place]:
        return bool(page.text.strip()) and page.items is None and page.text == before.text
    seen = {name for names in walk.lists[:place] for name in names}
    if not seen.issuperset(walk.lists[place]):
        return False
    return walk.lists[place] == walk.lists[place - 1] or page.signs.cursor is not ABSENT
