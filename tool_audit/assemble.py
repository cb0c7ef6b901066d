"""Calls -> runs: what is known of each subject, and of the server. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tool_audit.experiments.scene import repeat_of
from tool_audit.experiments.situation import base_of
from tool_audit.in_order import effects_of, steps_of
from tool_audit.measure.endings import settled
from tool_audit.model import (
    ABSENT,
    Call,
    Disconnected,
    Json,
    Lines,
    NoReply,
    Outcome,
    Refused,
    Replied,
    Status,
    Subject,
    Sweep,
    TimedOut,
    TooLarge,
    ToolFailed,
    ToolRun,
    ToolSpec,
)
from tool_audit.plan.gate import Decision
from tool_audit.schema import arguments_of, takes_others

_STEADY_SHARE = 0.02
_STEADY_CHARS = 100
"""A clock, a hint or an item more changes a reply by less than this; what changes more is no base for comparisons."""

_ASKED = "it writes: asked only for what cannot exist"


def assemble(
    tools: Mapping[str, ToolSpec], decisions: Sequence[Decision], calls: Sequence[Call], lines: Mapping[str, Lines]
) -> tuple[ToolRun, ...]:
    """Return a run for every decision, in their order."""
    by_subject: dict[Subject, list[Call]] = {}
    for call in settled(calls):
        by_subject.setdefault(call.observation.probe.subject, []).append(call)
    runs = tuple(
        _run(tools[decision.subject.tool], decision, by_subject.get(decision.subject, []), lines[decision.subject.tool])
        for decision in decisions
    )
    shown = {effect.act.run.name: effect.reader.name for effect in effects_of(steps_of(runs)) if effect.same is False}
    asked = {decision.subject.label for decision in decisions if decision.only_absent}
    return tuple(
        replace(run, reason=f"{run.reason}; {shown[run.name]} showed something else after it")
        if run.name in asked and run.name in shown
        else run
        for run in runs
    )


def _run(tool: ToolSpec, decision: Decision, calls: Sequence[Call], lines: Lines) -> ToolRun:
    base = base_of(calls)
    status, reason = Status.MEASURED, decision.reason
    if not decision.called:
        status = Status.REFUSED
    elif base is None:
        status = Status.UNMEASURED
        reason = _ASKED if decision.only_absent and calls else _why_unmeasured(calls)
    repeat = repeat_of(base, calls) if base is not None else None
    return ToolRun(
        subject=decision.subject,
        tool=tool,
        status=status,
        reason=reason,
        lines=lines,
        calls=tuple(calls),
        default=base,
        repeat=repeat,
        sweeps=_sweeps(tool, decision.subject, base, calls) if base is not None else (),
        declared=None if takes_others(tool) else tuple(argument.name for argument in arguments_of(tool)),
        volatile=base is not None and repeat is not None and not _same_size(base, repeat),
    )


def _same_size(base: Call, repeat: Call) -> bool:
    """Return whether the default says as much when it is asked again: else no size can be put down to an argument."""
    one, two = base.measurement, repeat.measurement
    if one is None or two is None or not repeat.succeeded:
        return False
    return abs(one.chars - two.chars) <= max(_STEADY_CHARS, _STEADY_SHARE * max(one.chars, two.chars))


def _sweeps(tool: ToolSpec, subject: Subject, base: Call, calls: Sequence[Call]) -> tuple[Sweep, ...]:
    sweeps = []
    for argument in arguments_of(tool):
        if argument.kind is None or argument.name == subject.argument:
            continue
        values: list[Json] = [base.arguments.get(argument.name, ABSENT)]
        made = [base]
        for call in calls:
            value = call.arguments.get(argument.name, ABSENT)
            if call is not base and call.observation.probe.attempt == 0 and _only_differs(call, base, argument.name):
                values.append(value)
                made.append(call)
        if len(made) > 1:
            sweeps.append(
                Sweep(
                    argument=argument.name,
                    kind=argument.kind,
                    values=tuple(values),
                    calls=tuple(made),
                    members=argument.closed_set,
                )
            )
    return tuple(sweeps)


def _only_differs(call: Call, base: Call, name: str) -> bool:
    mine = {key: value for key, value in call.arguments.items() if key != name}
    theirs = {key: value for key, value in base.arguments.items() if key != name}
    return name in call.arguments and mine == theirs


def _why_unmeasured(calls: Sequence[Call]) -> str:
    if not calls:
        return "not called: the audit ended first"
    last = next((call for call in reversed(calls) if call.succeeded), calls[-1])
    required = next((call for call in calls if call.observation.probe.experiment == "bare"), None)
    if required is not None and len(calls) == 1:
        return f"no value was found for its required arguments: {describe(required)}"
    return f"never answered with success: {describe(last)}"


def describe(call: Call) -> str:
    """Say in a few words how a call ended; server texts are cut at 160 characters."""
    return _describe(call.observation.outcome, _first_line(call))


def _describe(outcome: Outcome, text: str) -> str:
    match outcome:
        case Replied():
            return f"replied {text}"
        case ToolFailed():
            return f"error {text}"
        case Refused(code=code):
            return f"refused ({code}) {text}"
        case TimedOut(limit=limit):
            return f"no answer within {limit:g} s"
        case Disconnected(reason=reason):
            return reason
        case TooLarge(limit=limit):
            return f"the reply went over {limit / 2**20:g} MiB and was not read further"
        case NoReply(reason=reason):
            return reason


def _first_line(call: Call) -> str:
    text = " ".join(call.measurement.text[:1_000].split()) if call.measurement is not None else ""
    return f'"{text[:157]}..."' if len(text) > 160 else f'"{text}"'
