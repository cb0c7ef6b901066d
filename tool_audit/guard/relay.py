"""What passes between one client and one server: each message is passed on as it came, answered here, or changed.

Knows nothing of pipes and ports: bytes of whole messages in, bytes of whole messages out, without their newline.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from hashlib import sha256
from time import monotonic
from typing import Final

from tool_audit.connect.decoding import UnreadableError as NoJsonError
from tool_audit.connect.decoding import decode
from tool_audit.connect.raw_replies import ids_named_in
from tool_audit.guard.contract import tightened
from tool_audit.guard.decide import Refusal, names_of, refusal_of
from tool_audit.guard.entry import Entry, Log
from tool_audit.guard.listed import drifts
from tool_audit.guard.messages import (
    SERVER_ENDED,
    UnreadableError,
    error_line,
    id_key,
    key_among,
    read_from_client,
    refusal_line,
    rewritten,
    version_of,
)
from tool_audit.guard.over import Size, over, size_of, text_size
from tool_audit.guard.policy import GuardPolicy
from tool_audit.listing import listing_from_json
from tool_audit.measure import TokenCounter
from tool_audit.model import Json, ToolSpec, canonical

_LIST: Final = "tools/list"
_TASKS: Final = frozenset({"tasks/result", "tasks/get"})
"""What answers with the result of a call that was made before."""
_MOST_WAITING: Final = 100_000
"""Requests of the client that are remembered until they are answered."""


@dataclass(slots=True, kw_only=True)
class Passed:
    """What becomes of bytes: on their way, and back to where they came from."""

    on: list[bytes] = field(default_factory=list)
    back: list[bytes] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Waiting:
    """A request of the client that was passed on."""

    request_id: Json
    method: str
    began: float
    entry: Entry | None = None
    arguments: Json = None
    is_typed: bool = False
    """Whether results say what they are in its version of the protocol."""
    is_cancelled: bool = False
    times: int = 1
    """How many requests with this id wait: each answer is held to what any of them is held to."""
    tools: frozenset[str] = frozenset()
    """The tools that they call, of those with a policy."""

    def joined(self, other: "_Waiting") -> "_Waiting":
        """Return this and a later request under the same id as one."""
        counts = self.entry is not None or self.method == _LIST
        kept = self if counts and other.entry is None else other
        return replace(kept, times=self.times + other.times, tools=self.tools | other.tools)


class Relay:
    """One client's way to one server, with the state that both sides share."""

    def __init__(
        self, policy: GuardPolicy, counter: TokenCounter, log: Log, clock: Callable[[], float] = monotonic
    ) -> None:
        self._policy = policy
        self._counter = counter
        self._log = log
        self._clock = clock
        self._waiting: OrderedDict[str, _Waiting] = OrderedDict()
        self._listed: list[ToolSpec] | None = []
        """What the server has listed so far; None when that was compared with the policy."""

    @property
    def waits(self) -> bool:
        """Whether a request of the client was passed on and is not answered yet."""
        return any(not one.is_cancelled for one in self._waiting.values())

    def from_client(self, raw: bytes) -> Passed:
        """Take one line (or one body) of the client."""
        try:
            messages = read_from_client(raw)
        except UnreadableError as error:
            return Passed(back=[error_line(error.request_id, error.code, error.reason)])
        refused = [self._refused(message) for message in messages]
        if not any(refused):
            for message in messages:
                self._remember(message)
            return Passed(on=[raw])
        left = [message for message, answer in zip(messages, refused, strict=True) if answer is None]
        for message in left:
            self._remember(message)
        return Passed(on=[rewritten(left)] if left else [], back=[answer for answer in refused if answer])

    def from_server(self, raw: bytes) -> bytes:
        """Take one message of the server, and return what the client is given for it."""
        try:
            value = decode(raw).value
        except NoJsonError:
            return self._unreadable(raw)
        messages = value if isinstance(value, list) else [value]
        given = [self._answer(message) for message in messages]
        if all(new is old for new, old in zip(given, messages, strict=True)):
            return raw
        return rewritten(given if isinstance(value, list) else given[0])

    def _unreadable(self, raw: bytes) -> bytes:
        """Pass on what only another reader may read, unless it answers a call and is over the ceiling as it stands."""
        keys = dict.fromkeys(key_among(self._waiting, one) for one in ids_named_in(raw))
        named = [self._waiting[key] for key in keys if key in self._waiting]
        waiting = next((one for one in named if one.entry is not None), None)
        if waiting is None:
            return raw
        self._answered(waiting.request_id)
        given = self._held({"id": waiting.request_id}, waiting, text_size(raw, self._counter), "unreadable")
        return raw if given is None else given

    def oversized(self) -> list[bytes]:
        """Return an answer for every call that is waiting: one of them was answered with more than can be held."""
        return self._give_up("reply-refused", "answered one of its calls with more than the guard can hold")

    def server_ended(self, reason: str) -> list[bytes]:
        """Return an answer for every request that the server will not answer any more."""
        return self._give_up("server-ended", reason)

    def _give_up(self, outcome: str, reason: str) -> list[bytes]:
        lines = []
        for waiting in self._waiting.values():
            lines.append(error_line(waiting.request_id, SERVER_ENDED, f"The server behind the guard {reason}."))
            self._done(waiting, outcome, None)
        self._waiting.clear()
        return lines

    def _refused(self, message: Json) -> bytes | None:
        """Return the answer to a call that is not passed on; None for everything else."""
        if not isinstance(message, dict) or message.get("method") != "tools/call":
            return None
        name, arguments = _called(message)
        refusal = refusal_of(self._policy, name, arguments)
        if refusal is None:
            return None
        self._log.call(replace(_entry(name, arguments), outcome="refused", refused_by=refusal.line))
        is_typed = version_of(message) is not None
        return refusal_line(message.get("id"), refusal, as_error=self._policy.as_error, is_typed=is_typed)

    def _remember(self, message: Json) -> None:
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            return
        if "id" not in message:
            self._note_cancelled(message)
            return
        name, arguments = _called(message)
        calls = message["method"] == "tools/call"
        tool = self._policy.of(name) if calls else None
        key = id_key(message["id"])
        waiting = _Waiting(
            request_id=message["id"],
            method=message["method"],
            began=self._clock(),
            entry=_entry(name, arguments) if calls else None,
            arguments=arguments,
            is_typed=version_of(message) is not None,
            tools=frozenset() if not calls else frozenset({tool.name if tool is not None else ""}),
        )
        self._waiting[key] = self._waiting[key].joined(waiting) if key in self._waiting else waiting
        while len(self._waiting) > _MOST_WAITING:
            self._waiting.popitem(last=False)

    def _note_cancelled(self, message: dict[str, Json]) -> None:
        """Note that nobody waits for a request any more; whatever is answered all the same is held to its lines."""
        params = message.get("params")
        if message["method"] == "notifications/cancelled" and isinstance(params, dict):
            key = id_key(params.get("requestId"))
            if key in self._waiting:
                self._waiting[key] = replace(self._waiting[key], is_cancelled=True)

    def _answered(self, request_id: Json) -> _Waiting | None:
        """Take note of an answer. Returns what it answers."""
        key = key_among(self._waiting, request_id)
        waiting = self._waiting.pop(key, None)
        if waiting is not None and waiting.times > 1:
            self._waiting[key] = replace(waiting, times=waiting.times - 1)
        return waiting

    def _answer(self, message: Json) -> Json:
        """Return what the client gets for a message of the server: the same object where nothing is changed."""
        if not isinstance(message, dict) or "id" not in message:
            return message
        if "method" in message and not message.keys() & {"result", "error"}:
            return message
        waiting = self._answered(message["id"])
        result = message.get("result")
        if waiting is not None and waiting.method == _LIST and isinstance(result, dict):
            return self._tightened(message, result)
        if waiting is not None and waiting.entry is None and waiting.method not in _TASKS:
            return message
        return self._measured(message, waiting)

    def _tightened(self, message: Json, result: dict[str, Json]) -> Json:
        tools = result.get("tools")
        if not isinstance(tools, list):
            return message
        self._compare(tools, is_last=not result.get("nextCursor"))
        made = [tightened(self._policy, entry) for entry in tools]
        if all(new is old for new, old in zip(made, tools, strict=True)):
            return message
        return {**message, "result": {**result, "tools": made}}

    def _compare(self, tools: list[Json], *, is_last: bool) -> None:
        """Tell the operator once where the policy and the list of the server do not agree."""
        if self._listed is None:
            return
        self._listed += listing_from_json({"tools": tools}, self._policy.server).tools
        if is_last:
            for drift in drifts(self._policy, self._listed):
                self._log.note(drift.message)
            self._listed = None

    def _measured(self, message: Json, waiting: _Waiting | None) -> Json:
        """Hold a reply against the ceiling. It is not cut: a caller would take a part for all there is."""
        result = message.get("result")
        outcome = "error" if "error" in message else "replied"
        if isinstance(result, dict) and result.get("isError") is True:
            outcome = "tool-error"
        given = self._held(message, waiting, size_of(message, self._counter), outcome)
        return message if given is None else decode(given).value

    def _held(self, message: dict[str, Json], waiting: _Waiting | None, size: Size, outcome: str) -> bytes | None:
        """Return the refusal of a reply that is over the ceiling; None where it is passed on."""
        name = waiting.entry.tool if waiting is not None and waiting.entry is not None else ""
        arguments = waiting.arguments if waiting is not None else None
        tools = waiting.tools if waiting is not None else frozenset[str]()
        names = [name, *sorted(tools)] if len(tools) > 1 else [name]
        refusal = next((found for one in names if (found := over(self._policy, one, arguments, size))), None)
        self._done(waiting, outcome if refusal is None else "reply-refused", size, refusal)
        if refusal is None:
            return None
        is_typed = waiting is not None and waiting.is_typed
        return refusal_line(message["id"], refusal, as_error=self._policy.as_error, is_typed=is_typed)

    def _done(self, waiting: _Waiting | None, outcome: str, size: Size | None, refusal: Refusal | None = None) -> None:
        if waiting is None or waiting.entry is None:
            return
        self._log.call(
            replace(
                waiting.entry,
                outcome=outcome,
                chars=None if size is None else size.chars,
                tokens=None if size is None else size.tokens,
                milliseconds=round((self._clock() - waiting.began) * 1000, 3),
                refused_by=None if refusal is None else refusal.line,
                warned=size is not None and size.tokens > self._policy.ceiling.warn_tokens,
            )
        )


def _called(message: dict[str, Json]) -> tuple[str, Json]:
    params = message.get("params")
    inner = params if isinstance(params, dict) else {}
    name = inner.get("name")
    return name if isinstance(name, str) else "", inner.get("arguments")


def _entry(name: str, arguments: Json) -> Entry:
    text = canonical(arguments if arguments is not None else {})
    return Entry(tool=name, arguments=names_of(arguments), digest=sha256(text.encode()).hexdigest()[:16])
