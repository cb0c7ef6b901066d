"""Calls that were made one after the other, and what a reader showed before and after each of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tool_audit.measure.compare import shows_the_same
from tool_audit.model import Call, ToolRun

_LOOK = "look"
_ACTS = frozenset({"writes", "read_only"})


@dataclass(frozen=True, slots=True)
class Step:
    """A call, of the tool with this run: an act, or a look at what there is."""

    run: ToolRun
    call: Call

    @property
    def is_act(self) -> bool:
        """Whether it is no look."""
        return self.call.observation.probe.experiment in _ACTS


@dataclass(frozen=True, slots=True)
class Effect:
    """What a reader showed before and after an act; `same` is None where it cannot be told."""

    act: Step
    reader: ToolRun
    before: Call
    after: Call
    same: bool | None


def steps_of(runs: Sequence[ToolRun]) -> list[Step]:
    """Return the calls that were made in order, over all tools."""
    made = [
        Step(run, call) for run in runs for call in run.calls if call.observation.probe.experiment in _ACTS | {_LOOK}
    ]
    return sorted(made, key=lambda step: step.call.observation.probe.attempt)


def effects_of(steps: Sequence[Step]) -> Iterator[Effect]:
    """Yield for each act what each reader showed last before it and first after it, with no other act between."""
    acts = [place for place, step in enumerate(steps) if step.is_act]
    for number, place in enumerate(acts):
        start = acts[number - 1] + 1 if number else 0
        end = acts[number + 1] if number + 1 < len(acts) else len(steps)
        before = {id(step.run): step for step in steps[start:place]}
        after = {id(step.run): step for step in reversed(steps[place + 1 : end])}
        for reader, look in before.items():
            if reader in after:
                later = after[reader].call
                yield Effect(steps[place], look.run, look.call, later, _same(look.run, look.call, later))


def is_steady(steps: Sequence[Step], reader: ToolRun) -> bool:
    """Return whether a reader showed the same wherever it was looked at twice without an act between."""
    last: Call | None = None
    for step in steps:
        if step.is_act:
            last = None
        elif step.run is reader:
            if last is not None and _same(reader, last, step.call) is not True:
                return False
            last = step.call
    return True


def is_quiet(reader: ToolRun) -> bool:
    """Return whether a reader's default said the same when it was repeated, with calls of all other tools between."""
    default, repeat = reader.default, reader.repeat
    return default is not None and repeat is not None and _same(reader, default, repeat) is True


def _same(reader: ToolRun, before: Call, after: Call) -> bool | None:
    return shows_the_same(before, after, reader.default, reader.repeat)
