"""One server for callers over HTTP, and which of their responses carries what it says."""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import inf
from typing import Final, Protocol

import anyio

from tool_audit.connect.decoding import decode
from tool_audit.guard.ends import Server
from tool_audit.guard.exchange import messages_in
from tool_audit.guard.messages import id_key, key_among, rewritten
from tool_audit.guard.relay import Relay
from tool_audit.model import Json, canonical

IDLE: Final = 1800.0
"""Seconds after which a session that nobody uses is ended."""
_SUBSCRIPTION: Final = "io.modelcontextprotocol/subscriptionId"
_MOST_WAITING: Final = 1000
"""Messages that wait for one caller to read them; then the server waits."""
_MOST_KEPT: Final = 100
"""Messages for nobody in particular that are kept until somebody listens."""


class WatchedServer(Server, Protocol):
    """A server that needs something done beside it."""

    async def look_after(self) -> None:
        """Do it until the server is gone."""


class Stream:
    """The messages of one response."""

    def __init__(self, owed: Sequence[str] = (), *, takes_all: bool = True) -> None:
        """Begin it; it ends when nothing is owed any more. `takes_all`: not only what is owed."""
        self.owed = set(owed)
        self.takes_all = takes_all
        self.is_open = True
        self._in, self._out = anyio.create_memory_object_stream[bytes](_MOST_WAITING)

    async def put(self, message: bytes) -> None:
        """Add a message; waits where the caller does not read, and forgets it where the caller is gone."""
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
            await self._in.send(message)

    def put_at_once(self, message: bytes) -> None:
        """Add a message, or leave it where too many wait."""
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, anyio.WouldBlock):
            self._in.send_nowait(message)

    async def get(self) -> bytes | None:
        """Return the next message, None at the end."""
        try:
            return await self._out.receive()
        except (anyio.EndOfStream, anyio.ClosedResourceError):
            return None

    def end(self) -> None:
        """Let it end after what is in it."""
        self.is_open = False
        self._in.close()

    def close(self) -> None:
        """End it at once: nobody reads it any more."""
        self.end()
        self._out.close()


