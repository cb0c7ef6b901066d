"""The guard as a server over HTTP: `--listen`."""

import socket
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from typing import Final

import anyio
import uvicorn

from tool_audit.connect.http import is_loopback
from tool_audit.errors import UsageError
from tool_audit.guard.endpoint import PATH, Endpoint
from tool_audit.guard.entry import Log
from tool_audit.guard.policy import GuardPolicy
from tool_audit.guard.relay import Relay
from tool_audit.guard.session import IDLE, Session, WatchedServer
from tool_audit.measure import TokenCounter

_KEEP_ALIVE: Final = 120
"""Seconds that an idle connection is kept: longer than clients do, or one would be closed as it is used again."""


def address_of(text: str) -> tuple[str, int]:
    """Return the host and the port of HOST:PORT, or of PORT alone, which is on loopback. Raises UsageError."""
    host, _, port = text.strip().rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        raise UsageError(f"{text} is nothing to listen on", hint="say 127.0.0.1:PORT; with port 0 any that is free")
    return host.removeprefix("[").removesuffix("]") or "127.0.0.1", int(port)


async def guard_http(
    policy: GuardPolicy,
    counter: TokenCounter,
    log: Log,
    address: tuple[str, int],
    make_server: Callable[[], WatchedServer],
    *,
    idle: float = IDLE,
) -> None:
    """Listen until cancelled. `make_server` is called for each session. Raises UsageError where it cannot listen."""
    host, _ = address

    def begin(name: str) -> Session:
        return Session(make_server(), Relay(policy, counter, log), name=name, idle=idle)

    with closing(_bound(address)) as door:
        port = door.getsockname()[1]
        log.note(f"listens on http://{f'[{host}]' if ':' in host else host}:{port}{PATH}")
        if not is_loopback(host):
            log.note("whoever reaches this machine can call the server: it was told to listen beyond loopback")
        async with anyio.create_task_group() as tasks:
            app = Endpoint(host, begin, tasks)
            web = _Web(
                uvicorn.Config(
                    app,
                    lifespan="off",
                    http="h11",
                    ws="none",
                    log_config=None,
                    access_log=False,
                    server_header=False,
                    timeout_keep_alive=_KEEP_ALIVE,
                    timeout_graceful_shutdown=1,
                )
            )
            tasks.start_soon(_serve, web, door)
            counter.load()  # while nobody waits for it
            try:
                await anyio.sleep_forever()
            finally:
                web.should_exit = True


class _Web(uvicorn.Server):
    """Leaves signals to the command line."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Capture none."""
        yield


async def _serve(web: uvicorn.Server, door: socket.socket) -> None:
    # it has to close its connections itself
    with anyio.CancelScope(shield=True):
        await web.serve(sockets=[door])


def _bound(address: tuple[str, int]) -> socket.socket:
    host, port = address
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        door = socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        raise UsageError(
            f"cannot listen on {host}:{port}: {error.strerror}", hint="name another port; 0 takes any that is free"
        ) from None
    # connections take it over; asyncio sets it only where it made the socket, and without it an answer may wait 40 ms
    door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return door
