"""JSON-RPC lines as the guard reads and writes them."""

import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tool_audit import lazy_re
from tool_audit.guard.decide import Refusal
from tool_audit.guard.policy import plain_name
from tool_audit.model import Json, canonical

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
INVALID_PARAMS: Final = -32602
SERVER_ENDED: Final = -32000
_VERSION: Final = "io.modelcontextprotocol/protocolVersion"
_ENVELOPE: Final = frozenset({"jsonrpc", "id", "method", "params", "name", "arguments"})
"""Names that a lenient server also reads in capitals, and in other forms of a letter."""
_CALL: Final = "tools/call"
_STRING_OR_INFINITY: Final = lazy_re.compile(r'"(?:[^"\\]++|\\.)*+"|Infinity')


class UnreadableError(Exception):
    """What a client sent cannot be judged: it is no JSON, or it can be read in two ways."""

    def __init__(self, code: int, reason: str, request_id: Json = None) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.request_id = request_id


@dataclass(slots=True)
class _Twice:
    """Whether an object of a message names a member twice: the last counts for some servers, the first for others."""

    names: set[str] = field(default_factory=set)

    def object(self, pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            self.names |= {name for name, _ in pairs if sum(name == other for other, _ in pairs) > 1}
        return made


def read_from_client(raw: bytes) -> list[Json]:
    """Return the messages of a line, each as every server would read it. Raises UnreadableError."""
    twice = _Twice()
    try:
        # bytes would be read as UTF-16, too, in which a server would see another message
        value = json.loads(raw.decode("utf-8", "surrogatepass"), object_pairs_hook=twice.object)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(PARSE_ERROR, f"Parse error: {error}") from None
    messages = value if isinstance(value, list) else [value]
    for message in messages:
        if isinstance(message, list):
            raise UnreadableError(INVALID_REQUEST, "Invalid request: a batch is a list of objects")
        if isinstance(message, Mapping) and (why := _misread(message) or _ambiguous(message, twice.names)):
            raise UnreadableError(INVALID_REQUEST, f"Invalid request: {why}", message.get("id"))
    return messages


def _misread(message: Mapping[str, Json]) -> str:
    """Return why a message is none of the protocol's, and still a call for a server that takes any kind of value."""
    method = message.get("method", "")
    if not isinstance(method, str):
        return "the method must be a string"
    if method != _CALL:
        return f"{method!r} could be read as {_CALL!r}" if plain_name(method) == _CALL else ""
    params = message.get("params")
    if params is not None and not isinstance(params, Mapping):
        return "params must be an object"
    return "" if params is None or isinstance(params.get("name", ""), str) else "the name of a tool must be a string"


def _ambiguous(message: Mapping[str, Json], twice: set[str]) -> str:
    """Return why a message could be a call that is not the one we see; only calls are looked at so closely."""
    params = message.get("params")
    calls = message.get("method") == _CALL
    inner = params if calls and isinstance(params, Mapping) else {}
    for name in (*message, *inner):
        if name not in _ENVELOPE and plain_name(name) in _ENVELOPE:
            return f"{name!r} could be read as {plain_name(name)!r}"
    if twice and (calls or twice & _ENVELOPE):
        return f"{min(twice)!r} is there twice"
    return ""


def id_key(request_id: Json) -> str:
    """Return one text for an id, whichever way its number is written."""
    whole = isinstance(request_id, float) and request_id.is_integer()
    return canonical(int(request_id) if whole else request_id)


def other_key(key: str) -> str:
    """Return the key of the id that some servers answer in its place: a number as a text, or the other way round."""
    inner = key.removeprefix('"').removesuffix('"')
    return inner if inner != key else f'"{key}"'


def key_among(keys: Container[str], request_id: Json) -> str:
    """Return the key of the request that an answer is to, of those that wait under these keys."""
    key = id_key(request_id)
    return other_key(key) if key not in keys and other_key(key) in keys else key


def one_line(message: bytes) -> bytes:
    """Return a JSON text without line breaks, for who reads lines: within one, a line could be a call of its own."""
    return message.replace(b"\n", b" ").replace(b"\r", b" ")


def result_line(request_id: Json, result: Json) -> bytes:
    """Return an answer with a result."""
    return _line({"jsonrpc": "2.0", "id": request_id, "result": result})


def error_line(request_id: Json, code: int, message: str, data: Json = None) -> bytes:
    """Return an answer with an error."""
    error = {"code": code, "message": message} | ({} if data is None else {"data": data})
    return _line({"jsonrpc": "2.0", "id": request_id, "error": error})


def version_of(message: Mapping[str, Json]) -> str | None:
    """Return the protocol version that a request itself names, as those do for which there are no sessions."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, Mapping) else None
    version = meta.get(_VERSION) if isinstance(meta, Mapping) else None
    return version if isinstance(version, str) else None


def refusal_line(request_id: Json, refusal: Refusal, *, as_error: bool, is_typed: bool) -> bytes:
    """Return the answer to a call that is refused: a result with isError, or an error of the protocol.

    `is_typed`: the caller's version of the protocol has results that say what they are.
    """
    if as_error:
        return error_line(request_id, INVALID_PARAMS, refusal.message, refusal.body)
    text = [{"type": "text", "text": refusal.message}]
    result = {"content": text, "structuredContent": refusal.body, "isError": True}
    return result_line(request_id, {"resultType": "complete", **result} if is_typed else result)


def rewritten(message: Json) -> bytes:
    """Return a message that we changed."""
    return _line(message)


def _line(message: Json) -> bytes:
    # ASCII: a lone surrogate of a server's text is no UTF-8
    text = json.dumps(message, ensure_ascii=True, separators=(",", ":"))
    if "Infinity" in text:  # a number like 1e400, of which json makes what is no JSON
        text = _STRING_OR_INFINITY.sub(lambda found: "1e999" if found[0] == "Infinity" else found[0], text)
    return text.encode("ascii")