class Session:
    """A server of its own for one client; or, without a name, for requests that need none."""

    def __init__(self, server: WatchedServer, relay: Relay, *, name: str = "", idle: float = IDLE) -> None:
        self.name = name
        self.is_over = False
        self._server = server
        self._relay = relay
        self._idle = idle
        self._scope = anyio.CancelScope()
        self._sending = anyio.Lock()
        self._asked: dict[str, Stream] = {}
        self._tokens: dict[str, Stream] = {}
        self._initializing: set[str] = set()
        self._listening: Stream | None = None
        self._kept: deque[bytes] = deque(maxlen=_MOST_KEPT)

    async def run(self) -> None:
        """Pass on what the server says until it ends, or the session does; then leave nothing of it behind."""
        self._rest()
        try:
            with self._scope:
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(self._server.look_after)
                    while (message := await self._server.receive()) is not None:
                        for line in [self._relay.from_server(message)] if message else self._relay.oversized():
                            await self._route(line)
                    for line in self._relay.server_ended(await self._server.ending()):
                        await self._route(line)
                    tasks.cancel_scope.cancel()
        finally:
            self.is_over = True
            for line in self._relay.server_ended("was stopped"):
                for stream in self._owing(line):
                    stream.put_at_once(line)
            for stream in self._streams():
                stream.end()
            with anyio.CancelScope(shield=True):
                await self._server.stop()

    def stop(self) -> None:
        """End it."""
        self.is_over = True
        self._scope.cancel()

    def has_under_way(self, messages: Sequence[dict[str, Json]]) -> bool:
        """Whether a request with one of these ids, or tokens of progress, is not answered yet."""
        return any(key in self._asked for key in _ids(messages)) or any(
            key in self._tokens for key in _tokens(messages)
        )

    async def take(self, raw: bytes, messages: Sequence[dict[str, Json]], *, takes_all: bool) -> Stream:
        """Take what a client posted. Returns the stream of its answers, which is over where it asks for none."""
        stream = Stream(list(_ids(messages)), takes_all=takes_all)
        self._asked.update(dict.fromkeys(stream.owed, stream))
        self._tokens.update(dict.fromkeys(_tokens(messages), stream))
        self._initializing.update(_ids([one for one in messages if one.get("method") == "initialize"]))
        self._rest()
        passed = self._relay.from_client(raw)
        for line in passed.back:
            await self._route(line)
        async with self._sending:
            for line in passed.on:
                with suppress(anyio.BrokenResourceError):  # `run` tells how it ended
                    await self._server.send(line)
        if not any(_ids(messages)):
            stream.close()
        return stream

    def listen(self) -> Stream:
        """Return the stream of what answers no request. There is one: an older one ends."""
        if self._listening is not None:
            self._listening.end()
        self._listening = Stream()
        while self._kept:
            self._listening.put_at_once(self._kept.popleft())
        self._rest()
        return self._listening

    async def leave(self, stream: Stream) -> None:
        """Take note that a response is over. Without sessions, whoever leaves before the answer cancels the request."""
        stream.close()
        if self._listening is stream:
            self._listening = None
        self._rest()
        if self.name or not stream.owed or self.is_over:
            return
        for key in stream.owed:
            params = {"requestId": decode(key.encode()).value}
            note = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
            async with self._sending:
                with suppress(anyio.BrokenResourceError):
                    await self._server.send(rewritten(note))
        if not any(other.is_open for other in self._streams()):
            self.stop()  # a late answer would be taken for one to the next request with that id

    def _rest(self) -> None:
        in_use = any(stream.is_open for stream in self._streams())
        self._scope.deadline = inf if in_use else anyio.current_time() + self._idle

    def _streams(self) -> list[Stream]:
        return [*self._asked.values(), *([self._listening] if self._listening is not None else [])]

    def _owing(self, line: bytes) -> list[Stream]:
        return [self._asked[key] for key in self._answered(list(messages_in(line))) if key in self._asked]

    def _answered(self, messages: Sequence[dict[str, Json]]) -> list[str]:
        return [key_among(self._asked, one["id"]) for one in messages if "id" in one and "method" not in one]

    async def _route(self, line: bytes) -> None:
        messages = list(messages_in(line))
        if not messages:
            return  # what a server prints by mistake is no event
        answered = self._answered(messages)
        stream = next((self._asked[key] for key in answered if key in self._asked), None)
        if stream is None:
            if answered:
                return  # to a request that was not made
            stream = self._for(messages)
        if stream is None:
            self._kept.append(line)
            return
        await stream.put(line)
        for key in answered:
            stream.owed.discard(key)
            if self._asked.pop(key, None) is not None and not stream.owed:
                stream.end()
                self._tokens = {token: other for token, other in self._tokens.items() if other is not stream}
                self._rest()
        if self._initializing.intersection(answered) and any("error" in one for one in messages):
            self.stop()  # nobody can use it

    def _for(self, messages: Sequence[dict[str, Json]]) -> Stream | None:
        """Return the response that a notification, or a request of the server, belongs to; None: to none there is."""
        takers = list(dict.fromkeys(one for one in self._asked.values() if one.is_open and one.takes_all))
        for message in messages:
            params = _mapping(message.get("params"))
            named = self._tokens.get(canonical(params.get("progressToken")))
            named = named or self._asked.get(id_key(_mapping(params.get("_meta")).get(_SUBSCRIPTION)))
            if named in takers:
                return named
        if len(takers) != 1 and self._listening is not None:
            return self._listening
        return takers[-1] if takers else self._listening


def _ids(messages: Sequence[dict[str, Json]]) -> Iterator[str]:
    return (id_key(one["id"]) for one in messages if "id" in one and "method" in one)


def _tokens(messages: Sequence[dict[str, Json]]) -> Iterator[str]:
    metas = [_mapping(_mapping(one.get("params")).get("_meta")) for one in messages]
    return (canonical(meta["progressToken"]) for meta in metas if "progressToken" in meta)


def _mapping(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}
