"""Indicators + settings -> findings, the verdict, and all that a renderer may say."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from tool_audit import __version__
from tool_audit.clients import load_client
from tool_audit.errors import ExitCode
from tool_audit.judge import judge_traffic
from tool_audit.model import Json, Severity, State, Verdict
from tool_audit.model.indicators import Indicators, ServerTraffic, TrafficReport
from tool_audit.policy import settle
from tool_audit.settings import Policy
from tool_audit.transcripts.potential import potentials


def assess(
    indicators: Indicators,
    policy: Policy,
    tokenizer: str,
    today: date,
    *,
    audit: Mapping[str, Json] | None = None,
    shows_arguments: bool = False,
) -> TrafficReport:
    """Judge what the logs came to. `audit` is a JSON report of `probe` to put beside it."""
    named = any(server.name for server in indicators.servers)
    servers = tuple(
        # beside servers, what has no name is the client's own tools: nobody here can change them
        replace(server, findings=settle(judge_traffic(server, policy.rules), policy, today))
        if server.name or not named
        else server
        for server in indicators.servers
    )
    return TrafficReport(
        version=__version__,
        date=today.isoformat(),
        client=load_client(policy.client[0], policy.clients),
        tokenizer=tokenizer,
        indicators=replace(indicators, servers=servers),
        verdict=_verdict(servers, indicators, policy),
        shows_arguments=shows_arguments,
        potentials=() if audit is None else potentials(audit, servers),
        audited=audit is not None,
    )


def _verdict(servers: Sequence[ServerTraffic], indicators: Indicators, policy: Policy) -> Verdict:
    """Return the exit code: 1 for findings at or over --fail-on, 3 where the logs held no call."""
    shown = [finding for server in servers for finding in server.findings if finding.state is State.SHOWN]
    tally = Counter(finding.severity for finding in shown)
    failing = sum(finding.severity.fails(policy.fail_on) for finding in shown)
    code, reason = ExitCode.CLEAN, ""
    if not indicators.calls:
        code, reason = ExitCode.NOT_AUDITED, "the logs hold no call of a tool"
    if failing:
        code = ExitCode.FINDINGS
        reason = f"{failing} finding{'s' if failing > 1 else ''} at or over --fail-on {policy.fail_on}"
    counts = {severity: tally[severity] for severity in Severity}
    return Verdict(exit_code=code, fail_on=policy.fail_on, counts=counts, reason=reason)
