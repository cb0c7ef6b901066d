"""A server of functions that share what they change, audited in rounds as a live one: for rules about several tools."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from builders import COUNTER, LINES, server_run

from tool_audit.assemble import assemble
from tool_audit.measure import measure
from tool_audit.model import (
    Call,
    FileChange,
    Json,
    Observation,
    Outcome,
    Probe,
    Replied,
    ServerRun,
    ToolFailed,
    ToolSpec,
)
from tool_audit.plan import Plan, next_round
from tool_audit.plan.gate import decide
from tool_audit.settings import Probing

Tool: TypeAlias = tuple[ToolSpec, Callable[..., Any]]
"""The function takes the arguments by name and returns a text, or a text and the files that it changed."""


class FailedError(Exception):
    """What a staged tool answers as an error."""


def staged(*tools: Tool, max_calls: int = 12, experiments: Sequence[str] = (), **probing: Any) -> ServerRun:
    """The run of a server with these tools, as far as these settings let them be called."""
    return ran(*tools, max_calls=max_calls, experiments=experiments, **probing)[0]


def ran(
    *tools: Tool, max_calls: int = 12, experiments: Sequence[str] = (), **probing: Any
) -> tuple[ServerRun, list[Call]]:
    """The run, and all calls in the order in which they were made."""
    specs = [spec for spec, _ in tools]
    functions = {spec.name: function for spec, function in tools}
    settings = Probing(**probing)
    decisions = decide(specs, settings)
    plan = Plan(
        tools={spec.name: spec for spec in specs},
        decisions=decisions,
        lines={spec.name: LINES for spec in specs},
        pinned={name: settings.arguments_for(name) for name in functions if settings.arguments_for(name)},
        experiments=tuple(experiments),
        writes=settings.allow_writes,
        max_calls=max_calls,
    )
    calls: list[Call] = []
    while probes := next_round(plan, calls).probes:
        assert probes == next_round(plan, tuple(calls)).probes, "the same calls give the same probes"
        calls += [_made(functions[probe.subject.tool], probe) for probe in probes]
    runs = assemble(plan.tools, decisions, calls, plan.lines)
    return server_run(*runs, tools=specs), calls


def _made(function: Callable[..., Any], probe: Probe) -> Call:
    files: Mapping[str, str] = {}
    outcome: Outcome
    try:
        answer = function(**probe.arguments)
        text, files = answer if isinstance(answer, tuple) else (answer, {})
        outcome = Replied(result=_result(text))
    except (FailedError, TypeError) as error:
        outcome = ToolFailed(result=_result(str(error)))
    changes = tuple(FileChange(path=path, what=what) for path, what in files.items())
    return measure(Observation(probe=probe, outcome=outcome, seconds=0.01, files=changes), COUNTER)


def _result(text: str) -> Json:
    return {"content": [{"type": "text", "text": text}]}
