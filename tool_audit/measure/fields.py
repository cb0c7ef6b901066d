"""The fields of a reply's items, by what they are called: objects, rows, tagged and labelled text alike."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from tool_audit import lazy_re
from tool_audit.model import Json, Measurement
from tool_audit.vocabulary import singular, words_of

_RECORDS = 500  # items that are looked at: what they differ in shows early
_DEEP = 3
_MEMBERS = 200
_TAGGED = lazy_re.compile(r"<([A-Za-z][\w.-]*)>([^<>]{1,200})</\1>")
_LABELLED = lazy_re.compile(
    r"(?:^|[\n,;|(]|\s-)\s*[*_`\"]{0,2}([^\W\d][\w -]{0,30}?)[*_`\"]{0,2}\s?[:=]\s?([^\n,;|()]{1,200})"
)
_NUMBER = lazy_re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?")
_FLAGS: Mapping[str, bool] = {"true": True, "false": False, "yes": True, "no": False}

Columns: TypeAlias = Mapping[str, Sequence[tuple[int, Json]]]
"""Field -> the number of an item and its value there; a list stands as it is."""


def field_name(name: str) -> str:
    """Return what a field or an argument is called, whatever the style and number: `lineIds` and `line_id` are one."""
    return "".join(singular(words_of(name))) or name.lower()


_LEAVING_OUT = frozenset("exclude excludes excluding omit hide without skip no not except".split())
_DECORATION = _LEAVING_OUT | frozenset(
    "include includes including with show expand return only just is has are filter by any all of".split()
)


def leaves_out(name: str) -> bool:
    """Return whether an argument of this name takes what is not wanted: `exclude_tags`, `hideArchived`."""
    return bool(_LEAVING_OUT & set(words_of(name)))


def chosen_field(name: str) -> str:
    """Return the field by which an argument chooses, as far as its name tells: `tag` of `include_tags`."""
    return "".join(singular([word for word in words_of(name) if word not in _DECORATION])) or field_name(name)


def columns(reply: Measurement) -> Columns:
    """Return the fields of the items, by `field_name`; numbers and booleans in text are read as such."""
    found: dict[str, list[tuple[int, Json]]] = {}
    for place, record in enumerate(reply.items.records[:_RECORDS] if reply.items is not None else ()):
        for key, value in _members(record):
            found.setdefault(field_name(key), []).append((place, value))
    return found


def _members(record: Json) -> Iterator[tuple[str, Json]]:
    if isinstance(record, str):
        for pattern in (_TAGGED, _LABELLED):
            yield from ((key, _read(value)) for key, value in pattern.findall(record[:5_000]))
        return
    stack: list[tuple[Json, int]] = [(record, 0)]
    while stack:
        node, depth = stack.pop()
        for key, value in list(node.items())[:_MEMBERS] if isinstance(node, Mapping) else ():
            inner = [
                one for one in (value if isinstance(value, list) else [value])[:_MEMBERS] if isinstance(one, Mapping)
            ]
            if not inner:
                yield str(key), _read(value) if isinstance(value, str) else value
            elif depth < _DEEP:
                stack.extend((entry, depth + 1) for entry in reversed(inner))


def _read(text: str) -> Json:
    """Return a text as the number or the boolean that it writes."""
    text = text.strip(" *_`\"'")
    if _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    return _FLAGS.get(text.lower(), text)


def scalars(column: Sequence[tuple[int, Json]]) -> tuple[Json, ...]:
    """Return the different values of a field, the entries of its lists among them; true and 1 are kept apart."""
    found: dict[tuple[type, Json], Json] = {}
    for _, value in column:
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, str | int | float) and one != "":
                found.setdefault((type(one), one), one)
    return tuple(found.values())


def holding(column: Sequence[tuple[int, Json]], wanted: Json) -> frozenset[int]:
    """Return the items that have this value in a field, or in its list; letters small and large are one."""
    return frozenset(
        place
        for place, value in column
        if any(_alike(one, wanted) for one in (value if isinstance(value, list) else [value]))
    )


def _alike(one: Json, other: Json) -> bool:
    if isinstance(one, str) or isinstance(other, str):
        return str(one).casefold() == str(other).casefold()
    return one == other and isinstance(one, bool) is isinstance(other, bool)
