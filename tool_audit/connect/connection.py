"""A server that answers calls, whatever becomes of its process in between: it is started again when it must be."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final

import anyio
from anyio.abc import TaskGroup

from tool_audit.connect.limits import ConnectLimits
from tool_audit.connect.mask import Mask
from tool_audit.connect.noise import Stage
from tool_audit.connect.pauses import Pauses, is_for_now
from tool_audit.connect.process import ServerProcess
from tool_audit.connect.secrets import secrets_of
from tool_audit.connect.session import Announced, Identity, Session
from tool_audit.connect.starting import Starter
from tool_audit.connect.tap import Exchange, Tap
from tool_audit.connect.turns import Turns
from tool_audit.errors import NotAuditedError
from tool_audit.model import (
    Disconnected,
    Json,
    Noise,
    NoReply,
    Outcome,
    Refused,
    ServerSpec,
    Survivor,
    TimedOut,
    TooLarge,
    TransportKind,
)

_SESSION_GONE: Final = 404
"""What a streamable HTTP server answers within a session that it no longer knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came back on one request, secrets masked: `secrets` says where those that were found had come from."""

    outcome: Outcome
    seconds: float
    bytes: int = 0
    secrets: tuple[str, ...] = ()


class Connection:
    """What `connect` yields: it takes calls, and answers each with an outcome."""

    def __init__(
        self,
        spec: ServerSpec,
        limits: ConnectLimits,
        announced: Announced,
        tasks: TaskGroup,
        process: ServerProcess | None,
    ) -> None:
        self.spec = spec
        self.limits = limits
        self.restarts = 0
        """How often the server had to be started again."""
        self.needed_sigterm = False
        """It went on running when its stdin had been closed, and ended at SIGTERM."""
        self.left_a_process = False
        """Something that it had started, and that had left its group, went on running when it had ended."""
        self.survivor: Survivor | None = None
        """What still ran after SIGTERM, too; known when a session has ended in good order."""
        self._mask = Mask(secrets_of(spec))
        self._tap = Tap(limit=limits.max_reply_bytes, needles=self._mask.needles)
        self._starter = Starter(spec, limits, announced, self._tap, self._mask, tasks, process)
        self._session: Session | None = None
        self._starting = anyio.Lock(fast_acquire=True)
        self._turns = Turns()
        self._pauses = Pauses()

    @property
    def transport(self) -> TransportKind:
        """How the server is reached: for a URL, what it turned out to speak."""
        return self._starter.transport

    @property
    def failed_start(self) -> str:
        """Why the first start failed, where a second one did not."""
        return self._starter.failed_first

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
    def noise(self) -> Noise:
        """What came on stdout that was no protocol message."""
        heard = self._tap.noise
        return Noise(
            lines=tuple(self._mask.text(line) for line in heard.lines),
            at_start=heard.counts[Stage.START],
            later=heard.counts[Stage.SERVING],
        )

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

    async def call_tool(self, name: str, arguments: Json, patience: float | None = None) -> Reply:
        """Call one tool; with None as arguments the call has none at all."""
        params: dict[str, Json] = {"name": name}
        if arguments is not None:
            params["arguments"] = dict(arguments) if isinstance(arguments, Mapping) else arguments
        return await self.request("tools/call", params, patience)

    def renew(self) -> None:
        """Have the next call made in a fresh process, or a fresh session, as its first."""
        if self._session is not None and self._session.called and not self._session.spent:
            self._session.spent = self._session.renewed = True

    def stay(self) -> None:
        """Have the next call made in the process of the last one, even if that was not answered."""
        if self._session is not None and self._session.unanswered and not self._session.over:
            self._session.spent = self._session.unanswered = False

    async def request(self, method: str, params: Mapping[str, Json], patience: float | None = None) -> Reply:
        """Make one request; whatever the server does is in the reply. Starts the server again where it must.

        `patience`: seconds to wait for the reply, where that is not the call timeout. A server that turns us away
        for now is asked again when it wants us to.
        """
        refusals = 0
        while True:
            reply, exchange = await self._request(method, params, patience)
            if not is_for_now(exchange.http_status, exchange.retry_after):
                return reply
            refusals += 1
            pause = self._pauses.after(refusals, exchange.retry_after)
            if pause is None:
                why = reply.outcome.message if isinstance(reply.outcome, Refused) else "it turned us away"
                return replace(reply, outcome=NoReply(reason=why))
            await anyio.sleep(pause)

    async def _request(
        self, method: str, params: Mapping[str, Json], patience: float | None, *, again: bool = False
    ) -> tuple[Reply, Exchange]:
        """Make one request; `again`: nothing else is asked meanwhile, and the reply counts whatever it is."""
        exchange = Exchange(method=method, params=params)
        try:
            session = await self._usable_by(again=again)
        except NotAuditedError as error:
            why = NoReply(reason=f"it could not be started again: {error.message}")
            return Reply(outcome=why, seconds=0.0), exchange
        with self._turns.one():
            session.called = session.called or method == "tools/call"
            reply = await self._exchange(session, exchange, patience)
            ended = exchange.outcome is None and isinstance(reply.outcome, Disconnected)
            if ended:
                session.ended_among = max(session.ended_among, self._turns.under_way)
        # in a session that expired the call was not made, and the protocol asks for it to be made in a new one;
        # where a server ended among several calls, only one is to blame, and the others are owed their answer
        if again or not (exchange.http_status == _SESSION_GONE or (ended and session.ended_among > 1)):
            return reply, exchange
        async with self._turns.alone():
            return await self._request(method, params, patience, again=True)

    async def _usable_by(self, *, again: bool) -> Session:
        """Return a session to make a request in; one that is no repetition waits until every repetition is over."""
        while True:
            if not again:
                await self._turns.free()
            session = await self._usable()
            if again or not self._turns.repeating:
                return session

    async def _exchange(self, session: Session, exchange: Exchange, patience: float | None) -> Reply:
        limit = self.limits.call_timeout if patience is None else patience
        began = perf_counter()
        with anyio.move_on_after(limit) as scope:
            await session.send(exchange)
        outcome = exchange.outcome
        if outcome is None:
            session.spent = True
            session.unanswered = scope.cancelled_caught
            timed_out = TimedOut(limit=limit, progress=exchange.progress)
            outcome = timed_out if scope.cancelled_caught else await session.channel.ending()
        elif isinstance(outcome, TooLarge) or exchange.http_status == _SESSION_GONE:
            # it may go on for as long as it likes, but not to us
            session.spent = True
        seconds = (exchange.received or perf_counter()) - (exchange.sent if exchange.received else began)
        masked, found = self._mask.outcome(outcome, thorough=exchange.suspicious)
        if found:  # what we sent ourselves is no secret of the server's
            sent: set[str] = set()
            self._mask.text(json.dumps(exchange.params), sent)
            found = tuple(label for label in found if label not in sent)
        return Reply(outcome=masked, seconds=seconds, bytes=exchange.bytes, secrets=found)

    async def _usable(self) -> Session:
        """Return the running session, or a new one in place of one that is spent."""
        async with self._starting:
            if self._session is not None and not self._session.spent:
                return self._session
            if self._session is not None and not self._starter.given_up:
                await self._turns.idle()
                await self._end(self._session)
                self.restarts += not self._session.renewed
            self._session = await self._starter.started()
            return self._session

    async def _end(self, session: Session) -> None:
        """End a session; what it leaves counts where it was idle and nothing of ours was under way in it."""
        in_order = (session.renewed or not session.spent) and not self._turns.under_way
        await session.close()
        if in_order:
            self.survivor = self.survivor or session.channel.survivor
            self.needed_sigterm = self.needed_sigterm or session.channel.needed_sigterm
            self.left_a_process = self.left_a_process or session.channel.left_a_process

    async def _close(self) -> None:
        if self._session is not None:
            await self._end(self._session)


@asynccontextmanager
async def connect(
    spec: ServerSpec,
    limits: ConnectLimits | None = None,
    *,
    announced: Announced | None = None,
    process: ServerProcess | None = None,
) -> AsyncIterator[Connection]:
    """Start the server (or reach it) and greet it; on leaving, nothing of it runs any more.

    `process`: one of it that was started before.

    Raises NotAuditedError where there is no server to talk to. Later failures are outcomes of the calls.
    """
    try:
        async with anyio.create_task_group() as tasks:
            connection = Connection(spec, limits or ConnectLimits(), announced or Announced(), tasks, process)
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
