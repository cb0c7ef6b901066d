"""TOML -> where the members of one of its tables stand: each is replaced in turn by a mark, which is looked for."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable

from tool_audit.guard.spans import Member, Node, Syntax

_MARK: Final = "tool-audit-was-here-4f1c"

Finder = Callable[[Any], Any]
"""A document -> the table in it."""
Step = str | int


class UnplacedError(Exception):
    """A value could not be found in the text."""


def table_node(text: str, find: Finder) -> Node:
    """Return the table with all that is in it, by where it stands. Raises UnplacedError."""
    try:
        table = find(tomlkit.parse(text))
        return _table(text, find, (), table)
    except (TOMLKitError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise UnplacedError(str(error)) from None


def _table(text: str, find: Finder, way: tuple[Step, ...], table: Any) -> Node:
    members = {str(name): _member(text, find, (*way, str(name)), item) for name, item in table.items()}
    syntax = Syntax.INLINE if isinstance(table, InlineTable) else Syntax.TABLE
    return Node(start=0, end=0, value=_plain(table), members=members, syntax=syntax)


def _member(text: str, find: Finder, way: tuple[Step, ...], item: Any) -> Member:
    if isinstance(item, Mapping) and not isinstance(item, InlineTable):
        return Member(key=None, node=_table(text, find, way, item))
    start, end = _span(text, find, way)
    key = re.escape(str(way[-1]))
    before = re.search(rf"(?:\"{key}\"|'{key}'|{key})(?=[ \t]*=[ \t]*$)", text[:start])
    if isinstance(item, InlineTable):
        inner = _table(text, find, way, item)
        node = Node(start=start, end=end, value=inner.value, members=inner.members, syntax=Syntax.INLINE)
    elif isinstance(item, list):
        places = [_span(text, find, (*way, index)) for index in range(len(item))]
        items = tuple(
            Node(start=one, end=other, value=_plain(each), syntax=Syntax.TABLE)
            for (one, other), each in zip(places, item, strict=True)
        )
        node = Node(start=start, end=end, value=_plain(item), items=items, syntax=Syntax.TABLE)
    else:
        node = Node(start=start, end=end, value=_plain(item), syntax=Syntax.TABLE)
    return Member(key=None if before is None else before.span(), node=node)


def _span(text: str, find: Finder, way: tuple[Step, ...]) -> tuple[int, int]:
    document = tomlkit.parse(text)
    place = find(document)
    for step in way[:-1]:
        place = place[step]
    place[way[-1]] = _MARK
    marked = tomlkit.dumps(document)
    start = marked.find(f'"{_MARK}"')
    rest = marked[start + len(_MARK) + 2 :]
    if start < 0 or text[:start] != marked[:start] or not text.endswith(rest):
        raise UnplacedError(f"{way[-1]} cannot be told from what stands around it")
    return start, len(text) - len(rest)


def _plain(item: Any) -> Any:
    return item.unwrap() if hasattr(item, "unwrap") else item
