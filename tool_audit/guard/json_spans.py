"""JSON as clients write it (comments, trailing commas, and all else that JSON5 allows) -> where each value stands."""

import json
import re
from typing import Final

import json5

from tool_audit import lazy_re
from tool_audit.guard.spans import Member, Node
from tool_audit.model import Json

_BLANK: Final = lazy_re.compile(r"(?:[\s\ufeff]|//[^\n\r\u2028\u2029]*|/\*.*?\*/)*", re.DOTALL)
_TEXT: Final = lazy_re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'', re.DOTALL)
_WORD: Final = lazy_re.compile(r"[^\s,:\[\]{}\"'/]+")


class UnreadableError(Exception):
    """The text is not what was expected; `place` is the character at which that was seen."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class JsonText:
    """A document with the place of each of its objects. Raises UnreadableError and RecursionError."""

    def __init__(self, text: str) -> None:
        """Read the whole text."""
        self._text = text
        self._at = 0
        self._objects: dict[int, Node] = {}
        self.root = self._value()
        self._skip()
        if self._at != len(text):
            raise UnreadableError(self._at)

    def node_of(self, value: Json) -> Node:
        """Return where an object of `root.value` stands: this very object, not one that is equal. Raises KeyError."""
        return self._objects[id(value)]

    def _value(self) -> Node:
        self._skip()
        match self._text[self._at : self._at + 1]:
            case "{":
                return self._object()
            case "[":
                return self._array()
            case _:
                start, raw = self._at, self._scalar()
                return Node(start=start, end=self._at, value=_decoded(raw, start))

    def _object(self) -> Node:
        start = self._at
        self._at += 1
        value: dict[str, Json] = {}
        members: dict[str, Member] = {}
        while not self._ends("}"):
            begins = self._at
            raw = self._scalar()
            key = (begins, self._at)
            name = str(_decoded(raw, begins)) if raw[0] in "\"'" else _name(raw, begins)
            self._expect(":")
            node = self._value()
            value[name] = node.value  # of equal names the last one counts, as in any reader
            members[name] = Member(key=key, node=node)
            self._comma("}")
        self._at += 1
        made = Node(start=start, end=self._at, value=value, members=members)
        self._objects[id(value)] = made
        return made

    def _array(self) -> Node:
        start = self._at
        self._at += 1
        items: list[Node] = []
        while not self._ends("]"):
            items.append(self._value())
            self._comma("]")
        self._at += 1
        return Node(start=start, end=self._at, value=[item.value for item in items], items=tuple(items))

    def _scalar(self) -> str:
        pattern = _TEXT if self._text[self._at : self._at + 1] in {'"', "'"} else _WORD
        found = pattern.match(self._text, self._at)
        if found is None:
            raise UnreadableError(self._at)
        self._at = found.end()
        return found[0]

    def _skip(self) -> None:
        found = _BLANK.match(self._text, self._at)
        self._at = self._at if found is None else found.end()

    def _ends(self, bracket: str) -> bool:
        self._skip()
        return self._text.startswith(bracket, self._at)

    def _expect(self, sign: str) -> None:
        if not self._ends(sign):
            raise UnreadableError(self._at)
        self._at += 1

    def _comma(self, bracket: str) -> None:
        if not self._ends(bracket):
            self._expect(",")


def _decoded(raw: str, place: int) -> Json:
    try:
        return json.loads(raw)
    except ValueError:
        pass
    try:
        return json5.loads(raw)
    except ValueError:
        raise UnreadableError(place) from None


def _name(raw: str, place: int) -> str:
    """Return what a name without quotes says, which may hold escapes."""
    if raw.isidentifier() and raw.isascii():
        return raw
    try:
        return str(next(iter(json5.loads(f"{{{raw}: 0}}"))))
    except (ValueError, StopIteration):
        raise UnreadableError(place) from None
