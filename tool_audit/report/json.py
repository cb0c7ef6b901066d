"""The JSON report, `tool-audit/report/1`: an explicit mapping; report.schema.json beside this file describes it."""

from collections.abc import Sequence
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from tool_audit.model import (
    Action,
    Call,
    ClientProfile,
    Encoding,
    Finding,
    Json,
    Lines,
    Measurement,
    NotAudited,
    Report,
    ServerReport,
    ServerSpec,
    Severity,
    Showing,
    Status,
    ToolRun,
    Unit,
    Verdict,
    WrongCall,
)
from tool_audit.report import wrong_calls
from tool_audit.report.calls import outcome_word
from tool_audit.report.order import in_order, remarks, with_status
from tool_audit.report.policy import lines_in_force, own_lines
from tool_audit.report.safe import json_text
from tool_audit.report.sizes import Sized, ToolSizes, call_count, encoding, tool_sizes, varied_count
from tool_audit.report.sweeps import held, swept

SCHEMA: Final = "tool-audit/report/1"
ENCODINGS: Final = ("compact", "ascii", "indented", "toon", "csv")

Object: TypeAlias = dict[str, Json]


def render_json(report: Report) -> str:
    """Return the whole report, hidden findings included, as indented JSON that ends with a newline."""
    document = {
        "schema": SCHEMA,
        "version": report.version,
        "date": report.date,
        "client": report.client.name,
        "clients": [_profile(client) for client in (report.client, *report.others)],
        "policy": lines_object(lines_in_force(report)),
        "tokenizer": report.tokenizer,
        **({"shard": report.shard} if report.shard else {}),
        "notes": list(report.notes),
        "servers": [_server(server) for server in report.servers],
        "failures": [_failure(failure) for failure in report.failures],
        "verdict": verdict_object(report.verdict),
        "gone": [
            {"server": entry.server, "rule": entry.rule, "tools": list(entry.tools), "fingerprint": entry.fingerprint}
            for entry in report.gone
        ],
    }
    return json_text(document, indent=2) + "\n"


def _profile(client: ClientProfile) -> Object:
    return {
        "name": client.name,
        **_caps(client.lines),
        "action": client.action.value,
        "would": client.would,
        "head_share": client.head_share if client.action is Action.HEAD_AND_TAIL else None,
        "preview_bytes": client.preview_bytes,
        "saves": client.saves,
        "marked": client.marked,
        "shows": client.shows.value,
        "meta_cap_key": client.meta_cap_key,
        "meta_cap_ceiling": client.meta_cap_ceiling,
        "description_chars": client.description_chars,
        "tool_count": client.tool_count,
        "source": client.source,
        "checked": client.checked,
        "confidence": client.certainty.value,
        "note": client.note,
    }


def lines_object(lines: Lines) -> Object:
    """Return the caps and the warning line, and why they are not the client's own."""
    return {**_caps(lines), "raised_by": lines.raised_by}


def _caps(lines: Lines) -> Object:
    caps = dict(lines.caps)
    return {
        **{f"cap_{unit}": caps.get(unit) for unit in Unit},
        "warn_tokens": lines.warn_tokens,
        "counted": lines.counted.value,
    }


def _server(server: ServerReport) -> Object:
    run = server.run
    sizes = tool_sizes(run)
    return {
        "name": run.listing.name or run.spec.name,
        "configured_name": run.spec.name,
        "version": run.listing.version,
        "protocol": run.listing.protocol,
        "transport": run.listing.transport.value,
        **_target(run.spec),
        "definitions": {"chars": run.definitions.chars, "tokens": run.definitions.tokens},
        "coverage": {
            "listed": len(run.listing.tools),
            "measured": len(with_status(run, Status.MEASURED)),
            "refused": [_uncalled(tool) for tool in with_status(run, Status.REFUSED)],
            "unmeasured": [_uncalled(tool) for tool in with_status(run, Status.UNMEASURED)],
            "calls": call_count(run),
            "varied": varied_count(run),
        },
        "complete": run.complete,
        "remarks": list(remarks(run)),
        "client_notes": list(server.client_notes),
        "own_lines": [{"tools": list(own.tools), **lines_object(own.lines)} for own in own_lines(run)],
        "tools": [_tool(tool, server.showings.get(tool.run.name, ())) for tool in sizes],
        "findings": [finding_object(finding) for finding in in_order(server.findings)],
        "errors": [_wrong_call(one) for one in wrong_calls.in_order(server.wrong_calls)],
    }


