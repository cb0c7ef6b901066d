"""Flags tools that declare an outputSchema and answer without structuredContent."""

from collections.abc import Iterator

from tool_audit.model import ABSENT, Confidence, Hit, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._listing import counted


@tool_rule(group="E", severity=Severity.ERROR, confidence=Confidence.SEEN)
def structured_missing(run: ToolRun, _: object) -> Iterator[Hit]:
    """An outputSchema is declared, and a successful reply has no structuredContent."""
    if not isinstance(run.tool.output_schema, dict) or not run.tool.output_schema:
        return
    replies = [call for call in run.replies if call.measurement is not None and not call.measurement.reads_failed]
    without = [call for call in replies if call.measurement is not None and call.measurement.structured is ABSENT]
    if not without:
        return
    yield Hit(
        message=(
            f"{run.name} declares an outputSchema, and {len(without):,} of {counted(len(replies), 'successful answer')}"
            " came without structuredContent."
        ),
        calls=tuple(without[:2]),
        advice="Send structuredContent with each success, or declare no outputSchema: clients check it.",
        confidence=Confidence.PROVEN if len(without) > 1 else None,
    )
