"""Flags descriptions and instructions so long that a client cuts them without a word."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tool_audit.model import Confidence, DefinitionLimits, Hit, ServerRun, Severity
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted, named


@dataclass(frozen=True)
class Options:
    chars: int = 2_048


@server_rule(group="A", severity=Severity.INFO, confidence=Confidence.SEEN, options=Options)
def oversized_description(run: ServerRun, options: Options) -> Iterator[Hit]:
    """A tool's description or the server's instructions are longer than a client keeps."""
    lengths: dict[str, int] = {}
    for tool in run.listing.tools:
        lengths[tool.name] = max(len(tool.description), lengths.get(tool.name, 0))
    long = sorted(
        ((name, length) for name, length in lengths.items() if length > options.chars),
        key=lambda entry: (-entry[1], entry[0]),
    )
    instructions = len(run.listing.instructions)
    parts = []
    if long:
        shown = ", ".join(f"{name} ({length:,} characters)" for name, length in long[:5])
        more = f" and {len(long) - 5:,} more" if len(long) > 5 else ""
        parts.append(f"{counted(len(long), 'tool description')}: {shown}{more}")
    if instructions > options.chars:
        parts.append(f"the server's instructions ({instructions:,} characters)")
    if parts:
        yield Hit(
            message=(f"Over {options.chars:,} characters: {'; '.join(parts)}.{_cut_by(run.clients)}"),
            tools=tuple(name for name, _ in long),
            advice="Put what matters first and move the rest into argument descriptions, a resource or a help tool.",
        )


def _cut_by(clients: Sequence[DefinitionLimits]) -> str:
    cutting = [f"{limits.client} at {limits.description_chars:,}" for limits in clients if limits.description_chars]
    told = f" Cut without a word by {named(cutting)}: the model never reads what stands behind."
    return told if cutting else ""
