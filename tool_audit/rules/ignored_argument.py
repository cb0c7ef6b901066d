"""Flags arguments that are declared and have no effect, where the data shows that they must have one."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Confidence, Hit, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._ignored import ignored


@dataclass(frozen=True)
class Options:
    detail_chars: int = 400


@tool_rule(group="D", severity=Severity.ERROR, confidence=Confidence.PROVEN, options=Options)
def ignored_argument(run: ToolRun, options: Options) -> Iterator[Hit]:
    """A declared argument changes nothing, whatever is sent."""
    for found in ignored(run, options.detail_chars):
        yield Hit(
            message=found.message,
            calls=found.calls,
            advice=f"Make {found.argument.name} do what its description says, or take it out of the schema.",
            argument=found.argument.name,
            severity=found.severity,
            confidence=found.confidence,
        )
