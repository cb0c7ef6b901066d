"""A server with one planted fault in each tool, and two tools without any. All are annotated as reading."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "fixtures"))

from stdio_server import ToolError, compact, definition, serve

NUMBER = {"type": "integer", "minimum": 1, "maximum": 100, "default": 10, "description": "How many to return."}
CLOSED = {"additionalProperties": False}


def _rows(count: int, start: int = 0, **more: object) -> list[dict]:
    return [{"id": f"n-{number:03}", "title": f"Note {number}", **more} for number in range(start, start + count)]


def _checked(arguments: dict, known: set[str]) -> dict:
    for name, value in arguments.items():
        if name not in known:
            raise ToolError(f"unknown argument {name!r}: takes {', '.join(sorted(known)) or 'none'}")
        if name in {"limit", "offset"} and (not isinstance(value, int) or isinstance(value, bool)):
            raise ToolError(f"{name} must be an integer, not {compact(value)}: send 10, for instance")
    return arguments


def _limit(arguments: dict) -> int:
    limit = _checked(arguments, {"limit", "offset"}).get("limit", 10)
    if not 1 <= limit <= 100:
        raise ToolError(f"limit must be between 1 and 100, not {limit}")
    return limit


def _huge(arguments: dict) -> str:
    detail = _checked(arguments, {"detail"}).get("detail", "full")
    if detail not in {"full", "brief"}:
        raise ToolError(f"detail must be full or brief, not {compact(detail)}")
    return compact(_rows(40, body="what was noted down at length " * 300) if detail == "full" else _rows(40))


def _page(arguments: dict) -> str:
    count, first = _limit(arguments), arguments.get("offset", 0)
    if first < 0:
        raise ToolError(f"offset must be 0 or more, not {first}")
    rows = _rows(60)[first : first + count]
    return compact({"notes": rows, "total": 60, "next_offset": first + count if first + count < 60 else None})


def _not_found(arguments: dict) -> str:
    wanted = _checked(arguments, {"note_id"}).get("note_id")
    found = [row for row in _rows(60) if row["id"] == wanted]
    return compact(found[0]) if found else compact({"status": "error", "error": f"no note {wanted}"})


def _traced(arguments: dict) -> str:
    try:
        for name in arguments.keys() - {"limit"}:
            raise ToolError(f"unknown argument {name!r}: takes limit")
        return compact(_rows(60)[: max(1, min(100, arguments.get("limit", 60) + 0))])
    except TypeError as error:
        trace = f'Traceback (most recent call last):\n  File "/srv/notes/app.py", line 31, in list\nTypeError: {error}'
        raise ToolError(trace) from None


PAGED = {"limit": NUMBER, "offset": {"type": "integer", "minimum": 0, "default": 0, "description": "How many to skip."}}
DETAIL = {
    "detail": {"type": "string", "enum": ["full", "brief"], "default": "full", "description": "How much of each."}
}
NOTE = {"note_id": {"type": "string", "description": 'Identifier of the note, such as "n-001".'}}

PLANTED = {
    "list_everything": "the default reply is 350,000 characters",
    "list_recent": "cut to 10 of 60 without a word",
    "list_pinned": "limit has no effect",
    "list_archived": "limit is clamped to 20 of 60, and nothing leads to the rest",
    "list_tags": "300 items, and nothing that bounds them",
    "list_korean": "\\u escapes",
    "list_lax": "unknown arguments are dropped",
    "read_note": "a failure comes back as a success",
    "list_traced": "a stack trace as the error",
}
CLEAN = ("list_notes", "get_status")

TOOLS = {
    "list_everything": (definition("List all notes.", DETAIL, **CLOSED), _huge),
    "list_recent": (
        definition("List the recent notes.", {"limit": NUMBER}, **CLOSED),
        lambda arguments: compact(_rows(min(_limit(arguments), 60))),
    ),
    "list_pinned": (
        definition("List the pinned notes.", {"limit": NUMBER}, **CLOSED),
        lambda arguments: compact(_rows(_limit(arguments) and 12)),
    ),
    "list_archived": (
        definition("List the archived notes.", {"limit": NUMBER}, **CLOSED),
        lambda arguments: compact({"notes": _rows(min(_limit(arguments), 20)), "total": 60}),
    ),
    "list_tags": (
        definition("List the tags of all notes.", **CLOSED),
        lambda arguments: compact(
            [{"tag": f"tag-{n}", "count": n} for n in range(300 + len(_checked(arguments, set())))]
        ),
    ),
    "list_korean": (
        definition("List the Korean notes.", {"limit": NUMBER}, **CLOSED),
        lambda arguments: json.dumps(
            {"notes": _rows(min(_limit(arguments), 60), body="기억해 둔 것 " * 9), "total": 60}
        ),
    ),
    "list_lax": (
        definition("List the shared notes.", PAGED),
        lambda arguments: _page({name: value for name, value in arguments.items() if name in PAGED}),
    ),
    "read_note": (definition("Read one note.", NOTE, required=["note_id"], **CLOSED), _not_found),
    "list_traced": (definition("List the drafts.", {"limit": NUMBER}, **CLOSED), _traced),
    "list_notes": (definition("List notes, ten at a time.", PAGED, **CLOSED), _page),
    "get_status": (
        definition("Get whether the store is well.", **CLOSED),
        lambda a: _checked(a, set()) or '{"ok":true}',
    ),
}

if __name__ == "__main__":
    serve("planted", TOOLS)
