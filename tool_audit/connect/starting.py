"""How a session comes about: a process or a URL, greeted in the way that it understands, again where it fails."""

import contextlib
from time import perf_counter
from typing import Final

import anyio
from anyio.abc import TaskGroup

from tool_audit.connect.failures import no_welcome
from tool_audit.connect.http import HttpChannel
from tool_audit.connect.limits import ConnectLimits
from tool_audit.connect.mask import Mask
from tool_audit.connect.process import ServerProcess, exit_text
from tool_audit.connect.session import Announced, Session
from tool_audit.connect.stdio import StdioChannel
from tool_audit.connect.tap import Tap
from tool_audit.errors import NotAuditedError
from tool_audit.model import ServerSpec, TransportKind

_PERHAPS_SSE: Final = {400, 404, 405, 406, 415}
"""What a server of the older SSE answers to the POST that streamable HTTP begins with."""

_STARTS: Final = 3
"""Failed starts in a row after which a server that once ran is given up."""

_FIRST_STARTS: Final = 2
"""The same for a server that never ran, where it ends by itself: some fail to start now and then."""


class Starter:
    """Starts one server, as often as that is asked for."""

    def __init__(
        self,
        spec: ServerSpec,
        limits: ConnectLimits,
        announced: Announced,
        tap: Tap,
        mask: Mask,
        tasks: TaskGroup,
        process: ServerProcess | None,
    ) -> None:
        self.transport = spec.transport
        self.failed_first = ""
        """Why the first start failed, where a second one did not."""
        self._spec = spec
        self._limits = limits
        self._announced = announced
        self._tap = tap
        self._mask = mask
        self._tasks = tasks
        self._process = process
        """One that was started before, for the first start."""
        self._ran = False
        self._ending = ""
        """How the last process that failed to start ended by itself."""
        self._failure: NotAuditedError | None = None

    @property
    def given_up(self) -> bool:
        """Whether it failed to start so often that it is not tried any more."""
        return self._failure is not None

    async def started(self) -> Session:
        """Return a session that was made welcome. Raises NotAuditedError, the same again once it was given up."""
        if self._failure is not None:
            raise self._failure
        for attempt in range(1, _STARTS + 1):
            try:
                session = await self._start()
            except NotAuditedError as error:
                failure = error
                if not self._ran and (attempt == _FIRST_STARTS or not self._ending):
                    break
            else:
                if not self._ran and attempt > 1:
                    self.failed_first = self._ending
                self._ran = True
                return session
        self._failure = failure
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
            with anyio.move_on_after(self._limits.start_timeout):
                await session.ready.wait()
            if session.welcome:
                return session
            failure = await no_welcome(self._spec, session, self._tap, perf_counter() - began)
            code = session.channel.exit_code
            self._ending = exit_text(code) if code is not None else ""
            raise failure
        finally:
            if not session.welcome:
                await session.close()

    def _channel(self) -> StdioChannel | HttpChannel:
        if self.transport is TransportKind.STDIO:
            process, self._process = self._process, None
            return StdioChannel(self._spec, self._tap, self._limits.stop_grace, process)
        return HttpChannel(self._spec, self._tap, self.transport, self._limits.start_timeout)
