"""What a server lists: every page, each entry read as leniently as it can be, what was odd noted."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tool_audit.connect import Connection, Reply
from tool_audit.errors import NotAuditedError, UsageError
from tool_audit.model import (
    ABSENT,
    Disconnected,
    Json,
    Listing,
    Refused,
    Replied,
    TimedOut,
    TooLarge,
    ToolFailed,
    ToolSpec,
    TransportKind,
    canonical,
)

_MOST_PAGES: Final = 1_000
_MOST_TOOLS: Final = 20_000
_MOST_NOTES: Final = 100
_METHOD_NOT_FOUND: Final = -32601


@dataclass(slots=True)
class _Reading:
    """The listing while it is read."""

    tools: list[ToolSpec] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    entries: int = 0
    pages: int = 0
    seen: set[str] = field(default_factory=set)

    def note(self, text: str) -> None:
        if len(self.notes) < _MOST_NOTES and text not in self.notes:
            self.notes.append(text)

    def add_page(self, result: Json) -> bool:
        """Read one page; return whether it brought anything new."""
        self.pages += 1
        entries = result.get("tools") if isinstance(result, dict) else None
        if not isinstance(entries, list):
            self.note(f"page {self.pages} of tools/list has no list of tools")
            return False
        new = False
        for entry in entries:
            self.entries += 1
            if len(self.tools) >= _MOST_TOOLS:
                self.note(f"it lists over {_MOST_TOOLS:,} tools; the rest was not read")
                return False
            tool = _tool(entry, self)
            key = _key(entry)
            if key in self.seen and self.pages > 1:
                continue
            new = True
            self.seen.add(key)
            if tool is not None:
                self.tools.append(tool)
        return new


async def discover(connection: Connection) -> Listing:
    """List the server's tools, following its cursors; raises NotAuditedError where it gives no list at all."""
    reading = _Reading()
    cursor: str | None = None
    cursors: set[str] = set()
    while True:
        reply = await connection.list_tools_page(cursor)
        if not isinstance(reply.outcome, Replied):
            if reading.pages == 0:
                if _has_no_tools(connection, reply):
                    break
                raise _no_list(connection, reply)
            reading.note(f"page {reading.pages + 1} of tools/list did not come: {_why(reply)}")
            break
        new = reading.add_page(reply.outcome.result)
        cursor = _next(reply.outcome.result, reading)
        if cursor is None:
            break
        if not new:
            reading.note(f"page {reading.pages} of tools/list brings no new tools but names a next page; not followed")
            break
        if cursor in cursors:
            reading.note(
                f"page {reading.pages} of tools/list names a next page that was asked for before; not followed"
            )
            break
        if reading.pages >= _MOST_PAGES:
            reading.note(f"tools/list has over {_MOST_PAGES:,} pages; the rest was not read")
            break
        cursors.add(cursor)
    return _listing(connection, reading)


def listing_from_json(value: Json, name: str) -> Listing:
    """Read a saved tools/list: `{"tools": [...]}`, a JSON-RPC reply around it, or the bare list. Raises UsageError."""
    result = value.get("result", value) if isinstance(value, dict) else {"tools": value}
    if not isinstance(result, dict) or not isinstance(result.get("tools"), list):
        raise UsageError(
            f"{name} is no saved tools/list: it has no list of tools.",
            hint='expected {"tools": [...]}, {"result": {"tools": [...]}} or a bare list of tools.',
        )
    reading = _Reading()
    reading.add_page(result)
    if _next(result, reading) is not None:
        reading.note("the saved listing names a next page that is not part of it")
    said = result.get("serverInfo")
    info = said if isinstance(said, dict) else {}
    return Listing(
        name=_text(info.get("name")) or name,
        version=_text(info.get("version")),
        protocol="",
        transport=TransportKind.LISTING,
        instructions=_text(result.get("instructions")),
        tools=tuple(reading.tools),
        notes=tuple(reading.notes),
    )


