"""`tool-audit guard stats`: what the guard's log says, by tool."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from tabulate import tabulate

from tool_audit.cli.asked_outputs import asked_outputs
from tool_audit.cli.write import write_out
from tool_audit.report.figures import counted
from tool_audit.report.safe import json_text, readable

if TYPE_CHECKING:
    from tool_audit.guard.stats import Stats, ToolStats

_FORMATS: Final = ("terminal", "json")
_TABLE: Final = "plain"

Logs = Annotated[
    list[Path],
    typer.Argument(
        metavar="LOG",
        help="A log of `tool-audit guard run`; what was rotated away from it, LOG.1 and so on, is read with it.",
        show_default=False,
    ),
]
Output = Annotated[str, typer.Option(metavar="FORMAT[=FILE]", help="terminal or json.")]


def stats(logs: Logs, output: Output = "terminal") -> None:
    """Show what the guard's log says by tool: calls, refusals and by which line, tokens, milliseconds."""
    [(format_, file)] = asked_outputs([output], _FORMATS, "the figures of a log", "terminal or json")
    # what knows of the guard takes its time to import, and the other commands of the group import this file
    from tool_audit.guard.stats import as_json, stats_of  # noqa: PLC0415

    found = stats_of(logs)
    text = json_text(as_json(found), indent=2) if format_ == "json" else _text(found)
    write_out(text, format_, file)


def _text(stats: "Stats") -> str:
    parts = []
    tools = stats.by_calls()
    if tools:
        parts = [_summary(stats, tools), _table(tools)]
        if any(tool.lines for tool in tools):
            parts.append(_lines(tools))
    else:
        parts.append("No call is in the log.")
    if stats.broken:
        lines = "1 line that is" if stats.broken == 1 else f"{stats.broken:,} lines that are"
        parts.append(f"Not counted: {lines} none of the guard's log.")
    return "\n\n".join(parts)


def _summary(stats: "Stats", tools: "Sequence[ToolStats]") -> str:
    calls = sum(tool.calls for tool in tools)
    refused = sum(tool.outcomes["refused"] for tool in tools)
    replies = sum(tool.outcomes["reply-refused"] for tool in tools)
    tokens, held_back = sum(sum(tool.tokens) for tool in tools), sum(tool.held_back for tool in tools)
    return (
        f"{counted(calls, 'call')} from {readable(stats.first)} to {readable(stats.last)}: {refused:,} refused, "
        f"{counted(replies, 'reply', 'replies')} refused.\n"
        f"Passed on: {counted(tokens, 'token')}; held back after the call: {held_back:,}."
    )


def _table(tools: "Sequence[ToolStats]") -> str:
    several = len({tool.server for tool in tools}) > 1
    headers = [
        *(["\nserver"] if several else []),
        *("\ntool", "\ncalls", "\nrefused", "replies\nrefused", "tool\nerrors", "other\nerrors", "over\nwarning"),
        *("tokens\np50", "\np90", "\nmax", "\nsum", "ms\np50", "\np99"),
    ]
    rows = [[*([readable(tool.server)] if several else []), *_row(tool)] for tool in tools]
    aligned = [*(["left"] if several else []), "left", *["right"] * 12]
    return tabulate(rows, headers=headers, tablefmt=_TABLE, colalign=aligned, disable_numparse=True)


def _row(tool: "ToolStats") -> list[str]:
    counts = tool.outcomes
    return [
        readable(tool.tool),
        f"{tool.calls:,}",
        f"{counts['refused']:,}",
        f"{counts['reply-refused']:,}",
        f"{counts['tool-error']:,}",
        f"{counts['error'] + counts['server-ended']:,}",
        f"{tool.warned:,}",
        *(_figure(tool.tokens_at(percent), "{:,.0f}") for percent in (50, 90, 100)),
        f"{sum(tool.tokens):,}",
        *(_figure(tool.milliseconds_at(percent), "{:,.1f}") for percent in (50, 99)),
    ]


def _figure(value: float | None, form: str) -> str:
    return "-" if value is None else form.format(value)


def _lines(tools: "Sequence[ToolStats]") -> str:
    rows = [
        (f"{calls:,}", "reply" if outcome == "reply-refused" else "call", readable(tool.tool), readable(line))
        for tool in tools
        for (outcome, line), calls in tool.lines.most_common()
    ]
    headers = ("refused", "what", "tool", "by the line")
    return tabulate(rows, headers=headers, tablefmt=_TABLE, colalign=("right", "left", "left", "left"))
