"""Whether a reply holds what an argument chooses among: only then do equal replies show that it is ignored."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from tool_audit import lazy_re
from tool_audit.model import ABSENT, ItemKind, Json, Measurement, ToolRun
from tool_audit.rules._purpose import reads_one_thing
from tool_audit.rules._sizes import is_number
from tool_audit.schema import Argument
from tool_audit.vocabulary import english_words, words_of

_GENERIC = frozenset(
    """
    max maximum min top num number n k limit count size page per results result items item first head take rows entries
    records hits total of the matches how many quantity
    """.split()
)
_OF_LINES = frozenset("line lines head tail row rows limit count max".split())
_TOKENS_PER_CHAR = 4
_EACH = lazy_re.compile(r"\b(?:each|every|per)\b", re.IGNORECASE)
_LABELLED = lazy_re.compile(r"\W*([^\W\d][\w /-]{0,40})\W{0,3}[:=]\s")
_INDENT = lazy_re.compile(r"^[ \t\u2502\u2503|]*", re.MULTILINE)
_DEEPEST = 60
_MEMBERS, _ITEM_CHARS = 6, 200  # an item with fewer may be told in brief already
_RECORDS = 500  # items that are looked at: what they differ in shows early

FAMILIES: Mapping[str, frozenset[str]] = {
    "json": frozenset("json jsonl ndjson".split()),
    "markup": frozenset("html xml".split()),
    "rows": frozenset("csv tsv".split()),
    "yaml": frozenset({"yaml", "yml"}),
    "toon": frozenset({"toon"}),
    "text": frozenset("text txt plain markdown md table".split()),
}


def holds_more_items(argument: Argument, run: ToolRun, reply: Measurement, asked: float) -> bool:
    """Whether a list has more items than a limit let through, and it is the list that the limit speaks of."""
    items = reply.items
    if items is None or items.count <= asked or "[]" in items.path.removesuffix("[]"):
        return False
    if reads_one_thing(run.tool, run.default) and not (
        set(english_words(argument.key)) & _OF_LINES and len(reply.text.splitlines()) > asked + 2
    ):
        return False  # only its lines can be counted: what stands in them is no list of the tool's
    speaks_of = {word.rstrip("s") for word in english_words(argument.key)} - {word.rstrip("s") for word in _GENERIC}
    about = {word.rstrip("s") for text in (items.path, run.tool.name) for word in words_of(text)}
    if speaks_of and not speaks_of & about:
        return False
    if items.kind in (ItemKind.BULLETS, ItemKind.YAML, ItemKind.SECTIONS):
        return not _is_one_record(items.records)
    scalars = not any(isinstance(record, Mapping) for record in items.records[:1])
    least = 0 if scalars else 1  # beside records, an empty list is as likely one of warnings
    return not any(least <= length <= asked for length in _lengths(reply.document, items.records))


def over_budget(argument: Argument, reply: Measurement, budget: float) -> bool:
    """Whether a reply is clearly longer than a budget of tokens, characters or bytes, whatever it is counted in."""
    words = set(words_of(argument.key))
    unit = 1_024 if words & {"kb", "kib"} else 1
    parts = bool(_EACH.search(argument.description)) or not words & {
        "token",
        "tokens",
        "budget",
        "output",
        "response",
        "total",
    }
    if parts:
        longest = max(_text_lengths(reply), default=0)
        return longest > 2 * budget * unit * (_TOKENS_PER_CHAR if words & {"token", "tokens"} else 1)
    return reply.tokens > 2 * budget * unit


def holds_detail(reply: Measurement, least: int) -> bool:
    """Whether a reply is more than a short row: some text, and where it is a list, items of some size."""
    if reply.reads_failed or reply.chars < least:
        return False
    if reply.items is None or not reply.items.records:
        return reply.items is None
    first = reply.items.records[0]
    return (isinstance(first, Mapping) and len(first) >= _MEMBERS) or reply.chars >= _ITEM_CHARS * reply.items.count


def still_holds(name: str, reply: Measurement) -> bool:
    """Whether a reply has a member of the name that `include_NAME=false` leaves out, with something in it."""
    wanted = "".join(words_of(name)[1:]).rstrip("s")
    return bool(wanted) and any(
        "".join(words_of(key)).rstrip("s") == wanted and value not in (None, "", [], {}, False)
        for key, value in _members(reply.document)
    )


def depth_of(reply: Measurement) -> int:
    """Return how many levels of the same thing a reply has: nested objects, an indented tree, paths."""
    if reply.document is not ABSENT:
        nested = _chain(reply.document)
        paths = [text for text in reply.items.records if isinstance(text, str)] if reply.items else []
        return max(nested, _levels(paths))
    widths = sorted({len(found) for found in _INDENT.findall(reply.text[:200_000])})
    return max(len(widths), _levels(reply.text[:200_000].splitlines()))


def family(value: Json) -> str | None:
    """Return what kind of writing a format's name asks for: replies in two kinds cannot be equal."""
    words = set(words_of(value)) if isinstance(value, str) else set()
    return next((name for name, members in FAMILIES.items() if words & members), None)


