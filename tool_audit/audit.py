"""The pure half of an audit: recordings, live or read back, -> runs -> findings -> a report."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from tool_audit import __version__
from tool_audit.assemble import assemble, describe
from tool_audit.clients import declared_keys, limits_of_clients, lines_for, load_client, notes_on_tools, showing
from tool_audit.judge import RuleError, judge
from tool_audit.listing import listing_from_json
from tool_audit.measure import TokenCounter, measure, measure_definitions
from tool_audit.model import (
    Call,
    ClientProfile,
    Finding,
    Json,
    Listing,
    NotAudited,
    Report,
    RulePage,
    ServerReport,
    ServerRun,
    ServerSpec,
    Showing,
    ToolRun,
    TransportKind,
)
from tool_audit.plan.gate import decide
from tool_audit.policy import notes_on, settle, verdict
from tool_audit.record import Recording
from tool_audit.refusals.limits import turned_away
from tool_audit.refusals.told import wrong_calls
from tool_audit.rules import catalogue, page
from tool_audit.settings import Policy, Settings
from tool_audit.shelf import Shelf


def run_of(
    recording: Recording, calls: Sequence[Call], settings: Settings, profile: ClientProfile, counter: TokenCounter
) -> ServerRun:
    """Return all that is known about the server of a recording."""
    listing = recording.listing or Listing(
        name=recording.spec.name, version="", protocol="", transport=recording.spec.transport
    )
    tools = {tool.name: tool for tool in listing.tools}
    overrides = settings.policy.overrides
    lines = {name: lines_for(profile, tool, overrides) for name, tool in tools.items()}
    return ServerRun(
        spec=recording.spec,
        listing=listing,
        definitions=measure_definitions(listing, counter),
        tools=assemble(tools, recording.decisions, calls, lines),
        calls=tuple(calls),
        lines=lines_for(profile, None, overrides),
        noise=recording.noise,
        survivor=recording.survivor,
        notes=(*recording.notes, *_turned_away(calls)),
        seconds=recording.seconds,
        complete=recording.complete,
        clients=limits_of_clients(settings.policy.clients),
    )


def _turned_away(calls: Sequence[Call]) -> tuple[str, ...]:
    away = [call for call in calls if turned_away(call)]
    if not away:
        return ()
    count = "a call that was" if len(away) == 1 else f"{len(away):,} calls that were"
    return (f"nothing is concluded from {count} turned away for there were too many: {describe(away[0])}",)


def listed(name: str, saved: Json, settings: Settings, today: date) -> Recording:
    """Return the recording of a saved tools/list: nothing is called, only what is listed is judged."""
    listing = listing_from_json(saved, name)
    decisions = decide(listing.tools, settings.probing)
    never = tuple(replace(d, called=False, reason="a saved tools/list: nothing to call", consent="") for d in decisions)
    spec = ServerSpec(name=name, transport=TransportKind.LISTING)
    return Recording(spec=spec, date=today.isoformat(), listing=listing, decisions=never, complete=True)


def report_of(
    recordings: Sequence[tuple[Recording, Sequence[Call] | None]],
    failures: Sequence[NotAudited],
    settings: Settings,
    counter: TokenCounter,
    today: date,
    *,
    shelf: Shelf | None = None,
    interrupted: bool = False,
    shard: str = "",
) -> Report:
    """Judge recordings and return the report; calls that were not measured yet (None) are measured here.

    What the replies of those hold goes onto the shelf, where there is one.
    """
    policy = settings.policy
    profile, *others = (load_client(name, policy.clients) for name in policy.client)
    keys = declared_keys(policy.clients)
    servers = []
    unaudited = [*failures, *(recording.failure for recording, _ in recordings if recording.failure is not None)]
    for recording, measured in recordings:
        if recording.listing is None:
            continue
        calls = measured if measured is not None else list(_measured(recording, counter, shelf))
        run = run_of(recording, calls, settings, profile, counter)
        broken: list[RuleError] = []
        findings = settle(judge(run, policy.rules, broken), policy, today)
        servers.append(_judged(run, findings, (profile, *others), keys))
        unaudited += [_our_bug(recording, error) for error in broken]
    found = [finding for server in servers for finding in server.findings]
    return Report(
        version=__version__,
        date=today.isoformat(),
        client=profile,
        others=tuple(others),
        lines=lines_for(profile, None, policy.overrides),
        tokenizer=counter.name,
        servers=tuple(servers),
        failures=tuple(unaudited),
        verdict=verdict(servers, unaudited, policy.fail_on, interrupted=interrupted, part=bool(shard)),
        rules=_pages(),
        notes=notes_on(_about_audits(policy), found, today, all_looked_at=_looked_at_all(servers, unaudited, settings)),
        shard=shard,
    )


def _about_audits(policy: Policy) -> Policy:
    """Return the policy without what the settings say of rules that look at no audit."""
    others = {rule.id for rule in catalogue().values() if rule.about_traffic}
    return replace(
        policy,
        ignores=tuple(one for one in policy.ignores if one.rule not in others),
        regrades=tuple(one for one in policy.regrades if one.rule not in others),
    )


def _measured(recording: Recording, counter: TokenCounter, shelf: Shelf | None) -> Iterator[Call]:
    for seen in recording.observations:
        call = measure(seen, counter)
        yield call if shelf is None else shelf.call(call)


def _judged(
    run: ServerRun, findings: tuple[Finding, ...], clients: Sequence[ClientProfile], keys: Sequence[str]
) -> ServerReport:
    return ServerReport(
        run=run,
        findings=findings,
        wrong_calls=wrong_calls(run.tools),
        showings={tool.name: shown for tool in run.tools if (shown := _showings(tool, clients))},
        client_notes=tuple(note for client in clients for note in notes_on_tools(client, run.listing.tools, keys)),
    )


def _showings(tool: ToolRun, clients: Sequence[ClientProfile]) -> tuple[Showing, ...]:
    reply = None if tool.default is None else tool.default.measurement
    if reply is None:
        return ()
    # an override of the settings moves the line that is judged by: what the client does is as it was
    return tuple(showing(client, lines_for(client, tool.tool), reply) for client in clients)


def _looked_at_all(servers: Sequence[ServerReport], unaudited: Sequence[NotAudited], settings: Settings) -> bool:
    narrowed = settings.probing.tools or settings.probing.experiments
    return bool(servers) and not unaudited and not narrowed and all(server.run.complete for server in servers)


def _pages() -> tuple[RulePage, ...]:
    return tuple(
        RulePage(id=rule.id, group=rule.group, summary=rule.summary, severity=rule.severity, page=page(rule.id))
        for rule in catalogue().values()
        if not rule.about_traffic
    )


def _our_bug(recording: Recording, error: RuleError) -> NotAudited:
    return NotAudited(
        name=recording.spec.name,
        message=f"{error}. This is a bug in tool-audit, not in the server; what the other rules saw stands here.",
        hint="please report it, with the file that `tool-audit probe --record DIR` writes.",
    )
