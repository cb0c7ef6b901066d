"""MCP traffic as lines of JSON-RPC, both directions, as a wrapper around a server's stdin and stdout writes them down.

Sources: the protocol (https://modelcontextprotocol.io/specification/2025-11-25, basic, server/tools) and what public
recorders write: mcp-tape ({"t", "dir": "in"|"out", "raw"}, https://mcpreplay.dev/docs/format.md v1), shadowcat's tapes
(kevinswiber/tapwire, plans/tape-format-json-lines), mcp-debug (standardbeagle/mcp-debug, docs/RECORDING.md),
mcp-cassette ({"type": "frame", "t", "dir": "c2s"|"s2c", "frame"}), mcp-trace/1 ({"dir", "body": JSON text}), lines of
{"seq", "direction": "client->server", "message"} and {"ts", "direction", "json": JSON text}.

- A line is a message, or an object with the message (or its text) in one of the usual members. Batches are read.
- Both sides number their requests. Which words stand for which side is learnt from requests that only one side makes.
  Where no direction is told, a reply that fits a request of either side is the one that its content belongs to.
- `initialize` begins a new session; so does another session or server that the wrapper names. The server has the name
  that it gives itself, else the wrapper's.
- Calls made before any reply (or cancellation) of one of them are one step. There are no tasks.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tool_audit.model import ABSENT, Json, NoReply, Outcome, Refused, Replied, ToolFailed
from tool_audit.model.traffic import Event, Offered
from tool_audit.transcripts.pieces import UNANSWERED, Waiting, probe_of, text_in, tools_of
from tool_audit.transcripts.reader import Reader, Source
from tool_audit.transcripts.rpc_lines import Message, is_message, messages_in

_Id: TypeAlias = tuple[bool, str | float]

_CALL: Final = "tools/call"
_LIST: Final = "tools/list"
_GREETINGS: Final = frozenset({"initialize", "server/discover"})
_CLIENTS: Final = ("initialize", "server/discover", "tools/", "resources/", "prompts/", "completion/", "logging/")
"""How requests begin that only a client makes."""
_SERVERS: Final = {
    "sampling/createMessage": ("role", "model"),
    "elicitation/create": ("action",),
    "roots/list": ("roots",),
}
"""Requests that only a server makes, and what a result of each has that no other's has."""
_MOST_WAITING: Final = 10_000
_MOST_CHANNELS: Final = 1000
_MOST_TOOLS: Final = 20_000
_CANCELLED: Final = NoReply(reason="the client cancelled it")
_RESTARTED: Final = NoReply(reason="a new session began before its reply")
_UNREADABLE: Final = NoReply(reason="its reply is neither a result nor an error")


def _recognises(head: Sequence[Json]) -> bool:
    return any(_is_certain(message.body) for document in head for message in messages_in(document))


def _is_certain(body: dict[str, Json]) -> bool:
    if body.get("jsonrpc") == "2.0":
        return is_message(body)
    method = text_in(body, "method")
    return method in (_CALL, _LIST) or method in _GREETINGS or method in _SERVERS


def _read(documents: Iterable[Json], source: Source) -> Iterator[Event]:
    channels: dict[tuple[str, str], _Channel] = {}
    sides = _Sides()
    for document in documents:
        for message in messages_in(document):
            key = (message.session, message.server)
            channel = channels.pop(key, None)
            if channel is None:
                if len(channels) >= _MOST_CHANNELS:
                    yield from channels.pop(next(iter(channels))).end(UNANSWERED)
                channel = _Channel(source, sides, _session(source, message, key), message.server)
            channels[key] = channel  # the one that was silent longest stands first
            yield from channel.read(message)
    for channel in channels.values():
        yield from channel.end(UNANSWERED)


def _session(source: Source, message: Message, key: tuple[str, str]) -> str:
    return source.name if key == ("", "") else message.session or f"{source.name} {message.server}"


class _Sides:
    """Which words for a direction stand for the client, and which for the server."""

    def __init__(self) -> None:
        self._is_client: dict[str, bool] = {}

    def learn(self, direction: str, method: str) -> None:
        if direction and len(self._is_client) < 100:
            if method.startswith(_CLIENTS):
                self._is_client[direction] = True
            elif method in _SERVERS:
                self._is_client[direction] = False

    def is_client(self, direction: str) -> bool | None:
        """Return whether the client wrote it; None where that is not known."""
        if not direction or not self._is_client:
            return None
        return self._is_client.get(direction, False if True in self._is_client.values() else None)


@dataclass(slots=True)
class _Asked:
    """A request that is not answered yet; `waiting` where it is a call."""

    method: str
    waiting: Waiting | None = None
    is_first: bool = True
    """Whether it asks for the first page of a list."""


