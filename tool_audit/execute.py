"""Probes -> observations: makes the calls, in their order of planning whatever their order of answering."""

from __future__ import annotations

from asyncio import Task, get_running_loop, sleep
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import anyio

from tool_audit.model import Again, Disconnected, Form, Json, Observation, Probe, Refused, TimedOut, ToolFailed

if TYPE_CHECKING:
    from tool_audit.connect.connection import Connection

_PATIENCE_WITH_NONSENSE: Final = 5.0
"""Seconds for an answer to what no server should take: some never answer it."""

_SAME: Final = 3
"""Calls in a row that hang alone as they did together, after which the rest is taken to do so, too."""

_SHORT: Final = 16_384
"""Bytes of a reply that is measured while the server works on the next call: a few milliseconds, and no more may be
added to the time that the next one seems to take."""
_HEAD_START: Final = 0.002
"""Seconds in which a call is on its way to the server; one that answers sooner is waited for."""


async def execute(
    probes: Sequence[Probe],
    connection: Connection,
    *,
    concurrency: int,
    starting: Callable[[Probe], None],
    done: Callable[[Observation], None],
    wary: bool = False,
    at_once: bool = False,
) -> None:
    """Make every call; `starting` hears of each before it is made, `done` of each observation in order of planning.

    Of a short reply `done` may hear while the next call is under way, unless it is to hear of each `at_once`.

    A server that ends takes all calls that are under way with it, and one that hangs may hold them all up: each of
    them is made again on its own, to tell whose doing it was. `wary`: one at a time, and after each bad call a fresh
    process. What was observed before a cancellation has been handed to `done`.
    """
    handover = _Handover(done)
    try:
        if concurrency == 1 or wary or any(probe.again for probe in probes):
            for place, probe in enumerate(probes):
                observation = await _observe(probe, connection, starting)
                if at_once or observation.bytes > _SHORT:
                    handover.take(place, observation)
                else:
                    handover.take_soon(place, observation)
                if wary and isinstance(observation.outcome, Refused | ToolFailed):
                    connection.renew()
            return
        suspects = await _several(probes, connection, concurrency, starting, handover)
        hung = 0
        for place, first in suspects:
            if isinstance(first.outcome, TimedOut) and hung == _SAME:
                handover.take(place, first)
                continue
            observation = await _observe(probes[place], connection, starting)
            hung = hung + 1 if isinstance(observation.outcome, TimedOut) else 0
            handover.take(place, observation)
    finally:
        handover.end()


async def _several(
    probes: Sequence[Probe],
    connection: Connection,
    concurrency: int,
    starting: Callable[[Probe], None],
    handover: _Handover,
) -> list[tuple[int, Observation]]:
    """Make the calls several at a time; return those that went down with the server or hung, and their places."""
    limiter = anyio.CapacityLimiter(concurrency)
    suspects: list[tuple[int, Observation]] = []

    async def make(place: int, probe: Probe) -> None:
        async with limiter:
            observation = await _observe(probe, connection, starting)
        if isinstance(observation.outcome, Disconnected | TimedOut):
            suspects.append((place, observation))
        else:
            handover.take(place, observation)

    async with anyio.create_task_group() as tasks:
        for place, probe in enumerate(probes):
            tasks.start_soon(make, place, probe)
    return sorted(suspects, key=lambda suspect: suspect[0])


async def _observe(probe: Probe, connection: Connection, starting: Callable[[Probe], None]) -> Observation:
    starting(probe)
    match probe.again:
        case Again.ALONE:
            connection.renew()
        case Again.NEXT:
            connection.stay()
    patience = _PATIENCE_WITH_NONSENSE if probe.form is Form.TEXT else None
    reply = await connection.call_tool(probe.subject.tool, _sent(probe), patience)
    return Observation(
        probe=probe, outcome=reply.outcome, seconds=reply.seconds, bytes=reply.bytes, secrets=reply.secrets
    )


def _sent(probe: Probe) -> Json:
    match probe.form:
        case Form.OBJECT:
            return probe.arguments
        case Form.NONE:
            return None
        case Form.TEXT:
            return "x"


class _Handover:
    """Hands observations on in the order of their places, as soon as all before them are there."""

    def __init__(self, done: Callable[[Observation], None]) -> None:
        self._done = done
        self._waiting: dict[int, Observation] = {}
        self._next = 0
        self._soon: Task[None] | None = None

    def take(self, place: int, observation: Observation) -> None:
        """Keep an observation until it is its turn."""
        self._waiting[place] = observation
        self._hand_on()

    def take_soon(self, place: int, observation: Observation) -> None:
        """Keep an observation until the next call is under way, or has been answered."""
        self._hand_on()
        self._waiting[place] = observation
        self._soon = get_running_loop().create_task(self._meanwhile())

    async def _meanwhile(self) -> None:
        await sleep(_HEAD_START)
        self._drain()

    def _hand_on(self) -> None:
        """Hand on what can be. Raises what went wrong meanwhile: nobody else looks at the task."""
        soon, self._soon = self._soon, None
        if soon is not None and soon.done():
            soon.result()
        elif soon is not None:
            soon.cancel()
        self._drain()

    def _drain(self) -> None:
        while self._next in self._waiting:
            self._done(self._waiting.pop(self._next))
            self._next += 1

    def end(self) -> None:
        """Hand on what is left, and what came behind a call that never did."""
        self._hand_on()
        for place in sorted(self._waiting):
            self._done(self._waiting[place])
        self._waiting.clear()
