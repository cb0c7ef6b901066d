"""One client and one server, and the relay between them, until either is gone."""

from collections.abc import Iterable
from contextlib import suppress
from math import inf
from typing import Final

import anyio

from tool_audit.guard.ends import Client, Server
from tool_audit.guard.relay import Relay

_LAST_ANSWERS: Final = 5.0
"""Seconds for which the answers to the last calls of a client are waited for that has said all."""
_POLL: Final = 0.02
_MOST_HELD: Final = 64 * 2**20
"""Bytes that wait for a server to read them: with fewer, we notice when the client goes, whatever the server does."""


async def pass_on(client: Client, server: Server, relay: Relay) -> str | None:
    """Carry messages both ways. Returns None when the client is gone, or how the server ended, if it was the first."""
    between = _Between(client, server, relay)
    try:
        async with anyio.create_task_group() as tasks:
            for carry in (between.from_server, between.to_server, between.from_client):
                tasks.start_soon(carry, tasks.cancel_scope)
    except* anyio.BrokenResourceError:
        pass  # the client takes nothing any more
    finally:
        between.close()
        with anyio.CancelScope(shield=True):
            await server.stop()
    return between.ended


class _Between:
    """The three ways of a message; whichever comes to its end first ends the others."""

    def __init__(self, client: Client, server: Server, relay: Relay) -> None:
        self.ended: str | None = None
        """How the server ended, if it did before the client."""
        self._client = client
        self._server = server
        self._relay = relay
        self._one_at_a_time = anyio.Lock()
        self._outgoing, self._to_send = anyio.create_memory_object_stream[bytes](inf)
        self._held = 0

    async def from_client(self, all_: anyio.CancelScope) -> None:
        """Take what the client says, until it has said all and is answered."""
        while (message := await self._client.receive()) is not None:
            passed = self._relay.from_client(message)
            for line in passed.on:
                while self._held > _MOST_HELD:  # noqa: ASYNC110  # seldom: a server that does not read
                    await anyio.sleep(_POLL)
                self._held += len(line)
                self._outgoing.send_nowait(line)
            await self._answer(passed.back)
        with anyio.move_on_after(_LAST_ANSWERS):
            # whoever writes its calls into a pipe closes it before they are answered
            while self._relay.waits or self._held:  # noqa: ASYNC110  # only the relay knows
                await anyio.sleep(_POLL)
        all_.cancel()

    async def to_server(self, _: anyio.CancelScope) -> None:
        """Hand over what was passed on; how the server ended is told by whoever reads from it."""
        async for line in self._to_send:
            with suppress(anyio.BrokenResourceError):
                await self._server.send(line)
            self._held -= len(line)

    async def from_server(self, all_: anyio.CancelScope) -> None:
        """Take what the server says, until it ends."""
        while (message := await self._server.receive()) is not None:
            await self._answer([self._relay.from_server(message)] if message else self._relay.oversized())
        self.ended = await self._server.ending()
        await self._answer(self._relay.server_ended(self.ended))
        all_.cancel()

    def close(self) -> None:
        """Close what is inside."""
        self._outgoing.close()
        self._to_send.close()

    async def _answer(self, lines: Iterable[bytes]) -> None:
        async with self._one_at_a_time:
            for line in lines:
                await self._client.send(line)
