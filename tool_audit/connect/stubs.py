"""From a raw JSON-RPC reply: what it means for us, and the least that satisfies the SDK's session."""

from typing import Final

from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, LATEST_HANDSHAKE_VERSION, MODERN_PROTOCOL_VERSIONS

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


def stub(method: str, request_id: str | int, message: dict[str, Json]) -> dict[str, Json]:
    """Return the message that the session is given instead of `message`, as the reply to `request_id`."""
    envelope = {"jsonrpc": "2.0", "id": request_id}
    outcome = outcome_of(message)
    if isinstance(outcome, Refused):
        error = {"code": outcome.code, "message": outcome.message[:1000]}
        if outcome.data is not ABSENT and method in {"initialize", "server/discover"}:
            error["data"] = outcome.data
        return {**envelope, "error": error}
    return {**envelope, "result": _session_view(method, message["result"])}


def _session_view(method: str, result: Json) -> dict[str, Json]:
    said = result if isinstance(result, dict) else {}
    match method:
        case "initialize":
            return {
                "protocolVersion": _handshake_version(said.get("protocolVersion")),
                "capabilities": {},
                "serverInfo": {"name": "server", "version": "0"},
            }
        case "server/discover":
            offered = said.get("supportedVersions")
            versions = [v for v in offered if isinstance(v, str)] if isinstance(offered, list) else []
            return {
                "resultType": "complete",
                "supportedVersions": versions or list(MODERN_PROTOCOL_VERSIONS),
                "capabilities": {},
                "ttlMs": 0,
                "cacheScope": "private",
            }
        case _:
            return {"resultType": "complete", "content": [], "tools": [], "ttlMs": 0, "cacheScope": "private"}


def _handshake_version(said: Json) -> str:
    """Return the version that the session works by: the server's own where the SDK knows it, else the nearest."""
    if said in HANDSHAKE_PROTOCOL_VERSIONS:
        return str(said)
    oldest = HANDSHAKE_PROTOCOL_VERSIONS[0]
    return oldest if isinstance(said, str) and said < oldest else LATEST_HANDSHAKE_VERSION
