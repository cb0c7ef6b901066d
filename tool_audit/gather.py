"""The live half of an audit: connect, discover, decide, then rounds of calls until nothing new is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import count
from time import monotonic
from typing import IO, TYPE_CHECKING, Final

import anyio

from tool_audit.connect.early import connect_early
from tool_audit.connect.limits import ConnectLimits
from tool_audit.connect.mask import kept
from tool_audit.discover import discover
from tool_audit.errors import NotAuditedError
from tool_audit.execute import execute
from tool_audit.measure import TokenCounter, measure
from tool_audit.model import Call, Disconnected, NotAudited, Observation, Probe, ServerSpec
from tool_audit.plan import Plan, next_round
from tool_audit.plan.foreseen import foreseen
from tool_audit.plan.gate import decide
from tool_audit.planned import plan_of
from tool_audit.record import Recording, Writer
from tool_audit.settings import Limits, Settings
from tool_audit.shelf import Shelf
from tool_audit.watched import WatchedFolders

if TYPE_CHECKING:
    from tool_audit.connect.connection import Connection

_MOST_FORESEEN: Final = 200
"""Tools; with more, looking ahead would take longer than it is worth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """Who is told how an audit goes: of each connecting; before each call, of its number and of how many are expected.

    `foresees`: whether it is worth the time to count what the definitions alone give rise to.
    """

    connecting: Callable[[ServerSpec], None] = lambda _: None
    calling: Callable[[ServerSpec, Probe, int, int], None] = lambda *_: None
    foresees: bool = False


class Gathering:
    """One server's audit while it happens; `recording` and `calls` hold what there is, also after an interruption."""

    def __init__(
        self,
        spec: ServerSpec,
        settings: Settings,
        counter: TokenCounter,
        watch: Watch,
        today: date,
        *,
        shelf: Shelf | None = None,
        samples: Sequence[Probe] = (),
    ) -> None:
        """Prepare an audit; `samples` are calls to make at its end, whatever it wanted.

        What replies hold goes onto the shelf, where there is one.
        """
        self.recording = Recording(spec=kept(spec), date=today.isoformat())
        self.calls: list[Call] = []
        self._spec = spec
        self._settings = settings
        self._counter = counter
        self._watch = watch
        self._shelf = shelf
        self._samples = samples
        self._writer: Writer | None = None
        self._expected = 0
        self._watched = WatchedFolders(settings.probing.watch)

    async def run(self, file: IO[str] | None = None) -> None:
        """Audit the server, recording into a file where there is one; where it cannot be, that is in the recording."""
        began = monotonic()
        self._watch.connecting(self._spec)
        self._writer = Writer(file) if file is not None else None
        connection: Connection | None = None
        try:
            async with connect_early(self._spec, connect_limits(self._settings.limits)) as connection:
                self.recording.listing = await discover(connection)
                self.recording.decisions = decide(self.recording.listing.tools, self._settings.probing)
                await self._call(connection, began)
        except NotAuditedError as error:
            self._failed(error)
        except anyio.get_cancelled_exc_class():
            if self.recording.listing is None:
                self._failed(NotAuditedError(f"interrupted before {self._spec.name} had listed its tools."))
            raise
        finally:
            if connection is not None and self.recording.listing is not None:
                self._end(connection)

    def _failed(self, error: NotAuditedError) -> None:
        self.recording.failure = NotAudited(
            name=self._spec.name, message=error.message, hint=error.hint, detail=error.detail
        )
        if self._writer is not None:
            self._writer.begin(self.recording)

    async def _call(self, connection: Connection, began: float) -> None:
        if self._writer is not None:
            self._writer.begin(self.recording)
        try:
            with anyio.move_on_after(self._settings.probing.max_time) as budget:
                await self._rounds(connection)
                await self._make(self._samples, connection)
                self.recording.complete = True
            if budget.cancelled_caught:
                self.recording.notes += ("ended by --max-time before everything was called",)
        finally:
            # as exact as the record holds it: the report of the record is to be this one
            self.recording.seconds = round(monotonic() - began, 3)

    def _end(self, connection: Connection) -> None:
        """Note what is known only when nothing of the server runs any more."""
        self.recording.noise = connection.noise
        self.recording.survivor = connection.survivor
        self.recording.notes += _told(connection)
        self.recording.notes += self._watched.notes
        if self._writer is not None:
            self._writer.end(self.recording)
            self.recording.notes += self._writer.notes

    async def _rounds(self, connection: Connection) -> None:
        plan = self._plan()
        if self._watch.foresees and len(plan.decisions) <= _MOST_FORESEEN:
            self._expected = sum(map(len, foreseen(plan).values()))
        while True:
            batch = next_round(plan, self.calls)
            if not batch.probes:
                self.recording.notes += tuple(
                    f"{label}: {count} more calls were wanted than --max-calls {plan.max_calls} allows"
                    for label, count in batch.left_out.items()
                )
                return
            await self._make(batch.probes, connection, wary=batch.wary)

    async def _make(self, probes: Sequence[Probe], connection: Connection, *, wary: bool = False) -> None:
        expected = max(len(self.calls) + len(probes), self._expected)
        number = count(len(self.calls) + 1)
        await execute(
            probes,
            connection,
            # with others under way nobody could tell whose call changed a file
            concurrency=1 if self._settings.probing.watch else self._settings.limits.concurrency,
            starting=lambda probe: self._starting(probe, next(number), expected),
            done=self._observed,
            wary=wary,
            at_once=bool(self._settings.probing.watch),  # what changed meanwhile is the doing of the call before
        )

    def _starting(self, probe: Probe, number: int, expected: int) -> None:
        self._watch.calling(self._spec, probe, min(number, expected), expected)
        self._watched.begin()

    def _observed(self, observation: Observation) -> None:
        call = measure(observation, self._counter)
        # measured first: what a server writes a moment after its answer is seen, too
        changes = self._watched.changes()
        around = (observation, *(call.observation for call in self.calls[-1:]))
        ended = any(isinstance(one.outcome, Disconnected) for one in around)
        if changes and not ended:  # a server that starts again writes what it likes
            observation = replace(observation, files=changes)
        if self._writer is not None:
            self._writer.observe(observation)
        if self._shelf is not None:
            observation, call = self._shelf.observation(observation), self._shelf.call(call)
        self.recording.observations.append(observation)
        self.calls.append(replace(call, observation=observation))

    def _plan(self) -> Plan:
        listing = self.recording.listing
        return plan_of(listing.tools if listing is not None else (), self._spec, self._settings)


def connect_limits(limits: Limits) -> ConnectLimits:
    """Return what the settings allow a connection, in seconds and bytes."""
    return ConnectLimits(
        start_timeout=limits.start_timeout,
        call_timeout=limits.call_timeout,
        max_reply_bytes=limits.max_reply_bytes,
    )


def _told(connection: Connection) -> tuple[str, ...]:
    told = [f"the server asked us for {method} {_times(count)}" for method, count in connection.asked.items()]
    if connection.failed_start:
        told.append(f"the server {connection.failed_start} when it was first started; the second start did not fail")
    if connection.restarts:
        told.append(f"the server had to be started again {_times(connection.restarts)}")
    if connection.needed_sigterm and connection.survivor is None:
        told.append("the server goes on when its stdin is closed, and ends only at SIGTERM")
    if connection.left_a_process and connection.survivor is None:
        told.append("the server leaves a process behind that has left its group, and that ends at SIGTERM")
    return tuple(told)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"
