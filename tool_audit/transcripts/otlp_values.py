"""Spans as OTLP writes them in JSON: their attributes as plain values, their times, and what is recorded in them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tool_audit.model import Json, Outcome, Refused, Replied, TimedOut, ToolFailed, canonical
from tool_audit.transcripts.pieces import first_of, json_in, result_of, text_in

_DEEPEST: Final = 40
_NANO: Final = 1e9
_LONGEST_NUMBER: Final = 20
_ERRORS: Final = (2, "STATUS_CODE_ERROR")
_CODES: Final = ("rpc.response.status_code", "rpc.jsonrpc.error_code", "error.type")


@dataclass(slots=True, kw_only=True, eq=False)
class Span:
    """One span that tells of a model, an agent or a tool."""

    trace: str
    id: str
    parent: str
    kind: Json
    start: float | None
    end: float | None
    attributes: dict[str, Json]
    raw: dict[str, Json]
    service: str = ""

    operation: str = field(init=False)
    is_mcp: bool = field(init=False)
    tool: str = field(init=False)
    """The name of the tool that it is a call of; empty where it is none."""

    def __post_init__(self) -> None:
        """Look once at what all ask for again and again."""
        self.operation = text_in(self.attributes, "gen_ai.operation.name")
        self.is_mcp = self.attributes.get("mcp.method.name") == "tools/call"
        self.tool = self._tool() if self.is_mcp or self.operation == "execute_tool" else ""

    def _tool(self) -> str:
        told = text_in(self.attributes, "gen_ai.tool.name", "mcp.tool.name")
        if told:
            return told
        operation, _, name = text_in(self.raw, "name").partition(" ")
        return name if operation in ("execute_tool", "tools/call") else ""


def spans_in(document: dict[str, Json]) -> Iterator[tuple[dict[str, Json], str]]:
    """Yield the spans of a document, each with the name of the service that made it."""
    for resource in objects(document.get("resourceSpans")):
        told = resource.get("resource")
        service = text_in(attributes_of(told.get("attributes")), "service.name") if isinstance(told, dict) else ""
        for scope in objects(first_of(resource, ("scopeSpans", "instrumentationLibrarySpans"))):
            for span in objects(scope.get("spans")):
                yield span, service


def objects(value: Json) -> list[dict[str, Json]]:
    """Return what are objects in a list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def attributes_of(entries: Json) -> dict[str, Json]:
    """Return attributes as a plain object."""
    found = {}
    for entry in objects(entries):
        key = entry.get("key")
        if isinstance(key, str):
            found[key] = _value(entry.get("value"))
    return found


def _value(value: Json, depth: int = 0) -> Json:
    if not isinstance(value, dict) or depth > _DEEPEST:
        return None
    for kind, told in value.items():
        if kind == "intValue":
            return _whole(told)
        if kind in ("arrayValue", "kvlistValue"):
            inner = told.get("values") if isinstance(told, dict) else None
            if kind == "arrayValue":
                return [_value(one, depth + 1) for one in inner] if isinstance(inner, list) else []
            pairs = [(one.get("key"), one.get("value")) for one in objects(inner)]
            return {key: _value(one, depth + 1) for key, one in pairs if isinstance(key, str)}
        if kind in ("stringValue", "boolValue", "doubleValue", "bytesValue"):
            return told
    return None


def _whole(value: Json) -> int | None:
    """Return a whole number, which is a text in OTLP."""
    if isinstance(value, str) and len(value) <= _LONGEST_NUMBER and value.removeprefix("-").isdecimal():
        value = int(value)
    is_whole = isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**64
    return value if is_whole else None


def moment_of(value: Json) -> float | None:
    """Return a time in nanoseconds as seconds; 0 is none."""
    number = _whole(value)
    return number / _NANO if number else None


def structured(value: Json) -> Json:
    """Return what may be recorded as an object or as the JSON text of one."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        inner = json_in(value)
        return inner if isinstance(inner, dict | list) else value
    return value


def outcome_of(span: Span) -> Outcome:
    """Return what came of a call. Where the result is not recorded it is None, or the message that the status has."""
    error = span.attributes.get("error.type")
    status = span.raw.get("status")
    status = status if isinstance(status, dict) else {}
    result = result_in(span.attributes.get("gen_ai.tool.call.result"))
    is_error = isinstance(result, dict) and result.get("isError") is True
    if not is_error and error is None and status.get("code") not in _ERRORS:
        return Replied(result=result)
    message = text_in(status, "message") or _thrown(span)
    if error == "timeout":
        return TimedOut(limit=max(0.0, (span.end or 0.0) - (span.start or 0.0)))
    code = None if is_error else next((one for key in _CODES if (one := _code(span.attributes.get(key)))), None)
    if code is not None:
        return Refused(code=code, message=message)
    if result is None and message:
        result = {**result_of(message), "isError": True}
    return ToolFailed(result=result)


def _code(value: Json) -> int | None:
    """Return the code of a JSON-RPC error; other codes, such as those of HTTP, are not negative."""
    number = _whole(value)
    return number if number is not None and number < 0 else None


def result_in(value: Json) -> Json:
    """Return a recorded result as a tool of MCP would give it; None where none is recorded."""
    if value is None:
        return None
    told = structured(value)
    if isinstance(told, dict) and isinstance(told.get("content"), list):
        return told
    return result_of(value if isinstance(value, str) else canonical(value))


def _thrown(span: Span) -> str:
    for event in objects(span.raw.get("events")):
        if event.get("name") == "exception":
            return text_in(attributes_of(event.get("attributes")), "exception.message")
    return ""
