"""The older transport: one event stream, which first says where messages are posted, and then carries all answers."""

from collections.abc import Awaitable, Callable
from typing import Final

import httpx2
from mcp.shared._httpx_utils import stream_within_origin

from tool_audit.connect.http import kind_of, reason
from tool_audit.connect.sse import events

EVENTS: Final = "text/event-stream"


async def read_older_stream(
    client: httpx2.AsyncClient,
    url: httpx2.URL,
    limit: int,
    opened: Callable[[httpx2.URL], None],
    arrived: Callable[[bytes], Awaitable[None]],
) -> str:
    """Hand over where to post, once, and then each message. Returns how the stream ended."""
    endpoint: httpx2.URL | None = None
    try:
        async with stream_within_origin(client, "GET", url, headers={"accept": EVENTS}) as response:
            if not response.is_success or kind_of(response) != EVENTS:
                return "has no event stream"
            async for event in events(response.aiter_bytes(), limit):
                if event is None:
                    return "sent more than the guard can hold"
                if event.name == b"endpoint" and endpoint is None:
                    endpoint = url.join(event.data.decode("ascii", "replace"))
                    if _origin(endpoint) != _origin(url):
                        return "wants messages to be posted to another server"
                    opened(endpoint)
                elif event.message and endpoint is not None:
                    await arrived(event.message)
    except (httpx2.HTTPError, httpx2.StreamError, httpx2.InvalidURL) as error:
        return f"is gone: {reason(error)}"
    return "closed its event stream"


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port
