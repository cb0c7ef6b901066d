"""The formats that are read, one file each; the first that recognises a file reads it."""

from collections.abc import Sequence
from typing import Final

from tool_audit.model import Json
from tool_audit.transcripts.reader import Reader
from tool_audit.transcripts.readers import (
    anthropic_messages,
    claude_code,
    codex,
    guard_log,
    mcp_lines,
    openai_chat,
    openai_responses,
    otlp,
)

READERS: Final[tuple[Reader, ...]] = (
    claude_code.READER,
    codex.READER,
    guard_log.READER,
    otlp.READER,
    anthropic_messages.READER,
    openai_responses.READER,
    openai_chat.READER,
    mcp_lines.READER,
)
"""The most telling first: what messages of two APIs have in common is left to the later one, and messages of JSON-RPC,
which may be wrapped in anything, are looked for last."""


def reader_of(head: Sequence[Json]) -> Reader | None:
    """Return what reads a file that begins with these documents; None where nobody knows it."""
    return next((reader for reader in READERS if reader.recognises(head)), None)