@dataclass(slots=True)
class _Channel:
    """What goes between one client and one server."""

    source: Source
    sides: _Sides
    name: str
    server: str
    number: int = 0
    step: int = 0
    is_answered: bool = True
    """Whether a reply came since the latest step began."""
    asked: dict[_Id, _Asked] = field(default_factory=dict)
    asked_back: dict[_Id, str] = field(default_factory=dict)
    """The methods of the server's own requests."""
    pages: list[Json] = field(default_factory=list)

    @property
    def session(self) -> str:
        return self.name if self.number <= 1 else f"{self.name}#{self.number}"

    def read(self, message: Message) -> Iterator[Event]:
        body = message.body
        method = body.get("method")
        if isinstance(method, str):
            self.sides.learn(message.direction, method)
            if method == "notifications/cancelled":
                yield from self._cancel(message)
            elif method.startswith(_CLIENTS):
                yield from self._ask(message, method)
            elif method in _SERVERS or (method == "ping" and self.sides.is_client(message.direction) is False):
                key = _key(body.get("id"))
                if key is not None and len(self.asked_back) < _MOST_WAITING:
                    self.asked_back[key] = method
        elif "result" in body or "error" in body:
            yield from self._settle(message)
        elif "id" in body:
            self.source.skip()

    def end(self, outcome: Outcome) -> Iterator[Event]:
        """Tell of what is not answered, and of a list that has no end."""
        yield from self._list()
        for asked in self.asked.values():
            if asked.waiting is not None:
                yield asked.waiting.told(outcome)
        self.asked.clear()
        self.asked_back.clear()

    def _ask(self, message: Message, method: str) -> Iterator[Event]:
        body = message.body
        params = body.get("params")
        params = params if isinstance(params, dict) else {}
        if method == "initialize":
            yield from self.end(_RESTARTED)
            self.number += 1
            self.step, self.is_answered = 0, True
        asked = _Asked(method, is_first=params.get("cursor") is None)
        key = _key(body.get("id"))
        if method == _CALL:
            tool = text_in(params, "name")
            if not tool or key is None:
                self.source.skip()
                return
            yield from self._list()
            asked.waiting = self._call(message, tool, params.get("arguments"))
        elif method not in _GREETINGS and method != _LIST:
            return
        if key is None:
            return
        before = self.asked.pop(key, None)
        if before is None and len(self.asked) >= _MOST_WAITING:
            before = self.asked.pop(next(iter(self.asked)))
        if before is not None and before.waiting is not None:
            yield before.waiting.told(UNANSWERED)
        self.asked[key] = asked

    def _call(self, message: Message, tool: str, arguments: Json) -> Waiting:
        if self.is_answered:
            self.step += 1
            self.is_answered = False
        # a text is no object here, whatever it holds: servers do not read it
        given = arguments if arguments is None or isinstance(arguments, dict) else ABSENT
        return Waiting(
            session=self.session, server=self.server, step=self.step, probe=probe_of(tool, given), time=message.time
        )

    def _settle(self, message: Message) -> Iterator[Event]:
        key = _key(message.body.get("id"))
        if key is None:
            return
        if key in self.asked_back and self._is_of_client(message, key):
            del self.asked_back[key]
            return
        asked = self.asked.pop(key, None)
        if asked is None:
            return
        result = message.body.get("result", ABSENT)
        if asked.waiting is not None:
            self.is_answered = True
            yield asked.waiting.told(self._outcome(result, message.body.get("error", ABSENT)), message.time)
        elif asked.method == _LIST:
            yield from self._page(result, asked)
        elif isinstance(result, dict) and isinstance(result.get("serverInfo"), dict):
            self.server = text_in(result["serverInfo"], "name") or self.server

    def _is_of_client(self, message: Message, key: _Id) -> bool:
        """Whether a reply is the client's, where the server has asked something under its id."""
        by_client = self.sides.is_client(message.direction)
        if by_client is not None:
            return by_client
        if key not in self.asked:
            return True
        result = message.body.get("result")
        signs = _SERVERS.get(self.asked_back[key], ())
        return isinstance(result, dict) and any(sign in result for sign in signs)

    def _outcome(self, result: Json, error: Json) -> Outcome:
        if isinstance(error, dict):
            code, message = error.get("code"), error.get("message")
            return Refused(
                code=code if isinstance(code, int) and not isinstance(code, bool) else 0,
                message=message if isinstance(message, str) else "",
                data=error.get("data", ABSENT),
            )
        if result is ABSENT:
            self.source.skip()
            return _UNREADABLE
        failed = isinstance(result, dict) and result.get("isError") is True
        return ToolFailed(result=result) if failed else Replied(result=result)

    def _page(self, result: Json, asked: _Asked) -> Iterator[Event]:
        tools = result.get("tools") if isinstance(result, dict) else None
        if not isinstance(tools, list):
            return
        if asked.is_first:
            yield from self._list()
        if len(self.pages) < _MOST_TOOLS:
            self.pages.extend(tools)
        if not result.get("nextCursor"):
            yield from self._list()

    def _list(self) -> Iterator[Event]:
        if self.pages:
            yield Offered(session=self.session, server=self.server, tools=tools_of(self.pages))
            self.pages = []

    def _cancel(self, message: Message) -> Iterator[Event]:
        params = message.body.get("params")
        key = _key(params.get("requestId")) if isinstance(params, dict) else None
        if key is None or self.sides.is_client(message.direction) is False:
            return
        asked = self.asked.pop(key, None)
        if asked is not None and asked.waiting is not None:
            self.is_answered = True
            yield asked.waiting.told(_CANCELLED)


def _key(value: Json) -> _Id | None:
    """Return what tells ids apart: 1 and "1" are two."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return (isinstance(value, str), value)


READER: Final = Reader(
    name="mcp-lines",
    recognises=_recognises,
    read=_read,
)
