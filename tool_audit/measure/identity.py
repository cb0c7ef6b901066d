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
_IDS: Final = frozenset(("id", "_id", "uuid", "uid", "guid"))
_MOSTLY: Final = 0.8
_LONG: Final = 80
_PLAIN: Final = frozenset((str, int, float))

_canonical = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


def identities(items: Sequence[Json]) -> tuple[str, ...]:
    """Return one text for each item; equal items have equal texts."""
    return identities_by(items, id_key([items]))


def id_key(lists: Sequence[Sequence[Json]], *, own: bool = False) -> str | None:
    """Return the member by which the items of all these lists are told apart, or None: by their content.

    A member that is called an id counts even where an item comes twice; any other only where its values are unique in
    each list. Lists of one tool must be compared by one key: ask for it with all of them. `own` leaves out what only
    serves as an id (a name, a path).
    """
    filled = [[_bare(item) for item in items] for items in lists if items and set(map(type, items)) == {dict}]
    if len(filled) != sum(1 for items in lists if items) or not filled:
        return None
    names = _id_names(filled[0][0])
    later = [] if own else [name for name in filled[0][0] if str(name).lower() in _LATER_NAMES]
    later.sort(key=lambda name: _LATER_NAMES.index(str(name).lower()))
    for name in (*names, *later):
        is_id = str(name).lower() in _IDS
        if all(_tells_apart([item.get(name) for item in items], twice=is_id) for items in filled):
            return name
    return None


def identities_by(items: Sequence[Json], key: str | None) -> tuple[str, ...]:
    """Return one text for each item: its member `key`, or its content where that is None or missing."""
    if key is not None:
        return tuple(
            str(bare[key]) if isinstance(item, dict) and key in (bare := _bare(item)) else _content(item)
            for item in items
        )
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


def _id_names(item: Mapping[str, Json]) -> list[str]:
    """Return the keys that are called ids, the likeliest first."""
    keys: dict[str, str] = {}
    for key in item:
        keys.setdefault(str(key).lower(), key)
    exact = [keys[name] for name in _NAMES if name in keys]
    ending = [key for key in item if str(key).lower().endswith(_ID_ENDINGS) or str(key).endswith(("Id", "ID"))]
    return list(dict.fromkeys((*exact, *ending)))


def _tells_apart(values: Sequence[Json], *, twice: bool) -> bool:
    if not set(map(type, values)) <= {str, int} or "" in values:
        return False
    different = len(set(values))
    return different == len(values) or (twice and different > _MOSTLY * len(values))


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
