"""The tap between a transport and the SDK's session: it keeps what came, and hands on only what the session can bear.

The SDK negotiates, correlates and authenticates; it also validates replies, and so loses what a sloppy server sent,
and takes its time over large ones. So the session gets a stub for each reply, and we keep the raw one.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final, TypeAlias

import anyio
from mcp_types import JSONRPCMessage, JSONRPCNotification, JSONRPCRequest

from tool_audit.connect.decoding import Decoded, TooDeepError, UnreadableError, decode
from tool_audit.connect.noise import CountedLines, Stage
from tool_audit.connect.raw_replies import ids_named_in, means_protocol, outcome_of, request_key
from tool_audit.connect.stubs import stub
from tool_audit.model import Json, NoReply, Outcome, Refused, Replied, TooLarge

Envelope: TypeAlias = dict[str, Json]

_current: ContextVar["Exchange | None"] = ContextVar("exchange", default=None)

_MOST_ASKED: Final = 1000
"""Requests of the server that are answered per session; a flood beyond that is not."""

_GREETINGS: Final = frozenset({"initialize", "server/discover"})

_ANSWERED: Final = frozenset({"ping", "roots/list", "sampling/createMessage", "elicitation/create"})


@dataclass(slots=True, kw_only=True)
class Exchange:
    """One request of ours and what came back, filled in by the tap."""

    method: str
    params: Mapping[str, Json] | None = None
    request_id: str | int = 0
    outcome: Outcome | None = None
    http_status: int | None = None
    """The HTTP status, where it was an error without a protocol message in its body."""
    retry_after: float | None = None
    """The seconds after which the server, in such an answer, asks us to come back."""
    progress: int = 0
    """How often the server said that it is at work on this."""
    bytes: int = 0
    suspicious: bool = False
    """The raw bytes hold a secret, or escapes that may hide one."""
    sent: float = field(default_factory=perf_counter)
    received: float = 0.0
    waiting: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    """Cancelled where the session will never be given a reply."""


class Tap:
    """What goes out is noted, what comes in is kept. Calls in flight are told apart by request id."""

    def __init__(self, *, limit: int, needles: tuple[bytes, ...] = ()) -> None:
        self.limit = limit
        self.noise = CountedLines()
        self.remarks: dict[str, int] = {}
        """What had to be overlooked -> how often."""
        self.asked: dict[str, int] = {}
        """What the server asked of us -> how often."""
        self.spoke = False
        """Whether any protocol message ever came."""
        self.http_status: int | None = None
        """The last HTTP status of 400 or more whose body was no protocol message."""
        self.challenge = ""
        """What the last 401 or 403 said that it wants: its WWW-Authenticate."""
        self._needles = needles
        self._pending: dict[str | int, Exchange] = {}

    @contextmanager
    def listening(self, exchange: Exchange) -> Iterator[None]:
        """Within this block, the requests that this task sends belong to `exchange`."""
        token = _current.set(exchange)
        try:
            yield
        finally:
            _current.reset(token)
            self._pending = {key: other for key, other in self._pending.items() if other is not exchange}

    def outgoing(self, message: JSONRPCMessage) -> bool:
        """Note a message of ours; return whether it should be sent."""
        if isinstance(message, JSONRPCNotification):
            # a call that we gave up is followed by a new session: nobody would read the courtesy
            return message.method != "notifications/cancelled"
        if isinstance(message, JSONRPCRequest) and (exchange := _current.get()) is not None:
            exchange.method = message.method
            exchange.request_id = message.id
            exchange.sent = perf_counter()
            if exchange.params is not None:
                # the SDK's models drop and reshape values; what is sent is what the probe says
                said = message.params or {}
                message.params = {**said, **exchange.params}
                if message.method == "tools/call":
                    # without a token, a server at work must not say so
                    message.params["_meta"] = {**(said.get("_meta") or {}), "progressToken": message.id}
            self._pending[request_key(message.id)] = exchange
        return True

    def incoming(self, raw: bytes, request_id: Json = None) -> list[Envelope]:
        """Take one message as it came; return what the session should be given for it.

        `request_id`: the request that it came in answer to, where the transport knows.
        """
        received = perf_counter()
        try:
            decoded = self._decoded(raw)
        except UnreadableError as error:
            self._unreadable(raw, str(error), request_id)
            return []
        if decoded.remark:
            self.remark(decoded.remark)
        messages = decoded.value if isinstance(decoded.value, list) and decoded.value else [decoded.value]
        readable = [message for message in messages if isinstance(message, dict)]
        if not readable:
            self._strange(raw, request_id)
            return []
        passed = (self._take(message, raw, received, request_id) for message in readable)
        return [envelope for envelope in passed if envelope is not None]

    def _decoded(self, raw: bytes) -> Decoded:
        try:
            return decode(raw)
        except TooDeepError:
            # one bad definition must not cost the other tools their audit; a reply is measured whole or not at all
            if any(exchange.method == "tools/call" for exchange in self._pending.values()):
                raise
            return decode(raw, cut=True)

    def oversized(self, request_id: Json = None) -> None:
        """Note that a reply went over the limit: to this request, or to whichever is waiting."""
        self.fail(TooLarge(limit=self.limit), request_id)

    def fail(self, outcome: Outcome, request_id: Json = None) -> None:
        """Note that no reply will come: to this request, or to any that is waiting."""
        keys = list(self._pending) if request_id is None else [request_key(request_id)]
        for key in keys:
            if (exchange := self._pending.pop(key, None)) is not None:
                exchange.outcome = outcome
                exchange.received = perf_counter()
                exchange.waiting.cancel()

    def remark(self, text: str) -> None:
        """Count something that had to be overlooked."""
        self.remarks[text] = self.remarks.get(text, 0) + 1

    def _take(self, message: Envelope, raw: bytes, received: float, request_id: Json) -> Envelope | None:
        if isinstance(method := message.get("method"), str):
            return self._asked(message, method, raw)
        if "id" not in message or not ("result" in message or "error" in message):
            self._strange(raw, request_id, message=message)
            return None
        self.spoke = True
        exchange = self._answered(message["id"], request_id)
        if exchange is None:
            self.remark("a reply to no request of ours")
            return None
        exchange.received = received
        exchange.bytes = len(raw) + 1
        exchange.outcome = outcome_of(message)
        if exchange.method in _GREETINGS and isinstance(exchange.outcome, Replied):
            self.noise.stage = Stage.SERVING
        exchange.suspicious = b"\\u00" in raw or any(needle in raw for needle in self._needles)
        return stub(exchange.method, exchange.request_id, message)

    def _answered(self, named: Json, request_id: Json) -> Exchange | None:
        """Return the exchange that a reply is for: by the id that it names, else by the one it came in answer to."""
        exchange = self._pending.pop(request_key(named), None)
        if exchange is None and request_id is not None:
            self.remark("a reply with the id of another request")
            exchange = self._pending.pop(request_key(request_id), None)
        if exchange is None and named is None and len(self._pending) == 1:
            # the server could not read the id; there is only one that it can mean
            _, exchange = self._pending.popitem()
        return exchange

    def _asked(self, message: Envelope, method: str, raw: bytes) -> Envelope | None:
        if "id" not in message:
            self.spoke = self.spoke or method.startswith("notifications/")
            if method == "notifications/progress":
                self._note_progress(message.get("params"))
            return None
        if method not in _ANSWERED:
            if self.spoke:
                self.remark("a request that no client is asked")
            else:
                # our own words echoed, as likely as not
                self.noise.add(raw)
            return None
        self.spoke = True
        self.asked[method] = self.asked.get(method, 0) + 1
        return message if sum(self.asked.values()) <= _MOST_ASKED else None

    def _note_progress(self, params: Json) -> None:
        token = params.get("progressToken") if isinstance(params, dict) else None
        exchange = self._pending.get(request_key(token))
        if exchange is None and len(self._pending) == 1:
            (exchange,) = self._pending.values()
        if exchange is not None:
            exchange.progress += 1

    def _unreadable(self, raw: bytes, why: str, request_id: Json) -> None:
        named = [key for key in ids_named_in(raw) if key in self._pending]
        if named or request_id is not None:
            self.fail(NoReply(reason=f"its reply could not be read: {why}"), named[0] if named else request_id)
        elif means_protocol(raw):
            self.remark("a message that could not be read")
        else:
            self.noise.add(raw)

    def _strange(self, raw: bytes, request_id: Json, *, message: Envelope | None = None) -> None:
        if message is not None and "jsonrpc" in message:
            self.remark("a message without method, result or error")
        else:
            self.noise.add(raw)
        if request_id is not None:
            self.fail(NoReply(reason="it answered with JSON that is no JSON-RPC message"), request_id)

    def refused(self, status: int, text: str, request_id: Json, retry_after: float | None = None) -> None:
        """Note that the HTTP answer to this request was an error status with no protocol message in it."""
        self.http_status = status
        if (exchange := self._pending.get(request_key(request_id))) is not None:
            exchange.http_status = status
            exchange.retry_after = retry_after
        self.fail(Refused(code=status, message=text), request_id)

    def challenged(self, status: int, challenge: str) -> None:
        """Note that the HTTP answer was a 401 or 403, with or without a protocol message in it."""
        self.http_status = status
        self.challenge = challenge
