"""Replies, and fields of replies, that nothing in the session refers to later: a heuristic.

A value counts as referred to where the model writes it, or sends it, at any later time; that it only drew on it cannot
be seen. So what is told is on the safe side for identifiers, names and numbers, and says little of prose.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Json
from tool_audit.model.indicators import Field
from tool_audit.model.spread import Rate
from tool_audit.transcripts.look import Look
from tool_audit.transcripts.names import ANY, told_keys
from tool_audit.transcripts.seen import Key, Seen

_WORD: Final = lazy_re.compile(r"[A-Za-z0-9]{4,}|[^\W\x00-\u02ff]{2,}")
_UNSPACED: Final = lazy_re.compile("[\u3040-\u30ff\u3400-\u9fff]")
"""Scripts that write no spaces between words: their words are not found by their beginnings."""
_MOST_LEAVES: Final = 400
_MOST_OPEN: Final = 64
"""Replies of a session that are waited for."""
_MOST_PATHS: Final = 300
_LONGEST_VALUE: Final = 100
_LONGEST_TEXT: Final = 200_000
"""Characters of what the model writes at once, and of a reply that is no JSON, that are read."""
_MOST_MEMBERS: Final = 60
"""Different keys that replies may have in one place."""
_LEAST_NUMBER: Final = 1_000


@dataclass(slots=True)
class _Path:
    seen: int = 0
    referred: int = 0
    chars: int = 0


@dataclass(slots=True)
class ToolReferences:
    """One tool."""

    judged: int = 0
    unreferred: int = 0
    chars: int = 0
    paths: dict[str, _Path] = field(default_factory=dict)

    @property
    def rate(self) -> Rate:
        """Return the replies that nothing refers to, of those after which the model did something."""
        return Rate(self.unreferred, self.judged)

    def fields(self) -> tuple[Field, ...]:
        """Return the fields whose values could be looked for, those with the most characters first."""
        # objects of ever new keys are maps, too
        children = Counter(path.rpartition(".")[0] for path in self.paths)
        known = [
            Field(path=path, seen=one.seen, referred=one.referred, share=one.chars / self.chars if self.chars else 0.0)
            for path, one in self.paths.items()
            if one.seen and (children[parent := path.rpartition(".")[0]] <= _MOST_MEMBERS or path == f"{parent}.{ANY}")
        ]
        return tuple(sorted(known, key=lambda one: (-one.share, one.path)))


@dataclass(slots=True)
class _Reply:
    key: Key
    step: int
    chars: int
    weights: Mapping[str, int]
    paths: frozenset[str]
    """Those that hold a value which can be looked for."""
    found: set[str] = field(default_factory=set)
    went_on: bool = False
    words: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """The beginning of a value's longest word -> values and their paths."""


class References:
    """All tools of all sessions."""

    def __init__(self) -> None:
        self.tools: dict[Key, ToolReferences] = {}
        self._open: dict[str, deque[_Reply]] = {}
        self._speaks: set[str] = set()
        """Sessions that go on and whose logs hold what the model wrote: others tell too little of what it used."""

    def task(self, session: str) -> None:
        """Note that the log of this session tells of tasks, and so of what the model wrote for them."""
        self._speaks.add(session)

    def call(self, call: Seen, look: Look | None) -> None:
        """Take one call: its arguments may refer to what came before, and its reply may be referred to."""
        if call.sent:
            self.wrote(call.session, call.sent, call.step)
        if look is None:
            return
        reply = _reply(call, look)
        if reply is None:
            return
        waiting = self._open.setdefault(call.session, deque())
        waiting.append(reply)
        if len(waiting) > _MOST_OPEN:
            self._settle(waiting.popleft(), call.session)

    def wrote(self, session: str, text: str, step: int | None = None) -> None:
        """Take what the model wrote, thought or (at a step) sent: that refers to nothing of its own step."""
        if step is None:
            self._speaks.add(session)
        waiting = self._open.get(session)
        if not waiting:
            return
        text = text[:_LONGEST_TEXT].lower()
        words = {word if word.isascii() else word[:2] for word in _WORD.findall(text)}
        for reply in waiting:
            if step is not None and reply.step >= step:
                continue
            reply.went_on = True
            for word in reply.words.keys() & words:
                left = [(value, path) for value, path in reply.words[word] if value not in text]
                reply.found.update(path for value, path in reply.words[word] if value in text)
                reply.words[word] = left

    def end(self, session: str) -> None:
        """Settle what is open of a session that is over."""
        for reply in self._open.pop(session, ()):
            self._settle(reply, session)
        self._speaks.discard(session)

    def _settle(self, reply: _Reply, session: str) -> None:
        if not reply.went_on or session not in self._speaks:
            return
        tool = self.tools.setdefault(reply.key, ToolReferences())
        tool.judged += 1
        tool.unreferred += not reply.found
        tool.chars += reply.chars
        for path in reply.paths:
            if path not in tool.paths and len(tool.paths) >= _MOST_PATHS:
                continue
            one = tool.paths.setdefault(path, _Path())
            one.seen += 1
            one.referred += path in reply.found
            one.chars += reply.weights.get(path, 0)


def _reply(call: Seen, look: Look) -> _Reply | None:
    """Return what to look for of a reply; None where it holds nothing that could be recognised."""
    words: dict[str, list[tuple[str, str]]] = {}
    weights: dict[str, int] = {}
    paths: set[str] = set()
    sent = call.sent.lower()
    leaves = _leaves(look.document) if look.document is not ABSENT else _words_of_text(call.text)
    for path, leaf in leaves:
        weights[path] = weights.get(path, 0) + len(leaf)
        for value in _values(leaf):
            if value in sent:
                continue  # it was known before
            longest = max(_WORD.findall(value), key=len, default="")
            if not longest or _UNSPACED.search(longest):
                continue
            words.setdefault(longest if longest.isascii() else longest[:2], []).append((value, path))
            paths.add(path)
    if not paths:
        return None
    fields = frozenset(paths) if look.document is not ABSENT else frozenset()
    return _Reply(key=call.key, step=call.step, chars=len(call.text), weights=weights, paths=fields, words=words)


def _leaves(document: Json) -> Iterator[tuple[str, str]]:
    """Yield the texts and numbers of a document with their paths, of long lists the first entries."""
    stack: list[tuple[str, Json]] = [("$", document)]
    for _ in range(_MOST_LEAVES):
        if not stack:
            return
        path, value = stack.pop()
        if isinstance(value, dict):
            told = told_keys(value)
            stack.extend((f"{path}.{told[name]}", member) for name, member in reversed(value.items()))
        elif isinstance(value, list):
            stack.extend((f"{path}[]", entry) for entry in reversed(value[:_MOST_LEAVES]))
        elif isinstance(value, str):
            yield path, value
        elif isinstance(value, int | float) and not isinstance(value, bool) and abs(value) >= _LEAST_NUMBER:
            yield path, str(value)


def _words_of_text(text: str) -> Iterable[tuple[str, str]]:
    return [("text", text[:_LONGEST_TEXT])]


def _values(leaf: str) -> Iterable[str]:
    """Return what of a text would be recognised: all of a short one, the longest words of a long one."""
    text = leaf.strip().lower()
    if len(text) <= _LONGEST_VALUE:
        return (text,)
    words = set(_WORD.findall(text[:4_000]))
    return sorted(words, key=lambda word: (-len(word), word))[:12]
