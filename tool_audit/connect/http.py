"""MCP over HTTP: the SDK's transports, with our tap in the bodies of the answers."""

import contextlib
import json
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address
from time import time
from types import TracebackType
from typing import Final, Self

import anyio
import httpx2
from mcp.client._transport import ReadStream, WriteStream
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.message import SessionMessage

from tool_audit.connect.noise import neutral
from tool_audit.connect.pauses import is_for_now, seconds_of
from tool_audit.connect.sse import EventFilter, Habit
from tool_audit.connect.tap import Tap
from tool_audit.model import Disconnected, Json, NoReply, ServerSpec, Survivor, TransportKind

_IDLE: Final = 3600.0
"""Seconds that a stream may be silent; what we wait for a reply is decided per call."""

_ERROR_BODY: Final = 64 * 2**10
_ERROR_PATIENCE: Final = 5.0
_STUB_EVENT: Final = 2**20


class HttpChannel:
    """One URL, spoken to as streamable HTTP or as the older SSE."""

    def __init__(self, spec: ServerSpec, tap: Tap, kind: TransportKind, connect_timeout: float) -> None:
        self._spec = spec
        self._tap = tap
        self._kind = kind
        self._timeout = httpx2.Timeout(connect_timeout, read=_IDLE)
        self._broken = ""
        self._closed = anyio.Event()
        self._habit = Habit()
        self.stderr: tuple[str, ...] = ()
        self.exit_code: int | None = None
        self.survivor: Survivor | None = None
        self.needed_sigterm = self.left_a_process = False

    @asynccontextmanager
    async def open(self) -> AsyncIterator[tuple[ReadStream[SessionMessage | Exception], WriteStream[SessionMessage]]]:
        """Yield the two streams. Raises httpx2 errors, alone or in groups."""
        url = self._spec.url or ""
        try:
            if self._kind is TransportKind.SSE:
                async with sse_client(url, httpx_client_factory=self._client, sse_read_timeout=_IDLE) as (read, write):
                    yield read, _TappedWriter(write, self._tap)
            else:
                async with (
                    self._client() as client,
                    streamable_http_client(url, http_client=client, max_sse_event_size=_STUB_EVENT) as (read, write),
                ):
                    yield read, _TappedWriter(write, self._tap)
        except* httpx2.HTTPError as group:
            self._broken = reason(group)
            raise
        finally:
            self._closed.set()

    async def ending(self) -> Disconnected:
        """Return why the connection is gone. Waits a moment for its last error."""
        with anyio.move_on_after(1.0):
            await self._closed.wait()
        return Disconnected(reason=self._broken or "the connection was closed without a reply")

    def _client(
        self,
        headers: dict[str, str] | None = None,
        timeout: httpx2.Timeout | None = None,  # noqa: ARG002  # the SDK's own; ours is for the whole connection
        auth: httpx2.Auth | None = None,
    ) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(
            headers={**self._spec.headers, **(headers or {})},
            timeout=self._timeout,
            auth=auth,
            # a proxy from the environment cannot reach this machine's own loopback
            trust_env=not is_loopback(httpx2.URL(self._spec.url or "").host),
            event_hooks={"response": [self._tapped]},
        )

    async def _tapped(self, response: httpx2.Response) -> None:
        """Put the tap into the body of a response, before anybody reads it."""
        if (status := response.status_code) in {401, 403}:
            self._tap.challenged(status, neutral(response.headers.get("www-authenticate", ""), 300))
        await response.request.aread()  # after a redirect it is a stream
        request_id = _request_id(response.request)
        if request_id is None and not _is_events(response):
            return
        source = httpx2.Response(
            response.status_code, headers=response.headers.copy(), stream=response.stream, request=response.request
        )
        body: httpx2.AsyncByteStream
        if response.status_code >= 400:
            body = httpx2.ByteStream(await self._error_body(source, request_id))
        elif _is_events(response):
            body = _Body(source, EventFilter(self._tap, request_id, self._habit).pieces(source.aiter_bytes()))
        elif response.status_code == 202 or response.has_redirect_location:
            return
        elif kind_of(response) == "application/json":
            body = _Body(source, self._json_body(source, request_id))
        else:
            kind = neutral(kind_of(response), 60) or "no stated type"
            self._tap.fail(NoReply(reason=f"it answered with a body of {kind}, which is not MCP"), request_id)
            return
        for name in ("content-encoding", "content-length"):
            response.headers.pop(name, None)
        response.stream = body

    async def _json_body(self, source: httpx2.Response, request_id: Json) -> AsyncIterator[bytes]:
        parts: list[bytes] = []
        size = 0
        async for piece in source.aiter_bytes():
            size += len(piece)
            if size > self._tap.limit:
                self._tap.oversized(request_id)
                return
            parts.append(piece)
        for envelope in self._tap.incoming(b"".join(parts), request_id):
            yield json.dumps(envelope).encode()

    async def _error_body(self, source: httpx2.Response, request_id: Json) -> bytes:
        """Read the body of an error status; return what the session is given of it."""
        body = b""
        with anyio.move_on_after(_ERROR_PATIENCE), contextlib.suppress(httpx2.HTTPError, httpx2.StreamError):
            async for piece in source.aiter_bytes():
                body += piece[:_ERROR_BODY]
                if len(body) >= _ERROR_BODY:
                    break
        await source.aclose()
        asked = seconds_of(source.headers.get("retry-after"), time())
        if b'"error"' in body and b'"jsonrpc"' in body and not is_for_now(source.status_code, asked):
            envelopes = self._tap.incoming(body, request_id)
            return b"".join(json.dumps(envelope).encode() for envelope in envelopes)
        self._tap.refused(source.status_code, _said(source, body), request_id, asked)
        return b""


