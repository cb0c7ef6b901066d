"""What replies hold, out of the way: the latest used stays in memory, the rest goes into a file that nobody else sees.

An audit may bring more than fits into memory: a record of 1 GB is several GB of objects. Most of what is asked of a
reply is short, so its figures stay with the call; its texts and documents are fetched when they are asked for.
"""

import pickle
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import cache
from os import SEEK_END
from sys import getsizeof, maxsize
from tempfile import TemporaryFile
from threading import RLock
from typing import IO, Any, Final, TypeVar, cast
from weakref import finalize

from tool_audit.model import Call, Observation, Replied, ToolFailed

T = TypeVar("T")
MEMORY: Final = 256 * 2**20
"""Bytes of what replies hold that stay in memory, as far as they can be reckoned without looking at each object."""
_OF_A_DOCUMENT: Final = 8
"""Bytes in memory for each character of a JSON document: what 20 MB of objects with short values took."""
_OF_AN_ENTRY: Final = 500


class Shelf:
    """Keeps what replies hold as long as it lives; for any number of threads."""

    def __init__(self, memory: int = MEMORY) -> None:
        """Keep about so many bytes in memory."""
        self._memory = memory
        self._used = 0
        self._here: OrderedDict[int, tuple[Any, int]] = OrderedDict()
        self._there: dict[int, tuple[int, int]] = {}
        self._file: IO[bytes] | None = None
        self._count = 0
        self._lock = RLock()

    def observation(self, seen: Observation) -> Observation:
        """Return an observation equal to this one, whose result is fetched from here."""
        outcome = seen.outcome
        if not isinstance(outcome, Replied | ToolFailed):
            return seen
        result = self._keep(outcome.result, _OF_A_DOCUMENT * seen.bytes)
        return replace(seen, outcome=_fetching(outcome, {"result": result}))

    def call(self, call: Call) -> Call:
        """Return a call equal to this one, whose texts and documents are fetched from here."""
        reply = call.measurement
        if reply is None:
            return call
        items = reply.items
        listed = (items.identities, items.records) if items is not None else ()
        size = _OF_A_DOCUMENT * (reply.text_chars + reply.structured_chars)
        data = self._keep((reply.document, reply.structured, *listed), size)
        words = self._keep((reply.text, reply.blocks), 2 * getsizeof(reply.text))
        if items is not None:
            items = _fetching(items, {"identities": _part(data, 2), "records": _part(data, 3)}, count=items.count)
        fetches = {
            "text": _part(words, 0),
            "blocks": _part(words, 1),
            "document": _part(data, 0),
            "structured": _part(data, 1),
        }
        return replace(call, measurement=_fetching(reply, fetches, items=items))

    def _keep(self, value: T, size: int) -> Callable[[], T]:
        with self._lock:
            self._count += 1
            number = self._count
            self._put(number, value, size + _OF_AN_ENTRY)
        return lambda: self._fetch(number)

    def _put(self, number: int, value: Any, size: int) -> None:
        self._here[number] = (value, size)
        self._used += size
        while self._used > self._memory and len(self._here) > 1:
            oldest, (held, weight) = next(iter(self._here.items()))
            if oldest not in self._there and not self._write(oldest, held):
                return
            del self._here[oldest]
            self._used -= weight

    def _write(self, number: int, value: Any) -> bool:
        """Write a value down; False where it nests too deeply for that, or there is no room: it stays in memory."""
        try:
            line = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
            file = self._file = self._file or self._new_file()
            place = file.seek(0, SEEK_END)
            file.write(line)
            file.flush()
        except RecursionError:
            self._here.move_to_end(number)  # not tried again before all others
            return False
        except OSError:
            self._memory = maxsize  # nothing can be written: better slow than wrong
            return False
        self._there[number] = (place, len(line))
        return True

    def _new_file(self) -> IO[bytes]:
        file = cast("IO[bytes]", TemporaryFile())  # noqa: SIM115 - it goes when the shelf goes
        finalize(self, file.close)
        return file

    def _fetch(self, number: int) -> Any:
        with self._lock:
            if number in self._here:
                self._here.move_to_end(number)
                return self._here[number][0]
            assert self._file is not None, "what is not here was written"  # noqa: S101 - for the type checker
            place, length = self._there[number]
            self._file.seek(place)
            value = pickle.loads(self._file.read(length))  # noqa: S301 - our own file, which nobody else can open
            self._put(number, value, _OF_A_DOCUMENT * length)
            return value


def _part(kept: Callable[[], tuple[Any, ...]], place: int) -> Callable[[], Any]:
    return lambda: kept()[place]


def _fetching(noun: T, fetches: Mapping[str, Callable[[], Any]], **known: Any) -> T:
    """Return a noun equal to this one that fetches these members, knows those, and holds its other fields."""
    held = {field.name: getattr(noun, field.name) for field in fields(cast("Any", noun)) if field.name not in fetches}
    kind = _kind(cast("Any", type(noun)), frozenset(fetches), frozenset(known) - set(held))
    copy: Any = object.__new__(kind)
    for name, value in {**held, **known, "_fetches": fetches}.items():
        object.__setattr__(copy, name, value)
    return cast("T", copy)


@cache
def _kind(of: type, fetched: frozenset[str], known: frozenset[str]) -> type:
    """Return a subclass by the same name: to everybody else it is that class."""
    members = {name: property(lambda noun, name=name: noun._fetches[name]()) for name in fetched}  # type: ignore[misc]  # noqa: SLF001 - its own
    return type(of.__name__, (of,), {"__slots__": ("_fetches", *known), **members})
