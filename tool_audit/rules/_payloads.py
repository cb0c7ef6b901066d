"""Large values inside replies, told apart cheaply, so that the same one can be seen in the replies of several tools."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tool_audit.measure.payload import compact
from tool_audit.model import ABSENT, Json, Measurement

TEXT_BLOCK: Final = "a text block of its own"
_DEPTH = 3
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
    chars: int
    identity: int
    alone: bool

    @property
    def key(self) -> str:
        """The key that it stands under."""
        return self.path[-1]


def payloads(reply: Measurement, least: int) -> Iterator[Payload]:
    """Yield what has `least` characters or more as compact JSON and a key of its own, not just "data"."""
    if len(reply.blocks) > 1:
        for block in reply.blocks:
            if len(block) >= least:
                yield Payload(path=(TEXT_BLOCK,), chars=len(block), identity=hash(block), alone=False)
    level: list[tuple[tuple[str, ...], Mapping[str, Json], bool]] = []
    if isinstance(reply.document, Mapping):
        level = [((), reply.document, True)]
    for _ in range(_DEPTH):
        deeper = []
        for path, members, alone in level:
            for key, value in members.items():
                here, single = (*path, key), alone and len(members) == 1
                if isinstance(value, Mapping) and key in _CONTENT:
                    deeper.append((here, value, single))
                elif key not in _CONTENT and (found := _payload(here, value, least, single)):
                    yield found
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
    return value is not ABSENT and _payload(payload.path, value, least, single=False) is not None


def chars_without(reply: Measurement, payload: Payload) -> int | None:
    """Return the characters of a reply without a value at its top, as compact JSON; None where it stands deeper."""
    if len(payload.path) > 1 or not isinstance(reply.document, Mapping):
        return None
    return len(compact({key: value for key, value in reply.document.items() if key != payload.key}))


def _payload(path: tuple[str, ...], value: Json, least: int, single: bool) -> Payload | None:
    if not isinstance(value, str | list | Mapping):
        return None
    text = value if isinstance(value, str) else compact(value)
    if len(text) < least:
        return None
    return Payload(path=path, chars=len(text), identity=hash(text), alone=single)
