"""Round trips per task, and tools that always follow each other."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, TypeAlias

from tool_audit.model.indicators import Chain
from tool_audit.model.spread import Rate, Spread
from tool_audit.transcripts.seen import Key, Seen

_LONGEST: Final = 4
"""Tools in a chain."""
_MOST: Final = 50_000
"""Chains that are counted; when there are more, those that were seen once are forgotten."""
_LEAST: Final = 5
"""Times that a chain must have come to be told."""
_ALWAYS: Final = 0.8
"""The share of its first tool's calls that a chain must follow."""
_OFTENER: Final = 2
"""So many times as often as behind other tools must a tool come behind the one before it in a chain."""
_PART: Final = 0.9
"""The share of a chain's times at which it must be part of a longer one to be left out."""
_MOST_SESSIONS: Final = 1_000
"""Sessions of a chain that are told apart."""

_Keys: TypeAlias = tuple[Key, ...]


@dataclass(slots=True)
class _Seen:
    count: int = 0
    tokens: int = 0
    sessions: set[int] = field(default_factory=set)


@dataclass(slots=True)
class _Task:
    """A task that goes on: how many steps it had, and the latest of them, each with its tools."""

    asked: bool
    """Whether the log told of it, or calls simply came."""
    steps: int = 0
    step: int = -1
    tools: list[Key] = field(default_factory=list)
    """Of the step that goes on."""
    cost: int = 0
    latest: list[tuple[Key, int]] = field(default_factory=list)
    """The steps before it that were one call each, in a row, with what their replies cost."""


class Steps:
    """All tasks of all sessions."""

    def __init__(self) -> None:
        self.per_task = Spread()
        self.tasks = 0
        self._tasks: dict[str, _Task] = {}
        self._chains: dict[_Keys, _Seen] = {}
        self._alone: dict[Key, int] = {}
        self._behind: dict[Key, int] = {}
        """How often a tool came behind another one of any server, in the same task."""

    def task(self, session: str) -> None:
        """Begin a task; the one before it in the session is over."""
        self.end(session)
        self._tasks[session] = _Task(asked=True)

    def call(self, call: Seen) -> None:
        """Take one call."""
        task = self._tasks.setdefault(call.session, _Task(asked=False))
        if call.step != task.step:
            self._close(task, call.session)
            task.steps += 1
            task.step = call.step
        task.tools.append(call.key)
        task.cost += call.tokens if call.tokens is not None else (call.chars or 0)

    def end(self, session: str) -> None:
        """End the task of this session."""
        task = self._tasks.pop(session, None)
        if task is None:
            return
        self._close(task, session)
        if task.asked:
            self.tasks += 1
            self.per_task.add(task.steps)

    def _close(self, task: _Task, session: str) -> None:
        """Count the chains that end with the step that is over."""
        tools, cost = task.tools, task.cost
        task.tools, task.cost = [], 0
        if not tools:
            return
        if len(tools) > 1:  # made at once: neither follows the other, and what follows them follows both
            task.latest.clear()
            for key in set(tools):
                self._alone[key] = self._alone.get(key, 0) + tools.count(key)
            return
        key = tools[0]
        self._alone[key] = self._alone.get(key, 0) + 1
        if task.latest and task.latest[-1][0] != key:
            self._behind[key] = self._behind.get(key, 0) + 1
        task.latest.append((key, cost))
        del task.latest[:-_LONGEST]
        for length in range(2, len(task.latest) + 1):
            self._count(task.latest[-length:], session)
        if len(self._chains) > _MOST:
            self._chains = {keys: one for keys, one in self._chains.items() if one.count > 1}

    def _count(self, part: Sequence[tuple[Key, int]], session: str) -> None:
        keys = tuple(key for key, _ in part)
        if len({server for server, _ in keys}) > 1 or len(set(keys)) < len(keys):
            return
        chain = self._chains.setdefault(keys, _Seen())
        chain.count += 1
        chain.tokens += sum(cost for _, cost in part[:-1])
        if len(chain.sessions) < _MOST_SESSIONS:
            chain.sessions.add(hash(session))

    def _belongs(self, keys: _Keys) -> bool:
        """Whether each tool comes for the one before it, and not as often behind any other: then it is just much used.

        Behind itself it does not count: a tool that is called in turns with others comes behind every one of them.
        """
        calls = sum(self._alone.values())
        for before, after in pairwise(keys):
            both = self._chains.get((before, after))
            if both is None:
                return False
            others = calls - self._alone[before] - self._alone[after]
            elsewhere = self._behind.get(after, 0) - both.count
            surely = (Rate(min(both.count, self._alone[before]), self._alone[before]).interval or (0.0, 0.0))[0]
            if surely * others < _OFTENER * elsewhere:
                return False
        return True

    def chains(self) -> tuple[Chain, ...]:
        """Return the chains that nearly always go to their end, of those that hold each other the longest."""
        kept: dict[_Keys, _Seen] = {
            keys: one
            for keys, one in self._chains.items()
            if one.count >= _LEAST and one.count >= _ALWAYS * self._alone[keys[0]] and self._belongs(keys)
        }
        ordered = sorted(kept.items(), key=lambda item: (-item[1].tokens, item[0]))
        return tuple(
            Chain(
                server=keys[0][0],
                tools=tuple(tool for _, tool in keys),
                count=one.count,
                follows=Rate(min(one.count, self._alone[keys[0]]), self._alone[keys[0]]),
                sessions=len(one.sessions),
                tokens=one.tokens,
            )
            for keys, one in ordered
            if not any(_holds(longer, keys) and more.count >= _PART * one.count for longer, more in kept.items())
        )


def _holds(longer: _Keys, keys: _Keys) -> bool:
    width = len(keys)
    return len(longer) > width and any(longer[i : i + width] == keys for i in range(len(longer) - width + 1))
