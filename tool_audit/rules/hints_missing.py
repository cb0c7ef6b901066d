"""Flags servers whose tools do not say whether they read, write or destroy."""

from collections.abc import Iterator
from typing import Final

from tool_audit.model import Confidence, Hit, ServerRun, Severity, ToolSpec
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted, named

_HINTS: Final = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


@server_rule(group="I", severity=Severity.INFO, confidence=Confidence.SEEN)
def hints_missing(run: ServerRun, _: object) -> Iterator[Hit]:
    """Tools carry no annotations: a client must take every one of them for destructive."""
    tools = run.listing.tools
    bare = tuple(dict.fromkeys(tool.name for tool in tools if not _hinted(tool)))
    if bare:
        yield Hit(
            message=(
                f"{len(bare):,} of {counted(len(tools), 'tool')} without a hint ({named(bare)}): a client must take "
                "each for one that writes and destroys, and asks before every call."
            ),
            tools=bare,
            advice="Set readOnlyHint on tools that only read, destructiveHint and idempotentHint on those that write.",
        )


def _hinted(tool: ToolSpec) -> bool:
    return any(isinstance(tool.annotations.get(hint), bool) for hint in _HINTS)
