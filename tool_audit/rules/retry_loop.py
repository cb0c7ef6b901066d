"""Flags tools that agents call over and over with the same arguments, to be told the same each time."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Confidence, Hit, Severity
from tool_audit.model.indicators import ServerTraffic
from tool_audit.rule import traffic_rule


@dataclass(frozen=True)
class Options:
    loops: int = 2
    length: int = 5


@traffic_rule(group="K", severity=Severity.WARNING, confidence=Confidence.SEEN, options=Options)
def retry_loop(server: ServerTraffic, options: Options) -> Iterator[Hit]:
    """Agents repeat a call with the same arguments, and get the same answer each time."""
    for tool in server.tools:
        if tool.loops < options.loops and tool.longest_loop < options.length:
            continue
        times = "once" if tool.loops == 1 else f"{tool.loops:,} times"
        after = f"; {tool.again_after_error:,} of all repeats follow an error" if tool.again_after_error else ""
        yield Hit(
            message=f"{times.capitalize()} a task made one call three times or more and got the same answer each time, "
            f"up to {tool.longest_loop:,} times in a row{after}.",
            tools=(tool.name,),
            advice="Let the answer say what would change it: what was wrong, when to ask again, or that this is all.",
        )
