"""One client and one server, and the relay between them, until either is gone."""

from collections.abc import Iterable
from typing import Final

import anyio

from tool_audit.guard.ends import Client, Server
from tool_audit.guard.relay import Relay

_LAST_ANSWERS: Final = 5.0
"""Seconds for which the answers to the last calls of a client are waited for that has said all."""
_POLL: Final = 0.02


async def pass_on(client: Client, server: Server, relay: Relay) -> str | None:
    """Carry messages both ways. Returns None when the client is gone, or how the server ended, if it was the first."""
    ended: list[str] = []
    one_at_a_time = anyio.Lock()

    async def answer(lines: Iterable[bytes]) -> None:
        async with one_at_a_time:
            for line in lines:
                await client.send(line)

    async def from_client() -> None:
        while (message := await client.receive()) is not None:
            passed = relay.from_client(message)
            for line in passed.on:
                try:
                    await server.send(line)
                except anyio.BrokenResourceError:
                    return  # the other side of this tells how it ended
            if passed.back:
                await answer(passed.back)
        with anyio.move_on_after(_LAST_ANSWERS):
            while relay.waits:  # noqa: ASYNC110  # whoever writes its calls into a pipe closes it before they are answered
                await anyio.sleep(_POLL)
        tasks.cancel_scope.cancel()

    async def from_server() -> None:
        while (message := await server.receive()) is not None:
            await answer([relay.from_server(message)] if message else relay.oversized())
        ended.append(await server.ending())
        await answer(relay.server_ended(ended[0]))
        tasks.cancel_scope.cancel()

    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(from_server)
            tasks.start_soon(from_client)
    except* anyio.BrokenResourceError:
        pass  # the client takes nothing any more
    finally:
        with anyio.CancelScope(shield=True):
            await server.stop()
    return ended[0] if ended else None
