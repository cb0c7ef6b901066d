"""Flags a tools/list whose cursors lead nowhere: a client that follows them asks for ever."""

from collections.abc import Iterator

from tool_audit.model import Confidence, Hit, ServerRun, Severity
from tool_audit.rule import server_rule


@server_rule(group="J", severity=Severity.ERROR, confidence=Confidence.PROVEN)
def tools_list_repeats(run: ServerRun, _: object) -> Iterator[Hit]:
    """The pages of tools/list repeat, or never end."""
    if run.listing.repeats:
        told = next((note for note in run.listing.notes if "of tools/list" in note or "tools/list has" in note), "")
        yield Hit(
            message=f"The pages of tools/list lead nowhere: {told or 'they never end'}.",
            advice="Leave nextCursor out on the last page, and serve the page that a cursor names.",
        )
