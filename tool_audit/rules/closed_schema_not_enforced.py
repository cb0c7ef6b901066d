"""Flags tools whose schema allows no further arguments, while the server takes them."""

from collections.abc import Iterator

from tool_audit.model import Confidence, Hit, ServerRun, Severity
from tool_audit.rule import server_rule
from tool_audit.rules._unknown import accepted_hits


@server_rule(group="D", severity=Severity.ERROR, confidence=Confidence.PROVEN)
def closed_schema_not_enforced(run: ServerRun, _: object) -> Iterator[Hit]:
    """The schema says additionalProperties: false, and an unknown argument is accepted all the same."""
    yield from accepted_hits(run, closed=True)
