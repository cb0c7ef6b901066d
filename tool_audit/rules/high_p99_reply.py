"""Flags tools whose long replies, as agents really got them, are more than the client shows its model."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Confidence, Hit, Severity
from tool_audit.model.indicators import ServerTraffic, ToolTraffic
from tool_audit.model.spread import Spread
from tool_audit.rule import traffic_rule
from tool_audit.rules._in_use import share_of


@dataclass(frozen=True)
class Options:
    calls: int = 20
    over: int = 2
    tokens: int = 0


@traffic_rule(group="K", severity=Severity.WARNING, confidence=Confidence.SEEN, options=Options)
def high_p99_reply(server: ServerTraffic, options: Options) -> Iterator[Hit]:
    """One reply in a hundred, as agents really got them, is over the warning line or the client's cap."""
    for tool in server.tools:
        size = tool.tokens if tool.tokens is not None else tool.chars
        if size.n < options.calls:
            continue
        if _beyond_cap(tool, options.over):
            yield Hit(
                message=f"{share_of(tool.over_cap)} replies are over the cap: {tool.lines.client} would "
                f"{tool.lines.action}.{_sizes(tool)}",
                tools=(tool.name,),
                advice=_ADVICE,
                severity=Severity.ERROR,
            )
        elif tool.tokens is not None and _beyond(tool.tokens, options.tokens or tool.lines.warn_tokens, options.over):
            line = f"{options.tokens or tool.lines.warn_tokens:,} tokens"
            yield Hit(
                message=f"One reply in a hundred is over {line}.{_sizes(tool)}", tools=(tool.name,), advice=_ADVICE
            )


_ADVICE = "Bound the reply by default, and let the caller page; tool-audit probe finds the call to make instead."


def _beyond_cap(tool: ToolTraffic, least: int) -> bool:
    share = tool.over_cap.share
    return share is not None and tool.over_cap.count >= max(least, 1) and share >= 0.01


def _beyond(size: Spread, line: int, least: int) -> bool:
    """Whether the 99th percentile is over the line, and so many replies are: a single long one proves no habit."""
    return (size.at(99) or 0) > line and size.ranked(size.n - max(least, 1) + 1) > line


def _sizes(tool: ToolTraffic) -> str:
    size, unit = (tool.tokens, "tokens") if tool.tokens is not None else (tool.chars, "characters")
    half, most = f"{size.at(50):,}", f"{size.at(99):,}"
    return f" Half of {size.n:,} replies have at most {half} {unit}, 99 % at most {most}, the largest {size.largest:,}."