class _Body(httpx2.AsyncByteStream):
    """A response's body, rewritten on the way."""

    def __init__(self, source: httpx2.Response, pieces: AsyncIterator[bytes]) -> None:
        self._source = source
        self._pieces = pieces

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._pieces:
            yield piece

    async def aclose(self) -> None:
        await self._source.aclose()


class _TappedWriter:
    """The write stream of an SDK transport, with the tap before it."""

    def __init__(self, inner: WriteStream[SessionMessage], tap: Tap) -> None:
        self._inner = inner
        self._tap = tap

    async def send(self, item: SessionMessage) -> None:
        """Send one message, unless the tap holds it back."""
        if self._tap.outgoing(item.message):
            await self._inner.send(item)

    async def aclose(self) -> None:
        """Close the stream below."""
        await self._inner.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


def reason(error: BaseException) -> str:
    """Return what a transport error means, in words and without the URL's secrets."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    cause: BaseException | None = error
    while cause is not None:
        match cause:
            case ssl.SSLError():
                return f"the TLS connection failed: {cause.reason or cause}"
            case socket.gaierror():
                return "its host name is not known"
            case ConnectionRefusedError():
                return "nothing listens there: the connection was refused"
            case _:
                cause = cause.__cause__ or cause.__context__
    match error:
        case httpx2.HTTPStatusError(response=response):
            return f"it answered {response.status_code} {response.reason_phrase}".rstrip()
        case httpx2.ConnectTimeout():
            return "it could not be reached in time"
        case httpx2.RemoteProtocolError():
            return "it closed the connection in the middle, or does not speak HTTP"
        case httpx2.ConnectError() | httpx2.ProxyError():
            return "it could not be reached"
        case _:
            return f"the connection failed ({type(error).__name__})"


def kind_of(response: httpx2.Response) -> str:
    """Return the media type of a body, without its parameters."""
    return str(response.headers.get("content-type", "")).partition(";")[0].strip().lower()


def _is_events(response: httpx2.Response) -> bool:
    return kind_of(response) == "text/event-stream" and response.status_code < 400


def _request_id(request: httpx2.Request) -> Json:
    """Return the JSON-RPC id of the request that was posted, None where it was none."""
    if request.method != "POST":
        return None
    message = json.loads(request.content)
    return message.get("id") if "method" in message else None


def _said(response: httpx2.Response, body: bytes) -> str:
    text = f"{response.status_code} {response.reason_phrase}".rstrip()
    if wait := response.headers.get("retry-after"):
        text += f", retry after {neutral(wait, 40)}"
    kind = kind_of(response)
    first = body.decode("utf-8", "replace").strip() if kind in {"application/json", "text/plain"} else ""
    return f"{text}: {neutral(' '.join(first.split()), 300)}" if first else text


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine's own loopback, by its address or its name."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
