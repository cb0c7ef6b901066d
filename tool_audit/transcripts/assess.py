"""Indicators + settings -> findings, the verdict, and all that a renderer may say."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fnmatch import fnmatchcase
from typing import Any, TypeVar

from tool_audit import __version__
from tool_audit.clients import load_client
from tool_audit.errors import ExitCode
from tool_audit.judge import judge_traffic
from tool_audit.model import Json, Severity, State, Verdict
from tool_audit.model.indicators import Indicators, ServerTraffic, TrafficReport
from tool_audit.policy import notes_on, settle
from tool_audit.rules import catalogue
from tool_audit.settings import CapOverride, Ignore, Policy, Regrade
from tool_audit.transcripts.potential import potentials

_Entry = TypeVar("_Entry", Ignore, Regrade, CapOverride)


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
    policy = _about_traffic(policy)
    named = any(server.name for server in indicators.servers)
    servers = tuple(
        # beside servers, what has no name is the client's own tools: nobody here can change them
        replace(server, findings=settle(judge_traffic(server, policy.rules), _of_server(policy, server.name), today))
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
        notes=(*_notes(policy, servers, today), *_too_few([one for one in servers if one.name or not named], policy)),
    )


def _about_traffic(policy: Policy) -> Policy:
    """Return the policy without what the settings say of rules that look at audits."""
    ours = {rule.id for rule in catalogue().values() if rule.about_traffic}
    return _with_entries(policy, lambda entry: entry if entry.rule in ours else None)


def for_server(entries: Iterable[_Entry], server: str) -> tuple[_Entry, ...]:
    """Return the entries for tools of this server, by their own names: `notes/get_note` as `get_note`."""
    found = []
    for entry in entries:
        whose, slash, tool = entry.tool.rpartition("/")
        if not slash:
            found.append(entry)
        elif fnmatchcase(server, whose):
            found.append(replace(entry, tool=tool))
    return tuple(found)


def _of_server(policy: Policy, server: str) -> Policy:
    return replace(policy, ignores=for_server(policy.ignores, server), regrades=for_server(policy.regrades, server))


def _too_few(servers: Sequence[ServerTraffic], policy: Policy) -> tuple[str, ...]:
    """Return a note on the tools that no finding on sizes can be about: that there is none says nothing of them."""
    rule = catalogue()["high-p99-reply"]
    least = rule.options(**policy.rules.get(rule.id, {})).calls
    judged = [tool for server in servers for tool in server.tools]
    few = sum((tool.tokens or tool.chars).n < least for tool in judged)
    if not few:
        return ()
    return (f"{few:,} of {len(judged):,} tools have under {least} replies: too few to judge their sizes by",)


def _notes(policy: Policy, servers: Sequence[ServerTraffic], today: date) -> tuple[str, ...]:
    """Return what became of the settings' entries; those with a server's name are held to tools with theirs."""
    found = [(server.name, finding) for server in servers for finding in server.findings]
    bare = [finding for _, finding in found]
    full = [replace(one, tools=tuple(f"{server}/{tool}" for tool in one.tools)) for server, one in found]
    return (
        *notes_on(_with_entries(policy, lambda one: None if "/" in one.tool else one), bare, today, all_looked_at=True),
        *notes_on(_with_entries(policy, lambda one: one if "/" in one.tool else None), full, today, all_looked_at=True),
    )


def _with_entries(policy: Policy, kept: Callable[[Any], Any]) -> Policy:
    """Return the policy with what `kept` makes of each entry that ignores or regrades; None: without it."""
    ignores, regrades = (tuple(filter(None, map(kept, entries))) for entries in (policy.ignores, policy.regrades))
    return replace(policy, ignores=ignores, regrades=regrades)


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
