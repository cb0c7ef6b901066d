"""Which calls are made again, and how, to blame the end of a server on the call that caused it. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from tool_audit.measure.endings import alone, broke, broken_pairs, ended, hung, made_in_pairs, suspect
from tool_audit.model import Again, Call, Probe

_MOST_PAIRS: Final = 3
"""How often a bad call is tried together with the good one behind it: a server that ends at random has many such."""


def made_again(calls: Sequence[Call], allowed: Callable[[tuple[Probe, ...]], bool]) -> tuple[Probe, ...]:
    """Return the call that is in doubt, as it is to be made again, or the two that are in doubt together; else none.

    A call on which the server ended is made alone in a fresh process; so is one that hung behind a bad call. Where it
    is answered then, and a bad call stood before it, the bad one is made alone and it right behind.
    """
    known = {call.observation.probe.key for call in calls}
    for place, call in enumerate(calls):
        probe = call.observation.probe
        if not broke(call) or probe.again is Again.ALONE or _is_of_a_pair(calls, place):
            continue
        bad = suspect(calls, place)
        answer = alone(calls, call)
        if answer is None:
            once_more = (replace(probe, again=Again.ALONE),)
            doubtful = bad is not None or ended(call)
            if doubtful and allowed(once_more):
                return once_more
            continue
        if bad is None or hung(bad) or broke(answer) or broken_pairs(calls) or len(made_in_pairs(calls)) >= _MOST_PAIRS:
            continue
        pair = (
            replace(bad.observation.probe, again=Again.ALONE),
            replace(probe, again=Again.NEXT, attempt=probe.attempt + 1),
        )
        if not known & {one.key for one in pair} and allowed(pair):
            return pair
    return ()


def is_wary(calls: Sequence[Call]) -> bool:
    """Whether the server was seen to come to nothing after a bad call: a fresh process is due after each, then."""
    return bool(broken_pairs(calls))


def _is_of_a_pair(calls: Sequence[Call], place: int) -> bool:
    before, this = calls[place - 1].observation.probe, calls[place].observation.probe
    return place > 0 and before.again is Again.ALONE and this.again is Again.NEXT
