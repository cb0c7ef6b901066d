"""The list in a reply, whatever it is written in."""

from collections.abc import Sequence

from tool_audit.model import Items, Json


def find_items(document: Json, text: str, blocks: Sequence[str]) -> Items | None:
    """Return the list that a reply is, None where it is none."""
    return None
