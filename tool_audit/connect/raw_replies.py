"""What a raw JSON-RPC reply says, and whose it is, however oddly it is written."""

from typing import Final

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Json, Outcome, Refused, Replied, ToolFailed

_ID: Final = lazy_re.compile(rb'"id"\s*:\s*(\d{1,18}|"[^"\\]{1,64}")')
_ENDS: Final = 400
"""Bytes at either end of an unreadable reply in which its id is looked for."""

_OPENING: Final = {b"{", b"["}

_LARGEST_CODE: Final = 2**63


def request_key(request_id: Json) -> str | int:
    """Return one key for all the ways in which servers send the same id back (7, "7", 7.0)."""
    match request_id:
        case bool() | None:
            return repr(request_id)
        case int():
            return request_id
        case float() if request_id.is_integer():
            return int(request_id)
        case str():
            return int(request_id) if request_id.isdecimal() and len(request_id) <= 18 else request_id
        case _:
            return repr(type(request_id))


def means_protocol(raw: bytes) -> bool:
    """Return whether a line that is no JSON was at least meant to be a protocol message, and does not quote one."""
    return raw[:_ENDS].lstrip(b"\xef\xbb\xbf \t")[:1] in _OPENING and b'"jsonrpc"' in raw[:_ENDS] + raw[-_ENDS:]


def ids_named_in(raw: bytes) -> list[str | int]:
    """Return the request ids that an unreadable message seems to name."""
    if not means_protocol(raw):
        return []
    found = _ID.findall(raw[:_ENDS]) + _ID.findall(raw[-_ENDS:])
    return [request_key(text.decode("ascii", "replace").strip('"')) for text in found]


def outcome_of(message: dict[str, Json]) -> Outcome:
    """Return what a reply says: a result, a failed tool, or a refusal."""
    error = message.get("error")
    if error is None and "result" in message:
        result = message["result"]
        failed = isinstance(result, dict) and result.get("isError") is True
        return ToolFailed(result=result) if failed else Replied(result=result)
    if not isinstance(error, dict):
        return Refused(code=0, message="" if error is None else str(error))
    code = error.get("code")
    text = error.get("message")
    return Refused(
        code=code if type(code) is int and abs(code) < _LARGEST_CODE else 0,
        message=text if isinstance(text, str) else "",
        data=error.get("data", ABSENT),
    )
