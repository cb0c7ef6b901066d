"""JSON-RPC messages, and what the one who wrote them down put around each: a time, a direction, a session, a server."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from tool_audit.model import Json
from tool_audit.transcripts.pieces import first_of, json_in, seconds_of

_PAYLOADS: Final = (
    "message",
    "msg",
    "payload",
    "data",
    "raw",
    "json",
    "frame",
    "rpc",
    "body",
    "content",
    "line",
    "text",
)
_MEANINGS: Final = {
    **dict.fromkeys(("timestamp", "time", "ts", "t", "at", "@timestamp"), "time"),
    **dict.fromkeys(("direction", "dir", "from", "sender", "side", "stream", "origin"), "direction"),
    **dict.fromkeys(("session_id", "sessionId", "session", "connection_id", "connectionId", "conn"), "session"),
    **dict.fromkeys(("server", "server_name", "serverName", "server_id", "label"), "server"),
}
"""What members are called, and what they mean."""
_MANY: Final = ("entries", "messages", "frames", "events", "records", "traffic")
_KINDS: Final = frozenset({"request", "req", "response", "res", "resp", "reply", "result", "error", "notification"})
"""What stands for a direction and says only what the message is."""
_EARLIEST: Final = 1e8
"""What is less is no time since 1970, but one since the recording began: it cannot be compared."""
_DEEPEST: Final = 2
_MEMBERS: Final = 4
"""So many a message has itself; one with more may have a time or a direction among them."""


class Message(NamedTuple):
    """One message as it was written down; a text is empty where nothing was said."""

    body: dict[str, Json]
    time: float | None = None
    direction: str = ""
    session: str = ""
    server: str = ""


_NOTHING: Final = Message({})


def messages_in(document: Json) -> Iterator[Message]:
    """Yield the messages of a document: one, several, or none."""
    yield from _messages(document, _NOTHING, 0)
    many = first_of(document, _MANY) if isinstance(document, dict) else None
    if isinstance(many, list) and "jsonrpc" not in document:
        around = _around(document, _NOTHING)
        for one in many:
            yield from _messages(one, around, 0)


def _messages(document: Json, around: Message, depth: int) -> Iterator[Message]:
    """Yield what stands in a document itself, or right in what is written around it: no deeper, nor in its texts."""
    if isinstance(document, str):
        document = json_in(document) if document[:1] in ("{", "[") and depth == 1 else None
    if isinstance(document, list):
        for one in document if depth < _DEEPEST else ():
            yield from _messages(one, around, depth + 1)
    elif isinstance(document, dict):
        is_certain = document.get("jsonrpc") == "2.0"
        if not is_certain or len(document) > _MEMBERS:
            around = _around(document, around)
        if is_certain or (around.direction and is_message(document)):
            yield around._replace(body=document)
            return
        for name in _PAYLOADS if depth < _DEEPEST else ():
            inner = document.get(name)
            if inner is not None:
                found = list(_messages(inner, around, depth + 1))
                if found:
                    yield from found
                    return


def is_message(value: dict[str, Json]) -> bool:
    """Whether it can be one though it does not name its version."""
    if isinstance(value.get("method"), str):
        return True
    return "id" in value and ("result" in value or "error" in value)


def _around(document: dict[str, Json], outer: Message) -> Message:
    _, time, direction, session, server = outer
    for key, value in document.items():
        meaning = _MEANINGS.get(key)
        if meaning is None:
            continue
        if meaning == "time":
            told = seconds_of(value)
            time = told if told is not None and told >= _EARLIEST else time
        elif not isinstance(value, str) or not value:
            continue
        elif meaning == "direction":
            lower = value.lower()
            direction = direction if lower in _KINDS else lower
        elif meaning == "session":
            session = value
        else:
            server = value
    return Message({}, time, direction, session, server)
