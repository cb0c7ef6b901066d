"""Which tool a task used, against the one that a label says it should have used."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tool_audit.model.indicators import Choice
from tool_audit.model.spread import Rate
from tool_audit.transcripts.expected import Label
from tool_audit.transcripts.seen import Key, Seen


@dataclass(slots=True)
class _Task:
    """A task that a label answers to, while it goes on."""

    expected: Sequence[str]
    called: list[Key] = field(default_factory=list)


class Choices:
    """All labelled tasks. Calls of other servers than those whose tools labels name are no choice."""

    def __init__(self, labels: Sequence[Label]) -> None:
        self._by_turn = {(label.session, label.turn): label for label in labels if label.session}
        self._by_text = {label.task: label for label in labels if not label.session}
        self._names = {name for label in labels for name in label.tools}
        self._turns: Counter[str] = Counter()
        self._tasks: dict[str, _Task] = {}
        self._done: list[_Task] = []
        self._matched: set[int] = set()
        self._labels = len(labels)

    def task(self, session: str, text: str) -> None:
        """Begin a task; the one before it in the session is over."""
        self.end(session)
        self._turns[session] += 1
        label = self._by_turn.get((session, self._turns[session])) or self._by_text.get(" ".join(text.split()))
        if label is not None:
            self._matched.add(id(label))
            self._tasks[session] = _Task(label.tools)

    def call(self, call: Seen) -> None:
        """Take one call."""
        task = self._tasks.get(call.session)
        if task is not None:
            task.called.append(call.key)

    def end(self, session: str) -> None:
        """End the task of this session."""
        task = self._tasks.pop(session, None)
        if task is not None:
            self._done.append(task)

    def result(self) -> Choice:
        """Return the accuracy and the confusion table."""
        servers = {key[0] for task in self._done for key in task.called if _name(key, self._names)}
        first = ever = 0
        confusion: Counter[tuple[str, str]] = Counter()
        for task in self._done:
            among = [_name(key, self._names) or _full(key) for key in task.called if key[0] in servers]
            wanted = task.expected[0] if task.expected else ""
            chosen = among[0] if among else ""
            right = chosen in task.expected if task.expected else not among
            first += right
            ever += any(name in task.expected for name in among) if task.expected else not among
            confusion[wanted if not right else chosen, chosen] += 1
        done = len(self._done)
        return Choice(
            first=Rate(first, done),
            ever=Rate(ever, done),
            confusion=confusion,
            unmatched=self._labels - len(self._matched),
        )


def _full(key: Key) -> str:
    return f"{key[0]}/{key[1]}" if key[0] else key[1]


def _name(key: Key, names: set[str]) -> str:
    """Return the tool as labels name it, with its server or without; "" where none does."""
    return next((name for name in (_full(key), key[1]) if name in names), "")
