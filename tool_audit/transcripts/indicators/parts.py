"""Replies that say that they are a part, and whether more was asked for; lists that end at one count in silence."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Json
from tool_audit.model.indicators import Stop
from tool_audit.model.spread import Rate
from tool_audit.transcripts.look import Look
from tool_audit.transcripts.seen import Key, Seen
from tool_audit.vocabulary import kind_of, pages

_MOST_QUESTIONS: Final = 1_000
_NUMBER: Final = frozenset({"integer"})
_SHORTER: Final = 3
"""Different counts below the largest that show that the lists have no fixed lengths, as the days of a week have."""
_PILE: Final = 3
"""So many times as many lists end where they are cut as at a count nearby: what is merely long gets rarer."""
_ROUND: Final = (10, 25)
"""What stops a list is mostly a multiple of these; what there is of things that come in fixed numbers seldom is."""
_DATE: Final = lazy_re.compile(r"\d{4}-\d\d-\d\d(?=\D|$)")


@dataclass(slots=True)
class ToolParts:
    """One tool."""

    looked: int = 0
    parts: int = 0
    judged: int = 0
    """Parts after which the model did something, so that it could have asked for more."""
    followed: int = 0
    counts: Counter[int] = field(default_factory=Counter)
    questions: dict[int, set[str]] = field(default_factory=dict)

    @property
    def rate(self) -> Rate:
        """Return the replies that say that they are a part."""
        return Rate(self.parts, self.looked)

    @property
    def further(self) -> Rate:
        """Return the parts that were followed by a call for more."""
        return Rate(self.followed, self.judged)

    @property
    def stop(self) -> Stop | None:
        """Return the count that no silent list exceeds; None where one list ends there, or the lengths may be fixed."""
        if not self.counts:
            return None
        count = max(self.counts)
        at = self.counts[count]
        least = 1 if any(count % unit == 0 for unit in _ROUND) else _SHORTER
        if at < 2 or len(self.counts) - 1 < least or not self._piles_up(count):
            return None
        questions = len(self.questions.get(count, ()))
        return Stop(count=count, at=at, lists=sum(self.counts.values()), questions=questions)

    def _piles_up(self, count: int) -> bool:
        """Whether far more lists end at this count than at each of those that are nearly as long, on the average."""
        near = range((count + 1) // 2, count)
        return self.counts[count] * len(near) >= _PILE * sum(self.counts[shorter] for shorter in near)


@dataclass(slots=True, kw_only=True)
class _Part:
    """A part whose further page may yet be asked for."""

    step: int
    key: Key
    rest: Mapping[str, Json]
    digest: str
    cursor: Json
    went_on: bool = False


class Parts:
    """All tools. `within`: the steps in which a call for more is expected."""

    def __init__(self, within: int) -> None:
        self.tools: dict[Key, ToolParts] = {}
        self._within = within
        self._open: dict[str, list[_Part]] = {}

    def call(self, call: Seen, look: Look | None) -> None:
        """Take one call, and what its reply holds where that was looked into."""
        if waiting := self._open.get(call.session):
            self._open[call.session] = [part for part in waiting if not self._settled(part, call)]
        if look is None:
            return
        tool = self.tools.setdefault(call.key, ToolParts())
        tool.looked += 1
        arguments = call.arguments or {}
        signs = look.signs
        if signs.says_more or signs.cut_json:
            tool.parts += 1
            part = _Part(step=call.step, key=call.key, rest=_rest(arguments), digest=call.digest, cursor=signs.cursor)
            self._open.setdefault(call.session, []).append(part)
        elif look.items is not None and not signs.says_complete and signs.total is None and signs.has_more is None:
            count = look.items.count
            if count and not _asked_for(arguments, count):
                tool.counts[count] += 1
                questions = tool.questions.setdefault(count, set())
                if len(questions) < _MOST_QUESTIONS:
                    questions.add(call.digest)

    def _settled(self, part: _Part, call: Seen) -> bool:
        """Whether this call decides if the part was followed by a call for more."""
        steps = call.step - part.step
        part.went_on = part.went_on or steps > 0
        tool = self.tools[part.key]
        if call.key == part.key and 0 < steps <= self._within and _asks_for_more(part, call):
            tool.judged += 1
            tool.followed += 1
            return True
        if steps > self._within:
            tool.judged += 1
            return True
        return False

    def wrote(self, session: str) -> None:
        """Note that the model went on, in words."""
        for part in self._open.get(session, ()):
            part.went_on = True

    def end(self, session: str) -> None:
        """Settle what a session that is over leaves open."""
        for part in self._open.pop(session, ()):
            self.tools[part.key].judged += part.went_on


def _asks_for_more(part: _Part, call: Seen) -> bool:
    arguments = call.arguments
    if arguments is None or call.digest == part.digest:
        return False
    if part.cursor is not ABSENT and any(value == part.cursor for value in arguments.values()):
        return True
    return _rest(arguments) == part.rest


def _rest(arguments: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the arguments that choose no page and no number of items."""
    return {name: value for name, value in arguments.items() if not (pages(name) or _counts(name, value))}


def _counts(name: str, value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and kind_of(name, _NUMBER, ()) is not None


def _asked_for(arguments: Mapping[str, Json], count: int) -> bool:
    """Whether the call itself says how many items it wants: then it gets what it asked for.

    With a number, with as many things to look up, or with the first and the last of so many days.
    """
    days: set[date] = set()
    for name, value in arguments.items():
        if value == count or _counts(name, value):
            return True
        if isinstance(value, list) and len(value) >= max(count, 2):
            return True
        if isinstance(value, str):
            if value.count(",") + 1 >= max(count, 2) or value.strip() == str(count):
                return True
            days.update(_days(value))
    return len(days) > 1 and count in ((span := (max(days) - min(days)).days), span + 1, 24 * span, 24 * (span + 1))


def _days(text: str) -> Iterator[date]:
    """Yield the day that a text begins with."""
    if found := _DATE.match(text):
        try:
            yield date.fromisoformat(found[0])
        except ValueError:  # the 31st of a month that has none
            return
