"""Flags tools that let an agent wait."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.measure.endings import alone, hung
from tool_audit.model import (
    Call,
    Confidence,
    Hit,
    Refused,
    Replied,
    ServerRun,
    Severity,
    ToolFailed,
    ToolRun,
)
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted, named
from tool_audit.rules._waiting import waits_as_told, was_at_work


@dataclass(frozen=True)
class Options:
    seconds: float = 5.0


@server_rule(group="H", severity=Severity.INFO, confidence=Confidence.SEEN, options=Options)
def slow_call(run: ServerRun, options: Options) -> Iterator[Hit]:
    """An answer comes late."""
    late = [(call, one) for one in run.tools if (call := _fastest(one)) and call.observation.seconds > options.seconds]
    if late:
        late.sort(key=lambda pair: -pair[0].observation.seconds)
        times = named([f"{one.name} after {call.observation.seconds:.1f} s" for call, one in late])
        yield Hit(
            message=f"{counted(len(late), 'tool')} answered later than {options.seconds:g} s: {times}; of equal calls"
            " the fastest counts.",
            tools=tuple(one.name for _, one in late),
            calls=tuple(call for call, _ in late),
            advice="Answer sooner: narrow the work, keep what is asked for often, or give a handle to ask again with.",
        )
    for one in run.tools:
        yield from _unfinished(run, one)


def _fastest(run: ToolRun) -> Call | None:
    """Return the fastest of the calls that are the default, or of those that should have been; None without any."""
    tried = [call for call in run.calls if call.observation.probe.experiment == "default" and _answered(call)]
    default = run.default or (tried[0] if tried else None)
    if default is None:
        return None
    wanted = default.sent
    equal = [call for call in run.calls if _answered(call) and call.sent == wanted]
    return min(equal, key=lambda call: call.observation.seconds, default=None)


def _answered(call: Call) -> bool:
    return isinstance(call.observation.outcome, Replied | ToolFailed | Refused)


def _unfinished(run: ServerRun, one: ToolRun) -> Iterator[Hit]:
    """A call that was given up, but that was no hang: then it is a slow one, of unknown length."""
    for call in one.calls:
        at_work = was_at_work(call) or ("it says that it waits" if waits_as_told(one.tool, call) else "")
        if hung(call) and at_work and alone(run.calls, call) in (None, call):
            yield Hit(
                message=f"{one.name} had not answered after {call.observation.seconds:.0f} s, but {at_work}:"
                " not measured.",
                tools=(one.name,),
                calls=(call,),
                advice="Give it more time with --call-timeout, or a shorter task with --args.",
            )
            return
