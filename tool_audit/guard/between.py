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
    ended: list[str] = []
    one_at_a_time = anyio.Lock()
    outgoing, to_send = anyio.create_memory_object_stream[bytes](inf)
    held = 0

    async def answer(lines: Iterable[bytes]) -> None:
        async with one_at_a_time:
            for line in lines:
                await client.send(line)

    async def from_client() -> None:
        nonlocal held
        while (message := await client.receive()) is not None:
            passed = relay.from_client(message)
            for line in passed.on:
                while held > _MOST_HELD:  # noqa: ASYNC110  # seldom: a server that does not read
                    await anyio.sleep(_POLL)
                held += len(line)
                outgoing.send_nowait(line)
            if passed.back:
                await answer(passed.back)
        with anyio.move_on_after(_LAST_ANSWERS):
            while relay.waits or held:  # noqa: ASYNC110  # whoever writes its calls into a pipe closes it before they are answered
                await anyio.sleep(_POLL)
        tasks.cancel_scope.cancel()

    async def to_server() -> None:
        nonlocal held
        async for line in to_send:
            with suppress(anyio.BrokenResourceError):  # whoever reads from it tells how it ended
                await server.send(line)
            held -= len(line)

    async def from_server() -> None:
        while (message := await server.receive()) is not None:
            await answer([relay.from_server(message)] if message else relay.oversized())
        ended.append(await server.ending())
        await answer(relay.server_ended(ended[0]))
        tasks.cancel_scope.cancel()

    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(from_server)
            tasks.start_soon(to_server)
            tasks.start_soon(from_client)
    except* anyio.BrokenResourceError:
        pass  # the client takes nothing any more
    finally:
        outgoing.close()
        to_send.close()
        with anyio.CancelScope(shield=True):
            await server.stop()
    return ended[0] if ended else None
