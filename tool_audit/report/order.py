"""The order in which reports speak: findings worst first, grouped by rule; tools that were not measured by reason."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from tool_audit.model import Finding, ServerRun, Severity, State, Status, ToolRun

WORDS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
"""What reports for people call each severity."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The findings of one rule that have one severity."""

    rule: str
    severity: Severity
    findings: tuple[Finding, ...]

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools of all the findings, each once, in their order."""
        return tuple(dict.fromkeys(tool for finding in self.findings for tool in finding.tools))


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings by severity, rule and tool."""
    return tuple(sorted(findings, key=_key))


def grouped(findings: Iterable[Finding]) -> tuple[Group, ...]:
    """Return the findings by rule, the worst first."""
    pairs = groupby(in_order(findings), key=lambda finding: (finding.severity, finding.rule))
    return tuple(Group(rule=rule, severity=severity, findings=tuple(found)) for (severity, rule), found in pairs)


def shown(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings that the policy shows."""
    return tuple(finding for finding in findings if finding.state is State.SHOWN)


def with_status(run: ServerRun, status: Status) -> tuple[ToolRun, ...]:
    """Return the tools of one status by name."""
    return tuple(sorted((tool for tool in run.tools if tool.status is status), key=lambda tool: tool.name))


def by_reason(tools: Iterable[ToolRun]) -> dict[str, list[str]]:
    """Return reason -> names, the most common reason first."""
    reasons: dict[str, list[str]] = {}
    for tool in tools:
        reasons.setdefault(tool.reason or "no reason given", []).append(tool.name)
    return dict(sorted(reasons.items(), key=lambda entry: (-len(entry[1]), entry[0])))


def _key(finding: Finding) -> tuple[object, ...]:
    return (-finding.severity.gravity, finding.rule, finding.tools, finding.argument or "", finding.fingerprint)


def remarks(run: ServerRun) -> tuple[str, ...]:
    """Return what a reader should know of this audit beside its figures, in sentences without a full stop."""
    told = list(run.listing.notes) + list(run.notes)
    if not run.complete:
        told.append("not everything was called: what stands here was measured until then")
    return tuple(told)
