"""A stream of messages as an HTTP response: events as they come, or one JSON text."""

from collections.abc import Mapping
from typing import Final

import anyio
from starlette.datastructures import MutableHeaders
from starlette.types import Message, Receive, Scope, Send

from tool_audit.guard.session import Session, Stream

EVENTS: Final = "text/event-stream"
JSON: Final = "application/json"
_PING: Final = 15.0
"""Seconds of silence after which a comment keeps the connection, and whatever is between, from giving up."""


class MessageResponse:
    """The response that a stream is read into, until it ends or the caller is gone."""

    def __init__(
        self, session: Session, stream: Stream, headers: Mapping[str, str], *, as_events: bool, as_list: bool = False
    ) -> None:
        """Take the stream; `as_list`: a batch was posted, so that the answers are a list."""
        self._session = session
        self._stream = stream
        self._headers = headers
        self._as_events = as_events
        self._as_list = as_list

    async def __call__(self, _: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_watch, receive, tasks.cancel_scope)
                await (self._send_events(send) if self._as_events else self._send_json(send))
                tasks.cancel_scope.cancel()
        finally:
            with anyio.CancelScope(shield=True):
                await self._session.leave(self._stream)

    async def _send_events(self, send: Send) -> None:
        await send(self._start(EVENTS, {"cache-control": "no-cache, no-transform", "x-accel-buffering": "no"}))
        while True:
            part = b":\n\n"
            with anyio.move_on_after(_PING):
                message = await self._stream.get()
                if message is None:
                    break
                part = event(message)
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def _send_json(self, send: Send) -> None:
        answers = []
        while (message := await self._stream.get()) is not None:
            answers.append(message)
        is_list = self._as_list and not (len(answers) == 1 and answers[0].lstrip().startswith(b"["))
        body = b"[" + b",".join(answers) + b"]" if is_list else b"".join(answers)
        await send(self._start(JSON, {"content-length": str(len(body))}))
        await send({"type": "http.response.body", "body": body})

    def _start(self, kind: str, more: Mapping[str, str]) -> Message:
        headers = MutableHeaders({"content-type": kind, **more, **self._headers})
        return {"type": "http.response.start", "status": 200, "headers": headers.raw}


def event(message: bytes) -> bytes:
    """Return a message as an event; whoever reads it gets it as it was, but for a carriage return between its parts."""
    if b"\r" in message:
        message = message.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if b"\n" in message:
        message = message.replace(b"\n", b"\ndata: ")
    return b"event: message\ndata: " + message + b"\n\n"


async def _watch(receive: Receive, scope: anyio.CancelScope) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    scope.cancel()
