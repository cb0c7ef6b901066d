"""Values found in replies: what a listing names can be asked for. Pure; looks at the first few members of each list."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from tool_audit import lazy_re
from tool_audit.model import Call, ItemKind, Json, canonical
from tool_audit.model.remembered import remembered
from tool_audit.vocabulary import singular, words_of

_MEMBERS = 4  # of each list: enough to find one that answers, little enough to stay quick on a huge reply
_DEPTH = 8
IN_TEXT = "the text"
"""Where a value is from that stands somewhere in a text that is no data."""
_OF_ONE_REPLY = 400
_KEPT = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A scalar seen in a reply of `tool`: the words of its key, and of the key (or tool) that holds its list."""

    tool: str
    key: tuple[str, ...]
    holder: tuple[str, ...]
    value: Json
    path: str
    beside: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """What stands in the same record or line, in what holds it, and what was sent to have it told."""


def harvest(calls: Iterable[Call]) -> tuple[Found, ...]:
    """Return the scalars of all successful replies, in the order of the calls; equal ones once."""
    found: dict[tuple[object, ...], Found] = {}
    for call in calls:
        for seen in _seen_in(call):
            found.setdefault((seen.key, seen.holder, type(seen.value), seen.value), seen)
            if len(found) >= _KEPT:
                return tuple(found.values())
    return tuple(found.values())


@remembered
def _seen_in(call: Call) -> tuple[Found, ...]:
    if not call.succeeded or call.measurement is None or call.measurement.reads_failed:
        return ()
    tool = call.observation.probe.subject.tool
    sent = {canonical(value) for value in call.arguments.values()}
    # what was sent and comes back is an echo
    return tuple(
        seen for seen in islice(_of_reply(tool, call), _OF_ONE_REPLY) if not sent or canonical(seen.value) not in sent
    )


def _of_reply(tool: str, call: Call) -> Iterator[Found]:
    measurement = call.measurement
    assert measurement is not None, "only measured calls are harvested"  # noqa: S101 - for the type checker
    holder, around = singular(words_of(tool)), _scalars(call.arguments.values())
    yield from _walk(tool, measurement.document, holder, around)
    if measurement.structured is not measurement.document:
        yield from _walk(tool, measurement.structured, holder, around)
    if (literal := _literal(measurement.text)) is not None:
        yield from _walk(tool, literal, holder, around)
    elif not isinstance(measurement.document, Mapping | list):
        items = measurement.items
        if items is not None and items.kind in _OF_RECORDS:
            yield from _walk(tool, list(items.records[:_MEMBERS]), holder, around)
        if items is None or items.kind is not ItemKind.JSON_LINES:
            yield from _of_text(tool, measurement.text[:20_000], holder, around)


_OF_RECORDS = frozenset({ItemKind.TABLE, ItemKind.CSV, ItemKind.JSON_LINES})


def _scalars(values: Iterable[Json]) -> frozenset[str]:
    return frozenset(str(value) for value in values if _is_named(value))


def _is_named(value: Json) -> bool:
    """Return whether a value may say which one is meant."""
    return (
        isinstance(value, str | int | float) and not isinstance(value, bool) and value != "" and len(str(value)) < 301
    )


_LONGEST_LITERAL = 20_000


def _literal(text: str) -> Json:
    """Return what a reply written as a Python list or dict holds, else None."""
    start = text[:2].strip()
    if len(text) > _LONGEST_LITERAL or not start or start[0] not in "[{" or "'" not in text[:200]:
        return None
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return value if isinstance(value, list | dict) else None


def _walk(tool: str, document: Json, holder: tuple[str, ...], around: frozenset[str]) -> Iterator[Found]:
    stack: list[tuple[Json, tuple[str, ...], str, int, frozenset[str]]] = [(document, holder, "$", 0, around)]
    while stack:
        node, within, path, depth, beside = stack.pop()
        if depth > _DEPTH:
            continue
        if isinstance(node, Mapping):
            members = list(islice(node.items(), 50))
            beside |= _scalars(value for _, value in members)
            for name, value in members:
                key = words_of(str(name))
                if isinstance(value, Mapping | list):
                    held = within if "".join(key) in _WRAPPERS else singular(key)
                    stack.append((value, held, f"{path}.{name}", depth + 1, beside))
                elif _is_named(value):
                    yield Found(
                        tool=tool, key=tuple(key), holder=within, value=value, path=f"{path}.{name}", beside=beside
                    )
        elif isinstance(node, list):
            for value in _varied(node):
                if _is_named(value):
                    yield Found(tool=tool, key=(), holder=within, value=value, path=f"{path}[]", beside=beside)
            inner = [value for value in node[:_MEMBERS] if isinstance(value, Mapping | list)]
            stack += [(value, within, f"{path}[]", depth + 1, beside) for value in reversed(inner)]


