"""What tells one item of a list from another: its id where it has one, else its own content."""

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import chain
from typing import Final

from tool_audit.model import Json

_NAMES: Final = ("id", "_id", "uuid", "uid", "guid", "key")
_LATER_NAMES: Final = ("number", "path", "url", "uri", "href", "slug", "sha", "name", "full_name")
_ID_ENDINGS: Final = ("_id", "-id", " id", "_uuid", "_key")
_LONG: Final = 80
_PLAIN: Final = frozenset((str, int, float))

_canonical = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode


def identities(items: Sequence[Json]) -> tuple[str, ...]:
    """Return one text for each item; equal items have equal texts."""
    if items and set(map(type, items)) == {dict}:
        bare = [_bare(item) for item in items]
        key = _id_key(bare)
        if key is not None:
            return tuple(str(item[key]) for item in bare)
    if _is_plain(items):  # there may be millions: no Python code for each
        return tuple(text if len(text) <= _LONG else text_identity(text) for text in map(repr, items))
    return tuple(_content(item) for item in items)


def has_id(item: Json) -> bool:
    """Whether this is an object with an id of its own: one thing, not a wrapper of things."""
    return isinstance(item, dict) and any(str(key).lower() in _NAMES for key in item)


def text_identity(text: str) -> str:
    """Return the text without the space around it, or a digest where it is long."""
    text = text.strip()
    if len(text) <= _LONG:
        return text
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _bare(item: Mapping[str, Json]) -> Mapping[str, Json]:
    """Take the node out of a graph's edge, and the object out of a wrapper with one member."""
    node = item.get("node") if "node" in item else next(iter(item.values())) if len(item) == 1 else None
    return node if isinstance(node, dict) else item


def _id_key(items: Sequence[Mapping[str, Json]]) -> str | None:
    """Return the first id-like key that every item has, each with a value of its own."""
    keys = {str(key).lower(): key for key in items[0]}
    ending = [name for name in keys if name.endswith(_ID_ENDINGS) or str(keys[name]).endswith(("Id", "ID"))]
    for name in dict.fromkeys((*_NAMES, *ending, *_LATER_NAMES)):
        if name not in keys:
            continue
        values = [item.get(keys[name]) for item in items]
        if set(map(type, values)) <= {str, int} and "" not in values and len(set(values)) == len(values):
            return keys[name]
    return None


def _is_plain(items: Sequence[Json]) -> bool:
    """Whether `repr` tells the items apart as JSON does: numbers, and lists of numbers and strings."""
    kinds = set(map(type, items))
    return kinds <= {int, float} or (kinds == {list} and _PLAIN.issuperset(map(type, chain.from_iterable(items))))


def _content(item: Json) -> str:
    if isinstance(item, str):
        return text_identity(item)
    try:
        return text_identity(_canonical(item))
    except RecursionError:
        return text_identity(repr(type(item)))
