"""Findings that are known from an earlier run: read and written as a file, and held against what is found now."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tool_audit.model import Finding, Gone, Json, ServerReport, Severity, State, Status
from tool_audit.plan.gate import DENIED, NOT_SELECTED
from tool_audit.saved_json import read_saved

SCHEMA: Final = "tool-audit/baseline/1"
_LEFT_OUT: Final = (NOT_SELECTED, DENIED)
_TEXT: Final = {"type": "string"}
_FILE: Final = {
    "type": "object",
    "required": ["schema", "findings"],
    "properties": {
        "schema": {"const": SCHEMA},
        "findings": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["fingerprint", "rule", "server", "tools"],
                "properties": {
                    "fingerprint": _TEXT,
                    "rule": _TEXT,
                    "server": _TEXT,
                    "tools": {"type": "array", "items": _TEXT},
                    "argument": {"type": ["string", "null"]},
                    "chars": {"type": ["integer", "null"], "minimum": 0},
                    "severity": {"enum": [*(severity.value for severity in Severity), None]},
                },
            },
        },
    },
}
_HINT: Final = "run once with --update-baseline and keep the file: what is found then is known"


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A finding of an earlier run. `chars`: the largest reply among its calls, None where it had none."""

    fingerprint: str
    rule: str
    server: str
    tools: tuple[str, ...]
    argument: str | None
    chars: int | None
    severity: str | None = None


def read_baseline(path: Path) -> tuple[Known, ...]:
    """Return what a baseline holds; UsageError where the file is none."""
    return tuple(_known(entry) for entry in read_saved(path, "baseline", _FILE, _HINT)["findings"])


def _known(entry: Mapping[str, Json]) -> Known:
    return Known(
        fingerprint=entry["fingerprint"],
        rule=entry["rule"],
        server=entry["server"],
        tools=tuple(entry["tools"]),
        argument=entry.get("argument"),
        chars=entry.get("chars"),
        severity=entry.get("severity"),
    )


def known_now(servers: Iterable[ServerReport], kept: Iterable[Known] = ()) -> tuple[Known, ...]:
    """Return what a baseline should remember of this run; `kept`: entries of what it did not look at, which stay."""
    entries = {known.fingerprint: known for known in kept}
    for server in servers:
        for finding in server.findings:
            if finding.state in (State.SHOWN, State.KNOWN):
                entries[finding.fingerprint] = _remembered(finding, server.run.spec.name)
    return tuple(entries.values())


def baseline_text(entries: Iterable[Known]) -> str:
    """Return a baseline as its file: sorted, one finding a line, so that a difference reads well."""
    ordered = sorted(entries, key=lambda known: (known.server, known.rule, known.tools, known.fingerprint))
    lines = ",\n".join(f"  {json.dumps(_entry(known), ensure_ascii=True)}" for known in ordered)
    return f'{{"schema": "{SCHEMA}", "findings": [\n{lines}\n]}}\n'


def _remembered(finding: Finding, server: str) -> Known:
    return Known(
        fingerprint=finding.fingerprint,
        rule=finding.rule,
        server=server,
        tools=finding.tools,
        argument=finding.argument,
        chars=_largest(finding),
        severity=finding.severity.value,
    )


def _entry(known: Known) -> dict[str, Json]:
    return {
        "fingerprint": known.fingerprint,
        "rule": known.rule,
        "server": known.server,
        "tools": list(known.tools),
        "argument": known.argument,
        "chars": known.chars,
        "severity": known.severity,
    }


def _largest(finding: Finding) -> int | None:
    return max((call.measurement.chars for call in finding.calls if call.measurement is not None), default=None)


def held_against(servers: Sequence[ServerReport], known: Sequence[Known], growth: float) -> tuple[ServerReport, ...]:
    """Return the servers with what the baseline knows marked so; what grew by more than `growth` stays new.

    A known finding that is now about fewer tools is still known.
    """
    return tuple(
        replace(
            server, findings=tuple(_held(finding, _of(finding, server, known), growth) for finding in server.findings)
        )
        for server in servers
    )


def _of(finding: Finding, server: ServerReport, known: Sequence[Known]) -> Known | None:
    return next((entry for entry in known if _same(entry, finding, server)), None)


def _same(entry: Known, finding: Finding, server: ServerReport) -> bool:
    if entry.fingerprint == finding.fingerprint:
        return True
    alike = (entry.rule, entry.server, entry.argument) == (finding.rule, server.run.spec.name, finding.argument)
    return alike and bool(finding.tools) and set(finding.tools) < set(entry.tools)


def _held(finding: Finding, known: Known | None, growth: float) -> Finding:
    if known is None or finding.state is not State.SHOWN:
        return finding
    if known.severity is not None and finding.severity.gravity > Severity(known.severity).gravity:
        return replace(
            finding, message=f"{finding.message} In the baseline it was a finding of severity {known.severity}."
        )
    now = _largest(finding)
    if known.chars and now is not None and now > known.chars * growth:
        grew = f" In the baseline its largest reply was {known.chars:,} characters; it grew to {now:,}."
        return replace(finding, message=finding.message + grew)
    return replace(finding, state=State.KNOWN, why="known from the baseline")


def gone(servers: Sequence[ServerReport], known: Sequence[Known]) -> tuple[Gone, ...]:
    """Return what the baseline knows and this run, which looked there with every experiment, no longer finds."""
    return tuple(
        Gone(rule=entry.rule, server=entry.server, tools=entry.tools, fingerprint=entry.fingerprint)
        for entry in known
        if _looked_at(entry, servers)
        and not any(_same(entry, finding, server) for server in servers for finding in server.findings)
    )


def unseen(servers: Sequence[ServerReport], known: Sequence[Known]) -> tuple[Known, ...]:
    """Return the entries about servers and tools that this run did not look at."""
    return tuple(entry for entry in known if not _looked_at(entry, servers))


def _looked_at(entry: Known, servers: Sequence[ServerReport]) -> bool:
    run = next((server.run for server in servers if server.run.spec.name == entry.server), None)
    if run is None or not run.complete:
        return False
    listed = {tool.name for tool in run.listing.tools}
    measured = {tool.name for tool in run.tools if tool.status is Status.MEASURED}
    # what is not called has findings about its definition: those are looked at wherever all of the server is
    refused = {tool.name for tool in run.tools if tool.status is Status.REFUSED and tool.reason not in _LEFT_OUT}
    called = {tool.partition("[")[0] for tool in measured | refused}
    return all(tool in measured | refused or (tool not in listed and tool not in called) for tool in entry.tools)
