"""Findings + policy -> what is shown, hidden or ignored, and the verdict."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fnmatch import fnmatchcase
from typing import Final

from tool_audit.errors import ExitCode
from tool_audit.model import (
    Confidence,
    Finding,
    NotAudited,
    ServerReport,
    Severity,
    State,
    Status,
    TransportKind,
    Verdict,
)
from tool_audit.settings import Amendment, Policy

_MOST_NAMED: Final = 3


def settle(findings: Iterable[Finding], policy: Policy, today: date) -> tuple[Finding, ...]:
    """Return the findings as the policy leaves them: regraded, indicated ones hidden, ignored ones with the reason."""
    return tuple(_settled(_regraded(finding, policy, today), policy, today) for finding in findings)


def _regraded(finding: Finding, policy: Policy, today: date) -> Finding:
    regrade = next((one for one in policy.regrades if _in_force(one, finding, today)), None)
    if regrade is None or regrade.severity is finding.severity:
        return finding
    return replace(finding, severity=regrade.severity, regraded_from=finding.severity, regraded_why=regrade.reason)


def _settled(finding: Finding, policy: Policy, today: date) -> Finding:
    if reason := _accepted(finding, [one for one in policy.ignores if not one.has_lapsed(today)]):
        return replace(finding, state=State.IGNORED, why=reason)
    if finding.confidence is Confidence.INDICATED and not policy.show_indicated:
        return replace(finding, state=State.HIDDEN, why="a sign, not a proof")
    return finding


def _accepted(finding: Finding, ignores: Sequence[Amendment]) -> str:
    """Return why a finding is accepted: by one entry that fits all its tools, or by several that do so together."""
    if whole := next((ignore for ignore in ignores if _covers(ignore, finding)), None):
        return whole.reason
    parts = [ignore for ignore in ignores if _touches(ignore, finding)]
    if not all(any(fnmatchcase(tool, ignore.tool) for ignore in parts) for tool in finding.tools or ("",)):
        return ""
    return "; ".join(dict.fromkeys(ignore.reason for ignore in parts))


def _in_force(amendment: Amendment, finding: Finding, today: date) -> bool:
    return not amendment.has_lapsed(today) and _covers(amendment, finding)


def _covers(amendment: Amendment, finding: Finding) -> bool:
    tools = finding.tools or ("",)
    return _touches(amendment, finding) and all(fnmatchcase(tool, amendment.tool) for tool in tools)


def _touches(amendment: Amendment, finding: Finding) -> bool:
    """Whether an entry is about a finding, if only about some of its tools."""
    if finding.rule != amendment.rule or not fnmatchcase(finding.argument or "", amendment.argument):
        return False
    return any(fnmatchcase(tool, amendment.tool) for tool in finding.tools or ("",))


def notes_on(policy: Policy, findings: Sequence[Finding], today: date, *, all_looked_at: bool) -> tuple[str, ...]:
    """Return what became of the settings' entries: those that have lapsed, and those that nothing was found for.

    That nothing was found says something only where everything was looked at.
    """
    told = (
        _became(f"[[{section}]] {amendment}", amendment, findings, today, all_looked_at=all_looked_at)
        for section, amendments in (("ignore", policy.ignores), ("regrade", policy.regrades))
        for amendment in amendments
    )
    return tuple(filter(None, told))


def _became(told: str, amendment: Amendment, findings: Sequence[Finding], today: date, *, all_looked_at: bool) -> str:
    covered = sum(_covers(amendment, finding) for finding in findings)
    if amendment.has_lapsed(today):
        again = f": {covered} finding{'s count' if covered > 1 else ' counts'} again" if covered else ""
        return f"{told} has lapsed{again}"
    if covered or not all_looked_at:
        return ""
    touched = next((one for one in findings if _touches(amendment, one) and one.state is not State.IGNORED), None)
    if touched is not None:
        others = [tool for tool in touched.tools if not fnmatchcase(tool, amendment.tool)]
        also = ", ".join(others[:_MOST_NAMED]) + (" and others" if len(others) > _MOST_NAMED else "")
        return f"{told} covers no finding of this run: the one of that rule is also about {also}"
    return "" if any(_touches(amendment, one) for one in findings) else f"{told} covers no finding of this run"


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """What a verdict needs of one server; `severities` are those of the findings that are shown."""

    name: str
    listed: bool
    """Whether it has a tool."""
    exercised: bool
    """Whether one of them was measured, or none was to be."""
    complete: bool
    severities: tuple[Severity, ...]


def verdict(
    servers: Sequence[ServerReport],
    failures: Sequence[NotAudited],
    fail_on: str,
    *,
    interrupted: bool = False,
    part: bool = False,
) -> Verdict:
    """Return the exit code and what it is read off: findings first, then whether everything could be audited.

    A `part` of a fleet may hold no server; nothing else may.
    """
    audited, failed = [_audited(server) for server in servers], [failure.name for failure in failures]
    return verdict_on(audited, failed, fail_on, interrupted=interrupted, part=part)


def verdict_on(
    servers: Sequence[Audited],
    failures: Sequence[str],
    fail_on: str,
    *,
    interrupted: bool = False,
    part: bool = False,
) -> Verdict:
    """Return the same of what the verdict needs; `failures` are the names of servers that could not be audited."""
    tally = Counter(severity for server in servers for severity in server.severities)
    counts = {severity: tally[severity] for severity in Severity}
    failing = sum(number for severity, number in counts.items() if severity.fails(fail_on))
    bare = [server.name for server in servers if not server.listed]
    idle = [server.name for server in servers if server.listed and not server.exercised]
    reasons = []
    if failing:
        reasons.append(f"{failing} finding{'s' if failing > 1 else ''} at or over --fail-on {fail_on}")
    if failures:
        reasons.append(f"not audited: {', '.join(failures)}")
    if bare:
        reasons.append(f"no tool was listed: {', '.join(bare)}")
    if idle:
        reasons.append(f"no tool was measured: {', '.join(idle)}")
    if cut := [server.name for server in servers if not server.complete]:
        reasons.append(f"not everything was called: {', '.join(cut)}")
    code = ExitCode.CLEAN
    if failures or bare or idle or not (servers or part):
        code = ExitCode.NOT_AUDITED
    if failing:
        code = ExitCode.FINDINGS
    if interrupted:
        code = ExitCode.INTERRUPTED
        reasons.insert(0, "interrupted")
    return Verdict(exit_code=code, fail_on=fail_on, counts=counts, reason="; ".join(reasons))


def _audited(server: ServerReport) -> Audited:
    run = server.run
    return Audited(
        name=run.spec.name,
        listed=bool(run.listing.tools),
        exercised=run.listing.transport is TransportKind.LISTING
        or any(tool.status is Status.MEASURED for tool in run.tools),
        complete=run.complete,
        severities=tuple(finding.severity for finding in server.findings if finding.state is State.SHOWN),
    )
