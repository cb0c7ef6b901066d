"""One large reply: ours against a plain reader of the same bytes, and against the client of the `mcp` SDK."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fresh import fresh, timed
from table import Table

SERVERS = Path(__file__).with_name("servers.py")
SIZES = (1, 5, 20, 50, 64)
MOST_OF_SDK = 20
"""MiB; over stdio the SDK takes more than a minute for 50."""
LARGEST = 200 * 2**20


def tables(small: bool) -> list[Table]:
    """Return a table for each transport."""
    sizes, runs = ((1,), 1) if small else (SIZES, 3)
    return [_table(transport, sizes, runs) for transport in ("stdio", "json", "sse")]


def _table(transport: str, sizes: tuple[int, ...], runs: int) -> Table:
    rows = []
    for mib in sizes:
        plain, ours = (_median(transport, client, mib, runs) for client in ("plain", "ours"))
        sdk = _median(transport, "sdk", mib, 1) if mib <= MOST_OF_SDK or transport != "stdio" else {}
        seconds = sdk.get("seconds")
        rows.append(
            (
                f"{mib} MiB",
                plain["seconds"],
                ours["seconds"],
                ours["seconds"] / plain["seconds"],
                ours["grown"] / ours["bytes"],
                seconds,
                None if seconds is None else seconds / ours["seconds"],
            )
        )
    over = {"stdio": "stdio", "json": "streamable HTTP, as JSON", "sse": "streamable HTTP, as an event stream"}[
        transport
    ]
    reader = "readline and json.loads" if transport == "stdio" else "httpx and json.loads"
    return Table(
        title=f"Receiving one reply over {over}",
        columns=(
            "reply",
            f"plain, s ({reader})",
            "ours, s",
            "ours / plain",
            "peak memory / reply",
            "SDK, s",
            "SDK / ours",
        ),
        rows=rows,
        note="From the request to the reply as Python objects. Goals: ours / plain at most 1.5, memory at most 8.",
    )


def _median(transport: str, client: str, mib: int, runs: int) -> dict:
    results = [fresh("receiving", client, transport, mib) for _ in range(runs)]
    return sorted(results, key=lambda result: result["seconds"])[len(results) // 2]


@contextmanager
def _served(transport: str, mib: float) -> Iterator[tuple[list[str], str]]:
    """Yield the command of the server, or its URL where it has one."""
    if transport == "stdio":
        yield [sys.executable, str(SERVERS), "large", str(mib)], ""
        return
    command = [sys.executable, str(SERVERS), "web", str(mib), transport]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield [], f"http://127.0.0.1:{int(process.stdout.readline())}/mcp"
        finally:
            process.kill()


def _request(number: int, method: str, **params: object) -> dict:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


_HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "plain", "version": "1"}}


def plain(transport: str, mib: float) -> dict:
    """Read the reply with nothing but the standard library, or httpx."""
    with _served(transport, mib) as (command, url):
        return _plain_stdio(command) if command else _plain_http(url)


def _plain_stdio(command: list[str]) -> dict:
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for message in (_request(1, "initialize", **_HELLO), _request(2, "tools/call", name="get_large", arguments={})):
            with timed() as timer:
                process.stdin.write(json.dumps(message).encode() + b"\n")
                process.stdin.flush()
                line = process.stdout.readline()
                result = json.loads(line)["result"]
        process.stdin.close()
    return {
        "seconds": timer.seconds,
        "grown": timer.grown,
        "bytes": len(line),
        "chars": len(result["content"][0]["text"]),
    }


def _plain_http(url: str) -> dict:
    import httpx

    headers = {"Accept": "application/json, text/event-stream"}
    with httpx.Client(timeout=120) as client:
        client.post(url, json=_request(1, "initialize", **_HELLO), headers=headers)
        with timed() as timer:
            answer = client.post(url, json=_request(2, "tools/call", name="get_large", arguments={}), headers=headers)
            body = answer.content.removeprefix(b"event: message\ndata: ")
            result = json.loads(body)["result"]
    return {
        "seconds": timer.seconds,
        "grown": timer.grown,
        "bytes": len(body),
        "chars": len(result["content"][0]["text"]),
    }


def ours(transport: str, mib: float) -> dict:
    """Read the reply as an audit does."""
    from tool_audit.connect.connection import connect
    from tool_audit.connect.limits import ConnectLimits
    from tool_audit.model import ServerSpec, TransportKind

    async def run(spec: ServerSpec) -> dict:
        async with connect(spec, ConnectLimits(call_timeout=300, max_reply_bytes=LARGEST)) as connection:
            await connection.list_tools_page()
            with timed() as timer:
                reply = await connection.call_tool("get_large", {})
        chars = len(reply.outcome.result["content"][0]["text"])
        return {"seconds": timer.seconds, "grown": timer.grown, "bytes": reply.bytes, "chars": chars}

    with _served(transport, mib) as (command, url):
        kind = TransportKind.STDIO if command else TransportKind.HTTP
        return asyncio.run(run(ServerSpec(name="large", transport=kind, command=tuple(command), url=url or None)))


def sdk(transport: str, mib: float) -> dict:
    """Read the reply with the client of the SDK."""
    import mcp
    from mcp.client.stdio import stdio_client
    from mcp.client.streamable_http import streamable_http_client

    async def run(command: list[str], url: str) -> dict:
        if command:
            streams = stdio_client(mcp.StdioServerParameters(command=command[0], args=command[1:]))
        else:
            streams = streamable_http_client(url, max_sse_event_size=LARGEST)
        async with streams as opened, mcp.ClientSession(opened[0], opened[1]) as session:
            await session.initialize()
            await session.list_tools()
            with timed() as timer:
                result = await session.call_tool("get_large", {}, read_timeout_seconds=300)
        return {"seconds": timer.seconds, "grown": timer.grown, "chars": len(result.content[0].text)}

    with _served(transport, mib) as (command, url):
        return asyncio.run(run(command, url))
