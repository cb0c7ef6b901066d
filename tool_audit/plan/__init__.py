"""Rounds of probes: asked again after each round, with all that was seen, until there is nothing new to call. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tool_audit.effects.verbs import Effect
from tool_audit.experiments import EXPERIMENTS, IN_ORDER, SCRIPTS
from tool_audit.experiments.scene import Scene, next_step
from tool_audit.experiments.situation import Filling, Situation
from tool_audit.measure.endings import came_to_nothing, settled
from tool_audit.model import ABSENT, Arguments, Call, Lines, Probe, Refused, Subject, ToolFailed, ToolSpec
from tool_audit.plan.absent import absent_fillings, absent_identifier
from tool_audit.plan.acting import fetched_by
from tool_audit.plan.again import is_wary, made_again
from tool_audit.plan.declared import declared_by
from tool_audit.plan.gate import Decision
from tool_audit.plan.harvest import harvest
from tool_audit.plan.sources import Sources, Surroundings
from tool_audit.plan.values import fillings
from tool_audit.schema import arguments_of

BREAKDOWNS = 2
"""Calls of one subject that may come to nothing before it is left alone."""

ONCE = ("envelope",)
"""The experiments that are about the server: made at the end, with one subject for all."""


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
    writes: bool = False
    """The user consents to asking for what does not exist (--allow-writes)."""
    max_calls: int = 40
    surroundings: Surroundings = field(default_factory=Surroundings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """Calls to make now, and for each subject how many more were wanted than its budget allows.

    `wary`: the server does not survive bad calls, so that the next call after each needs a fresh process.
    """

    probes: tuple[Probe, ...]
    left_out: Mapping[str, int]
    wary: bool = False


def next_round(plan: Plan, calls: Sequence[Call]) -> Round:
    """Return the calls to make next; none: the audit has seen what it wanted.

    What is in doubt is made again before anything else. Default calls of all tools come first, so that every tool has
    its most telling figure before any is swept. What needs an order comes last, one call a round.
    """
    spent = Counter(call.observation.probe.subject for call in calls)
    if in_doubt := made_again(calls, lambda probes: _may_be_made_again(plan, spent, probes)):
        return Round(probes=in_doubt, left_out={})
    seen = [_as_planned(call) for call in settled(calls)]
    # what is made up for the calls in order must stay what it is, whatever they bring about
    found = harvest(call for call in seen if call.observation.probe.experiment not in IN_ORDER)
    known = Sources(found=found, surroundings=plan.surroundings, declared=declared_by(plan.tools.values()))
    made: dict[Subject, list[Call]] = {}
    for call in seen:
        made.setdefault(call.observation.probe.subject, []).append(call)
    called = [decision for decision in plan.decisions if decision.called and not decision.only_absent]
    situations = [_situation(plan, decision, made.get(decision.subject, ()), known) for decision in called]
    chosen = [name for name in EXPERIMENTS if name != "default" and _chosen(plan, name)]
    each, once = [name for name in chosen if name not in ONCE], [name for name in chosen if name in ONCE]
    left_out: Counter[str] = Counter()
    for some, names in ((situations, ["default"]), (situations, each), (_plainest(plan, situations), once)):
        probes = tuple(_affordable(plan, some, names, calls, left_out))
        if probes:
            return Round(probes=probes, left_out=left_out, wary=is_wary(calls))
    return Round(probes=_in_order(plan, situations, made, known, seen), left_out=left_out)


def _chosen(plan: Plan, name: str) -> bool:
    return not plan.experiments or name in plan.experiments


def _in_order(
    plan: Plan,
    situations: Sequence[Situation],
    made: Mapping[Subject, Sequence[Call]],
    known: Sources,
    calls: Sequence[Call],
) -> tuple[Probe, ...]:
    """Return the next call of those that must be made one after the other, or none."""
    asked = [decision for decision in plan.decisions if decision.only_absent]
    scene = Scene(
        readers=tuple(situations),
        writers=tuple(_situation(plan, decision, made.get(decision.subject, ()), known) for decision in asked),
        doubtful=frozenset(d.subject for d in plan.decisions if d.effect is not Effect.READS),
        consent=plan.writes,
    )
    scripts = [script(scene) for name, script in SCRIPTS.items() if _chosen(plan, name)]
    probe = next_step(scripts, [call for call in calls if call.observation.probe.experiment in IN_ORDER])
    return () if probe is None else (probe,)


def _may_be_made_again(plan: Plan, spent: Mapping[Subject, int], probes: Sequence[Probe]) -> bool:
    """Whether these calls are within the budget, and none writes: it may have done so before the server ended."""
    writing = {decision.subject for decision in plan.decisions if decision.effect is Effect.WRITES}
    wanted = Counter(probe.subject for probe in probes)
    return all(spent[subject] + count <= plan.max_calls for subject, count in wanted.items()) and not writing & set(
        wanted
    )


def _as_planned(call: Call) -> Call:
    """Return the call as if it had come at once: plans are made from what was asked, not from how often."""
    probe = call.observation.probe
    if probe.again is None:
        return call
    return replace(call, observation=replace(call.observation, probe=replace(probe, again=None)))


def _plainest(plan: Plan, situations: Iterable[Situation]) -> list[Situation]:
    """Return the first reading situation whose base needs no arguments, else the first with a base; none without.

    What the user gave arguments for is not called without them.
    """
    reading = {decision.subject for decision in plan.decisions if decision.effect is Effect.READS}
    fit = [at for at in situations if at.base is not None and at.subject in reading and not at.pinned]
    return sorted(fit, key=lambda at: bool(at.base and at.base.arguments))[:1]


def _affordable(
    plan: Plan,
    situations: Iterable[Situation],
    experiments: Iterable[str],
    calls: Sequence[Call],
    left_out: Counter[str],
) -> Iterator[Probe]:
    known = {call.observation.probe.key for call in calls}
    spent = Counter(call.observation.probe.subject for call in calls)
    for situation in situations:
        if _broken(situation.calls):
            continue
        budget = plan.max_calls - spent[situation.subject]
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


def _situation(plan: Plan, decision: Decision, own: Sequence[Call], known: Sources) -> Situation:
    subject = decision.subject
    tool = plan.tools[subject.tool]
    arguments = arguments_of(tool)
    given = plan.pinned.get(subject.tool, {})
    sources = replace(known, errors=tuple(dict.fromkeys(_errors(own))))
    ways: tuple[Filling, ...]
    if decision.only_absent:
        ways = absent_fillings(subject, tool, arguments, sources, given)
    else:
        # what a reply, an error or another tool names exists: to a tool that writes it is never sent
        allowed = Sources(surroundings=plan.surroundings) if decision.effect is Effect.WRITES else sources
        ways = fillings(subject, tool, arguments, allowed, given)
    if decision.effect is not Effect.READS:
        ways = tuple(way for way in ways if not way.only_if_empty)
    situation = Situation(
        subject=subject,
        tool=tool,
        arguments=arguments,
        lines=plan.lines[subject.tool],
        calls=tuple(own),
        fillings=ways,
        pinned=bool(given),
    )
    fetched = fetched_by(subject, tool, situation.base) if plan.writes and decision.effect is Effect.READS else None
    if fetched is None:
        return situation
    absent = absent_identifier(fetched, tool, known.found)
    return situation if absent is ABSENT else replace(situation, absent={fetched.name: absent})


def _errors(calls: Iterable[Call]) -> Iterator[str]:
    for call in calls:
        failed = isinstance(call.observation.outcome, ToolFailed | Refused)
        if call.measurement is not None and (failed or call.measurement.reads_failed):
            yield call.measurement.text


def _broken(calls: Iterable[Call]) -> bool:
    return sum(map(came_to_nothing, calls)) >= BREAKDOWNS
