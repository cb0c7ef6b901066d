"""A server with a tool for every kind of traffic: `every_kind.py NOTES stdio|json|events|older`.

It appends to the file NOTES what reaches it, a line each. Over HTTP it prints its port first, and ends with its stdin.
"""

import os
import socket
import sys
import threading
import warnings
from pathlib import Path
from typing import Literal

import anyio
import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp_types import SamplingMessage, TextContent
from pydantic import BaseModel

warnings.filterwarnings("ignore", message=".*deprecated.*")
NOTES = Path(sys.argv[1])
server = MCPServer("every-kind", log_level="ERROR")


def note(word):
    with NOTES.open("a") as file:
        file.write(f"{word}\n")


class Colour(BaseModel):
    colour: str


@server.tool()
def list_mental_models(detail: Literal["metadata", "full"] = "full") -> str:
    note(f"list_mental_models {detail}")
    return "x" * (100 if detail == "metadata" else 5_000_000)


@server.tool()
def repeat(text: str, times: int = 1) -> str:
    note("repeat")
    return text * times


@server.tool()
async def count(upto: int, context: Context) -> str:
    for number in range(upto):
        await context.report_progress(number, upto, f"at {number}")
    return "counted"


@server.tool()
async def ask_the_model(question: str, context: Context) -> str:
    said = await context.request_context.session.create_message(
        [SamplingMessage(role="user", content=TextContent(type="text", text=question))],
        max_tokens=10,
        related_request_id=context.request_id,
    )
    return f"it said {said.content.text}"


@server.tool()
async def ask_the_user(question: str, context: Context) -> str:
    said = await context.elicit(question, Colour)
    return f"{said.action} {said.data.colour}"


@server.tool()
async def wait() -> str:
    note("waits")
    try:
        await anyio.sleep_forever()
    finally:
        note("cancelled")
    return ""


@server.tool()
def die() -> str:
    os._exit(5)


def over_http(kind):
    door = socket.create_server(("127.0.0.1", 0))
    door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sys.stdout.write(f"{door.getsockname()[1]}\n")
    sys.stdout.flush()
    app = server.sse_app() if kind == "older" else server.streamable_http_app(json_response=kind == "json")
    web = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))

    def ends():
        sys.stdin.read()
        os._exit(0)

    threading.Thread(target=ends, daemon=True).start()
    web.run(sockets=[door])


if __name__ == "__main__":
    if sys.argv[2] == "stdio":
        server.run("stdio")
    else:
        over_http(sys.argv[2])
