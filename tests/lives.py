"""A server that is a function from a probe to an outcome, audited round by round: what rules about its life look at."""

from collections.abc import Callable
from typing import Any

from builders import COUNTER, LINES, server_run, tool

from tool_audit.assemble import assemble
from tool_audit.measure import measure
from tool_audit.model import (
    Again,
    Call,
    Disconnected,
    Observation,
    Outcome,
    Probe,
    Refused,
    Replied,
    ServerRun,
    TimedOut,
    ToolFailed,
    ToolSpec,
)
from tool_audit.plan import Plan, next_round
from tool_audit.plan.gate import decide
from tool_audit.settings import Probing

HUNG = TimedOut(limit=30.0)
GONE = Disconnected(reason="it exited with 3", exit_code=3, stderr=("Traceback", "KeyError: 'arguments'"))
NO = Refused(code=-32602, message="limit must be an integer")
LISTING = tool("list_items", {"limit": {"type": "integer"}})


def text(content: str) -> Replied:
    """A reply of one text."""
    return Replied(result={"content": [{"type": "text", "text": content}]})


class Process:
    """What a pretended server knows: the calls that its present process was sent, and all that it was ever sent."""

    def __init__(self) -> None:
        self.calls: list[Probe] = []
        self.ever = 0


def lived(answer: Callable[[Probe, Process], Outcome | None], *specs: ToolSpec, **more: Any) -> ServerRun:
    """The run of a server that answers so; None is a good reply. It starts afresh where a real one would."""
    tools = {spec.name: spec for spec in specs or (LISTING,)}
    decisions = decide(list(tools.values()), Probing())
    lines = dict.fromkeys(tools, LINES)
    plan = Plan(tools=tools, decisions=decisions, lines=lines, **more)
    process, calls = Process(), list[Call]()
    while (batch := next_round(plan, calls)).probes:
        for probe in batch.probes:
            if calls and _is_afresh(probe, calls[-1].observation.outcome, wary=batch.wary):
                process.calls.clear()
            process.ever += 1
            outcome = answer(probe, process) or text("[1, 2, 3]")
            process.calls.append(probe)
            calls.append(measure(Observation(probe=probe, outcome=outcome, seconds=0.01), COUNTER))
        assert len(calls) < 1_000
    return server_run(*assemble(tools, decisions, calls, lines), tools=list(tools.values()), calls=calls)


def _is_afresh(probe: Probe, last: Outcome, *, wary: bool) -> bool:
    if probe.again is Again.ALONE or isinstance(last, Disconnected):
        return True
    gave_up = isinstance(last, TimedOut) and probe.again is not Again.NEXT
    return gave_up or (wary and isinstance(last, Refused | ToolFailed))
