"""Logs of requests to a model, each of which repeats what was said before: what is new in one, and of which session.

A request belongs to the conversation that one of its calls is known from; else to the latest one that began with the
same words, where an answer of the model in it is known, too. Equal tasks are given more than once: a request that
begins as one before, and holds none of its answers, begins another conversation.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from tool_audit.model import Json
from tool_audit.model.traffic import Event, Offered
from tool_audit.transcripts.pieces import UNANSWERED, OfferedLists, Waiting, id_at, offered, probe_of

TIMES: Final = ("timestamp", "time", "ts", "created", "created_at")
"""Under which of these names a log says when something was sent."""
SESSIONS: Final = ("conversation_id", "session_id", "thread_id")
"""Under which of these names a log of requests may say whose they are."""
_MOST_OPEN: Final = 1000
"""Conversations that are remembered: the one that was silent longest is forgotten first."""
_MOST_TOLD: Final = 100_000
"""Messages of one conversation that are remembered."""


class Marked(NamedTuple):
    """What is remembered of a message: a hash, whether it is the model's, and whether no other has the ids in it."""

    mark: int
    by_model: bool
    is_telling: bool = False


@dataclass(slots=True, eq=False)
class Conversation:
    """One session while it is read."""

    session: str
    step: int = 0
    is_answering: bool = False
    """Whether what the model says next is part of the answer before it."""
    waiting: dict[str, Waiting] = field(default_factory=dict)
    told: set[int] = field(default_factory=set)
    has_answer: bool = False
    opening: int | None = None
    names: list[str] = field(default_factory=list)
    tools: Json = None
    instructions: str = ""

    def fresh(self, entries: Sequence[Marked], *, always: bool = False) -> list[int]:
        """Return which messages were not told yet, and remember all; `always`: the log repeats none of them."""
        if len(self.told) > _MOST_TOLD:
            self.told.clear()
        new = []
        for index, entry in enumerate(numbered(entries)):
            if always or entry.mark not in self.told:
                new.append(index)
                self.told.add(entry.mark)
            self.has_answer = self.has_answer or entry.by_model
        return new

    def answers(self) -> None:
        """Begin an answer of the model, or go on with the one that it is at."""
        if not self.is_answering:
            self.step += 1
        self.is_answering = True

    def call(self, call_id: str, server_and_tool: tuple[str, str], arguments: Json, time: float | None) -> Waiting:
        """Return a call that the model makes now."""
        server, tool = server_and_tool
        return Waiting(
            session=self.session,
            server=server,
            step=self.step,
            probe=probe_of(tool, arguments),
            id=id_at(call_id, self.step),
            time=time,
        )

    def waits(self, call_id: str, call: Waiting) -> Iterator[Event]:
        """Let a call wait for its reply; one that nobody replied to before another had its id is told."""
        before = self.waiting.pop(call_id, None)
        if before is not None:
            yield before.told(UNANSWERED)
        self.waiting[call_id] = call

    def reply_of(self, call_id: str, tool: str = "") -> Waiting | None:
        """Return the call that a reply is to: by its id; without one by its tool, else the one that waits longest."""
        if call_id:
            return self.waiting.pop(call_id, None)
        fitting = [key for key, one in self.waiting.items() if not tool or one.probe.subject.tool == tool]
        return self.waiting.pop(fitting[0]) if fitting else None


def numbered(entries: Sequence[Marked]) -> Iterator[Marked]:
    """Yield the entries with equal ones told apart by how many stand before: "go on" may be said twice."""
    seen: dict[int, int] = {}
    for entry in entries:
        before = seen.get(entry.mark, 0)
        seen[entry.mark] = before + 1
        yield entry if not before else entry._replace(mark=hash((entry.mark, before)))


def flat(document: Json) -> Iterable[Json]:
    """Return the documents that one holds which may be a list of them."""
    return document if isinstance(document, list) else (document,)


def with_conversations(documents: Iterable[Json], is_message: Callable[[Json], bool]) -> Iterator[Json]:
    """Yield the documents, those of lists one by one; but a list of messages is a conversation."""
    for document in documents:
        if isinstance(document, list) and document and all(map(is_message, document)):
            yield {"messages": document}
        else:
            yield from flat(document)


