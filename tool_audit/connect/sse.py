"""Server-sent events on their way in: large messages are taken out, and what the session needs is let through."""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from tool_audit.connect.framing import LineSplitter
from tool_audit.connect.tap import Tap
from tool_audit.model import Json

_MESSAGE = b"message"


@dataclass(frozen=True, slots=True)
class Event:
    """One event: its lines, without their ends, and the name and the value of each."""

    lines: Sequence[bytes]
    fields: Sequence[tuple[bytes, bytes]]

    @property
    def data(self) -> bytes:
        """Return its data, put together."""
        return b"\n".join(value for key, value in self.fields if key == b"data")

    @property
    def message(self) -> bytes:
        """Return the message of the protocol that it carries, b"" where it carries none."""
        data = self.data if self.name == _MESSAGE else b""
        return data if data.strip(b"\n") else b""

    @property
    def name(self) -> bytes:
        """Return what kind of event it is."""
        return self.value(b"event") or _MESSAGE

    def value(self, name: bytes) -> bytes | None:
        """Return the value of a field, None where it has none."""
        return next((value for key, value in self.fields if key == name), None)


async def events(source: AsyncIterator[bytes], limit: int) -> AsyncIterator[Event | None]:
    """Yield the events of a stream as they come; None for one over the limit, after which there is no more."""
    splitter = LineSplitter(limit)
    lines: list[bytes] = []
    size = 0
    async for piece in source:
        for raw in splitter.feed(piece):
            line = None if raw is None else raw.removesuffix(b"\r")
            size += 0 if line is None else len(line)
            if line is None or size > limit:
                yield None
                return
            if line:
                lines.append(line)
            elif lines:
                yield Event(lines, [_field(one) for one in lines])
                lines, size = [], 0


class EventFilter:
    """Rewrites one event stream; `request_id` is the request that the stream answers, None where it serves them all."""

    def __init__(self, tap: Tap, request_id: Json) -> None:
        self._tap = tap
        self._request_id = request_id

    async def pieces(self, source: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Yield the stream anew, event by event. Ends early at an event over the limit."""
        async for event in events(source, self._tap.limit):
            if event is None:
                self._tap.oversized(self._request_id)
                return
            yield self._given(event)

    def _given(self, event: Event) -> bytes:
        message = event.message
        if not message:
            return b"\n".join(event.lines) + b"\n\n"
        named = zip(event.lines, event.fields, strict=True)
        kept = [line for line, (key, _) in named if key in {b"id", b"retry"}]
        texts = [json.dumps(envelope).encode() for envelope in self._tap.incoming(message, self._request_id)]
        made = [b"\n".join([*kept, b"data: " + text]) for text in texts]
        return b"".join(one + b"\n\n" for one in made or ([b"\n".join(kept)] if kept else []))


def _field(line: bytes) -> tuple[bytes, bytes]:
    key, _, value = line.partition(b":")
    return key, value.removeprefix(b" ")
