"""The least that satisfies the SDK's session, in the place of a raw reply."""

from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, LATEST_HANDSHAKE_VERSION, MODERN_PROTOCOL_VERSIONS

from tool_audit.connect.raw_replies import outcome_of
from tool_audit.model import ABSENT, Json, Refused


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
