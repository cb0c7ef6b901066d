"""The guard over HTTP with real parts on both sides: servers that are processes, and clients on loopback."""

import json
import subprocess
import sys
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import anyio
from guard.policies import COUNTER, Kept, line
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from tool_audit.guard.between import pass_on
from tool_audit.guard.listen import guard_http
from tool_audit.guard.load import policy_of
from tool_audit.guard.policy import SCHEMA
from tool_audit.guard.relay import Relay
from tool_audit.guard.server_process import ProcessServer
from tool_audit.guard.server_url import UrlServer

WELCOME = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
INITIALIZE = line("initialize", WELCOME, 0)
BOTH = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
ONLY_JSON = {"accept": "application/json", "content-type": "application/json"}
EVERY_KIND = Path(__file__).with_name("every_kind.py")
KINDS = ("stdio", "json", "events", "older")
POLICY = policy_of(
    {
        "schema": SCHEMA,
        "server": "every-kind",
        "ceiling": {"cap_tokens": 25_000},
        "tools": {
            "list_mental_models": {
                "arguments": ["detail"],
                "lines": {"detail": {"required": True, "allowed": ["metadata"]}},
                "measured": [{"arguments": {}, "chars": 5_000_000, "tokens": 625_000, "on": "2026-11-29"}],
            }
        },
    },
    "guard.toml",
)


class Heard(Kept):
    """A log that says where the guard listens."""

    def __init__(self):
        super().__init__()
        self.listens = anyio.Event()

    def note(self, text):
        super().note(text)
        self.listens.set()

    @property
    def url(self):
        return self.notes[0].removeprefix("listens on ")


@contextmanager
def served(kind, notes):
    """A server over HTTP in a process of its own: its URL."""
    words = [sys.executable, str(EVERY_KIND), str(notes), kind]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/{'sse' if kind == 'older' else 'mcp'}"
        finally:
            process.kill()


@contextmanager
def maker(kind, notes):
    """How a guard reaches a server of a kind."""
    if kind == "stdio":
        yield lambda: ProcessServer((sys.executable, str(EVERY_KIND), str(notes), "stdio"))
    else:
        with served(kind, notes) as url:
            yield lambda: UrlServer(url)


@asynccontextmanager
async def listening(make_server, policy=POLICY, address=("127.0.0.1", 0), **more):
    """The guard on a port of its own: its log."""
    log = Heard()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(lambda: guard_http(policy, COUNTER, log, address, make_server, **more))
        await log.listens.wait()
        yield log
        tasks.cancel_scope.cancel()


class Ends:
    """A client of the guard in memory, as one on stdio would be."""

    def __init__(self):
        self.asked, self._asked = anyio.create_memory_object_stream(100)
        self._told, self.told = anyio.create_memory_object_stream(100)
        self.ended = None

    async def receive(self):
        try:
            return await self._asked.receive()
        except (anyio.EndOfStream, anyio.ClosedResourceError):
            return None

    async def send(self, message):
        await self._told.send(message)

    async def ask(self, raw):
        """Send one message, and return the next that comes."""
        await self.asked.send(raw)
        return await self.told.receive()

    def close(self):
        for stream in (self.asked, self._asked, self._told, self.told):
            stream.close()


@asynccontextmanager
async def in_front_of(server, policy=POLICY):
    """The guard between a client in memory and a server: the client."""
    client = Ends()
    over = anyio.Event()

    async def carry():
        client.ended = await pass_on(client, server, Relay(policy, COUNTER, Kept()))
        over.set()

    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(server.look_after)
            tasks.start_soon(carry)
            yield client
            client.asked.close()
            await over.wait()
            tasks.cancel_scope.cancel()
    finally:
        client.close()


@asynccontextmanager
async def transport(server):
    """The same as a transport of the SDK's client."""
    read_in, read = anyio.create_memory_object_stream(0)
    write, written = anyio.create_memory_object_stream(0)
    async with in_front_of(server) as client, anyio.create_task_group() as tasks:

        async def to_guard():
            async for item in written:
                text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
                await client.asked.send(text.encode())

        async def from_guard():
            with suppress(anyio.BrokenResourceError):  # the client is gone
                async for raw in client.told:
                    await read_in.send(SessionMessage(jsonrpc_message_adapter.validate_json(raw, by_name=False)))

        tasks.start_soon(to_guard)
        tasks.start_soon(from_guard)
        try:
            yield read, write
        finally:
            tasks.cancel_scope.cancel()
            for stream in (read_in, read, write, written):
                stream.close()


def run(story):
    """Run a story, not for ever."""

    async def bounded():
        with anyio.fail_after(40):
            await story()

    anyio.run(bounded)


def lines_of(notes):
    return notes.read_text().split("\n")[:-1] if notes.exists() else []


async def noted(notes, word):
    """Wait until the server has noted a word."""
    while word not in lines_of(notes):  # noqa: ASYNC110  # a file tells nobody when it grows
        await anyio.sleep(0.01)


def messages_of(response):
    """The messages of an HTTP response, as bytes: of its events, or its body."""
    if response.headers["content-type"].startswith("application/json"):
        return [response.content]
    blocks = response.content.split(b"\n\n")
    return [
        b"\n".join(line.removeprefix(b"data: ") for line in block.split(b"\n") if line.startswith(b"data: "))
        for block in blocks
        if block and not block.startswith(b":")
    ]


def value(raw):
    return json.loads(raw)
