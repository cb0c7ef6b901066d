"""What will be called, as far as can be told before the first reply: rounds played with replies that say little."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from tool_audit.model import Call, ItemKind, Items, Measurement, Observation, Probe, Replied, Subject
from tool_audit.plan import Plan, next_round

_MOST_ROUNDS: Final = 200
_ITEMS: Final = 5
"""So many that a list is worth paging through and asking broadly; they are the same whatever is asked."""


def foreseen(plan: Plan) -> Mapping[Subject, tuple[Probe, ...]]:
    """Return for each subject that is called the calls that its definition alone gives rise to.

    Replies decide on the rest: what they hold gives values to filter by, and their sizes say how far a ladder goes.
    """
    return {
        decision.subject: _alone(replace(plan, decisions=(decision,))) for decision in plan.decisions if decision.called
    }


def _alone(plan: Plan) -> tuple[Probe, ...]:
    calls: list[Call] = []
    for _ in range(_MOST_ROUNDS):
        probes = next_round(plan, calls).probes
        if not probes:
            break
        calls += [Call(observation=_answered(probe), measurement=_REPLY) for probe in probes]
    return tuple(call.observation.probe for call in calls)


def _answered(probe: Probe) -> Observation:
    return Observation(probe=probe, outcome=Replied(result={}), seconds=0.0)


_REPLY: Final = Measurement(
    bytes=0,
    chars=1,
    tokens=1,
    text="-",
    items=Items(kind=ItemKind.JSON, path="$", identities=tuple(map(str, range(_ITEMS)))),
)
