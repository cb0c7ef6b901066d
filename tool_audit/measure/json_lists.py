"""The list in a JSON value: bare, wrapped, nested, or an object keyed by id."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

from tool_audit import lazy_re
from tool_audit.measure.identity import has_id, identities
from tool_audit.measure.payload import compact, parse
from tool_audit.measure.signs_text import is_notice
from tool_audit.model import ItemKind, Items, Json

_LIST_NAMES: Final = frozenset(
    "items results result data entries records rows list hits matches nodes edges values elements objects documents "
    "docs resources collection content response payload output files messages memories".split()
)
_SIDE_NAMES: Final = frozenset("columns column_names headers fields tags labels warnings errors details notes".split())
_ID_LIKE: Final = lazy_re.compile(r"(?=.*\d)[\w:./-]+")
_MAX_DEPTH: Final = 6
_SAMPLE: Final = 32
_HALF: Final = 0.5
_SHORT: Final = 500


@dataclass(frozen=True, slots=True)
class _Candidate:
    path: str
    name: str
    """The key it stands under; empty for the whole document."""
    items: Sequence[Json] = field(repr=False)
    keys: tuple[str, ...] | None
    """The ids, where the list is an object keyed by id; then its members are no use as records."""
    weight: int
    in_a_thing: bool
    """Whether the object that holds it has an id of its own."""


def find_in_json(document: Json) -> Items | None:
    """Return the list that a JSON value is: of all arrays in it (not in their items) the one with most content."""
    text = _only_text(document)
    if text is not None:
        document = parse(text)
    if not isinstance(document, dict | list):
        return None
    candidates: list[_Candidate] = []
    rest = sum(_walk(document, candidates))
    if not candidates:
        return None
    total = rest + sum(candidate.weight for candidate in candidates)
    main = [candidate for candidate in candidates if candidate.name not in _SIDE_NAMES] or candidates
    best = max(main, key=lambda candidate: (candidate.weight, candidate.name in _LIST_NAMES))
    if not _is_the_list(best, total):
        return None
    if best.keys is not None:
        return Items(kind=ItemKind.JSON, path=best.path, identities=best.keys)
    items = best.items[:-1] if _ends_in_a_notice(best.items) else best.items
    return Items(kind=ItemKind.JSON, path=best.path, identities=identities(items), records=items)


def are_alike(objects: Sequence[Mapping[str, Json]]) -> bool:
    """Whether objects look like records of one kind: each shares half of its keys, or more, with the first."""
    first = objects[0].keys()
    return all(2 * len(first & other.keys()) >= max(len(first), len(other)) > 0 for other in objects)


def _ends_in_a_notice(items: Sequence[Json]) -> bool:
    """Whether the last entry is a word about the list, such as "... and 37 more"."""
    if len(items) < 2 or not isinstance(items[-1], str):
        return False
    return isinstance(items[-2], dict) or (len(items[-1]) <= _SHORT and is_notice(items[-1]))


def _only_text(document: Json) -> str | None:
    """Return the text of an object whose only member is JSON written as a string."""
    if isinstance(document, dict) and len(document) == 1:
        (value,) = document.values()
        if isinstance(value, str) and value[:1] in "{[":
            return value
    return None


def _walk(document: Json, candidates: list[_Candidate]) -> Iterator[int]:
    """Collect the arrays; yield the weights of all that is in none of them."""
    stack: list[tuple[str, str, Json, int, bool]] = [("$", "", document, 0, False)]
    while stack:
        path, name, value, depth, in_a_thing = stack.pop()
        if isinstance(value, list):
            if len(value) == 1 and _is_wrapper(value[0]):
                stack.append((f"{path}[]", name, value[0], depth + 1, in_a_thing))
            else:
                candidates.append(_Candidate(path, name, value, None, _weight(value), in_a_thing))
        elif isinstance(value, dict) and _is_map(value):
            members = list(value.values())
            candidates.append(_Candidate(path, name, members, tuple(value), _weight(members), in_a_thing))
        elif isinstance(value, dict) and _is_grouped(value):
            members = list(chain.from_iterable(value.values()))
            candidates.append(_Candidate(f"{path}.*[]", name, members, None, _weight(members), in_a_thing))
        elif isinstance(value, dict) and depth < _MAX_DEPTH:
            inside = has_id(value)
            stack.extend((f"{path}.{key}", key.lower(), member, depth + 1, inside) for key, member in value.items())
        else:
            yield _weight(value)


def _is_wrapper(value: Json) -> bool:
    return (
        isinstance(value, dict)
        and not has_id(value)
        and any(isinstance(member, list) and key.lower() in _LIST_NAMES for key, member in value.items())
    )


def _is_map(value: Mapping[str, Json]) -> bool:
    """Whether an object is a list of alike objects, keyed by what tells them apart."""
    if len(value) < 2 or set(map(type, value.values())) != {dict}:
        return False
    keyed_by_id = len(value) >= 5 or all(_ID_LIKE.fullmatch(key) for key in value)
    return keyed_by_id and not _LIST_NAMES & value.keys() and are_alike(list(value.values()))


def _is_grouped(value: Mapping[str, Json]) -> bool:
    """Whether an object holds one list in groups (`{"a.py": [hit, hit], "b.py": [hit]}`): its groups are no items.

    A list of groups, each with its own name and list, is another thing: there each group is an item.
    """
    if len(value) < 2 or set(map(type, value.values())) != {list} or (_LIST_NAMES | _SIDE_NAMES) & value.keys():
        return False
    first = [members[0] for members in value.values() if members]
    if len(first) < 2 or set(map(type, first)) != {dict}:
        return False
    return all(other.keys() == first[0].keys() for other in first)


def _weight(value: Json) -> int:
    """Return about how many characters a value takes; long lists are judged by a sample."""
    match value:
        case str():
            return len(value) + 2
        case list() if len(value) > 2 * _SAMPLE:
            sample = value[:: len(value) // _SAMPLE]
            return len(compact(sample)) * len(value) // len(sample)
        case list() | dict():
            return len(compact(value))
    return 4


def _is_the_list(candidate: _Candidate, total: int) -> bool:
    """Whether a reply is this list, rather than one thing that happens to have it."""
    if not candidate.name or candidate.name in _LIST_NAMES:
        return True
    if not candidate.items:
        return not candidate.in_a_thing and candidate.name not in _SIDE_NAMES and total <= _SHORT
    if candidate.weight >= _HALF * total:
        return True
    return not candidate.in_a_thing and isinstance(candidate.items[0], dict)
