"""Calls that a task makes again with the same arguments, after an error or not; and those that go in circles."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from tool_audit.model.indicators import NEITHER
from tool_audit.model.spread import Rate
from tool_audit.transcripts.seen import Key, Seen

_LOOP: Final = 3
"""So many times in a task, answered the same each time, with nothing new between: a loop."""
_MOST_MADE: Final = 1_000
"""Calls of a task that are remembered; of more, the oldest are forgotten."""


@dataclass(slots=True)
class ToolRetries:
    """One tool."""

    calls: int = 0
    again: int = 0
    after_error: int = 0
    loops: int = 0
    longest: int = 0
    example: str = ""
    """The arguments of the longest loop, as they may be shown."""

    @property
    def rate(self) -> Rate:
        """Return the calls that were made before in their task."""
        return Rate(self.again, self.calls)


@dataclass(slots=True)
class _Made:
    """A call that the task has made: its last answer, and how often it came with that one and nothing new between."""

    step: int
    answer: int | None
    failed: bool
    same: int = 1


@dataclass(slots=True)
class _Task:
    """What a task has made; `news` is the last step that brought something new: another call, or another answer.

    Whoever looks again after something has changed goes in no circle, though the answer may be the same.
    """

    made: dict[tuple[Key, str], _Made] = field(default_factory=dict)
    news: int = -1


class Retries:
    """All tools. Calls of one step were made at once: none is a repeat of another."""

    def __init__(self, shown: Callable[[Seen], str]) -> None:
        self.tools: dict[Key, ToolRetries] = {}
        self._tasks: dict[str, _Task] = {}
        self._shown = shown

    def call(self, call: Seen) -> None:
        """Take one call; one whose arguments are not known is never a repeat."""
        tool = self.tools.setdefault(call.key, ToolRetries())
        tool.calls += 1
        task = self._tasks.setdefault(call.session, _Task())
        if not call.digest:
            task.news = call.step
            return
        before = task.made.get((call.key, call.digest))
        failed = not call.succeeded and call.ending not in NEITHER
        if before is None or call.step <= before.step:
            task.made[call.key, call.digest] = _Made(step=call.step, answer=call.answer, failed=failed)
            task.news = call.step
            if len(task.made) > _MOST_MADE:
                del task.made[next(iter(task.made))]
            return
        tool.again += 1
        tool.after_error += before.failed
        same = call.answer is not None and before.answer == call.answer
        before.same = before.same + 1 if same and task.news <= before.step else 1
        before.step, before.answer, before.failed = call.step, call.answer, failed
        if not same:
            task.news = call.step
        if before.same >= _LOOP:
            tool.loops += before.same == _LOOP
            if before.same > tool.longest:
                tool.longest, tool.example = before.same, self._shown(call)

    def end_task(self, session: str) -> None:
        """Forget what the task made: the next one may have reason to ask again."""
        self._tasks.pop(session, None)
