"""A message that is posted to a server over HTTP: what it still waits for, and what has to be said of it in headers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Self

import anyio
from mcp.shared.inbound import (
    MCP_METHOD_HEADER,
    MCP_NAME_HEADER,
    MCP_PROTOCOL_VERSION_HEADER,
    NAME_BEARING_METHODS,
    encode_header_value,
    find_invalid_x_mcp_header,
    mcp_param_headers,
    x_mcp_header_map,
)

from tool_audit.connect.decoding import TooDeepError, UnreadableError, decode
from tool_audit.guard.messages import id_key, key_among, rewritten, version_of
from tool_audit.model import Json

_LONGEST_RETRY: Final = 30.0


@dataclass(slots=True, kw_only=True)
class Exchange:
    """What was posted, and how far its answer has come; one that posts nothing is a stream for whatever comes."""

    raw: bytes = b""
    messages: list[dict[str, Json]] = field(default_factory=list)
    owed: dict[str, Json] = field(default_factory=dict)
    """The ids of the requests that are not answered yet, by their canonical text."""
    last_event: bytes | None = None
    """From where a stream that broke can be resumed."""
    retry: float = 1.0
    """Seconds before that is tried, as the server says."""
    status: int = 0
    resent: bool = False
    """Whether it was posted again, to where the older transport takes it."""
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)

    @classmethod
    def of(cls, raw: bytes) -> Self:
        """Return the exchange that a message, or a batch of them, begins."""
        messages = list(messages_in(raw))
        ids = [message["id"] for message in messages if "id" in message and "method" in message]
        return cls(raw=raw, messages=messages, owed={id_key(one): one for one in ids})

    def has(self, method: str) -> bool:
        """Whether a message of this method is among what is posted."""
        return any(message.get("method") == method for message in self.messages)

    @property
    def version(self) -> str | None:
        """The protocol version that the message itself names: there is no session then."""
        return version_of(self.messages[0]) if len(self.messages) == 1 else None

    @property
    def is_notification(self) -> bool:
        """Whether nothing is answered to it, and it answers nothing itself."""
        return bool(self.messages) and all("method" in one and "id" not in one for one in self.messages)

    def settle(self, message: Mapping[str, Json]) -> None:
        """Note that an answer has come."""
        if "method" not in message and "id" in message:
            self.owed.pop(key_among(self.owed, message["id"]), None)

    def error_in(self, body: bytes) -> bytes | None:
        """Return the answer that the body of an error status is; one without an id is to the only request there is."""
        answers = [one for one in messages_in(body) if "error" in one or "result" in one]
        if not answers or not self.owed:
            return None
        if len(answers) == 1 and answers[0].get("id") is None and len(self.owed) == 1:
            (only,) = self.owed.values()
            body = rewritten({**answers[0], "id": only})
            self.owed.clear()
        for answer in answers:
            self.settle(answer)
        return None if self.owed else body

    def wait_as(self, told: bytes | None) -> None:
        """Take over how long the server wants us to wait (in milliseconds) before a stream is resumed."""
        if told is not None and told.isdigit():
            self.retry = min(int(told[:9]) / 1000, _LONGEST_RETRY)


def messages_in(raw: bytes) -> Iterator[dict[str, Json]]:
    """Yield the messages of a JSON text; of what is nested too deeply only what is above, of what is no JSON none."""
    try:
        value = _value(raw)
    except UnreadableError:
        return
    yield from (one for one in (value if isinstance(value, list) else [value]) if isinstance(one, dict))


def _value(raw: bytes) -> Json:
    try:
        return decode(raw).value
    except TooDeepError:
        return decode(raw, cut=True).value


def settled(exchange: Exchange, raw: bytes) -> list[dict[str, Json]]:
    """Note the answers in what came. Returns the messages of the protocol, of which there may be none."""
    messages = [one for one in messages_in(raw) if one.keys() & {"id", "method"}]
    for message in messages:
        exchange.settle(message)
    return messages


def described(exchange: Exchange, schemas: Mapping[str, Json]) -> dict[str, str]:
    """Return the headers that repeat what a message without a session says; `schemas` are of the listed tools."""
    version = exchange.version
    if version is None:
        return {}
    message = exchange.messages[0]
    method, params = message.get("method"), message["params"]
    headers = {MCP_PROTOCOL_VERSION_HEADER: version}
    if not isinstance(method, str):
        return headers
    headers[MCP_METHOD_HEADER] = method
    name = params.get(NAME_BEARING_METHODS.get(method, ""))
    if isinstance(name, str):
        headers[MCP_NAME_HEADER] = name
    made = {key: encode_header_value(value) for key, value in headers.items()}
    arguments = params.get("arguments")
    if method == "tools/call" and name in schemas and isinstance(arguments, Mapping):
        made |= mcp_param_headers(x_mcp_header_map(schemas[name]), arguments)
    return made


def header_schemas(messages: Sequence[dict[str, Json]]) -> dict[str, Json]:
    """Return the schemas of listed tools of which arguments are repeated in headers."""
    results = [one.get("result") for one in messages]
    tools = [tool for result in results if isinstance(result, dict) for tool in _list(result.get("tools"))]
    return {
        tool["name"]: tool["inputSchema"]
        for tool in tools
        if isinstance(tool, dict) and isinstance(tool.get("name"), str) and isinstance(tool.get("inputSchema"), dict)
        if find_invalid_x_mcp_header(tool["inputSchema"]) is None and x_mcp_header_map(tool["inputSchema"])
    }


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []
