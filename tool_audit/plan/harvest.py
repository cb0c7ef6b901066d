"""Values found in replies: what a listing names can be asked for. Pure; looks at the first few members of each list."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
    holder = singular(words_of(tool))
    yield from _walk(tool, measurement.document, holder)
    if measurement.structured is not measurement.document:
        yield from _walk(tool, measurement.structured, holder)
    if (literal := _literal(measurement.text)) is not None:
        yield from _walk(tool, literal, holder)
    elif not isinstance(measurement.document, Mapping | list):
        items = measurement.items
        if items is not None and items.kind in (ItemKind.TABLE, ItemKind.CSV):
            yield from _walk(tool, list(items.records[:_MEMBERS]), holder)
        yield from _of_text(tool, measurement.text[:20_000], holder)


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


def _walk(tool: str, document: Json, holder: tuple[str, ...]) -> Iterator[Found]:
    stack: list[tuple[Json, tuple[str, ...], str, int]] = [(document, holder, "$", 0)]
    while stack:
        node, within, path, depth = stack.pop()
        if depth > _DEPTH:
            continue
        if isinstance(node, Mapping):
            for name, value in list(node.items())[:50]:
                key = words_of(str(name))
                if isinstance(value, Mapping | list):
                    held = within if "".join(key) in _WRAPPERS else singular(key)
                    stack.append((value, held, f"{path}.{name}", depth + 1))
                elif value not in (None, "") and not isinstance(value, bool) and len(str(value)) <= 300:
                    yield Found(tool=tool, key=tuple(key), holder=within, value=value, path=f"{path}.{name}")
        elif isinstance(node, list):
            for value in _varied(node):
                if isinstance(value, str | int | float) and not isinstance(value, bool) and len(str(value)) <= 300:
                    yield Found(tool=tool, key=(), holder=within, value=value, path=f"{path}[]")
            inner = [value for value in node[:_MEMBERS] if isinstance(value, Mapping | list)]
            stack += [(value, within, f"{path}[]", depth + 1) for value in reversed(inner)]


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


def _of_text(tool: str, text: str, holder: tuple[str, ...]) -> Iterator[Found]:
    names = [match.group(1).rstrip() for line in text.split("\n") if (match := _NAMED.match(line))]
    for name in islice((name for name in names if len(name) <= _LONGEST_NAME), _MEMBERS):
        first, label = _FIRST.match(name), _LABEL.match(name)
        if first is not None and _FORMED.search(first.group(1)) and first.group() != name:
            yield Found(tool=tool, key=("id",), holder=holder, value=first.group(1), path="the start of a line")
        if label is not None:
            yield Found(tool=tool, key=("name",), holder=holder, value=label.group(1), path="the start of a line")
        yield Found(tool=tool, key=("name",), holder=holder, value=name, path="a line of the text")
    for word in _first_words(text)[:_MEMBERS] if not names else ():
        yield Found(tool=tool, key=("id",), holder=holder, value=word, path="the start of a line")
    for path in islice(_PATHS.finditer(text), _MEMBERS):
        yield Found(tool=tool, key=("path",), holder=holder, value=path.group().rstrip("."), path=IN_TEXT)


def _first_words(text: str) -> list[str]:
    """Return the words that all lines of a text begin with, where each looks like an identifier."""
    lines = [line for line in text.splitlines() if line.strip()]
    found = [first.group(1) for line in lines if (first := _FIRST.match(line)) and re.search(r"\d", first.group(1))]
    return found if len(found) == len(lines) == len(set(found)) > 1 else []
