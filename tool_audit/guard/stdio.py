"""The guard on standard input and output."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import anyio

from tool_audit.guard.between import pass_on
from tool_audit.guard.client_stdio import standard_streams
from tool_audit.guard.entry import Log
from tool_audit.guard.policy import GuardPolicy
from tool_audit.guard.relay import Relay
from tool_audit.measure import TokenCounter

if TYPE_CHECKING:  # it knows of HTTP, which takes its time to import
    from tool_audit.guard.session import WatchedServer


async def guard_stdio(
    policy: GuardPolicy, counter: TokenCounter, log: Log, make_server: "Callable[[], WatchedServer]"
) -> str | None:
    """Guard until the client is gone (None), or the server is: how it ended. NotAuditedError where it did not start."""
    server = make_server()
    counter.load_aside()
    with standard_streams() as client:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(server.look_after)
            ended = await pass_on(client, server, Relay(policy, counter, log))
            tasks.cancel_scope.cancel()
    return ended
