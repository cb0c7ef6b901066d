"""Flags calls that are never answered: an agent hangs with them."""

from collections.abc import Iterator, Mapping, Sequence

from tool_audit.measure.endings import alone, felled, hung, suspect
from tool_audit.model import Again, Call, Confidence, Form, Hit, ServerRun, Severity, TimedOut, ToolRun
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted, named
from tool_audit.rules._sent import said
from tool_audit.rules._waiting import waits_as_told, was_at_work

_ADVICE = "Answer within the time that a client waits, with an error if need be; send progress while at work."


@server_rule(group="H", severity=Severity.ERROR, confidence=Confidence.SEEN)
def call_timeout(run: ServerRun, _: object) -> Iterator[Hit]:
    """A call is not answered within the call limit."""
    tools = {one.subject: one for one in run.tools}
    innocent = {id(after) for _, after in felled(run.calls)}
    guilty: dict[str, list[Call]] = {}
    fleeting: list[Call] = []
    for place, call in enumerate(run.calls):
        one = tools.get(call.observation.probe.subject)
        if not hung(call) or one is None or id(call) in innocent or _need_not_answer(one, call):
            continue
        again = alone(run.calls, call)
        if again is not None and again is not call:
            fleeting += [] if hung(again) else [call]  # hung twice: the second time says it all
        elif call.observation.probe.again is Again.NEXT or (again is None and suspect(run.calls, place) is not None):
            fleeting.append(call)
        else:
            guilty.setdefault(one.name, []).append(call)
    yield from _hits(run, guilty)
    yield from _uncertain(run, fleeting)


def _need_not_answer(one: ToolRun, call: Call) -> bool:
    """Whether silence is no fault here: to a text in place of arguments, by a tool that waits, or that is at work."""
    return call.observation.probe.form is Form.TEXT or bool(was_at_work(call)) or waits_as_told(one.tool, call)


def _hits(run: ServerRun, guilty: Mapping[str, Sequence[Call]]) -> Iterator[Hit]:
    measured = {one.name for one in run.tools if one.default is not None}
    never = [name for name in guilty if name not in measured]
    if never:
        calls = [call for name in never for call in guilty[name]]
        many = f"{counted(len(never), 'tool')} gave no answer" if len(never) > 1 else f"{never[0]} gave no answer"
        yield Hit(
            message=f"{many} within {_limit(calls)}{': ' + named(never) if len(never) > 1 else ''}: not measured.",
            tools=tuple(never),
            calls=tuple(calls),
            advice=_ADVICE,
            confidence=_confidence(calls),
        )
    for name, own in guilty.items():
        if name in measured:
            arguments = {call.observation.probe.argument for call in own}
            yield Hit(
                message=f"{named([said(call) for call in own])}: no answer within {_limit(own)}.",
                tools=(name,),
                calls=tuple(own),
                argument=arguments.pop() if len(arguments) == 1 else None,
                advice=_ADVICE,
                confidence=_confidence(own),
            )


def _uncertain(run: ServerRun, calls: Sequence[Call]) -> Iterator[Hit]:
    """What did not come to nothing when it was made alone in a fresh process is no tool's doing that we could name."""
    if calls:
        yield Hit(
            message=f"{len(calls):,} of {counted(len(run.calls), 'call')} had no answer within {_limit(calls)}, though"
            " the same calls were answered in a fresh process, or may well be.",
            calls=tuple(calls),
            advice="Look at what the server waits for: it does not happen with every call.",
            confidence=Confidence.SEEN if len(calls) > 1 else Confidence.INDICATED,
        )


def _confidence(calls: Sequence[Call]) -> Confidence:
    again = any(call.observation.probe.again is Again.ALONE for call in calls)
    return Confidence.PROVEN if again or len(calls) > 1 else Confidence.SEEN


def _limit(calls: Sequence[Call]) -> str:
    limits = [call.observation.outcome.limit for call in calls if isinstance(call.observation.outcome, TimedOut)]
    return f"{max(limits):g} s"
