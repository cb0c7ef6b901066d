"""Findings that are known from an earlier run: read and written as a file, and held against what is found now."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tool_audit.model import Finding, Gone, Json, ServerReport, State, Status
from tool_audit.saved_json import read_saved

SCHEMA: Final = "tool-audit/baseline/1"
GROWTH: Final = 1.25
"""A known finding whose largest reply grew by more than this factor counts as new."""
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
                },
            },
        },
    },
}
_HINT: Final = "`--update-baseline` writes it anew"


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A finding of an earlier run. `chars`: the largest reply among its calls, None where it had none."""

    fingerprint: str
    rule: str
    server: str
    tools: tuple[str, ...]
    argument: str | None
    chars: int | None


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
    )


def baseline_text(servers: Iterable[ServerReport], kept: Iterable[Known] = ()) -> str:
    """Return the baseline of what is shown or known now, sorted, one finding a line: a difference reads well.

    `kept`: entries of what this run did not look at; they stay.
    """
    entries = {known.fingerprint: known for known in kept}
    for server in servers:
        for finding in server.findings:
            if finding.state in (State.SHOWN, State.KNOWN):
                entries[finding.fingerprint] = known_of(finding, server.run.listing.name)
    ordered = sorted(entries.values(), key=lambda known: (known.server, known.rule, known.tools, known.fingerprint))
    lines = ",\n".join(f"  {json.dumps(_entry(known), ensure_ascii=True)}" for known in ordered)
    return f'{{"schema": "{SCHEMA}", "findings": [\n{lines}\n]}}\n'


def known_of(finding: Finding, server: str) -> Known:
    """Return a finding as a baseline remembers it."""
    return Known(
        fingerprint=finding.fingerprint,
        rule=finding.rule,
        server=server,
        tools=finding.tools,
        argument=finding.argument,
        chars=_largest(finding),
    )


def _entry(known: Known) -> dict[str, Json]:
    return {
        "fingerprint": known.fingerprint,
        "rule": known.rule,
        "server": known.server,
        "tools": list(known.tools),
        "argument": known.argument,
        "chars": known.chars,
    }


def _largest(finding: Finding) -> int | None:
    return max((call.measurement.chars for call in finding.calls if call.measurement is not None), default=None)


def held_against(findings: Sequence[Finding], known: Sequence[Known], growth: float) -> tuple[Finding, ...]:
    """Return the findings, those that the baseline knows marked so; what grew by more than `growth` stays new."""
    by_fingerprint = {entry.fingerprint: entry for entry in known}
    return tuple(_held(finding, by_fingerprint.get(finding.fingerprint), growth) for finding in findings)


def _held(finding: Finding, known: Known | None, growth: float) -> Finding:
    if known is None or finding.state is not State.SHOWN:
        return finding
    now = _largest(finding)
    if known.chars and now is not None and now > known.chars * growth:
        grew = f" In the baseline its largest reply was {known.chars:,} characters; it grew to {now:,}."
        return replace(finding, message=finding.message + grew)
    return replace(finding, state=State.KNOWN, why="known from the baseline")


def gone(servers: Sequence[ServerReport], known: Sequence[Known]) -> tuple[Gone, ...]:
    """Return what the baseline knows and this run, which looked there, no longer finds."""
    now = {finding.fingerprint for server in servers for finding in server.findings}
    return tuple(
        Gone(rule=entry.rule, server=entry.server, tools=entry.tools, fingerprint=entry.fingerprint)
        for entry in known
        if entry.fingerprint not in now and _looked_at(entry, servers)
    )


def unseen(servers: Sequence[ServerReport], known: Sequence[Known]) -> tuple[Known, ...]:
    """Return the entries about servers and tools that this run did not look at."""
    return tuple(entry for entry in known if not _looked_at(entry, servers))


def _looked_at(entry: Known, servers: Sequence[ServerReport]) -> bool:
    run = next((server.run for server in servers if server.run.listing.name == entry.server), None)
    if run is None or not run.complete:
        return False
    listed = {tool.name for tool in run.listing.tools}
    left_out = {tool.name for tool in run.tools if tool.status is Status.UNMEASURED}
    known = {tool.name for tool in run.tools}
    # a tool that is listed and has no run was left out by --tool; one that is listed no more is gone
    return all(tool not in left_out and (tool in known or tool not in listed) for tool in entry.tools)