class Conversations:
    """All of one file. `latest` is the one whose request was logged last, and no response with it."""

    def __init__(self, name: str) -> None:
        """Begin; `name` is the session's where the log names none."""
        self.latest: Conversation | None = None
        self._name = name
        self._count = 0
        self._open: OrderedDict[Conversation, None] = OrderedDict()
        self._named: dict[str, Conversation] = {}
        self._openings: dict[int, Conversation] = {}
        self._owners: dict[int, Conversation] = {}
        self._lists = OfferedLists()
        self._late: list[Event] = []

    def named(self, key: str, session: str = "") -> Conversation:
        """Return the conversation of a name that the log gives."""
        found = self._named.get(key)
        if found is None:
            found = self._begin(session)
            self.name(key, found)
        self._open.move_to_end(found)
        return found

    def known(self, key: str) -> Conversation | None:
        """Return the conversation of a name, None where none is remembered."""
        return self._named.get(key)

    def of(self, entries: Sequence[Marked]) -> Conversation:
        """Return the conversation that a request with these messages belongs to, a new one where it is none known."""
        marks = list(numbered(entries))
        found = next((self._owners[one.mark] for one in reversed(marks) if one.mark in self._owners), None)
        if found is None:
            opening = _opening(entries)
            found = self._openings.get(opening)
            if found is None or not _goes_on(found, marks):
                found = self._begin()
                found.opening = opening
                self._openings[opening] = found
        self.own(found, marks)
        return found

    def exchange(
        self, session: str, messages: Sequence[Json], answer: Json, marked: Callable[[Json], Marked]
    ) -> tuple[Conversation, list[Json]]:
        """Return whose request this is, and which of its messages and the answer (None: not logged) are new in it."""
        entries = [marked(one) for one in messages]
        found = self.named(session, session) if session else self.of(entries)
        self.latest = found if answer is None else None
        if answer is None:
            return found, [messages[index] for index in found.fresh(entries)]
        entries.append(marked(answer))
        self.own(found, entries[-1:])
        said = [*messages, answer]
        return found, [said[index] for index in found.fresh(entries)]

    def answered(self, found: Conversation, answer: Marked) -> None:
        """Remember an answer that is logged by itself: requests to come repeat it."""
        found.fresh([answer], always=True)
        self.own(found, [answer])

    def own(self, found: Conversation, entries: Sequence[Marked]) -> None:
        """Remember that messages whose ids no other has are of this conversation."""
        if found not in self._open:
            return
        self._open.move_to_end(found)
        for one in entries:
            if one.is_telling:
                self._owners[one.mark] = found

    def name(self, key: str, found: Conversation) -> None:
        """Remember another name of a conversation."""
        if found in self._open:
            self._named[key] = found
            found.names.append(key)

    def offered(self, found: Conversation, tools: Json) -> Iterator[Offered]:
        """Yield the tools of a request where they are not those of the one before it."""
        if not isinstance(tools, list) or not tools or tools == found.tools:
            return
        found.tools = self._lists.shared(tools)
        yield from offered(found.session, tools)

    def late(self) -> Iterator[Event]:
        """Yield the calls of forgotten conversations that nobody replied to."""
        yield from self._late
        self._late.clear()

    def end(self) -> Iterator[Event]:
        """Yield the calls that nobody replied to when the log ends."""
        yield from self.late()
        for found in self._open:
            yield from _unanswered(found)

    def _begin(self, session: str = "") -> Conversation:
        if len(self._open) >= _MOST_OPEN:
            self._forget()
        if not session:
            self._count += 1
            session = self._name if self._count == 1 else f"{self._name}#{self._count}"
        found = Conversation(session)
        self._open[found] = None
        return found

    def _forget(self) -> None:
        gone, _ = self._open.popitem(last=False)
        self._late.extend(_unanswered(gone))
        for mark in gone.told:
            if self._owners.get(mark) is gone:
                del self._owners[mark]
        if gone.opening is not None and self._openings.get(gone.opening) is gone:
            del self._openings[gone.opening]
        for name in gone.names:
            if self._named.get(name) is gone:
                del self._named[name]


def _unanswered(found: Conversation) -> Iterator[Event]:
    yield from (one.told(UNANSWERED) for one in found.waiting.values())
    found.waiting.clear()


def _opening(entries: Sequence[Marked]) -> int:
    first = next((index for index, one in enumerate(entries) if one.by_model), len(entries))
    return hash(tuple(one.mark for one in entries[:first]))


def _goes_on(found: Conversation, marks: Sequence[Marked]) -> bool:
    return not found.has_answer or any(one.by_model and one.mark in found.told for one in marks)
