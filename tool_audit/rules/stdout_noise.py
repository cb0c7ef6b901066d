"""Flags what a server prints on stdout beside the protocol: many clients stop at the first such line."""

from collections.abc import Iterator

from tool_audit.model import Confidence, Hit, ServerRun, Severity, TransportKind
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted


@server_rule(group="H", severity=Severity.ERROR, confidence=Confidence.SEEN)
def stdout_noise(run: ServerRun, _: object) -> Iterator[Hit]:
    """Lines on stdout are no protocol messages."""
    noise = run.noise
    if run.listing.transport is not TransportKind.STDIO or not noise.at_start + noise.later:
        return
    told = [f"{counted(noise.at_start, 'line')} before it had answered initialize"] if noise.at_start else []
    if noise.later:
        told.append(f"{counted(noise.later, 'line')} while it served {counted(len(run.calls), 'call')}")
    first = f'; the first: "{noise.lines[0]}"' if noise.lines else ""
    yield Hit(
        message=f"On stdout, where only protocol messages may stand, came {' and '.join(told)}{first}.",
        advice="Log to stderr: over stdio, stdout is the protocol's alone. What libraries print counts, too.",
    )