def _target(spec: ServerSpec) -> Object:
    # the host only: a path or a query may be a key, a command line names the folders of one machine
    if spec.url is None:
        return {}
    parts = urlsplit(spec.url)
    return {"target": f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"}


def _uncalled(tool: ToolRun) -> Object:
    return {"tool": tool.name, "reason": tool.reason}


def _tool(sizes: ToolSizes, showings: Sequence[Showing]) -> Object:
    default = sizes.default
    return {
        "name": sizes.run.name,
        "default": None if default is None else _reply(default) | held(sizes.run.lines, default.measurement),
        "smallest": _reply(sizes.smallest),
        "largest": _reply(sizes.largest),
        "ratio": sizes.ratio,
        "declared": None if sizes.run.declared is None else list(sizes.run.declared),
        "sweeps": [swept(sizes.run.lines, sweep) for sweep in sizes.run.sweeps],
        "serialization": None if default is None else _serialization(default.measurement),
        "clients": {} if default is None else _clients(sizes.run.lines, default.measurement, showings),
    }


def _reply(reply: Sized) -> Object:
    return {
        "chars": reply.measurement.chars,
        "tokens": reply.measurement.tokens,
        "media_chars": reply.measurement.media_chars,
        "bytes": reply.measurement.bytes,
        "items": reply.items,
        "outcome": outcome_word(reply.call.observation.outcome),
        "arguments": dict(reply.call.arguments),
    }


def _serialization(measurement: Measurement) -> Object:
    as_sent = {"chars": measurement.chars, "tokens": measurement.tokens}
    return {"as_sent": as_sent} | {name: _encoding(encoding(measurement, name)) for name in ENCODINGS}


def _encoding(encoding: Encoding | None) -> Object | None:
    return None if encoding is None else {"chars": encoding.chars, "tokens": encoding.tokens}


def _clients(lines: Lines, measurement: Measurement, showings: Sequence[Showing]) -> Object:
    over_cap = lines.over_cap(measurement)
    judged: Object = {
        "over_cap": over_cap,
        "over_warning": lines.over_warning(measurement),
        "action": lines.action if over_cap else None,
    }
    views: Object = {showing.client: _showing(showing) for showing in showings}
    return views | {lines.client: judged | views.get(lines.client, {})}


def _showing(showing: Showing) -> Object:
    return {
        "whole": showing.whole,
        "sees": showing.sees,
        "structured": showing.structured,
        "over": None if showing.over is None else {"unit": showing.over, "cap": showing.cap, "size": showing.size},
        "shown_chars": showing.shown_chars,
        "unseen_chars": showing.unseen_chars,
    }


def _regraded(finding: Finding) -> Object | None:
    if finding.regraded_from is None:
        return None
    return {"from": finding.regraded_from.value, "reason": finding.regraded_why}


def finding_object(finding: Finding) -> Object:
    """Return a finding with its evidence, whatever its state."""
    return {
        "rule": finding.rule,
        "severity": finding.severity.value,
        "confidence": finding.confidence.value,
        "tools": list(finding.tools),
        "message": finding.message,
        "evidence": [_call(call) for call in finding.calls],
        "advice": finding.advice,
        "argument": finding.argument,
        "fingerprint": finding.fingerprint,
        "state": finding.state.value,
        "why": finding.why,
        "regraded": _regraded(finding),
        "send": [_call(call) for call in finding.send],
    }


def _call(call: Call) -> Object:
    measurement = call.measurement
    items = None if measurement is None or measurement.items is None else measurement.items.count
    return {
        "tool": call.observation.probe.subject.tool,
        "arguments": dict(call.arguments),
        "outcome": outcome_word(call.observation.outcome),
        "chars": None if measurement is None else measurement.chars,
        "tokens": None if measurement is None else measurement.tokens,
        "items": items,
    }


def _wrong_call(one: WrongCall) -> Object:
    return {
        "tool": one.tool,
        "mistake": one.mistake.value,
        "argument": one.argument,
        "arguments": dict(one.call.arguments),
        "answer": one.answer.value,
        "names_argument": one.names_argument,
        "says_what_to_send": one.says_what_to_send,
        "chars": one.chars,
    }


def _failure(failure: NotAudited) -> Object:
    return {
        "name": failure.name,
        "message": failure.message,
        "hint": failure.hint,
        "detail": list(failure.detail),
    }


def verdict_object(verdict: Verdict) -> Object:
    """Return the exit code and what it is read off."""
    return {
        "exit_code": verdict.exit_code,
        "fail_on": verdict.fail_on,
        "counts": {severity.value: verdict.counts.get(severity, 0) for severity in Severity},
        "reason": verdict.reason,
    }
