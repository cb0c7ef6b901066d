"""Server-sent events on their way in: large messages are taken out, and what the session needs is let through."""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final

import anyio

from tool_audit.connect.framing import LineSplitter
from tool_audit.connect.tap import Tap
from tool_audit.model import Json

_MESSAGE = b"message"
_LINGER: Final = 0.1
"""Seconds for a stream to end after the answer; of a server that takes longer once, no end is awaited any more."""


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


@dataclass(slots=True)
class Habit:
    """What is known of a server's streams: whether each ends by itself after the answer."""

    ends: bool = True


class EventFilter:
    """Rewrites one event stream; `request_id` is the request that the stream answers, None where it serves them all.

    A stream that ends by itself is read to its end: only then can the next call have its connection.
    """

    def __init__(self, tap: Tap, request_id: Json, habit: Habit) -> None:
        self._tap = tap
        self._request_id = request_id
        self._habit = habit

    async def pieces(self, source: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Yield the stream anew, event by event. Ends early at an event over the limit."""
        stream = events(source, self._tap.limit)
        async for event in stream:
            if event is None:
                self._tap.oversized(self._request_id)
                return
            given, answers = self._given(event)
            rest = await self._rest(stream) if answers and self._habit.ends else b""
            yield given + rest

    async def _rest(self, stream: AsyncIterator[Event | None]) -> bytes:
        """Return what comes after the answer, and learn whether that has an end."""
        rest = []
        with anyio.move_on_after(_LINGER) as scope:
            async for event in stream:
                if event is None:
                    break
                rest.append(self._given(event)[0])
        self._habit.ends = not scope.cancelled_caught
        return b"".join(rest)

    def _given(self, event: Event) -> tuple[bytes, bool]:
        """Return what the session is given of an event, and whether that is the answer."""
        message = event.message
        if not message:
            return b"\n".join(event.lines) + b"\n\n", False
        named = zip(event.lines, event.fields, strict=True)
        kept = [line for line, (key, _) in named if key in {b"id", b"retry"}]
        envelopes = self._tap.incoming(message, self._request_id)
        made = [b"\n".join([*kept, b"data: " + json.dumps(envelope).encode()]) for envelope in envelopes]
        answers = self._request_id is not None and any("method" not in envelope for envelope in envelopes)
        return b"".join(one + b"\n\n" for one in made or ([b"\n".join(kept)] if kept else [])), answers


def _field(line: bytes) -> tuple[bytes, bytes]:
    colon = line.find(b":")
    if colon < 0:
        return line, b""
    return line[:colon], line[colon + (2 if line[colon + 1 : colon + 2] == b" " else 1) :]
