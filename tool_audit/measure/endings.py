"""Calls that ended a server or were never answered, and whose doing that was: read off the order of the calls."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from tool_audit.model import (
    Again,
    Call,
    Disconnected,
    Form,
    NoReply,
    Refused,
    TimedOut,
    TooLarge,
    ToolFailed,
)
from tool_audit.refusals.limits import turned_away


def hung(call: Call) -> bool:
    """Whether this call was not answered in time."""
    return isinstance(call.observation.outcome, TimedOut)


def ended(call: Call) -> bool:
    """Whether the server ended, or closed the connection, on this call."""
    return isinstance(call.observation.outcome, Disconnected)


def broke(call: Call) -> bool:
    """Whether the server ended or hung on this call."""
    return hung(call) or ended(call)


def came_to_nothing(call: Call) -> bool:
    """Whether this call tells nothing of the tool, and its like would cost us as much again."""
    return broke(call) or isinstance(call.observation.outcome, NoReply) or turned_away(call)


def is_bad(call: Call) -> bool:
    """Whether a call was refused, or had no object as its arguments."""
    refused = isinstance(call.observation.outcome, Refused | ToolFailed)
    return refused or call.observation.probe.form is not Form.OBJECT


def settled(calls: Iterable[Call]) -> list[Call]:
    """Return the calls of tools as if each had been made once: what broke as it came when it was made again alone."""
    every = list(calls)
    alone = {_as_planned(call): call for call in every if call.observation.probe.again is Again.ALONE}
    return [
        alone.get(_as_planned(call), call) if broke(call) else call
        for call in every
        if call.observation.probe.again is None and call.observation.probe.form is Form.OBJECT
    ]


def alone(calls: Iterable[Call], call: Call) -> Call | None:
    """Return the call as it came when it was made again alone in a fresh process, or None."""
    wanted = _as_planned(call)
    return next((c for c in calls if c.observation.probe.again is Again.ALONE and _as_planned(c) == wanted), None)


def answered_elsewhere(calls: Iterable[Call], call: Call) -> Call | None:
    """Return a call like this one that was answered: alone, where it was made so, else any; None where none was."""
    wanted = call.sent
    of = call.observation.probe
    like = [
        other
        for other in calls
        if other.observation.probe.subject == of.subject
        and other.observation.probe.form is of.form
        and not came_to_nothing(other)
        and other.sent == wanted
    ]
    return next((other for other in like if other.observation.probe.again is Again.ALONE), like[0] if like else None)


def suspect(calls: Sequence[Call], place: int) -> Call | None:
    """Return the bad call that the one at this place may suffer from, in the same process; None where there was none.

    That is the one right before; or the last call of the same tool, which may have left a lock or a state behind that
    other tools do without. A tool that was answered since is over it.
    """
    again = calls[place].observation.probe.again
    if place == 0 or again is Again.ALONE:
        return None
    before = calls[place - 1]
    if again is Again.NEXT:
        return before if is_bad(before) and not _was_the_last(before, unless_hung=True) else None
    if _was_the_last(before):
        return None  # a fresh process came in between
    return before if is_bad(before) else _last_of_its_tool(calls, place)


def _was_the_last(call: Call, *, unless_hung: bool = False) -> bool:
    """Whether the process that was sent this call was sent no other."""
    return ended(call) or isinstance(call.observation.outcome, TooLarge) or (hung(call) and not unless_hung)


def _last_of_its_tool(calls: Sequence[Call], place: int) -> Call | None:
    """Return the last call of the tool before this one, in the same process, where it was a bad one."""
    tool = calls[place].observation.probe.subject.tool
    for call in reversed(calls[:place]):
        if _was_the_last(call):
            return None
        if call.observation.probe.subject.tool == tool:
            return call if is_bad(call) else None
        if call.observation.probe.again is Again.ALONE:
            return None  # the process began with it
    return None


def made_in_pairs(calls: Sequence[Call]) -> list[tuple[Call, Call]]:
    """Return each bad call that was made as the first of a fresh process, with the good one made right behind it."""
    return [
        (before, after)
        for before, after in pairwise(calls)
        if before.observation.probe.again is Again.ALONE and after.observation.probe.again is Again.NEXT
    ]


def broken_pairs(calls: Sequence[Call]) -> list[tuple[Call, Call]]:
    """Return the pairs whose bad call was survived, and whose good one came to nothing."""
    return [(before, after) for before, after in made_in_pairs(calls) if broke(after) and not ended(before)]


def felled(calls: Sequence[Call]) -> list[tuple[Call, Call]]:
    """Return (bad call, the call behind it that came to nothing) wherever the bad one is to blame.

    That is where the two did so again as a pair; or where the bad one was no proper call at all, and the one behind it
    is answered whenever it is made alone or behind another.
    """
    shown = {_as_planned(before) for before, _ in broken_pairs(calls)}
    found = []
    for place, call in enumerate(calls):
        bad = suspect(calls, place) if broke(call) else None
        if bad is None or answered_elsewhere(calls, call) is None:
            continue
        once_more = alone(calls, call)
        innocent = once_more is None or not broke(once_more)
        nonsense = bad.observation.probe.form is not Form.OBJECT and call.observation.probe.again is Again.NEXT
        if innocent and (nonsense or _as_planned(bad) in shown):
            found.append((bad, call))
    return found


def _as_planned(call: Call) -> tuple[object, ...]:
    return call.observation.probe.key[:-1]
