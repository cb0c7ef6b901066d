"""The bank over stdio: one JSON-RPC message a line in, one out, until stdin ends."""

import json
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, BinaryIO, Final

from tool_audit.demo.listing import TOOLS, checked
from tool_audit.demo.tools import FUNCTIONS, BadArgumentError

SERVER_INFO: Final = {"name": "bank", "version": "1.0"}
PROTOCOLS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602


class RequestError(Exception):
    """A request that is answered with a JSON-RPC error."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def serve(lines: Iterable[bytes], output: BinaryIO) -> None:
    """Answer each line that asks for an answer."""
    for line in lines:
        if not line.strip():
            continue
        reply = answer(line)
        if reply is not None:
            text = json.dumps(reply, ensure_ascii=False, separators=(",", ":"))
            # a lone surrogate cannot be UTF-8; with a backslash it is the JSON escape for itself
            output.write(text.encode(errors="backslashreplace") + b"\n")
            output.flush()


def answer(line: bytes) -> dict[str, Any] | None:
    """Return the reply to one message, or None where it asks for none."""
    try:
        message = json.loads(line)
    except ValueError:
        return _error(None, PARSE_ERROR, "the line is not JSON")
    if not isinstance(message, dict):
        return _error(None, INVALID_REQUEST, "a message must be an object")
    method, identifier = message.get("method"), message.get("id")
    if not isinstance(method, str):
        return _error(identifier, INVALID_REQUEST, "a request must have a method")
    if "id" not in message:
        return None
    try:
        result = _result(method, message.get("params", {}))
    except RequestError as error:
        return _error(identifier, error.code, error.message)
    return {"jsonrpc": "2.0", "id": identifier, "result": result}


def _result(method: str, params: Any) -> dict[str, Any]:
    if not isinstance(params, dict):
        raise RequestError(INVALID_PARAMS, "params must be an object")
    match method:
        case "initialize":
            asked = params.get("protocolVersion")
            return {
                "protocolVersion": asked if asked in PROTOCOLS else PROTOCOLS[-1],
                "capabilities": {"tools": {}},
                "serverInfo": SERVER_INFO,
            }
        case "ping":
            return {}
        case "tools/list":
            return {"tools": list(TOOLS)}
        case "tools/call":
            return _called(params.get("name"), params.get("arguments", {}))
        case _:
            raise RequestError(METHOD_NOT_FOUND, f"there is no method {method!r:.60}")


def _called(name: Any, arguments: Any) -> dict[str, Any]:
    tool = next((tool for tool in TOOLS if tool["name"] == name), None)
    if tool is None:
        known = ", ".join(FUNCTIONS)
        raise RequestError(INVALID_PARAMS, f"there is no tool {name!r:.60}; the tools are {known}")
    if not isinstance(arguments, dict):
        raise RequestError(INVALID_PARAMS, f"arguments must be an object, not {arguments!r:.60}")
    try:
        text, failed = FUNCTIONS[tool["name"]](**checked(tool, arguments)), False
    except BadArgumentError as error:
        text, failed = str(error), True
    return {"content": [{"type": "text", "text": text}], "isError": failed}


def _error(identifier: Any, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": identifier, "error": {"code": code, "message": message}}


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        serve(sys.stdin.buffer, sys.stdout.buffer)
