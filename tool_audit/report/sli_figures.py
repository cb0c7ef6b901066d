"""What reports of agents' sessions share: how rates are written, what a tool is called, which come first."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import IntEnum
from typing import Final

from tool_audit.model import Finding
from tool_audit.model.indicators import ServerTraffic, ToolTraffic, TrafficReport
from tool_audit.model.spread import Rate, Spread
from tool_audit.report.figures import number, percent

UNKNOWN: Final = "-"
FEW: Final = 20
"""Of fewer calls a percentage says more than is known: where there is no room for the interval, they are counted."""
_FINE: Final = 10


class Detail(IntEnum):
    """How much of a rate there is room for."""

    BRIEF = 0  # 4.1 %, or "1 of 3" of few
    INTERVAL = 1  # 4.1 % (2.9-5.8)
    FULL = 2  # 4.1 % (2.9-5.8) of 1,204


def label(server: str, tool: str) -> str:
    """Return what a tool is called among those of several servers; the client's own go by their names."""
    return f"{server}/{tool}" if server else tool


def rate_text(rate: Rate, detail: Detail) -> str:
    """Return a share of calls, and as much as there is room for on how sure it is; "-" where nothing is known."""
    share, interval = rate.share, rate.interval
    if share is None or interval is None:
        return UNKNOWN
    if detail is Detail.BRIEF:
        return f"{rate.count} of {rate.n}" if rate.n < FEW else percent(share)
    low, high = interval
    text = f"{percent(share)} ({_bound(low)}-{_bound(high)})"
    return f"{text} of {rate.n:,}" if detail is Detail.FULL else text


def share_text(share: float | None) -> str:
    """Return a share; "-" where it is not known."""
    return UNKNOWN if share is None else percent(share)


def figure(value: int | None) -> str:
    """Return a number; "-" where it is not known."""
    return UNKNOWN if value is None else number(value)


def quantiles(spread: Spread | None) -> tuple[str, str, str, str]:
    """Return p50, p90, p99 and the largest, as they are written."""
    if spread is None or not spread.n:
        return (UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)
    return (figure(spread.at(50)), figure(spread.at(90)), figure(spread.at(99)), number(spread.largest))


def unit_of(report: TrafficReport) -> str:
    """Return what sizes are told in."""
    return "tokens" if report.tokenizer else "characters"


def size_of(tool: ToolTraffic, report: TrafficReport) -> Spread | None:
    """Return how large the replies of a tool were, in the unit of the report; None where that is not known."""
    return tool.tokens if report.tokenizer else tool.chars


def servers_of(report: TrafficReport) -> tuple[ServerTraffic, ...]:
    """Return the servers by name, the client's own tools last."""
    return tuple(sorted(report.indicators.servers, key=lambda server: (not server.name, server.name)))


def tools_of(report: TrafficReport) -> tuple[ToolTraffic, ...]:
    """Return the tools of all servers by their share of the context, the largest first."""
    tools = [tool for server in report.indicators.servers for tool in server.tools]
    return tuple(sorted(tools, key=lambda tool: (-(tool.share or 0), -_total(tool, report), -tool.calls, _name(tool))))


def findings_of(report: TrafficReport) -> tuple[Finding, ...]:
    """Return the findings on all servers, each tool with its server; their calls only where arguments may be shown."""
    return tuple(_told(finding, server.name, report) for server in servers_of(report) for finding in server.findings)


def pairs(tools: Iterable[ToolTraffic]) -> Iterator[tuple[str, ToolTraffic]]:
    """Yield each tool with what it is called."""
    for tool in tools:
        yield label(tool.server, tool.name), tool


def _told(finding: Finding, server: str, report: TrafficReport) -> Finding:
    tools = tuple(label(server, tool) for tool in finding.tools) or ((server,) if server else ())
    named = replace(finding, tools=tools)
    return named if report.shows_arguments else replace(named, calls=(), send=())


def _total(tool: ToolTraffic, report: TrafficReport) -> int:
    spread = size_of(tool, report)
    return spread.total if spread is not None else 0


def _name(tool: ToolTraffic) -> tuple[str, str]:
    return (tool.server, tool.name)


def _bound(share: float) -> str:
    value = share * 100
    # one decimal where it tells something: near none, and near all
    return f"{value:.1f}" if 0 < value < _FINE or 100 - _FINE / 10 < value < 100 else f"{value:.0f}"
