"""Server-sent events on their way in: large messages are taken out, and what the session needs is let through."""

import json
from collections.abc import AsyncIterator

from tool_audit.connect.framing import LineSplitter
from tool_audit.connect.tap import Tap
from tool_audit.model import Json

_MESSAGE = b"message"


class EventFilter:
    """Rewrites one event stream; `request_id` is the request that the stream answers, None where it serves them all."""

    def __init__(self, tap: Tap, request_id: Json) -> None:
        self._tap = tap
        self._request_id = request_id
        self._lines: list[bytes] = []
        self._size = 0

    async def pieces(self, source: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Yield the stream anew, event by event. Ends early at an event over the limit."""
        splitter = LineSplitter(self._tap.limit)
        async for piece in source:
            for raw in splitter.feed(piece):
                line = None if raw is None else raw.removesuffix(b"\r")
                self._size += 0 if line is None else len(line)
                if line is None or self._size > self._tap.limit:
                    self._tap.oversized(self._request_id)
                    return
                if line:
                    self._lines.append(line)
                elif self._lines:
                    yield self._event()

    def _event(self) -> bytes:
        lines, self._lines, self._size = self._lines, [], 0
        fields = [_field(line) for line in lines]
        name = next((value for key, value in fields if key == b"event"), _MESSAGE)
        data = [value for key, value in fields if key == b"data"]
        if name != _MESSAGE or not any(data):
            return b"\n".join(lines) + b"\n\n"
        kept = [line for line, (key, _) in zip(lines, fields, strict=True) if key in {b"id", b"retry"}]
        texts = [json.dumps(envelope).encode() for envelope in self._tap.incoming(b"\n".join(data), self._request_id)]
        events = [b"\n".join([*kept, b"data: " + text]) for text in texts]
        return b"".join(event + b"\n\n" for event in events or ([b"\n".join(kept)] if kept else []))


def _field(line: bytes) -> tuple[bytes, bytes]:
    key, _, value = line.partition(b":")
    return key, value.removeprefix(b" ")
