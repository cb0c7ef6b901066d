"""Flags tools that take an argument which their schema does not have, and answer as if it had not been sent."""

from collections.abc import Iterator

from tool_audit.model import Confidence, Hit, ServerRun, Severity
from tool_audit.rule import server_rule
from tool_audit.rules._unknown import accepted_hits


@server_rule(group="D", severity=Severity.WARNING, confidence=Confidence.PROVEN)
def unknown_argument_accepted(run: ServerRun, _: object) -> Iterator[Hit]:
    """An argument that the schema does not have is accepted and changes nothing."""
    yield from accepted_hits(run, closed=False)
