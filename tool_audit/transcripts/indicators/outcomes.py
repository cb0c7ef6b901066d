"""How calls end; and of errors, by the shape of their text, how many are followed by a success of the same tool."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from tool_audit.model.indicators import NEITHER, Ending, ErrorShape
from tool_audit.model.spread import Rate
from tool_audit.transcripts.seen import Key, Seen
from tool_audit.transcripts.shapes import shape_of, tells_absence

_MOST_SHAPES: Final = 200
"""Of one tool; what comes after them is counted together."""
_REST: Final = "(other texts)"


@dataclass(slots=True)
class _Shape:
    count: int = 0
    recovered: int = 0
    followed: int = 0
    """Errors after which the session went on, so that a recovery could be seen."""
    absent: bool = False
    """It says that a thing is not there: an answer, unless the model takes it for a mistake and tries again."""

    def settle(self, *, again: bool) -> None:
        """Count an error that was not recovered from; `again`: though the tool was tried again."""
        self.followed += again or not self.absent


@dataclass(slots=True)
class ToolOutcomes:
    """One tool."""

    endings: Counter[Ending] = field(default_factory=Counter)
    shapes: dict[tuple[Ending, str], _Shape] = field(default_factory=dict)

    @property
    def errors(self) -> Rate:
        """Return the errors among the calls that were answered, or failed to be."""
        judged = sum(count for ending, count in self.endings.items() if ending not in NEITHER)
        return Rate(judged - self.endings[Ending.SUCCESS], judged)

    @property
    def recovered(self) -> Rate:
        """Return how many errors were recovered from."""
        shapes = self.shapes.values()
        return Rate(sum(one.recovered for one in shapes), sum(one.followed for one in shapes))

    def by_shape(self) -> tuple[ErrorShape, ...]:
        """Return the shapes, the most frequent first."""
        ordered = sorted(self.shapes.items(), key=lambda item: (-item[1].count, item[0]))
        return tuple(
            ErrorShape(shape=shape, ending=ending, count=one.count, recovered=Rate(one.recovered, one.followed))
            for (ending, shape), one in ordered
        )


@dataclass(slots=True, kw_only=True)
class _Pending:
    """An error that may yet be recovered from. `went_on`: the model did something after it; `again`: it tried this."""

    step: int
    shape: _Shape
    went_on: bool = False
    again: bool = False


class Outcomes:
    """All tools of all sessions. `within`: the steps in which a success counts as a recovery."""

    def __init__(self, within: int) -> None:
        self.tools: dict[Key, ToolOutcomes] = {}
        self._within = within
        self._pending: dict[str, dict[Key, list[_Pending]]] = {}

    def call(self, call: Seen) -> None:
        """Take one call."""
        tool = self.tools.setdefault(call.key, ToolOutcomes())
        tool.endings[call.ending] += 1
        pending = self._pending.get(call.session)
        if pending:
            self._follow(pending, call)
        if call.ending is Ending.SUCCESS or call.ending in NEITHER:
            return
        shape = self._shape(tool, call)
        shape.count += 1
        here = self._pending.setdefault(call.session, {})
        here.setdefault(call.key, []).append(_Pending(step=call.step, shape=shape))

    def _follow(self, pending: dict[Key, list[_Pending]], call: Seen) -> None:
        """Settle the errors that this call recovers from, and those that it comes too late for."""
        for key, errors in list(pending.items()):
            kept = []
            for error in errors:
                steps = call.step - error.step
                error.went_on = error.went_on or steps > 0
                if key == call.key and call.succeeded and 0 < steps <= self._within:
                    error.shape.recovered += 1
                    error.shape.followed += 1
                elif steps > self._within:
                    error.shape.settle(again=error.again)
                else:
                    error.again = error.again or (key == call.key and steps > 0 and call.ending not in NEITHER)
                    kept.append(error)
            if kept:
                pending[key] = kept
            else:
                del pending[key]

    def wrote(self, session: str) -> None:
        """Note that the model went on, in words: from what is open it could have recovered."""
        for errors in self._pending.get(session, {}).values():
            for error in errors:
                error.went_on = True

    def end(self, session: str) -> None:
        """Settle the errors of a session that is over: those behind which it went on were not recovered from."""
        for errors in self._pending.pop(session, {}).values():
            for error in errors:
                if error.went_on:
                    error.shape.settle(again=error.again)

    def _shape(self, tool: ToolOutcomes, call: Seen) -> _Shape:
        text = shape_of(call.text, call.arguments)
        key = (call.ending, text)
        if key not in tool.shapes and len(tool.shapes) >= _MOST_SHAPES:
            key = (call.ending, _REST)
            return tool.shapes.setdefault(key, _Shape())
        if key not in tool.shapes:
            tool.shapes[key] = _Shape(absent=tells_absence(call.text))
        return tool.shapes[key]
