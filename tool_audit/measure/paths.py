"""Which parts of a JSON value its characters are spent on."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import chain
from operator import itemgetter
from typing import Final

from tool_audit.measure.payload import compact
from tool_audit.model import Json, PathShare

_TOP: Final = 5
_MAP_KEYS: Final = 100
"""An object with more keys than this is taken for a map from ids, and its members are one path."""
_MAX_DEPTH: Final = 40
_TELLING: Final = 0.5
_SPINE: Final = 0.9


@dataclass(slots=True)
class _Node:
    """All values that stand at one path. `chars` is their compact JSON, with the key or the comma that each needs."""

    path: str
    values: Sequence[Json] = field(repr=False)
    depth: int
    in_item: bool
    chars: int = 0
    children: list["_Node"] = field(default_factory=list)


def heaviest_paths(document: Json, chars: int | None = None) -> tuple[PathShare, ...]:
    """Return the most telling JSON paths, heaviest first, five at most.

    A path stands for all values at it (`$.items[].raw`), their keys included: what leaving it out would save. An object
    is reported whole where none of its members holds half of it; lists and what wraps them are always looked into.
    `chars` are those of the document as compact JSON, where that was written already.
    """
    if not isinstance(document, dict | list) or not document:
        return ()
    root = _Node("$", [document], 0, in_item=False)
    nodes = [root]
    unopened: list[tuple[_Node, Sequence[Json]]] = []
    for node in nodes:  # grows while it is walked
        unopened.append((node, _open(node)))
        nodes.extend(node.children)
    unopened.sort(key=lambda one: len(one[1]))
    for node, values in unopened[:-1] if chars else unopened:
        node.chars += _chars(values)
    if chars:  # what most values stand for is what is left of the whole
        unopened[-1][0].chars += chars - sum(node.chars for node in nodes)
    for node in reversed(nodes):
        node.chars += sum(child.chars for child in node.children)
        node.values = ()
    return tuple(PathShare(path=node.path, chars=node.chars, share=node.chars / root.chars) for node in _telling(root))


def _open(node: _Node) -> Sequence[Json]:
    """Count what is the node's own in its objects and lists, make its children, and return its other values."""
    values = node.values
    kinds = set(map(type, values))
    if node.depth >= _MAX_DEPTH or not kinds & {dict, list}:
        return values
    if kinds & {dict}:
        _open_objects(node, values if len(kinds) == 1 else [value for value in values if type(value) is dict])
    if kinds & {list}:
        _open_lists(node, values if len(kinds) == 1 else [value for value in values if type(value) is list])
    return [value for value in values if type(value) not in (dict, list)] if kinds - {dict, list} else ()


def _open_objects(node: _Node, objects: Sequence[Mapping[str, Json]]) -> None:
    columns = _columns(objects)
    node.chars += len(objects) + objects.count({})  # the last member has no comma: it was counted with one
    key_chars = {key: len(compact(key)) + 2 for key in columns}  # with its colon and a comma
    if len(columns) > _MAP_KEYS:
        own = sum(key_chars[key] * len(column) for key, column in columns.items())
        members = list(chain.from_iterable(columns.values()))
        node.children.append(_Node(f"{node.path}.*", members, node.depth + 1, in_item=True, chars=own))
        return
    for key, column in columns.items():
        path = f"{node.path}.{key}" if key.isidentifier() else f"{node.path}[{compact(key)}]"
        own = key_chars[key] * len(column)
        node.children.append(_Node(path, column, node.depth + 1, in_item=node.in_item, chars=own))


def _columns(objects: Sequence[Mapping[str, Json]]) -> Mapping[str, Sequence[Json]]:
    """Return key -> all values that stand under it."""
    if len(set(map(len, objects))) == 1:
        with suppress(KeyError):  # mostly all have the same keys: there may be millions, so no Python code for each
            return {key: list(map(itemgetter(key), objects)) for key in objects[0]}
    columns: dict[str, list[Json]] = {}
    for item in objects:
        for key, value in item.items():
            if key in columns:
                columns[key].append(value)
            else:
                columns[key] = [value]
    return columns


def _open_lists(node: _Node, lists: Sequence[Sequence[Json]]) -> None:
    members = lists[0] if len(lists) == 1 else list(chain.from_iterable(lists))
    node.chars += len(lists) + lists.count([])
    if members:
        node.children.append(_Node(f"{node.path}[]", members, node.depth + 1, in_item=True, chars=len(members)))


def _chars(values: Sequence[Json]) -> int:
    """Return the characters of the values as compact JSON, without what stands between them."""
    return len(compact(values)) - len(values) - 1 if values else 0


def _telling(root: _Node) -> Iterable[_Node]:
    """Yield the paths worth telling: the heaviest is opened until opening it would tell less."""
    found = 0
    heap = [(-root.chars, 0, root)]
    order = 1
    while heap and found < _TOP:
        _, _, node = heappop(heap)
        if not node.children or _is_whole(node, root):
            found += 1
            yield node
            continue
        for child in node.children:
            heappush(heap, (-child.chars, order, child))
            order += 1


def _is_whole(node: _Node, root: _Node) -> bool:
    """Whether an object tells more than its members do."""
    if node is root or node.path.endswith(("[]", ".*")) or node.children[0].path == f"{node.path}[]":
        return False
    if not node.in_item and node.chars >= _SPINE * root.chars:
        return False
    return max(child.chars for child in node.children) < _TELLING * node.chars
