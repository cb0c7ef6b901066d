"""Auditing live servers: one after the other, until all are done or somebody interrupts."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date

import anyio

from tool_audit.cli.console import Progress
from tool_audit.cli.interrupts import InterruptError, Interrupts
from tool_audit.cli.record_files import record_files, writing
from tool_audit.connect import connect, hurry
from tool_audit.discover import discover
from tool_audit.gather import Gathering, Watch, connect_limits
from tool_audit.measure import TokenCounter
from tool_audit.model import Call, Listing, NotAudited, Probe, ServerSpec
from tool_audit.record import Recording
from tool_audit.settings import Settings


def audit_live(
    specs: Sequence[ServerSpec],
    settings: Settings,
    counter: TokenCounter,
    today: date,
    interrupts: Interrupts,
    *,
    samples: Sequence[Probe] = (),
) -> list[tuple[Recording, Sequence[Call]]]:
    """Audit every server and return what was recorded and measured; an interrupt keeps what there is until then."""
    gatherings: list[Gathering] = []
    progress = Progress(quiet=settings.output.quiet)
    watch = Watch(connecting=progress.connecting, calling=progress.calling)
    files = record_files(settings.output.record, [spec.name for spec in specs])

    async def run() -> None:
        with _interruptible(interrupts):
            for spec, file in zip(specs, files, strict=True):
                gatherings.append(Gathering(spec, settings, counter, watch, today, samples=samples))
                with writing(file) as record:
                    await gatherings[-1].run(record)

    try:
        anyio.run(run)
    finally:
        progress.clear()
    made = [(gathering.recording, gathering.calls) for gathering in gatherings]
    return [*made, *((_unreached(spec, today), ()) for spec in specs[len(made) :])]


def _unreached(spec: ServerSpec, today: date) -> Recording:
    failure = NotAudited(name=spec.name, message=f"interrupted before {spec.name} was started.")
    return Recording(spec=spec, date=today.isoformat(), failure=failure)


@contextmanager
def _interruptible(interrupts: Interrupts) -> Iterator[anyio.CancelScope]:
    """Cancel what runs inside at a signal; what was cancelled comes to its end all the same, at another one at once."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        if scope.cancel_called:
            hurry()
        scope.cancel()

    with anyio.CancelScope() as scope, interrupts.telling(lambda: loop.call_soon_threadsafe(stop)):
        yield scope


def list_live(spec: ServerSpec, settings: Settings, interrupts: Interrupts) -> Listing:
    """Start a server, ask what it lists, and end it; no tool is called. Raises NotAuditedError, InterruptError."""

    async def run() -> Listing:
        with _interruptible(interrupts):
            async with connect(spec, connect_limits(settings.limits)) as connection:
                return await discover(connection)
        raise InterruptError

    return anyio.run(run)
