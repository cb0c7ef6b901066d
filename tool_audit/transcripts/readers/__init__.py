"""The formats that are read, one file each; the first that recognises a file reads it."""

from collections.abc import Sequence
from typing import Final

from tool_audit.model import Json
from tool_audit.transcripts.reader import Reader
from tool_audit.transcripts.readers import (
    anthropic_messages,
    claude_code,
    codex,
)

READERS: Final[tuple[Reader, ...]] = (
    claude_code.READER,
    codex.READER,
    anthropic_messages.READER,
)
"""The most telling formats first: what messages of two APIs have in common is left to the later one."""


def reader_of(head: Sequence[Json]) -> Reader | None:
    """Return what reads a file that begins with these documents; None where nobody knows it."""
    return next((reader for reader in READERS if reader.recognises(head)), None)
