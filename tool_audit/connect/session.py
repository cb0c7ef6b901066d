"""One session with a server, from its start to its end, in a task of its own."""

import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Final, Protocol

import anyio
import httpx2
from mcp.client._transport import ReadStream, WriteStream
from mcp.client.session import ClientRequestContext, ClientSession
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp_types import (
    CONNECTION_CLOSED,
    INVALID_REQUEST,
    SERVER_INFO_META_KEY,
    CreateMessageRequestParams,
    ElicitRequestParams,
    EmptyResult,
    ErrorData,
    Implementation,
    ListRootsResult,
    Request,
)
from pydantic import ValidationError

from tool_audit import __version__
from tool_audit.connect.noise import Stage
from tool_audit.connect.tap import Exchange, Tap
from tool_audit.model import Disconnected, Json, Refused, Replied, Survivor

# the SDK logs what we report better, and some of it with URLs: nothing of it is for the user's screen
for _logger in ("mcp", "client", "httpx2"):
    logging.getLogger(_logger).addHandler(logging.NullHandler())

_AnyRequest: Final = Request[dict[str, Json], str]

_CLOSING: Final = 15.0
"""Seconds that a session gets to end; ending a process takes at most 6 of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """What we tell a server that we can do; what it lists may depend on it."""

    roots: bool = True
    sampling: bool = False
    elicitation: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """What a server says of itself when it is greeted, read leniently."""

    name: str = ""
    version: str = ""
    protocol: str = ""
    instructions: str = ""
    capabilities: Mapping[str, Json] = field(default_factory=dict)


class Channel(Protocol):
    """One way to one server: opened once, and asked afterwards how it ended."""

    def open(
        self,
    ) -> AbstractAsyncContextManager[tuple[ReadStream[SessionMessage | Exception], WriteStream[SessionMessage]]]:
        """Yield the streams that a session runs on."""

    async def ending(self) -> Disconnected:
        """Return why there is nobody there any more."""

    @property
    def stderr(self) -> tuple[str, ...]:
        """The last lines of the server's stderr, where it has one."""

    @property
    def exit_code(self) -> int | None:
        """The exit code of the server's process, where it has one and that has ended."""

    @property
    def needed_sigterm(self) -> bool:
        """Whether it went on running when its stdin had been closed."""

    @property
    def left_a_process(self) -> bool:
        """Whether something that it had started, and that had left its group, went on running when it had ended."""

    @property
    def survivor(self) -> Survivor | None:
        """What of it still ran after SIGTERM, too."""


