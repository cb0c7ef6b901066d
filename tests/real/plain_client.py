"""The simplest client there is: one process, one request at a time. It shares no code with what is tested."""

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO

from servers import Installed


class PlainClient:
    """Asks a server over its pipes and takes the answers as they are."""

    def __init__(self, to_server: IO[str], from_server: IO[str]) -> None:
        self._to_server, self._from_server, self._last = to_server, from_server, 0

    def ask(self, method: str, **params: object) -> dict:
        """Return the whole answer, with its result or error."""
        self._last += 1
        self._send(id=self._last, method=method, params=params)
        for line in self._from_server:
            message = json.loads(line)
            if message.get("id") == self._last and "method" not in message:
                return message
        raise EOFError(f"the server ended before it answered {method}")

    def tell(self, method: str) -> None:
        """Send a notification."""
        self._send(method=method)

    def call(self, tool: str, **arguments: object) -> dict:
        """Return a tool's result."""
        return self.ask("tools/call", name=tool, arguments=arguments)["result"]

    def _send(self, **message: object) -> None:
        self._to_server.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._to_server.flush()


@contextmanager
def plain_client(server: Installed) -> Iterator[PlainClient]:
    """A client that has greeted the server."""
    env = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **server.env}
    process = _start(server.command, env)
    try:
        client = PlainClient(process.stdin, process.stdout)
        who = {"name": "plain", "version": "1"}
        client.ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=who)
        client.tell("notifications/initialized")
        yield client
    finally:
        process.stdin.close()
        process.terminate()
        process.wait(20)
        process.stdout.close()


def _start(command: Sequence[str], env: dict[str, str]) -> subprocess.Popen:
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=env, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, encoding="utf-8")


def text_chars(result: dict) -> int:
    """Characters of a result's text blocks."""
    return sum(len(block["text"]) for block in result["content"] if block["type"] == "text")
