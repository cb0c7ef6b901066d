"""The two tables of tools in use: what their replies cost, and how their calls went; and the sections by size."""

from collections.abc import Iterator
from typing import Final

from tool_audit.model.indicators import ToolTraffic, TrafficReport
from tool_audit.report.figures import number
from tool_audit.report.sli_figures import (
    Detail,
    figure,
    label,
    pairs,
    quantiles,
    rate_text,
    share_text,
    size_of,
    tools_of,
    unit_of,
)
from tool_audit.report.sli_section import TOOL, Section, left, right

MOST_TOOLS: Final = 12
_FINE: Final = 1_000_000


def sizes_section(report: TrafficReport, detail: Detail) -> Section:
    """Return the tools by their share of the context: calls, sizes, and how many replies are over a line."""
    held = detail if detail is Detail.FULL else Detail.BRIEF
    group = f"{unit_of(report)} of a reply"
    tools = tools_of(report)
    rows = tuple(
        (
            name,
            number(tool.calls),
            *quantiles(size_of(tool, report)),
            share_text(tool.share),
            rate_text(tool.over_warning, held),
            rate_text(tool.over_cap, held),
        )
        for name, tool in pairs(tools)
    )
    headings = (
        TOOL,
        right("calls"),
        *(right(title, group=group) for title in ("p50", "p90", "p99", "max")),
        right("share"),
        right("warned", narrow=False, alarm="yellow"),
        right("over cap", alarm="red"),
    )
    return Section(
        title="Tools by their share of the context",
        told="warned: replies over the warning line",
        headings=headings,
        rows=rows,
        most=MOST_TOOLS,
        bars=tuple(round((tool.share or 0) * _FINE) for tool in tools),
    )


def calls_section(report: TrafficReport, detail: Detail) -> Section:
    """Return the same tools in the same order: errors, recoveries, wrong arguments, calls made again."""
    rows = tuple(
        (name, *(rate_text(rate, detail) for rate in (tool.errors, tool.recovered, tool.invalid, tool.again)))
        for name, tool in pairs(tools_of(report))
    )
    headings = (
        TOOL,
        right("errors", alarm="red"),
        right("recovered"),
        right("bad arguments", alarm="yellow"),
        right("same again", alarm="yellow"),
    )
    within = report.indicators.within
    told = (
        f"recovered: errors followed by a success of the same tool within {within:,} steps; "
        "bad arguments: calls that break the schema; same again: calls made before in the task with the same arguments"
    )
    return Section(title="How calls went", told=told, headings=headings, rows=rows, most=MOST_TOOLS)


def size_sections(report: TrafficReport) -> Iterator[Section]:
    """Yield the largest replies, what an audit says of sizes beside them, how long calls took, and how they ended."""
    yield _largest(report)
    yield _potentials(report)
    yield _milliseconds(report)
    yield _endings(report)


def _largest(report: TrafficReport) -> Section:
    def size(tool: ToolTraffic) -> int:
        shown = tool.largest
        return 0 if shown is None else (shown.tokens if report.tokenizer else shown.chars) or 0

    tools = sorted((tool for tool in tools_of(report) if size(tool)), key=size, reverse=True)
    rows = tuple(
        (name, number(size(tool)), tool.largest.session, tool.largest.arguments)
        for name, tool in pairs(tools)
        if tool.largest is not None
    )
    arguments = "arguments" if report.shows_arguments else "arguments (hash)"
    headings = (
        TOOL,
        right(unit_of(report)),
        left("session", code=True, flexible=True),
        left(arguments, code=True, flexible=True),
    )
    told = "the one largest reply of each tool"
    return Section(title="Largest replies", told=told, headings=headings, rows=rows, extra=True)


def _potentials(report: TrafficReport) -> Section:
    found = sorted(report.potentials, key=lambda one: (one.measured, -(one.largest or 0), one.server, one.tool))
    rows = tuple(
        (
            label(one.server, one.tool),
            figure(one.default),
            figure(one.largest),
            figure(one.p99),
            "" if one.measured else "never measured" if one.listed else "not in the audit",
        )
        for one in found
    )
    headings = (
        TOOL,
        right("default", group="in the audit"),
        right("largest", group="in the audit"),
        right("p99", group="in use"),
        left(""),
    )
    told = "tokens of the default and the largest reply that the audit measured, beside the replies that were seen"
    return Section(title="What could happen beside what does", told=told, headings=headings, rows=rows)


def _milliseconds(report: TrafficReport) -> Section:
    tools = sorted(tools_of(report), key=lambda tool: -(tool.milliseconds.at(99) or 0))
    rows = tuple(
        (name, number(tool.milliseconds.n), *quantiles(tool.milliseconds))
        for name, tool in pairs(tools)
        if tool.milliseconds.n
    )
    headings = (TOOL, right("calls"), *(right(title, group="milliseconds") for title in ("p50", "p90", "p99", "max")))
    told = "from the call to its reply, where logs have both times"
    return Section(title="How long calls took", told=told, headings=headings, rows=rows, extra=True)


def _endings(report: TrafficReport) -> Section:
    calls = report.indicators.calls
    counts: dict[str, dict[str, int]] = {}
    for name, tool in pairs(tools_of(report)):
        for ending, count in tool.endings.items():
            if count:
                counts.setdefault(ending.value, {})[name] = count
    rows = tuple(
        (
            ending,
            number(sum(tools.values())),
            share_text(sum(tools.values()) / calls if calls else None),
            max(tools, key=lambda name: tools[name]),
        )
        for ending, tools in sorted(counts.items(), key=lambda entry: (-sum(entry[1].values()), entry[0]))
    )
    headings = (left("ending"), right("calls"), right("share"), left("most of them", code=True, flexible=True))
    return Section(title="How calls ended", told="", headings=headings, rows=rows, most=len(rows))
