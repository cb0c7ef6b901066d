"""Probes -> observations: makes the calls, in their order of planning whatever their order of answering."""

from collections.abc import Callable, Sequence

import anyio

from tool_audit.connect import Connection
from tool_audit.model import Disconnected, Observation, Probe


async def execute(
    probes: Sequence[Probe],
    connection: Connection,
    *,
    concurrency: int,
    starting: Callable[[Probe], None],
    done: Callable[[Observation], None],
) -> None:
    """Make every call; `starting` hears of each before it is made, `done` of each observation in order of planning.

    A server that ends takes all calls that are under way with it: each of them is made again on its own, to tell
    which one ended it. What was observed before a cancellation has been handed to `done`.
    """
    handover = _Handover(done)
    try:
        if concurrency == 1:
            for place, probe in enumerate(probes):
                handover.take(place, await _observe(probe, connection, starting))
            return
        suspects = await _several(probes, connection, concurrency, starting, handover)
        for place in suspects:
            handover.take(place, await _observe(probes[place], connection, starting))
    finally:
        handover.end()


async def _several(
    probes: Sequence[Probe],
    connection: Connection,
    concurrency: int,
    starting: Callable[[Probe], None],
    handover: "_Handover",
) -> list[int]:
    """Make the calls several at a time; return the places of those that went down with the server, in order."""
    limiter = anyio.CapacityLimiter(concurrency)
    suspects: list[int] = []

    async def make(place: int, probe: Probe) -> None:
        async with limiter:
            observation = await _observe(probe, connection, starting)
        if isinstance(observation.outcome, Disconnected):
            suspects.append(place)
        else:
            handover.take(place, observation)

    async with anyio.create_task_group() as tasks:
        for place, probe in enumerate(probes):
            tasks.start_soon(make, place, probe)
    return sorted(suspects)


async def _observe(probe: Probe, connection: Connection, starting: Callable[[Probe], None]) -> Observation:
    starting(probe)
    reply = await connection.call_tool(probe.subject.tool, probe.arguments)
    return Observation(
        probe=probe, outcome=reply.outcome, seconds=reply.seconds, bytes=reply.bytes, secrets=reply.secrets
    )


class _Handover:
    """Hands observations on in the order of their places, as soon as all before them are there."""

    def __init__(self, done: Callable[[Observation], None]) -> None:
        self._done = done
        self._waiting: dict[int, Observation] = {}
        self._next = 0

    def take(self, place: int, observation: Observation) -> None:
        """Keep an observation until it is its turn."""
        self._waiting[place] = observation
        while self._next in self._waiting:
            self._done(self._waiting.pop(self._next))
            self._next += 1

    def end(self) -> None:
        """Hand on what came behind a call that never did."""
        for place in sorted(self._waiting):
            self._done(self._waiting[place])
        self._waiting.clear()
