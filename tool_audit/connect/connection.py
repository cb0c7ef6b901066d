"""A server that answers calls, whatever becomes of its process in between: it is started again when it must be."""

import contextlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import anyio
from anyio.abc import TaskGroup

from tool_audit.connect.failures import no_welcome
from tool_audit.connect.http import HttpChannel
from tool_audit.connect.mask import Mask
from tool_audit.connect.secrets import secrets_of
from tool_audit.connect.session import Announced, Identity, Session
from tool_audit.connect.stdio import StdioChannel
from tool_audit.connect.tap import Exchange, Tap
from tool_audit.errors import NotAuditedError
from tool_audit.model import Disconnected, Json, Outcome, ServerSpec, TimedOut, TooLarge, TransportKind

_PERHAPS_SSE: Final = {400, 404, 405, 406, 415}
"""What a server of the older SSE answers to the POST that streamable HTTP begins with."""

_SESSION_GONE: Final = 404
"""What a streamable HTTP server answers within a session that it no longer knows."""

_STARTS: Final = 3
"""Failed starts in a row after which a server that once ran is given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectLimits:
    """How long we wait (seconds), and how much we read (bytes)."""

    start_timeout: float = 60.0
    call_timeout: float = 30.0
    max_reply_bytes: int = 64 * 2**20
    stop_grace: float = 2.0
    """What a process gets to end by itself when its stdin is closed, and again when it is asked by SIGTERM."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came back on one request, secrets masked: `secrets` says where those that were found had come from."""

    outcome: Outcome
    seconds: float
    bytes: int = 0
    secrets: tuple[str, ...] = ()


