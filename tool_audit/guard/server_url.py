"""A server behind a URL: streamable HTTP, or the older event stream where a server speaks only that."""

from collections.abc import Mapping
from contextlib import suppress
from math import inf
from typing import Final

import anyio
import httpx2
from anyio.abc import TaskGroup, TaskStatus
from mcp.shared._httpx_utils import stream_within_origin

from tool_audit.connect.http import is_loopback, kind_of, reason
from tool_audit.connect.noise import neutral
from tool_audit.connect.sse import events
from tool_audit.errors import NotAuditedError
from tool_audit.guard.exchange import Exchange, described, header_schemas, settled
from tool_audit.guard.messages import SERVER_ENDED, error_line, id_key
from tool_audit.guard.older_stream import EVENTS, read_older_stream
from tool_audit.guard.server_process import LONGEST
from tool_audit.model import Json

_CONNECT: Final = 30.0
_KEPT: Final = 256
"""Connections that are kept for the next messages."""
_GRACE: Final = 3.0
"""Seconds in which the server may take note that we go."""
_IN_ORDER: Final = 5.0
"""Seconds for which what follows a notification waits until the server has it."""
_LINGER: Final = 1.0
"""Seconds that a stream may go on after its answer, so that its connection can be used again."""
_TRIES: Final = 3
_ERROR_BODY: Final = 64 * 2**10
_JSON: Final = "application/json"
_SESSION: Final = "mcp-session-id"
_VERSION: Final = "mcp-protocol-version"
_NO_METHOD: Final = b"-32601"
"""The one error of the protocol that has the status of a session that is gone."""
_CREDENTIALS: Final = "; whoever runs the guard can give it credentials with --header"


