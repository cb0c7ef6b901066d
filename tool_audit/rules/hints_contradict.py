"""Flags tools that are marked as read-only and as destructive at once."""

from collections.abc import Iterator

from tool_audit.model import Confidence, Hit, ServerRun, Severity
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted, named


@server_rule(group="I", severity=Severity.WARNING, confidence=Confidence.SEEN)
def hints_contradict(run: ServerRun, _: object) -> Iterator[Hit]:
    """A tool is marked both read-only and destructive."""
    both = tuple(
        dict.fromkeys(
            tool.name
            for tool in run.listing.tools
            if tool.annotations.get("readOnlyHint") is True and tool.annotations.get("destructiveHint") is True
        )
    )
    if both:
        yield Hit(
            message=(
                f"readOnlyHint and destructiveHint are both true on {len(both):,} of "
                f"{counted(len(run.listing.tools), 'tool')}: {named(both)}. A tool that only reads destroys nothing."
            ),
            tools=both,
            advice="Leave destructiveHint out where readOnlyHint is true, or set readOnlyHint to false.",
        )
