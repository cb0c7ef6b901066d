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
    limiter = anyio.CapacityLimiter(concurrency)
    answers: dict[int, Observation] = {}
    suspects: list[tuple[int, Probe]] = []
    handed = 0

    async def observe(probe: Probe) -> Observation:
        starting(probe)
        reply = await connection.call_tool(probe.subject.tool, probe.arguments)
        return Observation(
            probe=probe, outcome=reply.outcome, seconds=reply.seconds, bytes=reply.bytes, secrets=reply.secrets
        )

    def keep(place: int, observation: Observation) -> None:
        nonlocal handed
        answers[place] = observation
        while handed in answers:
            done(answers.pop(handed))
            handed += 1

    async def make(place: int, probe: Probe) -> None:
        async with limiter:
            observation = await observe(probe)
        if isinstance(observation.outcome, Disconnected) and concurrency > 1:
            suspects.append((place, probe))
        else:
            keep(place, observation)

    try:
        if concurrency == 1:
            for place, probe in enumerate(probes):
                await make(place, probe)
            return
        async with anyio.create_task_group() as tasks:
            for place, probe in enumerate(probes):
                tasks.start_soon(make, place, probe)
        for place, probe in sorted(suspects, key=lambda suspect: suspect[0]):
            keep(place, await observe(probe))
    finally:
        # cancelled: what came after the call that never did
        for place in sorted(answers):
            done(answers[place])
