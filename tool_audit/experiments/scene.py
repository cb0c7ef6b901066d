"""What an experiment is given that needs several tools and an order: a script makes one call after the other."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from tool_audit.experiments.situation import Situation
from tool_audit.measure.compare import shows_the_same
from tool_audit.model import Call, Disconnected, Probe, Subject, TimedOut

LOOK = "look"
"""The experiment's name of a reader's default call that is made to see whether something has changed."""
_FIRST_ATTEMPT = 2
"""0 is the call itself, 1 its repeat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """All subjects at one moment: those that only read, and those that are asked only for what cannot exist."""

    readers: tuple[Situation, ...]
    writers: tuple[Situation, ...]
    doubtful: frozenset[Subject] = frozenset()
    """The readers whose words speak against it, and which are called because the user allowed it."""
    consent: bool = False
    """The user consents to asking for what does not exist (--allow-writes)."""


Script: TypeAlias = Generator[Probe, Call, None]
"""Yields the next call that it wants, is sent that call as it was made, and ends when it wants no more."""


def next_step(scripts: Sequence[Script], made: Sequence[Call]) -> Probe | None:
    """Return the next call that the scripts want, one script after the other, given those they have had made.

    `attempt` numbers their calls, over all tools, in the order in which they are made.
    """
    steps, had = _together(scripts), iter(made)
    try:
        probe = next(steps)
        for place, call in enumerate(had, start=_FIRST_ATTEMPT):
            if replace(probe, attempt=place).key != call.observation.probe.key:
                return None
            probe = steps.send(call)
    except StopIteration:
        return None
    return replace(probe, attempt=_FIRST_ATTEMPT + len(made))


def _together(scripts: Sequence[Script]) -> Script:
    for script in scripts:
        yield from script


@dataclass(frozen=True, slots=True)
class Reader:
    """A tool that shows what there is: its default call, and the same made again, where it was."""

    situation: Situation
    base: Call
    repeat: Call | None

    @property
    def subject(self) -> Subject:
        """Its subject."""
        return self.situation.subject

    @property
    def unsteady(self) -> bool:
        """Whether its default said something else when it was made again."""
        return self.repeat is not None and self.same(self.base, self.repeat) is False

    def look(self) -> Probe:
        """Return its default call, to be made again."""
        return replace(self.base.observation.probe, experiment=LOOK)

    def same(self, before: Call, after: Call) -> bool | None:
        """Whether two of its replies show the same; None where that cannot be told."""
        return shows_the_same(before, after, self.base, self.repeat)


def readers_of(scene: Scene) -> Iterator[Reader]:
    """Yield the tools whose default call answers, in the order of the listing."""
    for situation in scene.readers:
        base = situation.base
        broken = any(isinstance(call.observation.outcome, TimedOut | Disconnected) for call in situation.calls)
        if base is not None and base.measurement is not None and not broken:
            yield Reader(situation, base, repeat_of(base, situation.calls))


def repeat_of(base: Call, calls: Sequence[Call]) -> Call | None:
    """Return the default call made again, where it was."""
    return next((call for call in calls if call.observation.probe.attempt == 1 and _equal(call, base)), None)


def _equal(call: Call, other: Call) -> bool:
    return call.observation.probe.key[:2] == other.observation.probe.key[:2]
