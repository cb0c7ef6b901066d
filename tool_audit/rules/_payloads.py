"""Large values inside replies, told apart cheaply, so that the same one can be seen in the replies of several tools."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from tool_audit.measure.payload import compact
from tool_audit.model import ABSENT, Json, Measurement

TEXT_BLOCK: Final = "a text block of its own"
_DEPTH = 3
_MAP_KEYS = 100  # an object with more keys is a map from ids: its members are data
_CONTENT = frozenset(
    """
    items results result data rows records entries hits matches content contents text output body value values
    list documents response payload message messages structuredContent
    """.split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload:
    """A large value. `path`: the keys down to it; `alone`: the whole reply is this value and its wrapper."""

    path: tuple[str, ...]
    value: Json = field(repr=False)
    alone: bool

    @property
    def key(self) -> str:
        """The key that it stands under."""
        return self.path[-1]

    @property
    def chars(self) -> int:
        """Its characters; as compact JSON where it is no text."""
        return len(self.value if isinstance(self.value, str) else compact(self.value))

    def same_as(self, other: "Payload") -> bool:
        """Whether both are one value under one key."""
        if self.key != other.key or type(self.value) is not type(other.value) or len(self.value) != len(other.value):
            return False
        try:
            return bool(self.value == other.value)
        except RecursionError:
            return False


def payloads(reply: Measurement, least: int) -> Iterator[Payload]:
    """Yield what has `least` characters or more as compact JSON and a key of its own, not just "data"."""
    if len(reply.blocks) > 1:
        for block in reply.blocks:
            if len(block) >= least:
                yield Payload(path=(TEXT_BLOCK,), value=block, alone=False)
    level: list[tuple[tuple[str, ...], Mapping[str, Json], bool]] = []
    if isinstance(reply.document, Mapping):
        level = [((), reply.document, True)]
    for _ in range(_DEPTH):
        deeper = []
        for path, members, alone in level:
            for key, value in members.items() if len(members) <= _MAP_KEYS else ():
                here, single = (*path, key), alone and len(members) == 1
                if not _is_large(value, least):
                    continue
                if key not in _CONTENT:
                    yield Payload(path=here, value=value, alone=single)
                if isinstance(value, Mapping):
                    deeper.append((here, value, single))
        level = deeper


def has_payload(reply: Measurement, payload: Payload, least: int) -> bool:
    """Whether a reply has a large value in the same place."""
    if payload.path == (TEXT_BLOCK,):
        return len(reply.blocks) > 1 and any(len(block) >= least for block in reply.blocks)
    value = reply.document
    for key in payload.path:
        value = value.get(key, ABSENT) if isinstance(value, Mapping) else ABSENT
    return _is_large(value, least)


def chars_without(reply: Measurement, payload: Payload) -> int | None:
    """Return the characters of a reply without a value at its top, as compact JSON; None where it stands deeper."""
    if len(payload.path) > 1 or not isinstance(reply.document, Mapping):
        return None
    return len(compact({key: value for key, value in reply.document.items() if key != payload.key}))


def _is_large(value: Json, least: int) -> bool:
    """Whether a text, list or object has `least` characters; looked at only until that is sure."""
    if isinstance(value, str):
        return len(value) >= least
    if not isinstance(value, list | Mapping):
        return False
    sure = 0
    waiting: list[Iterator[Json]] = [iter((value,))]
    while waiting and sure < least:
        entry = next(waiting[-1], ABSENT)
        if entry is ABSENT:
            waiting.pop()
            continue
        sure += 1 + (len(entry) if isinstance(entry, str | list | Mapping) else 0)
        if isinstance(entry, Mapping):
            waiting.append(iter(entry.values()))
        elif isinstance(entry, list):
            waiting.append(iter(entry))
    return sure >= least or len(compact(value)) >= least
