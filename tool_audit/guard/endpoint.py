"""Streamable HTTP for callers: what is asked over HTTP -> a session, and its messages -> an HTTP response."""

from collections.abc import Callable, Mapping
from typing import Final
from uuid import uuid4

from anyio.abc import TaskGroup
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tool_audit.errors import NotAuditedError
from tool_audit.guard.callers import is_let_in
from tool_audit.guard.client_stdio import LONGEST
from tool_audit.guard.exchange import Exchange
from tool_audit.guard.messages import INVALID_REQUEST, SERVER_ENDED, UnreadableError, error_line, read_from_client
from tool_audit.guard.responses import EVENTS, JSON, MessageResponse
from tool_audit.guard.session import Session
from tool_audit.model import Json

PATH: Final = "/mcp"
_SESSION: Final = "mcp-session-id"
_MOST_SESSIONS: Final = 256
_MOST_SHARED: Final = 16
"""Servers for requests without a session: one, and more only while ids of different callers are the same."""


class _RefusedError(Exception):
    """A request that reaches no server."""

    def __init__(self, status: int, why: str, *, code: int = INVALID_REQUEST, request_id: Json = None) -> None:
        super().__init__(why)
        self.response = Response(error_line(request_id, code, why), status, media_type=JSON)


class Endpoint:
    """The guard as an ASGI application. `begin` makes the session of a name; each runs in `tasks`."""

    def __init__(self, bound: str, begin: Callable[[str], Session], tasks: TaskGroup) -> None:
        self._bound = bound
        self._begin = begin
        self._tasks = tasks
        self._sessions: dict[str, Session] = {}
        self._shared: list[Session] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        try:
            response = await self._answer(Request(scope, receive))
        except _RefusedError as refused:
            response = refused.response
        except ClientDisconnect:
            return
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> ASGIApp:
        if not is_let_in(self._bound, request.headers.get("host"), request.headers.get("origin")):
            raise _RefusedError(403, "Forbidden: this Host or Origin is none that the guard answers to")
        if request.url.path.rstrip("/") != PATH:
            raise _RefusedError(404, f"Not found: the guard is at {PATH}")
        match request.method:
            case "POST":
                return await self._post(request)
            case "GET" if _SESSION in request.headers:
                session = self._session(request)
                if EVENTS not in _accepted(request):
                    raise _RefusedError(406, f"Not acceptable: this answers with {EVENTS}")
                return MessageResponse(session, session.listen(), {_SESSION: session.name}, as_events=True)
            case "DELETE" if _SESSION in request.headers:
                self._session(request).stop()
                return Response(status_code=204)
        return Response(status_code=405, headers={"allow": "POST, GET, DELETE"})

    async def _post(self, request: Request) -> ASGIApp:
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise _RefusedError(415, f"Unsupported media type: post {JSON}")
        accepted = _accepted(request)
        as_events = EVENTS in accepted
        if not as_events and accepted and not accepted & {JSON, "application/*", "*/*"}:
            raise _RefusedError(406, f"Not acceptable: this answers with {JSON} or {EVENTS}")
        raw = await _body(request)
        posted = _read(raw)
        session = self._session(request) if _SESSION in request.headers else self._new(posted)
        if session.has_under_way(posted.messages):
            raise _RefusedError(400, "Invalid request: a request with this id, or token of progress, is under way")
        headers = {_SESSION: session.name} if session.name else {}
        stream = await session.take(raw, posted.messages, takes_all=as_events)
        if not posted.owed:
            return Response(status_code=202, headers=headers)
        return MessageResponse(session, stream, headers, as_events=as_events, as_list=raw.lstrip().startswith(b"["))

    def _session(self, request: Request) -> Session:
        session = self._sessions.get(request.headers[_SESSION])
        if session is None or session.is_over:
            raise _RefusedError(404, "Session not found: it has ended, or never was; begin one with initialize")
        return session

    def _new(self, posted: Exchange) -> Session:
        """Return a new session for who initializes one, and a server that others share for who needs none."""
        if posted.has("initialize"):
            if len(self._sessions) >= _MOST_SESSIONS:
                raise _RefusedError(503, "Too many sessions are open", code=SERVER_ENDED)
            session = self._started(uuid4().hex, posted)
            self._sessions[session.name] = session
            return session
        if posted.version is None and not posted.has("server/discover"):
            raise _RefusedError(400, "Bad request: there is no session; begin one with initialize")
        self._shared = [one for one in self._shared if not one.is_over]
        for session in self._shared:
            if not session.has_under_way(posted.messages):
                return session
        if len(self._shared) >= _MOST_SHARED:
            raise _RefusedError(503, "Too many requests with this id are under way", code=SERVER_ENDED)
        self._shared.append(self._started("", posted))
        return self._shared[-1]

    def _started(self, name: str, posted: Exchange) -> Session:
        try:
            session = self._begin(name)
        except NotAuditedError as error:
            request_id = next(iter(posted.owed.values()), None)
            raise _RefusedError(502, str(error), code=SERVER_ENDED, request_id=request_id) from None
        self._tasks.start_soon(self._run, session)
        return session

    async def _run(self, session: Session) -> None:
        try:
            await session.run()
        finally:
            self._sessions.pop(session.name, None)


async def _body(request: Request) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for piece in request.stream():
        size += len(piece)
        if size > LONGEST:
            raise _RefusedError(413, f"Content too large: a message has {LONGEST:,} bytes at most")
        parts.append(piece)
    return b"".join(parts)


def _read(raw: bytes) -> Exchange:
    try:
        messages = read_from_client(raw)
    except UnreadableError as error:
        raise _RefusedError(400, error.reason, code=error.code, request_id=error.request_id) from None
    if not messages or not all(_is_message(one) for one in messages):
        raise _RefusedError(400, "Invalid request: post a JSON-RPC message, or a list of them")
    return Exchange.of(raw)


def _is_message(value: Json) -> bool:
    return isinstance(value, Mapping) and (
        isinstance(value.get("method"), str) or "result" in value or "error" in value
    )


def _accepted(request: Request) -> set[str]:
    named = ",".join(request.headers.getlist("accept")).split(",")
    return {kind for one in named if (kind := one.partition(";")[0].strip().lower())}
