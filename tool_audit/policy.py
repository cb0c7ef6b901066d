"""Findings + policy -> what is shown, hidden or ignored, and the verdict."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from fnmatch import fnmatchcase

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
from tool_audit.settings import Ignore, Policy


def settle(findings: Iterable[Finding], policy: Policy, today: date) -> tuple[Finding, ...]:
    """Return the findings as the policy leaves them: indicated ones hidden, ignored ones with the reason."""
    return tuple(_settled(finding, policy, today) for finding in findings)


def _settled(finding: Finding, policy: Policy, today: date) -> Finding:
    for ignore in policy.ignores:
        if _covers(ignore, finding, today):
            return replace(finding, state=State.IGNORED, why=ignore.reason)
    if finding.confidence is Confidence.INDICATED and not policy.show_indicated:
        return replace(finding, state=State.HIDDEN, why="a sign, not a proof")
    return finding


def _covers(ignore: Ignore, finding: Finding, today: date) -> bool:
    if ignore.until is not None and today > ignore.until:
        return False
    if not fnmatchcase(finding.argument or "", ignore.argument):
        return False
    tools = finding.tools or ("",)
    return fnmatchcase(finding.rule, ignore.rule) and all(fnmatchcase(tool, ignore.tool) for tool in tools)


def verdict(
    servers: Sequence[ServerReport], failures: Sequence[NotAudited], fail_on: str, *, interrupted: bool = False
) -> Verdict:
    """Return the exit code and what it is read off: findings first, then whether everything could be audited."""
    shown = [f for server in servers for f in server.findings if f.state is State.SHOWN]
    tally = Counter(finding.severity for finding in shown)
    counts = {severity: tally[severity] for severity in Severity}
    failing = sum(number for severity, number in counts.items() if severity.fails(fail_on))
    bare = [server.run.spec.name for server in servers if not server.run.listing.tools]
    idle = [server.run.spec.name for server in servers if server.run.listing.tools and not _exercised(server)]
    reasons = []
    if failing:
        reasons.append(f"{failing} finding{'s' if failing > 1 else ''} at or over --fail-on {fail_on}")
    if failures:
        reasons.append(f"not audited: {', '.join(failure.name for failure in failures)}")
    if bare:
        reasons.append(f"no tool was listed: {', '.join(bare)}")
    if idle:
        reasons.append(f"no tool was measured: {', '.join(idle)}")
    if cut := [server.run.spec.name for server in servers if not server.run.complete]:
        reasons.append(f"not everything was called: {', '.join(cut)}")
    code = ExitCode.CLEAN
    if failures or bare or idle or not servers:
        code = ExitCode.NOT_AUDITED
    if failing:
        code = ExitCode.FINDINGS
    if interrupted:
        code = ExitCode.INTERRUPTED
        reasons.insert(0, "interrupted")
    return Verdict(exit_code=code, fail_on=fail_on, counts=counts, reason="; ".join(reasons))


def _exercised(server: ServerReport) -> bool:
    static = server.run.listing.transport is TransportKind.LISTING
    return static or any(tool.status is Status.MEASURED for tool in server.run.tools)
