"""Auditing live servers: one after the other, until all are done or somebody interrupts."""

import re
import signal
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path

import anyio

from tool_audit.cli.console import Progress
from tool_audit.connect import ConnectLimits, connect
from tool_audit.discover import discover
from tool_audit.errors import NotAuditedError
from tool_audit.gather import Gathering, Watch
from tool_audit.measure import TokenCounter
from tool_audit.model import Listing, NotAudited, Probe, ServerSpec
from tool_audit.settings import Settings


class Session:
    """What live audits gave: finished ones, the one that was cut short, those that could not be."""

    def __init__(self) -> None:
        self.gatherings: list[Gathering] = []
        self.failures: list[NotAudited] = []
        self.interrupted = False


def audit_live(
    specs: Sequence[ServerSpec],
    settings: Settings,
    counter: TokenCounter,
    today: date,
    *,
    samples: Sequence[Probe] = (),
) -> Session:
    """Audit every server; an interrupt ends the audit but keeps what was measured until then."""
    session = Session()
    progress = Progress(quiet=settings.output.quiet)
    watch = Watch(connecting=progress.connecting, calling=progress.calling)

    async def run() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_listen, tasks.cancel_scope, session)
            for spec in specs:
                gathering = Gathering(spec, settings, counter, watch, today, samples=samples)
                await _audit(gathering, session, settings.output.record)
            tasks.cancel_scope.cancel()

    try:
        anyio.run(run)
    finally:
        progress.clear()
    return session


async def _audit(gathering: Gathering, session: Session, folder: Path | None) -> None:
    spec = gathering.recording.spec
    record = _record_file(folder, spec.name, session)
    part = record.with_suffix(".part") if record is not None else None
    session.gatherings.append(gathering)
    try:
        await gathering.run(part)
    except NotAuditedError as error:
        session.gatherings.remove(gathering)
        session.failures.append(NotAudited(name=spec.name, message=error.message, hint=error.hint, detail=error.detail))
    finally:
        if part is not None and record is not None:
            with suppress(FileNotFoundError):
                part.replace(record)


def _record_file(folder: Path | None, name: str, session: Session) -> Path | None:
    if folder is None:
        return None
    stem = re.sub(r"[^\w.-]+", "-", name).strip("-.") or "server"
    taken = sum(1 for gathering in session.gatherings if gathering.recording.spec.name == name)
    return folder / f"{stem}{f'-{taken + 1}' if taken else ''}.jsonl"


async def _listen(scope: anyio.CancelScope, session: Session) -> None:
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            session.interrupted = True
            scope.cancel()


def list_live(spec: ServerSpec, settings: Settings) -> Listing:
    """Start a server, ask what it lists, and end it; no tool is called. Raises NotAuditedError."""

    async def run() -> Listing:
        limits = ConnectLimits(start_timeout=settings.limits.start_timeout, call_timeout=settings.limits.call_timeout)
        async with connect(spec, limits) as connection:
            return await discover(connection)

    return anyio.run(run)