class Session:
    """A running session; `run` is its life, and belongs into a task group."""

    def __init__(self, channel: Channel, tap: Tap, announced: Announced) -> None:
        self.channel = channel
        self.tap = tap
        self.identity = Identity()
        self.spent = False
        """It must not be used again: something is still under way in it, or it is over."""
        self.ended_among = 0
        """How many calls were under way when it ended by itself."""
        self.called = False
        """Whether a tool was called in it."""
        self.renewed = False
        """It is given up only to have a fresh one."""
        self.unanswered = False
        """It is given up only because a call in it was not answered in time."""
        self._announced = announced
        self.refused: Exchange | None = None
        """The greeting, where the server answered it with something that is no welcome, or not at all."""
        self.broken: BaseException | None = None
        """What broke the channel."""
        self.ready = anyio.Event()
        """Set when the session can be used, or never will be."""
        self._client: ClientSession | None = None
        self._over = anyio.Event()
        self._ended = anyio.Event()
        self._scope = anyio.CancelScope()

    @property
    def welcome(self) -> bool:
        """Whether the server took our greeting."""
        return self._client is not None

    async def run(self) -> None:
        """Open the channel, greet the server, live until `close`, or until the channel breaks."""
        self.tap.noise.begin()
        try:
            with self._scope:
                async with self.channel.open() as (read, write), self._session(read, write) as client:
                    if await self._greet(client):
                        self._client = client
                        self.ready.set()
                        await self._over.wait()
        except* (httpx2.HTTPError, httpx2.StreamError, OSError, ValueError, anyio.BrokenResourceError) as group:
            # a broken channel is data: the calls in flight hear of it as Disconnected
            if self.refused is None or self.refused.outcome is None:  # else it broke because we left
                self.broken = _first(group)
        finally:
            self.spent = True
            self.ready.set()
            self._ended.set()

    @property
    def over(self) -> bool:
        """Whether nothing more can be asked in it."""
        return self._over.is_set() or self._ended.is_set()

    async def send(self, exchange: Exchange) -> None:
        """Make one request. Returns when `exchange` has its outcome, or None as its outcome where the session broke."""
        client = self._client
        if client is None:
            raise AssertionError("used before it was welcome")
        await self._carry(exchange, lambda: client.send_request(_request(exchange), EmptyResult))

    async def close(self) -> None:
        """End the session and wait until nothing of it is left; bounded, and not to be interrupted."""
        self.spent = True
        if self.welcome:
            self.tap.noise.stage = Stage.ASIDE
        self._over.set()
        if not self.welcome:
            self._scope.cancel()
        with anyio.move_on_after(_CLOSING, shield=True):
            await self._ended.wait()
        self._scope.cancel()

    def _session(
        self, read: ReadStream[SessionMessage | Exception], write: WriteStream[SessionMessage]
    ) -> ClientSession:
        return ClientSession(
            read,
            write,
            client_info=Implementation(name="tool-audit", version=__version__),
            list_roots_callback=_no_roots if self._announced.roots else None,
            sampling_callback=_no_sampling if self._announced.sampling else None,
            elicitation_callback=_no_elicitation if self._announced.elicitation else None,
        )

    async def _greet(self, client: ClientSession) -> bool:
        """Shake hands as servers up to 2025-11-25 expect it; where that is refused, ask the way the newer ones do."""
        self.tap.http_status = None
        greeting = first = Exchange(method="initialize")
        await self._carry(first, client.initialize)
        if isinstance(first.outcome, Refused) and not self.tap.http_status:
            greeting = Exchange(method="server/discover")
            await self._carry(greeting, client.discover)
        if not isinstance(greeting.outcome, Replied) or client.protocol_version is None:
            self.refused = first
            return False
        self.identity = _identity(greeting.outcome.result, client.protocol_version)
        return True

    async def _carry(self, exchange: Exchange, send: Callable[[], Awaitable[object]]) -> None:
        """Run `send` until it returns, or until the tap knows that no reply will come."""
        with self.tap.listening(exchange), exchange.waiting:
            try:
                # the tap has what came; what the SDK makes of it (an unknown version, a bad shape) is not asked
                with contextlib.suppress(ValidationError, RuntimeError):
                    await send()
            except MCPError as error:
                # what it says by itself counts where nothing came: a redirect that it does not follow, say
                if exchange.outcome is None and error.code != CONNECTION_CLOSED:
                    exchange.outcome = Refused(code=error.code, message=error.message)


async def _no_roots(context: ClientRequestContext) -> ListRootsResult:  # noqa: ARG001
    # any root would replace the folders that some servers were configured with, and another folder be audited
    return ListRootsResult(roots=[])


async def _no_sampling(context: ClientRequestContext, params: CreateMessageRequestParams) -> ErrorData:  # noqa: ARG001
    return ErrorData(code=INVALID_REQUEST, message="No model answers here: this client only measures.")


async def _no_elicitation(context: ClientRequestContext, params: ElicitRequestParams) -> ErrorData:  # noqa: ARG001
    return ErrorData(code=INVALID_REQUEST, message="Nobody answers here: this client only measures.")


def _request(exchange: Exchange) -> Request[dict[str, Json], str]:
    # the arguments themselves are put in by the tap, as they are
    params = {key: value for key, value in (exchange.params or {}).items() if isinstance(value, str)}
    return _AnyRequest(method=exchange.method, params=params)


def _identity(result: Json, protocol: str) -> Identity:
    """Read what the server says of itself; `protocol` is what the session settled on."""
    said = result if isinstance(result, dict) else {}
    meta = said.get("_meta")
    info = said.get("serverInfo") or (meta.get(SERVER_INFO_META_KEY) if isinstance(meta, dict) else None)
    info = info if isinstance(info, dict) else {}
    capabilities = said.get("capabilities")
    version = said.get("protocolVersion")
    return Identity(
        name=_text(info.get("name")),
        version=_text(info.get("version")),
        protocol=version if isinstance(version, str) else protocol,
        instructions=_text(said.get("instructions")),
        capabilities=capabilities if isinstance(capabilities, dict) else {},
    )


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
