"""The report of agents' sessions as JSON, `tool-audit/sli/1`; sli.schema.json beside this file describes it."""

from collections.abc import Mapping
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import Json
from tool_audit.model.indicators import (
    Chain,
    Choice,
    Ending,
    Indicators,
    Logs,
    Potential,
    ServerTraffic,
    Shown,
    Stop,
    ToolTraffic,
    TrafficReport,
    Unused,
)
from tool_audit.model.shifts import Shifts
from tool_audit.model.spread import Rate, Spread
from tool_audit.report.json import Object, finding_object, lines_object, verdict_object
from tool_audit.report.order import in_order
from tool_audit.report.safe import json_text
from tool_audit.report.sli_changes_json import shifts_object
from tool_audit.report.sli_figures import findings_of, servers_of

SCHEMA: Final = "tool-audit/sli/1"
_PAIR: Final = lazy_re.compile(r"\[\n +(\d+),\n +(\d+)\n +\]")  # no text holds a line end: in JSON it is written out
RATES: Final = (
    "over_warning",
    "over_cap",
    "errors",
    "recovered",
    "invalid",
    "again",
    "parts",
    "followed",
    "unreferred",
)
"""The rates of a tool, by their names in ToolTraffic."""


def render_sli_json(report: TrafficReport, shifts: Shifts | None = None) -> str:
    """Return the whole report, and what changed since an earlier one, as indented JSON that ends with a newline."""
    changes = {} if shifts is None else {"changes": shifts_object(shifts)}
    text = json_text({**sli_document(report), **changes}, indent=2)
    return _PAIR.sub(r"[\1, \2]", text) + "\n"


def sli_document(report: TrafficReport) -> Mapping[str, Json]:
    """Return the report as values: what `compare_traffic` takes beside an earlier one."""
    indicators = report.indicators
    return {
        "schema": SCHEMA,
        "version": report.version,
        "date": report.date,
        "client": report.client.name,
        "policy": lines_object(report.client.lines),
        "tokenizer": report.tokenizer,
        "shows_arguments": report.shows_arguments,
        "audited": report.audited,
        "notes": list(report.notes),
        "logs": _logs(indicators.logs),
        **_totals(indicators),
        "servers": [_server(server) for server in servers_of(report)],
        "findings": [finding_object(finding) for finding in in_order(findings_of(report))],
        "choice": None if indicators.choice is None else _choice(indicators.choice),
        "potentials": [_potential(one) for one in report.potentials],
        "verdict": verdict_object(report.verdict),
    }


def _logs(logs: Logs) -> Object:
    return {
        "files": dict(sorted(logs.files.items())),
        "bytes": logs.bytes,
        "lines": logs.lines,
        "broken": logs.broken,
        "unknown": list(logs.unknown),
        "repeated": logs.repeated,
        "notes": list(logs.notes),
        "first": logs.first,
        "last": logs.last,
    }


def _totals(indicators: Indicators) -> Object:
    context = indicators.context
    return {
        "sessions": indicators.sessions,
        "tasks": indicators.tasks,
        "calls": indicators.calls,
        "left_out": indicators.left_out,
        "steps": _spread(indicators.steps),
        "context": {
            "prompts": context.prompts,
            "model": context.model,
            "arguments": context.arguments,
            "replies": context.replies,
            "total": context.total,
        },
        "within": indicators.within,
        "looked_at": indicators.looked_at,
    }


def _server(server: ServerTraffic) -> Object:
    return {
        "name": server.name,
        "tools": [_tool(tool) for tool in server.tools],
        "chains": [_chain(chain) for chain in server.chains],
        "unused": [_unused(one) for one in server.unused],
    }


def _tool(tool: ToolTraffic) -> Object:
    return {
        "name": tool.name,
        "calls": tool.calls,
        "sessions": tool.sessions,
        "tokens": None if tool.tokens is None else _spread(tool.tokens),
        "chars": _spread(tool.chars),
        "milliseconds": _spread(tool.milliseconds),
        "share": tool.share,
        **{name: _rate(getattr(tool, name)) for name in RATES},
        "endings": {ending.value: tool.endings[ending] for ending in Ending if tool.endings.get(ending)},
        "shapes": [
            {
                "shape": shape.shape,
                "ending": shape.ending.value,
                "count": shape.count,
                "recovered": _rate(shape.recovered),
            }
            for shape in tool.shapes
        ],
        "bad_arguments": [
            {"name": bad.name, "declared": bad.declared, "what": bad.what, "count": bad.count, "example": bad.example}
            for bad in tool.bad_arguments
        ],
        "again_after_error": tool.again_after_error,
        "loops": tool.loops,
        "longest_loop": tool.longest_loop,
        "stop": None if tool.stop is None else _stop(tool.stop),
        "fields": [
            {"path": field.path, "seen": field.seen, "referred": field.referred, "share": field.share}
            for field in tool.told_fields
        ],
        "declared": tool.declared,
        "definition_tokens": tool.definition_tokens,
        "largest": None if tool.largest is None else _shown(tool.largest),
        "lines": lines_object(tool.lines),
        "alike": dict(sorted(tool.alike.items())),
    }


def _spread(spread: Spread) -> Object:
    return {
        "n": spread.n,
        "total": spread.total,
        "largest": spread.largest,
        "p50": spread.at(50),
        "p90": spread.at(90),
        "p99": spread.at(99),
        "counts": [[value, count] for value, count in spread.in_order()],
    }


def _rate(rate: Rate) -> Object:
    low, high = rate.interval or (None, None)
    return {"count": rate.count, "n": rate.n, "share": rate.share, "low": low, "high": high}


def _stop(stop: Stop) -> Object:
    return {"count": stop.count, "at": stop.at, "lists": stop.lists, "questions": stop.questions}


def _shown(shown: Shown) -> Object:
    return {"session": shown.session, "arguments": shown.arguments, "tokens": shown.tokens, "chars": shown.chars}


def _chain(chain: Chain) -> Object:
    return {
        "tools": list(chain.tools),
        "count": chain.count,
        "follows": _rate(chain.follows),
        "sessions": chain.sessions,
        "tokens": chain.tokens,
    }


def _unused(one: Unused) -> Object:
    return {"name": one.name, "definition_tokens": one.definition_tokens, "sessions": one.sessions}


def _choice(choice: Choice) -> Object:
    confusion = sorted(choice.confusion.items())
    return {
        "first": _rate(choice.first),
        "ever": _rate(choice.ever),
        "confusion": [
            {"expected": expected, "called": called, "tasks": tasks} for (expected, called), tasks in confusion
        ],
        "unmatched": choice.unmatched,
    }


def _potential(one: Potential) -> Object:
    return {
        "server": one.server,
        "tool": one.tool,
        "largest": one.largest,
        "default": one.default,
        "p99": one.p99,
        "measured": one.measured,
        "listed": one.listed,
    }
