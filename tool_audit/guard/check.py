"""A policy and a server as it is now -> the calls that tell whether they still agree, and where they do not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tool_audit.guard.decide import refusal_of
from tool_audit.guard.drift import ANEW, Drift, Kind, call_text, figures, now_of, then_and_now, then_of
from tool_audit.guard.listed import drifts
from tool_audit.guard.over import Size, size_of
from tool_audit.guard.policy import GuardPolicy, Line, Measured, ToolPolicy
from tool_audit.measure import TokenCounter
from tool_audit.model import (
    Arguments,
    Call,
    Disconnected,
    Json,
    NoReply,
    Outcome,
    Probe,
    Replied,
    TimedOut,
    TooLarge,
    ToolSpec,
    canonical,
)
from tool_audit.plan.gate import Decision
from tool_audit.schema import arguments_of

EXPERIMENT: Final = "policy"


def default_arguments(policy: GuardPolicy) -> dict[str, Arguments]:
    """Return what the default call of each tool is to send, so that it is the one that was measured."""
    return {tool.name: tool.measured[0].arguments for tool in policy.tools.values() if tool.measured}


def calls_of(
    policy: GuardPolicy, decisions: Sequence[Decision], defaults: Mapping[str, Arguments]
) -> tuple[list[Probe], list[Drift]]:
    """Return the policy's calls that may be made beside the `defaults`, and what is not known for one that may not.

    What may be called is asked of the gate again: a tool may have become one that writes.
    """
    probes, unmeasured = [], []
    for tool in policy.tools.values():
        own = [one for one in decisions if one.subject.tool == tool.name]
        for arguments in _wanted(policy, tool) if own else ():
            decision = _deciding(own, arguments)
            if decision is not None and decision.called and not decision.only_absent:
                if arguments != defaults.get(tool.name):
                    probes.append(Probe(subject=decision.subject, arguments=arguments, experiment=EXPERIMENT))
            else:
                why = "it is not known what it does" if decision is None else decision.reason
                consent = "" if decision is None or not decision.consent else f"allow it: {decision.consent}"
                unmeasured.append(_unmeasured(tool.name, arguments, f"was not made: {why}", consent))
    return probes, unmeasured


def drifts_of(
    policy: GuardPolicy, tools: Sequence[ToolSpec], calls: Sequence[Call], counter: TokenCounter
) -> Iterator[Drift]:
    """Yield where policy and server do not agree: by what the server lists, and by what it answers."""
    yield from drifts(policy, tools)
    listed = {tool.name: tool for tool in tools}
    looked_at = set()
    for call in calls:
        subject = call.observation.probe.subject
        if (subject.tool, call.sent) not in looked_at:
            looked_at.add((subject.tool, call.sent))
            yield from _of_call(policy, subject.tool, call, counter, _named_things(policy, listed.get(subject.tool)))


def _wanted(policy: GuardPolicy, tool: ToolPolicy) -> Iterator[Arguments]:
    """Yield the arguments of each call that the policy knows, and of one for each value that it lets pass."""
    seen = set()
    for arguments in [*(one.arguments for one in tool.measured), *_of_lines(policy, tool)]:
        if canonical(dict(arguments)) not in seen:
            seen.add(canonical(dict(arguments)))
            yield arguments


def _of_lines(policy: GuardPolicy, tool: ToolPolicy) -> Iterator[Arguments]:
    """Yield a call for each value of a line that was not measured, as where a person wrote it."""
    bases = [one.arguments for one in tool.measured] or [{line.argument: _taken(line) for line in tool.lines}]
    for line in tool.lines:
        for value in line.allowed or (() if line.most is None else (_whole(line.most),)):
            if tool.as_measured(line.argument, value) is None:
                tries: Iterator[Arguments] = ({**base, line.argument: value} for base in bases)
                yield from [one for one in tries if refusal_of(policy, tool.name, dict(one)) is None][:1]


def _taken(line: Line) -> Json:
    if line.allowed:
        return line.allowed[0]
    return None if line.most is None else _whole(line.most)


def _whole(number: float) -> float:
    return int(number) if float(number).is_integer() else number


def _deciding(decisions: Sequence[Decision], arguments: Arguments) -> Decision | None:
    for one in decisions:
        chosen = one.subject.argument
        if chosen is None or str(arguments.get(chosen)) == one.subject.member:
            return one
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """A call, as the policy knows it."""

    name: str
    arguments: Arguments
    measured: Measured | None
    passes: bool
    known: bool

    @property
    def text(self) -> str:
        return call_text(self.name, self.arguments)


def _named_things(policy: GuardPolicy, tool: ToolSpec | None) -> frozenset[str]:
    """Return the arguments that may name something, which may be gone: an identifier is no matter of the policy."""
    known = None if tool is None else policy.of(tool.name)
    lines = () if known is None else (line.argument for line in known.lines)
    free = () if tool is None else (one.name for one in arguments_of(tool) if not one.closed_set and not one.numeric)
    return frozenset(free).difference(lines)


def _of_call(
    policy: GuardPolicy, name: str, call: Call, counter: TokenCounter, things: frozenset[str]
) -> Iterator[Drift]:
    tool = policy.of(name)
    same = [] if tool is None else [one for one in tool.measured if canonical(dict(one.arguments)) == call.sent]
    seen = _Seen(
        name=name,
        arguments=call.arguments,
        measured=same[0] if same else None,
        passes=refusal_of(policy, name, dict(call.arguments)) is None,
        known=tool is not None,
    )
    outcome = call.observation.outcome
    if isinstance(outcome, Replied):
        size = size_of({"result": outcome.result}, counter)
        yield from _of_size(policy, seen, size)
    elif isinstance(outcome, TooLarge):
        if seen.passes:
            yield _over(seen, f"returns more than {outcome.limit:,} bytes now", None)
    elif seen.passes and (seen.measured is not None or call.observation.probe.experiment == EXPERIMENT):
        yield _of_failure(seen, outcome, things)


def _of_size(policy: GuardPolicy, seen: _Seen, size: Size) -> Iterator[Drift]:
    tool = policy.of(seen.name)
    ceiling = tool.ceiling if tool is not None and tool.ceiling is not None else policy.ceiling
    excess = ceiling.excess(size.parts)
    if excess is not None and seen.passes:
        told = f"{then_and_now(seen.measured, size)}, over the {excess.cap:,} {excess.unit.value} of the policy"
        yield _over(seen, told, now_of(size))
    elif excess is None and not seen.passes and seen.measured is not None and not seen.measured.fits(ceiling):
        yield Drift(
            kind=Kind.FITS_NOW,
            tool=seen.name,
            arguments=seen.arguments,
            message=f"{seen.text} {then_and_now(seen.measured, size)}: it would fit, and is refused.",
            advice=f"its line is not needed any more, if that lasts: {ANEW}",
            then=then_of(seen.measured),
            now=now_of(size),
        )


def _over(seen: _Seen, told: str, now: Mapping[str, Json] | None) -> Drift:
    what = (
        "the guard passes the call on and refuses the reply" if seen.known else "the policy has no line for this tool"
    )
    return Drift(
        kind=Kind.OVER_CEILING if seen.known else Kind.TOOL_UNKNOWN,
        tool=seen.name,
        arguments=seen.arguments,
        message=f"{seen.text} {told}; {what}.",
        advice=ANEW,
        then=then_of(seen.measured),
        now=now,
    )


def _of_failure(seen: _Seen, outcome: Outcome, things: frozenset[str]) -> Drift:
    was = seen.measured
    match outcome:
        case TimedOut(limit=limit):
            return _unmeasured(seen.name, seen.arguments, f"was not answered within {limit:g} s")
        case Disconnected(reason=reason) | NoReply(reason=reason):
            return _unmeasured(seen.name, seen.arguments, f"was not answered: {reason}")
    if was is None:
        # made up from the values of the lines: the call may lack something else
        return _unmeasured(seen.name, seen.arguments, "was answered with an error")
    asked = [name for name in seen.arguments if name in things]
    if asked:
        why = f"was answered with an error: what {', '.join(asked)} named on {was.date} may be gone"
        return _unmeasured(seen.name, seen.arguments, why, ANEW)
    return Drift(
        kind=Kind.CALL_FAILS,
        tool=seen.name,
        arguments=seen.arguments,
        message=f"{seen.text} returned {figures(was.chars, was.tokens)} on {was.date} and an error now; "
        "the guard may tell callers to make it.",
        advice=ANEW,
        then=then_of(was),
    )


def _unmeasured(name: str, arguments: Arguments, why: str, advice: str = "") -> Drift:
    return Drift(
        kind=Kind.NOT_MEASURED,
        tool=name,
        arguments=arguments,
        message=f"{call_text(name, arguments)} {why}.",
        advice=advice,
    )
