"""Auditing live servers, until all are done or somebody interrupts; one that goes wrong costs the others nothing."""

import traceback
from collections.abc import Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Final

from tool_audit.cli.interrupts import InterruptError, Interrupts
from tool_audit.cli.progress import Progress
from tool_audit.cli.record_files import record_files, writing
from tool_audit.cli.side_by_side import side_by_side
from tool_audit.connect.early import connect_early
from tool_audit.discover import discover
from tool_audit.errors import NotAuditedError, ToolAuditError
from tool_audit.gather import Gathering, Watch, connect_limits
from tool_audit.measure import TokenCounter
from tool_audit.model import Call, Listing, NotAudited, Probe, ServerSpec
from tool_audit.record import Recording
from tool_audit.settings import Settings
from tool_audit.shelf import Shelf

_LAST_LINES: Final = 6
"""Of a traceback: where it happened and what."""


def audit_live(
    specs: Sequence[ServerSpec],
    settings: Settings,
    counter: TokenCounter,
    shelf: Shelf,
    today: date,
    interrupts: Interrupts,
    *,
    samples: Sequence[Probe] = (),
) -> list[tuple[Recording, Sequence[Call]]]:
    """Audit every server and return what was recorded and measured; an interrupt keeps what there is until then."""
    progress = Progress(len(specs), quiet=settings.output.quiet)
    watch = Watch(connecting=progress.connecting, calling=progress.calling, foresees=progress.is_shown)
    gatherings = [Gathering(spec, settings, counter, watch, today, shelf=shelf, samples=samples) for spec in specs]
    files = record_files(settings.output.record, [spec.name for spec in specs])

    async def audit(gathering: Gathering, file: Path | None) -> None:
        with writing(file) as record:
            try:
                await gathering.run(record)
            except ToolAuditError:
                raise
            except Exception as error:  # noqa: BLE001 - what we do wrong with one server costs the others nothing
                gathering.recording.failure = _our_bug(gathering.recording.spec, error)
        progress.finished(gathering.recording.spec)

    works = [partial(audit, gathering, file) for gathering, file in zip(gatherings, files, strict=True)]
    try:
        side_by_side(works, _jobs(settings), interrupts)
    finally:
        progress.clear()
    for gathering in gatherings:
        if gathering.recording.listing is None and gathering.recording.failure is None:
            gathering.recording.failure = _unreached(gathering.recording.spec)
    return [(gathering.recording, gathering.calls) for gathering in gatherings]


def _jobs(settings: Settings) -> int:
    # with another server at work nobody could tell who changed a file
    return 1 if settings.probing.watch else settings.limits.jobs


def _unreached(spec: ServerSpec) -> NotAudited:
    return NotAudited(name=spec.name, message=f"interrupted before {spec.name} was started.")


def _our_bug(spec: ServerSpec, error: Exception) -> NotAudited:
    lines = "".join(traceback.format_exception(error)).rstrip().splitlines()
    return NotAudited(
        name=spec.name,
        message=f"the audit of {spec.name} was broken off by a bug in tool-audit, not in the server.",
        hint="please report it, with these lines and the file that `tool-audit probe --record DIR` writes.",
        detail=tuple(line.strip() for line in lines[-_LAST_LINES:]),
    )


def list_live(
    specs: Sequence[ServerSpec], settings: Settings, interrupts: Interrupts
) -> list[Listing | NotAuditedError]:
    """Start every server, ask what it lists, and end it; no tool is called. Raises InterruptError."""

    async def ask(spec: ServerSpec) -> Listing | NotAuditedError:
        try:
            async with connect_early(spec, connect_limits(settings.limits)) as connection:
                return await discover(connection)
        except NotAuditedError as error:
            return error

    answers = side_by_side([partial(ask, spec) for spec in specs], settings.limits.jobs, interrupts)
    listed = [answer for answer in answers if answer is not None]
    if len(listed) < len(specs):
        raise InterruptError
    return listed
