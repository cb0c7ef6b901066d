"""Rounds of probes: asked again after each round, with all that was seen, until there is nothing new to call. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tool_audit.experiments import EXPERIMENTS
from tool_audit.experiments.situation import Situation
from tool_audit.model import (
    Arguments,
    Call,
    Disconnected,
    Lines,
    Probe,
    Refused,
    Subject,
    TimedOut,
    ToolFailed,
    ToolSpec,
)
from tool_audit.plan.gate import Decision
from tool_audit.plan.harvest import Found, harvest
from tool_audit.plan.sources import Sources, Surroundings
from tool_audit.plan.values import fillings
from tool_audit.schema import arguments_of

BREAKDOWNS = 2
"""Calls of one subject that may hang or end the server before it is left alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All that probes are made from, but what was seen so far."""

    tools: Mapping[str, ToolSpec]
    decisions: tuple[Decision, ...]
    lines: Mapping[str, Lines]
    pinned: Mapping[str, Arguments] = field(default_factory=dict)
    """Tool name -> arguments that the user gives."""
    experiments: tuple[str, ...] = ()
    """Names of the experiments to make; empty: all. The default is always made."""
    max_calls: int = 40
    surroundings: Surroundings = field(default_factory=Surroundings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """Calls to make now, and for each subject how many more were wanted than its budget allows."""

    probes: tuple[Probe, ...]
    left_out: Mapping[str, int]


def next_round(plan: Plan, calls: Sequence[Call]) -> Round:
    """Return the calls to make next; none: the audit has seen what it wanted.

    Default calls of all tools come first, so that every tool has its most telling figure before any is swept.
    """
    found = harvest(calls)
    made: dict[Subject, list[Call]] = {}
    for call in calls:
        made.setdefault(call.observation.probe.subject, []).append(call)
    subjects = [decision.subject for decision in plan.decisions if decision.called]
    situations = [_situation(plan, subject, made.get(subject, ()), found) for subject in subjects]
    chosen = [name for name in EXPERIMENTS if name != "default" and (not plan.experiments or name in plan.experiments)]
    left_out: Counter[str] = Counter()
    for names in (["default"], chosen):
        probes = tuple(_affordable(plan, situations, names, calls, left_out))
        if probes:
            return Round(probes=probes, left_out=left_out)
    return Round(probes=(), left_out=left_out)


def _affordable(
    plan: Plan,
    situations: Iterable[Situation],
    experiments: Iterable[str],
    calls: Sequence[Call],
    left_out: Counter[str],
) -> Iterator[Probe]:
    known = {call.observation.probe.key for call in calls}
    for situation in situations:
        if _broken(situation.calls):
            continue
        budget = plan.max_calls - len(situation.calls)
        for name in experiments:
            for probe in EXPERIMENTS[name](situation):
                if probe.key in known:
                    continue
                known.add(probe.key)
                if budget > 0:
                    budget -= 1
                    yield probe
                else:
                    left_out[situation.subject.label] += 1


def _situation(plan: Plan, subject: Subject, own: Sequence[Call], found: tuple[Found, ...]) -> Situation:
    tool = plan.tools[subject.tool]
    arguments = arguments_of(tool)
    given = plan.pinned.get(subject.tool, {})
    sources = Sources(found=found, errors=tuple(_errors(own)), surroundings=plan.surroundings)
    return Situation(
        subject=subject,
        tool=tool,
        arguments=arguments,
        lines=plan.lines[subject.tool],
        calls=tuple(own),
        fillings=fillings(subject, tool, arguments, sources, given),
        pinned=bool(given),
    )


def _errors(calls: Iterable[Call]) -> Iterator[str]:
    for call in calls:
        failed = isinstance(call.observation.outcome, ToolFailed | Refused)
        if call.measurement is not None and (failed or call.measurement.reads_failed):
            yield call.measurement.text


def _broken(calls: Iterable[Call]) -> bool:
    return sum(isinstance(call.observation.outcome, TimedOut | Disconnected) for call in calls) >= BREAKDOWNS
