"""Flags tools that agents nearly always call one after the other: one tool could answer at once."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Confidence, Hit, Severity
from tool_audit.model.indicators import ServerTraffic
from tool_audit.rule import traffic_rule
from tool_audit.rules._in_use import share_of


@dataclass(frozen=True)
class Options:
    times: int = 10
    sessions: int = 3
    surely: float = 0.6


@traffic_rule(group="K", severity=Severity.INFO, confidence=Confidence.SEEN, options=Options)
def merge_candidate(server: ServerTraffic, options: Options) -> Iterator[Hit]:
    """A tool is nearly always followed by the same other ones."""
    for chain in server.chains:
        interval = chain.follows.interval
        if chain.count < options.times or chain.sessions < options.sessions or interval is None:
            continue
        if interval[0] >= options.surely:
            first, *rest = chain.tools
            counted = any(tool.tokens is not None for tool in server.tools)
            cost = f"; the replies in between cost {chain.tokens:,} tokens" if counted else ""
            yield Hit(
                message=f"{share_of(chain.follows)} calls of {first} are followed by {', then '.join(rest)}, in "
                f"{chain.sessions:,} sessions{cost}.",
                tools=chain.tools,
                advice=f"Let one tool answer at once what {', '.join(chain.tools)} answer together.",
            )
