"""Which parts of a JSON value its characters are spent on."""

from tool_audit.model import Json, PathShare


def heaviest_paths(document: Json) -> tuple[PathShare, ...]:
    """Return the most telling JSON paths, heaviest first."""
    return ()
