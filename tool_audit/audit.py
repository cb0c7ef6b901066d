"""The story of an audit: connect, discover, decide, then rounds of calls; from there on all is pure and can be replayed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from time import monotonic

import anyio

from tool_audit import __version__
from tool_audit.assemble import assemble
from tool_audit.clients import lines_for, load_client
from tool_audit.connect import Connection, ConnectLimits, connect
from tool_audit.discover import discover, listing_from_json
from tool_audit.execute import execute
from tool_audit.judge import judge
from tool_audit.measure import TokenCounter, measure, measure_definitions
from tool_audit.model import (
    Call,
    ClientProfile,
    Json,
    Listing,
    NotAudited,
    Observation,
    Probe,
    Report,
    ServerReport,
    ServerRun,
    ServerSpec,
    TransportKind,
)
from tool_audit.plan import Plan, next_round
from tool_audit.plan.gate import Consent, decide
from tool_audit.plan.values import Surroundings
from tool_audit.policy import settle, verdict
from tool_audit.record import Recording, Writer
from tool_audit.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """Who is told how an audit goes: `calling` before each call, with how many were made and are known of."""

    connecting: Callable[[ServerSpec], None] = lambda _: None
    calling: Callable[[ServerSpec, Probe, int, int], None] = lambda *_: None


async def probe(
    recording: Recording,
    spec: ServerSpec,
    settings: Settings,
    counter: TokenCounter,
    watch: Watch,
    writer: Writer | None,
) -> list[Call]:
    """Audit one server: fill `recording` as it goes, and return the measured calls. Raises NotAuditedError."""
    began = monotonic()
    limits = settings.limits
    calls: list[Call] = []
    watch.connecting(spec)
    try:
        async with connect(
            spec,
            ConnectLimits(
                start_timeout=limits.start_timeout,
                call_timeout=limits.call_timeout,
                max_reply_bytes=limits.max_reply_bytes,
            ),
        ) as connection:
            recording.listing = await discover(connection)
            recording.decisions = decide(recording.listing.tools, consent_of(settings))
            if writer is not None:
                writer.begin(recording)
            plan = _plan(recording, spec, settings)
            try:
                with anyio.move_on_after(settings.probing.max_time) as budget:
                    left_out = await _rounds(plan, connection, recording, calls, settings, counter, watch, writer)
                recording.notes = (
                    ("the audit was ended by --max-time before everything was called",)
                    if budget.cancelled_caught
                    else left_out
                )
            finally:
                recording.noise = connection.noise
                recording.notes += _told(connection)
        recording.complete = True
    finally:
        recording.seconds = monotonic() - began
        if writer is not None and recording.listing is not None:
            writer.end(recording)
    return calls


async def _rounds(
    plan: Plan,
    connection: Connection,
    recording: Recording,
    calls: list[Call],
    settings: Settings,
    counter: TokenCounter,
    watch: Watch,
    writer: Writer | None,
) -> tuple[str, ...]:
    """Call, look, and call again until nothing new is wanted; return what was left out for the budget."""

    def done(observation: Observation) -> None:
        recording.observations.append(observation)
        calls.append(measure(observation, counter))
        if writer is not None:
            writer.observe(observation)

    while True:
        batch = next_round(plan, calls)
        if not batch.probes:
            return tuple(
                f"{label}: {count} more calls were wanted than --max-calls {plan.max_calls} allows"
                for label, count in batch.left_out.items()
            )
        known = len(calls) + len(batch.probes)
        await execute(
            batch.probes,
            connection,
            concurrency=settings.limits.concurrency,
            starting=lambda upcoming, known=known: watch.calling(recording.spec, upcoming, len(calls) + 1, known),
            done=done,
        )


def consent_of(settings: Settings) -> Consent:
    """Return what the settings allow to be called."""
    probing = settings.probing
    return Consent(tools=probing.tools, allow=probing.allow, deny=probing.deny, allow_writes=probing.allow_writes)


def _plan(recording: Recording, spec: ServerSpec, settings: Settings) -> Plan:
    listing = recording.listing
    tools = {tool.name: tool for tool in listing.tools} if listing is not None else {}
    profile = load_client(settings.policy.client, settings.policy.clients)
    pinned = {name: settings.probing.arguments_for(name) for name in tools}
    return Plan(
        tools=tools,
        decisions=recording.decisions,
        lines={name: lines_for(profile, tool, settings.policy.overrides) for name, tool in tools.items()},
        pinned={name: arguments for name, arguments in pinned.items() if arguments},
        experiments=settings.probing.experiments,
        max_calls=settings.probing.max_calls,
        surroundings=surroundings_of(spec),
    )


def surroundings_of(spec: ServerSpec) -> Surroundings:
    """Return the folders and files that a path argument may mean: those of the command line, else the working folder."""
    home = Path(spec.cwd) if spec.cwd else Path.cwd()
    words = [word.partition("=")[2] or word for word in spec.command[1:]]
    named = [home / word for word in words if len(word) < 1_000 and (home / word).exists()]
    folders = [path for path in named if path.is_dir()] or ([home] if spec.transport is TransportKind.STDIO else [])
    files = [path for path in named if path.is_file()]
    for folder in folders[:2]:
        files += sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))[:2]
    return Surroundings(folders=tuple(map(str, folders)), files=tuple(map(str, files)))


def _told(connection: Connection) -> tuple[str, ...]:
    asked = tuple(f"the server asked us for {method} ({count} times)" for method, count in connection.asked.items())
    again = (f"the server had to be started again {connection.restarts} times",) if connection.restarts else ()
    return asked + again


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
        lines=lines_for(profile, None),
        noise=recording.noise,
        notes=recording.notes,
        seconds=recording.seconds,
        complete=recording.complete,
    )


def listed(name: str, saved: Json, settings: Settings, today: date) -> Recording:
    """Return the recording of a saved tools/list: nothing is called, only what is listed is judged."""
    listing = listing_from_json(saved, name)
    decisions = decide(listing.tools, consent_of(settings))
    never = tuple(replace(d, called=False, reason="a saved tools/list: nothing to call", consent="") for d in decisions)
    spec = ServerSpec(name=name, transport=TransportKind.LISTING)
    return Recording(spec=spec, date=today.isoformat(), listing=listing, decisions=never, complete=True)


def report_of(
    recordings: Sequence[tuple[Recording, Sequence[Call] | None]],
    failures: Sequence[NotAudited],
    settings: Settings,
    counter: TokenCounter,
    today: date,
) -> Report:
    """Judge recordings and return the report; calls that were not measured yet (None) are measured here."""
    profile = load_client(settings.policy.client, settings.policy.clients)
    servers = []
    for recording, measured in recordings:
        calls = measured if measured is not None else [measure(seen, counter) for seen in recording.observations]
        run = run_of(recording, calls, settings, profile, counter)
        findings = settle(judge(run, settings.policy.rules), settings.policy, today)
        servers.append(ServerReport(run=run, findings=findings))
    return Report(
        version=__version__,
        date=today.isoformat(),
        client=profile,
        tokenizer=counter.name,
        servers=tuple(servers),
        failures=tuple(failures),
        verdict=verdict(servers, failures, settings.policy.fail_on),
    )