class UrlServer:
    """One client's way to the server: a session of it, where it has sessions."""

    def __init__(self, url: str, headers: Mapping[str, str] | None = None) -> None:
        """Take the address. Nothing is sent before the first message. Raises NotAuditedError where it is none."""
        try:
            address = httpx2.URL(url)
        except httpx2.InvalidURL as error:
            raise NotAuditedError(f"{url} is no address: {error}", hint="name an http or https address") from None
        if address.scheme not in {"http", "https"} or not address.host:
            raise NotAuditedError(f"{url} is no address of a server", hint="name an http or https address")
        self._url = self._address = address
        self._client = httpx2.AsyncClient(
            headers=dict(headers or {}),
            timeout=httpx2.Timeout(_CONNECT, read=None, pool=None),
            limits=httpx2.Limits(max_connections=None, max_keepalive_connections=_KEPT),
            # a proxy from the environment cannot reach this machine's own loopback
            trust_env=not is_loopback(address.host),
        )
        self._out, self._to_post = anyio.create_memory_object_stream[bytes](inf)
        self._in, self._received = anyio.create_memory_object_stream[bytes](0)
        self._session: str | None = None
        self._version: str | None = None
        self._schemas: dict[str, Json] = {}
        self._under_way: dict[str, Exchange] = {}
        self._answered = self._older = False
        self._gone = ""
        self._turning = anyio.Lock()
        self._scope = anyio.CancelScope()
        self._running: anyio.Event | None = None

    async def receive(self) -> bytes | None:
        """Return the next message of any stream; None when the session is over."""
        try:
            return await self._received.receive()
        except (anyio.EndOfStream, anyio.ClosedResourceError):
            return None

    async def send(self, message: bytes) -> None:
        """Have one message posted."""
        if self._gone:
            raise anyio.BrokenResourceError
        self._out.send_nowait(message)

    async def look_after(self) -> None:
        """Post what is sent, each message in a task of its own, until the session is over."""
        self._running = anyio.Event()
        try:
            with self._scope:
                async with anyio.create_task_group() as tasks:
                    async for raw in self._to_post:
                        await self._begin(Exchange.of(raw), tasks)
        finally:
            self._running.set()

    async def ending(self) -> str:
        """Return how the session ended."""
        return self._gone or "was left"

    async def stop(self) -> None:
        """End the session, and tell the server so."""
        self._end("was left")
        self._scope.cancel()
        with anyio.CancelScope(shield=True):
            if self._running is not None:
                await self._running.wait()
            if self._session is not None:
                with anyio.move_on_after(_GRACE), suppress(httpx2.HTTPError):
                    await self._client.delete(self._url, headers=self._headers("DELETE", Exchange()))
            await self._client.aclose()
        for stream in (self._out, self._to_post, self._received):
            stream.close()

    def _end(self, why: str) -> None:
        self._gone = self._gone or why
        self._in.close()

    async def _begin(self, exchange: Exchange, tasks: TaskGroup) -> None:
        if self._cancels(exchange):
            return
        taken = anyio.Event()
        self._under_way.update(dict.fromkeys(exchange.owed, exchange))
        tasks.start_soon(self._post, exchange, taken, tasks)
        if exchange.is_notification:
            with anyio.move_on_after(_IN_ORDER):
                await taken.wait()
        if exchange.has("notifications/initialized") and not self._older:
            tasks.start_soon(self._listen, tasks)

    def _cancels(self, exchange: Exchange) -> bool:
        """Cancel a request as versions without sessions do it: its stream is closed, and nothing posted."""
        if not exchange.is_notification or not exchange.has("notifications/cancelled"):
            return False
        params = exchange.messages[0].get("params")
        other = self._under_way.get(id_key(params.get("requestId"))) if isinstance(params, Mapping) else None
        if other is None or other.version is None:
            return False
        other.scope.cancel()
        return True

    async def _post(self, exchange: Exchange, taken: anyio.Event, tasks: TaskGroup) -> None:
        keys = tuple(exchange.owed)
        try:
            with exchange.scope:
                broke, tries = await self._attempt("POST", exchange, tasks), 0
                while broke and exchange.last_event is not None and tries < _TRIES:
                    seen = exchange.last_event
                    await anyio.sleep(exchange.retry)
                    broke = await self._attempt("GET", exchange, tasks)
                    tries = 0 if exchange.last_event != seen else tries + 1
                for request_id in tuple(exchange.owed.values()) if broke else ():
                    await self._deliver(error_line(request_id, SERVER_ENDED, f"The server behind the guard {broke}."))
        finally:
            for key in keys:
                self._under_way.pop(key, None)
            taken.set()

    async def _listen(self, tasks: TaskGroup) -> None:
        """Hold the stream open that carries what answers no request; many servers have none."""
        stream, failed = Exchange(), 0
        while failed < _TRIES:
            broke = await self._attempt("GET", stream, tasks)
            if 400 <= stream.status < 500:
                return
            failed = failed + 1 if broke else 0
            await anyio.sleep(stream.retry)

    async def _attempt(self, method: str, exchange: Exchange, tasks: TaskGroup) -> str:
        """Make one HTTP request, and pass on what comes of it. Returns why something is still owed."""
        try:
            async with stream_within_origin(
                self._client,
                method,
                self._address,
                content=exchange.raw if method == "POST" else None,
                headers=self._headers(method, exchange),
            ) as response:
                exchange.status = response.status_code
                if not response.is_success:
                    return await self._refused(response, exchange, tasks)
                return await self._taken(response, exchange)
        except (httpx2.HTTPError, httpx2.StreamError) as error:
            return f"did not answer: {reason(error)}"

    def _headers(self, method: str, exchange: Exchange) -> dict[str, str]:
        headers: dict[str, str] = {"accept": EVENTS if method == "GET" else f"{_JSON}, {EVENTS}"}
        if method == "POST":
            headers["content-type"] = _JSON
        if exchange.has("initialize"):
            return headers
        if self._session is not None:
            headers[_SESSION] = self._session
        if self._version is not None:
            headers[_VERSION] = self._version
        if method == "GET" and exchange.last_event:
            headers["last-event-id"] = exchange.last_event.decode("ascii", "ignore")
        return {**headers, **described(exchange, self._schemas)}

    async def _taken(self, response: httpx2.Response, exchange: Exchange) -> str:
        self._answered = True
        if exchange.has("initialize"):
            self._session = response.headers.get(_SESSION)
        kind = kind_of(response)
        if kind == EVENTS and not self._older:
            return await self._events(response, exchange)
        if not exchange.raw:
            return "sent no event stream"
        if not exchange.owed or self._older:
            return ""
        if kind != _JSON:
            return f"answered {response.status_code} without a message of the protocol"
        body = await _body(response, LONGEST)
        if body is None:
            return "answered with more than the guard can hold"
        await self._arrived(body, exchange)
        return "answered with something else than an answer" if exchange.owed else ""

    async def _events(self, response: httpx2.Response, exchange: Exchange) -> str:
        with anyio.CancelScope() as scope:
            async for event in events(response.aiter_bytes(), LONGEST):
                if event is None:
                    exchange.last_event = None
                    return "answered with more than the guard can hold"
                exchange.last_event = event.value(b"id") or exchange.last_event
                exchange.wait_as(event.value(b"retry"))
                if message := event.message:
                    await self._arrived(message, exchange)
                if exchange.raw and not exchange.owed:
                    scope.deadline = min(scope.deadline, anyio.current_time() + _LINGER)
        return "ended its event stream before the answer" if exchange.owed else ""

    async def _arrived(self, raw: bytes, exchange: Exchange) -> None:
        """Pass on a message, and learn from it what later requests must say."""
        messages = settled(exchange, raw)
        if not messages:
            return
        if exchange.has("initialize"):
            for message in messages:
                result = message.get("result")
                version = result.get("protocolVersion") if isinstance(result, dict) else None
                self._version = version if isinstance(version, str) and version.isascii() else self._version
        if exchange.version is not None and exchange.has("tools/list") and b"x-mcp-header" in raw:
            self._schemas |= header_schemas(messages)
        await self._deliver(raw)

    async def _deliver(self, message: bytes) -> None:
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
            await self._in.send(message)

    async def _refused(self, response: httpx2.Response, exchange: Exchange, tasks: TaskGroup) -> str:
        status = response.status_code
        body = b""
        with anyio.move_on_after(_GRACE):
            body = await _body(response, _ERROR_BODY) or b""
        # its body may repeat the credentials that we sent: it is not shown
        said = f"answered {status} {response.reason_phrase}".rstrip()
        in_session = self._session is not None and exchange.raw and not exchange.has("initialize")
        if status == 404 and in_session and _NO_METHOD not in body:
            self._end(f"has ended the session: it {said}")
            return said
        if (answer := exchange.error_in(body)) is not None:
            await self._deliver(answer)
            return ""
        if status in {404, 405} and not exchange.resent and exchange.raw and await self._goes_older(tasks):
            exchange.resent = True
            return await self._attempt("POST", exchange, tasks)
        wait = neutral(response.headers.get("retry-after", ""), 40)
        return f"{said}{f', retry after {wait}' if wait else ''}{_CREDENTIALS if status == 401 else ''}"

    async def _goes_older(self, tasks: TaskGroup) -> bool:
        """Return whether the server speaks the older transport, which it is asked once, whatever waits for that."""
        async with self._turning:
            if not self._answered and not self._older:
                with anyio.move_on_after(_CONNECT):
                    await tasks.start(self._read_older)
        return self._older

    async def _read_older(self, *, task_status: TaskStatus[None]) -> None:
        def opened(endpoint: httpx2.URL) -> None:
            self._older, self._address = True, endpoint
            task_status.started()

        why = await read_older_stream(self._client, self._url, LONGEST, opened, self._deliver)
        if self._older:
            self._end(why)
        else:
            task_status.started()


async def _body(response: httpx2.Response, most: int) -> bytes | None:
    parts: list[bytes] = []
    size = 0
    async for piece in response.aiter_bytes():
        size += len(piece)
        if size > most:
            return None
        parts.append(piece)
    return b"".join(parts)