def in_order(reply: Measurement) -> bool:
    """Whether three items or more stand in the order of one of their fields: the other way round is another list."""
    records = [entry for entry in reply.items.records[:_RECORDS] if isinstance(entry, Mapping)] if reply.items else []
    if len(records) < 3:
        return False
    for key in records[0]:
        column: list[Any] = [record.get(key) for record in records]
        if all(isinstance(value, str) for value in column) or all(is_number(value) for value in column):
            rising = all(one < other for one, other in pairwise(column))
            if rising or all(one > other for one, other in pairwise(column)):
                return True
    return False


def _is_one_record(records: Sequence[Json]) -> bool:
    """Whether bullets are the members of one thing ("- name: x", "- size: y") and no list of things."""
    labels = [found.group(1) for text in records if isinstance(text, str) and (found := _LABELLED.match(text))]
    return len(labels) > len(records) / 2 and len(set(labels)) == len(labels)


def _lengths(document: Json, items: Sequence[Json]) -> Iterator[int]:
    """Yield the lengths of the lists around a list: one of them may be what the limit is about."""
    stack = [document]
    for _ in range(1_000):
        if not stack:
            return
        node = stack.pop()
        if isinstance(node, Mapping):
            stack.extend(node.values())
        elif isinstance(node, list) and node is not items and not (items and node and node[0] is items[0]):
            yield len(node)


def _text_lengths(reply: Measurement) -> Iterator[int]:
    if reply.document is ABSENT:
        yield len(reply.text)
    for _, value in _members(reply.document):
        if isinstance(value, str):
            yield len(value)


def _members(document: Json) -> Iterator[tuple[str, Json]]:
    stack = [document]
    for _ in range(20_000):
        if not stack:
            return
        node = stack.pop()
        if isinstance(node, Mapping):
            yield from ((str(key), value) for key, value in node.items())
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node)


def _chain(document: Json) -> int:
    """Return how deep things of one kind are nested: under one key, or as objects of nothing but objects."""
    deepest = looked = 0
    stack: list[tuple[Json, tuple[str, ...], int]] = [(document, (), 0)]
    while stack and looked < 20_000:
        node, keys, level = stack.pop()
        looked += 1
        if isinstance(node, list):
            stack.extend((value, keys, level) for value in node)
        elif isinstance(node, Mapping) and len(keys) < _DEEPEST:
            inner = [value for value in node.values() if isinstance(value, Mapping)]
            tree = len(inner) > 1 and len(inner) == len(node)
            below = level + 1 if tree else level
            deepest = max(deepest, below, *(keys.count(key) + 1 for key in keys), 0)
            stack.extend(
                (value, (*keys, key), below) for key, value in node.items() if isinstance(value, Mapping | list)
            )
    return deepest


def _levels(paths: Sequence[str]) -> int:
    slashes = [path.strip().rstrip("/").count("/") for path in paths if "/" in path and " " not in path.strip()]
    return max(slashes) - min(slashes) + 1 if len(slashes) > 1 else 0
