"""Tools of many kinds of servers, and what a careful person would say of them.

A line of readers.txt or writers.txt: the name, arguments in parentheses, a hint in brackets (ro, rw: readOnlyHint;
destr: destructiveHint), a bar, and what the tool says of itself.
"""

import re
from pathlib import Path

from builders import tool

from tool_audit.model import Json, ToolSpec

_LINE = re.compile(r"(?P<name>[^(|]+)\((?P<arguments>[^)]*)\)\s*(?:\[(?P<hint>\w+)\])?\s*\|\s*(?P<told>.*)")
_HINTS = {"ro": {"readOnlyHint": True}, "rw": {"readOnlyHint": False}, "destr": {"destructiveHint": True}}


def tools(table: str) -> list[ToolSpec]:
    """The tools of a table beside this file; all arguments are strings."""
    text = Path(__file__).with_name(table).read_text(encoding="utf-8")
    return [_tool(line) for line in text.splitlines()]


def _tool(line: str) -> ToolSpec:
    found = _LINE.fullmatch(line)
    assert found is not None, line
    arguments: dict[str, Json] = {name.strip(): {"type": "string"} for name in found["arguments"].split(",") if name}
    return tool(
        found["name"], arguments, description=found["told"].strip(), annotations=_HINTS.get(found["hint"] or "", {})
    )