def _listing(connection: Connection, reading: _Reading) -> Listing:
    said = connection.identity
    remarks = (f"{text} ({count} times)" if count > 1 else text for text, count in connection.remarks.items())
    return Listing(
        name=said.name or connection.spec.name,
        version=said.version,
        protocol=said.protocol,
        transport=connection.transport,
        instructions=said.instructions,
        capabilities=said.capabilities,
        tools=tuple(reading.tools),
        pages=max(reading.pages, 1),
        notes=(*reading.notes, *remarks),
    )


def _tool(entry: Json, reading: _Reading) -> ToolSpec | None:
    where = f"entry {reading.entries} of tools/list"
    if not isinstance(entry, dict):
        reading.note(f"{where} is not an object")
        return None
    name = entry.get("name")
    if not isinstance(name, str) or not name:
        reading.note(f"{where} has no name that is a text")
        return None
    for text in _oddities(entry):
        reading.note(f"{where} ({name}): {text}")
    annotations = entry.get("annotations")
    meta = entry.get("_meta")
    return ToolSpec(
        name=name,
        description=_text(entry.get("description")),
        input_schema=entry.get("inputSchema", ABSENT),
        output_schema=entry.get("outputSchema", ABSENT),
        annotations=annotations if isinstance(annotations, dict) else {},
        meta=meta if isinstance(meta, dict) else {},
        raw=entry,
    )


def _key(entry: Json) -> str:
    try:
        return canonical(entry)
    except RecursionError:
        return repr(id(entry))


def _oddities(entry: dict[str, Json]) -> Iterator[str]:
    if "inputSchema" not in entry:
        yield "inputSchema is missing"
    elif not isinstance(entry["inputSchema"], dict):
        yield f"inputSchema is {_kind(entry['inputSchema'])}, not an object"
    for key in ("annotations", "_meta", "outputSchema"):
        if key in entry and not isinstance(entry[key], dict):
            yield f"{key} is {_kind(entry[key])}, not an object"
    if "description" in entry and not isinstance(entry["description"], str):
        yield f"description is {_kind(entry['description'])}, not a text"


def _next(result: Json, reading: _Reading) -> str | None:
    cursor = result.get("nextCursor") if isinstance(result, dict) else None
    if cursor is None or cursor == "":
        return None
    if not isinstance(cursor, str):
        reading.note(f"nextCursor of page {reading.pages} is {_kind(cursor)}, not a text; not followed")
        return None
    return cursor


def _kind(value: Json) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case str():
            return "a text"
        case int() | float():
            return "a number"
        case list():
            return "a list"
        case _:
            return "an object"


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _has_no_tools(connection: Connection, reply: Reply) -> bool:
    """Return whether it never claimed to have tools, and says that it knows no tools/list."""
    refused = isinstance(reply.outcome, Refused) and reply.outcome.code == _METHOD_NOT_FOUND
    return refused and "tools" not in connection.identity.capabilities


def _no_list(connection: Connection, reply: Reply) -> NotAuditedError:
    stderr = reply.outcome.stderr if isinstance(reply.outcome, Disconnected) else connection.stderr_tail
    return NotAuditedError(
        f"{connection.spec.name} did not list its tools: {_why(reply)}.",
        hint="without the list there is nothing to audit; what it logged may say more.",
        detail=("last lines of its stderr:", *(f"  {line}" for line in stderr)) if stderr else (),
    )


def _why(reply: Reply) -> str:
    match reply.outcome:
        case Refused(code=code, message=message):
            return f"it refused tools/list: {message or 'no message'} ({code})"
        case TimedOut(limit=limit):
            return f"no answer to tools/list within {limit:g} s"
        case TooLarge(limit=limit):
            return f"the list is over {limit / 2**20:g} MiB"
        case Disconnected(reason=reason):
            return reason
        case ToolFailed():
            return "it answered tools/list as if a tool had failed"
        case _:
            return "it answered"