_WRAPPERS = frozenset("result results item items data content value values list response payload records rows".split())
"""Keys that say nothing of what they hold: the key above, or the tool, says it."""
_LOOKED_AT = 30_000
_KINDS = 8
_HEAD = lazy_re.compile(r"[^\W\d_]*")


def _varied(members: Sequence[Json]) -> Iterator[Json]:
    """Yield the first members of a list, then one of each other kind: `user:1`, `user:2`, then `queue`, `cart:9`."""
    yield from members[:_MEMBERS]
    kinds: set[str] = set()
    for place, value in enumerate(members[:_LOOKED_AT]):
        if len(kinds) >= _KINDS or not isinstance(value, str):
            return
        kind = _HEAD.match(value)
        head = kind.group() if kind else ""
        if head and head not in kinds:
            kinds.add(head)
            if place >= _MEMBERS:
                yield value


_NAMED = lazy_re.compile(r"[ \t]*(?:[-*\u2022]|\d{1,9}[.)]|\[\w{1,40}\])[ \t]+(\S.*)")
_LONGEST_NAME = 200
_PATHS = lazy_re.compile(r"(?<![\w/.-])(?:/[\w.@+-]+){2,}|(?<![\w/-])(?:[\w-]+/)+[\w-]+\.\w{1,8}\b")


_FIRST = lazy_re.compile(r"[#`*\[(\"']{0,3}([^\W_][\w./:@#+-]{0,60}?)[`*\])\"']{0,3}(?=[:,]?\s|:?$)")
_LABEL = lazy_re.compile(r"[`*\"'\[]{0,3}([^\W_][^:|\n(\t]{0,40}?)[`*\"'\]]{0,3}(?:\s*:\s|\s+[(|\[\u2013\u2014-]|\t)")
_FORMED = lazy_re.compile(r"\d|\w[._/:@#-]\w")


_LOCATED = lazy_re.compile(
    r"^[ \t]*(?:[-*\u2022] )?([\w.-]{1,60}(?:/[\w.-]{1,60}){0,4})[:#@] ?"
    r"((?:[\w.-]{1,60}/){0,8}[\w-]{1,60}\.\w{1,8})[:#]\d",
    re.MULTILINE,
)
"""A place in a file of one of several repositories: `north/app:src/main.py:12`."""
_SEPARATORS = lazy_re.compile(r"[\s:,;|#@\"'`()\[\]]+")


def _of_text(tool: str, text: str, holder: tuple[str, ...], around: frozenset[str]) -> Iterator[Found]:
    def found(key: str, value: str, path: str, line: str) -> Found:
        beside = around.union(_SEPARATORS.split(line[:_LONGEST_NAME]))
        return Found(tool=tool, key=(key,), holder=holder, value=value, path=path, beside=beside)

    names = [match.group(1).rstrip() for line in text.split("\n") if (match := _NAMED.match(line))]
    for name in islice((name for name in names if len(name) <= _LONGEST_NAME), _MEMBERS):
        first, label = _FIRST.match(name), _LABEL.match(name)
        if first is not None and _FORMED.search(first.group(1)) and first.group() != name:
            yield found("id", first.group(1), "the start of a line", name)
        if label is not None:
            yield found("name", label.group(1), "the start of a line", name)
        yield found("name", name, "a line of the text", name)
    for word in _first_words(text)[:_MEMBERS] if not names else ():
        yield found("id", word, "the start of a line", "")
    for place in islice(_LOCATED.finditer(text), _MEMBERS):
        yield found("repo", place.group(1), "the start of a line", place.group())
        yield found("path", place.group(2), IN_TEXT, place.group())
    for path in islice(_PATHS.finditer(text), _MEMBERS):
        start = text.rfind("\n", 0, path.start()) + 1
        line = text[start : text.find("\n", path.end()) if "\n" in text[path.end() :] else len(text)]
        yield found("path", path.group().rstrip("."), IN_TEXT, line)


def _first_words(text: str) -> list[str]:
    """Return the words that all lines of a text begin with, where each looks like an identifier."""
    lines = [line for line in text.splitlines() if line.strip()]
    found = [first.group(1) for line in lines if (first := _FIRST.match(line)) and re.search(r"\d", first.group(1))]
    return found if len(found) == len(lines) == len(set(found)) > 1 else []
