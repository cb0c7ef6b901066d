"""Probes -> observations: makes the calls, in their order of planning whatever their order of answering."""

from collections.abc import Callable, Sequence

import anyio

from tool_audit.connect import Connection
from tool_audit.model import Observation, Probe


async def execute(
    probes: Sequence[Probe],
    connection: Connection,
    *,
    concurrency: int,
    starting: Callable[[Probe], None],
    done: Callable[[Observation], None],
) -> None:
    """Make every call; `starting` hears of each before it is made, `done` of each observation in order of planning.

    What was observed before a cancellation has been handed to `done`.
    """
    limiter = anyio.CapacityLimiter(concurrency)
    answers: dict[int, Observation] = {}
    handed = 0

    async def make(place: int, probe: Probe) -> None:
        nonlocal handed
        async with limiter:
            starting(probe)
            reply = await connection.call_tool(probe.subject.tool, probe.arguments)
        answers[place] = Observation(
            probe=probe, outcome=reply.outcome, seconds=reply.seconds, bytes=reply.bytes, secrets=reply.secrets
        )
        while handed in answers:
            done(answers.pop(handed))
            handed += 1

    try:
        async with anyio.create_task_group() as tasks:
            for place, probe in enumerate(probes):
                if concurrency == 1:
                    await make(place, probe)
                else:
                    tasks.start_soon(make, place, probe)
    finally:
        # cancelled: what came after the call that never did
        for place in sorted(answers):
            done(answers[place])