class Connection:
    """What `connect` yields: it takes calls, and answers each with an outcome."""

    def __init__(self, spec: ServerSpec, limits: ConnectLimits, announced: Announced, tasks: TaskGroup) -> None:
        self.spec = spec
        self.limits = limits
        self.transport = spec.transport
        """How the server is reached: for a URL, what it turned out to speak."""
        self.restarts = 0
        """How often the server had to be started again."""
        self._announced = announced
        self._tasks = tasks
        self._mask = Mask(secrets_of(spec))
        self._tap = Tap(limit=limits.max_reply_bytes, needles=self._mask.needles)
        self._session: Session | None = None
        self._starting = anyio.Lock()
        self._in_flight = 0
        self._idle = anyio.Event()
        self._alone = anyio.Lock()
        self._repeating = 0
        self._repeated = anyio.Event()
        self._given_up: NotAuditedError | None = None
        self._stderr: tuple[str, ...] = ()

    @property
    def identity(self) -> Identity:
        """What the server said of itself when it was last greeted."""
        said = self._session.identity if self._session is not None else Identity()
        masked, _ = self._mask.json([said.name, said.version, said.protocol, said.instructions, said.capabilities])
        name, version, protocol, instructions, capabilities = masked
        return Identity(
            name=name, version=version, protocol=protocol, instructions=instructions, capabilities=capabilities
        )

    @property
    def noise(self) -> tuple[str, ...]:
        """The first lines on stdout that were no protocol messages."""
        return tuple(self._mask.text(line) for line in self._tap.noise.lines)

    @property
    def asked(self) -> Mapping[str, int]:
        """What the server asked of us ("sampling/createMessage") and how often."""
        return dict(self._tap.asked)

    @property
    def remarks(self) -> Mapping[str, int]:
        """What had to be overlooked in its messages ("invalid UTF-8") and how often."""
        return dict(self._tap.remarks)

    @property
    def stderr_tail(self) -> tuple[str, ...]:
        """The last lines on stderr."""
        lines = self._session.channel.stderr if self._session is not None else ()
        return tuple(self._mask.text(line) for line in lines)

    async def list_tools_page(self, cursor: str | None = None) -> Reply:
        """Ask for one page of tools/list; its first answer may take as long as a start."""
        params = {} if cursor is None else {"cursor": cursor}
        return await self.request("tools/list", params, max(self.limits.start_timeout, self.limits.call_timeout))

    async def call_tool(self, name: str, arguments: Mapping[str, Json] | None) -> Reply:
        """Call one tool; with None as arguments the call has none at all."""
        params: dict[str, Json] = {"name": name}
        if arguments is not None:
            params["arguments"] = dict(arguments)
        return await self.request("tools/call", params)

    async def request(
        self, method: str, params: Mapping[str, Json], patience: float | None = None, *, again: bool = False
    ) -> Reply:
        """Make one request; whatever the server does is in the reply. Starts the server again where it must.

        `patience`: seconds to wait for the reply, where that is not the call timeout. `again`: nothing else is asked
        meanwhile, and the reply counts whatever it is.
        """
        try:
            session = await self._usable_by(again=again)
        except NotAuditedError as error:
            return Reply(outcome=Disconnected(reason=f"it could not be started again: {error.message}"), seconds=0.0)
        if not self._in_flight:
            self._idle = anyio.Event()
        self._in_flight += 1
        try:
            exchange = Exchange(method=method, params=params)
            reply = await self._exchange(session, exchange, patience)
            ended = exchange.outcome is None and isinstance(reply.outcome, Disconnected)
            if ended:
                session.ended_among = max(session.ended_among, self._in_flight)
        finally:
            self._in_flight -= 1
            if not self._in_flight:
                self._idle.set()
        # in a session that expired the call was not made, and the protocol asks for it to be made in a new one;
        # where a server ended among several calls, only one is to blame, and the others are owed their answer
        if again or not (exchange.http_status == _SESSION_GONE or (ended and session.ended_among > 1)):
            return reply
        return await self._request_alone(method, params, patience)

    async def _request_alone(self, method: str, params: Mapping[str, Json], patience: float | None) -> Reply:
        if not self._repeating:
            self._repeated = anyio.Event()
        self._repeating += 1
        try:
            async with self._alone:
                while self._in_flight:
                    await self._idle.wait()
                return await self.request(method, params, patience, again=True)
        finally:
            self._repeating -= 1
            if not self._repeating:
                self._repeated.set()

    async def _usable_by(self, *, again: bool) -> Session:
        """Return a session to make a request in; one that is no repetition waits until every repetition is over."""
        while True:
            while self._repeating and not again:
                await self._repeated.wait()
            session = await self._usable()
            if again or not self._repeating:
                return session

    async def _exchange(self, session: Session, exchange: Exchange, patience: float | None) -> Reply:
        limit = self.limits.call_timeout if patience is None else patience
        began = perf_counter()
        with anyio.move_on_after(limit) as scope:
            await session.send(exchange)
        outcome = exchange.outcome
        if outcome is None:
            session.spent = True
            outcome = TimedOut(limit=limit) if scope.cancelled_caught else await session.channel.ending()
        elif isinstance(outcome, TooLarge) or exchange.http_status == _SESSION_GONE:
            # it may go on for as long as it likes, but not to us
            session.spent = True
        seconds = (exchange.received or perf_counter()) - (exchange.sent if exchange.received else began)
        return self._reply(exchange, outcome, seconds)

    def _reply(self, exchange: Exchange, outcome: Outcome, seconds: float) -> Reply:
        masked, found = self._mask.outcome(outcome, thorough=exchange.suspicious)
        return Reply(outcome=masked, seconds=seconds, bytes=exchange.bytes, secrets=found)

    async def _usable(self) -> Session:
        """Return the running session, or a new one in place of one that is spent."""
        async with self._starting:
            if self._session is not None and not self._session.spent:
                return self._session
            if self._given_up is not None:
                raise self._given_up
            if self._session is not None:
                while self._in_flight:
                    await self._idle.wait()
                await self._session.close()
                self.restarts += 1
            return await self._started(_STARTS if self._session is not None else 1)

    async def _started(self, attempts: int) -> Session:
        for _ in range(attempts):
            try:
                self._session = await self._start()
            except NotAuditedError as error:
                failure = error
            else:
                return self._session
        self._given_up = failure
        raise failure

    async def _start(self) -> Session:
        try:
            try:
                return await self._greeted()
            except NotAuditedError:
                if self.transport is not TransportKind.HTTP or self._tap.http_status not in _PERHAPS_SSE:
                    raise
                self.transport = TransportKind.SSE
                with contextlib.suppress(NotAuditedError):
                    return await self._greeted()
                # what the first attempt met says more: SSE was only a guess
                self.transport = TransportKind.HTTP
                raise
        except NotAuditedError as error:
            raise self._mask.error(error) from None

    async def _greeted(self) -> Session:
        session = Session(self._channel(), self._tap, self._announced)
        began = perf_counter()
        self._tasks.start_soon(session.run)
        try:
            with anyio.move_on_after(self.limits.start_timeout):
                await session.ready.wait()
            if session.welcome:
                return session
            raise await no_welcome(self.spec, session, self._tap, perf_counter() - began)
        finally:
            if not session.welcome:
                await session.close()

    def _channel(self) -> StdioChannel | HttpChannel:
        if self.transport is TransportKind.STDIO:
            return StdioChannel(self.spec, self._tap, self.limits.stop_grace)
        return HttpChannel(self.spec, self._tap, self.transport, self.limits.start_timeout)

    async def _close(self) -> None:
        if self._session is not None:
            await self._session.close()


@asynccontextmanager
async def connect(
    spec: ServerSpec, limits: ConnectLimits | None = None, *, announced: Announced | None = None
) -> AsyncIterator[Connection]:
    """Start the server (or reach it) and greet it; on leaving, nothing of it runs any more.

    Raises NotAuditedError where there is no server to talk to. Later failures are outcomes of the calls.
    """
    try:
        async with anyio.create_task_group() as tasks:
            connection = Connection(spec, limits or ConnectLimits(), announced or Announced(), tasks)
            try:
                await connection._usable()  # noqa: SLF001  # the one caller besides `request`
                yield connection
            finally:
                await connection._close()  # noqa: SLF001  # nobody else may end it
                tasks.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        # the task group is ours: the caller's own exception comes out as it was raised
        if len(group.exceptions) == 1:
            raise group.exceptions[0] from None
        raise
