"""A tools/list as JSON -> typed tools: each entry read as leniently as it can be, what was odd noted."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tool_audit.errors import UsageError
from tool_audit.model import ABSENT, Json, Listing, ToolSpec, TransportKind, canonical

_MOST_TOOLS: Final = 20_000
_MOST_NOTES: Final = 100


@dataclass(slots=True)
class Reading:
    """A tools/list while it is read, page by page."""

    tools: list[ToolSpec] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    entries: int = 0
    pages: int = 0
    repeats: bool = False
    nameless: list[int] = field(default_factory=list)
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
            elif isinstance(entry, dict):
                self.nameless.append(self.entries)
        return new

    def next_cursor(self, result: Json) -> str | None:
        """Return where the page just read says that the list goes on; None where it ends, or says nothing usable.

        An empty text is a cursor as any other: only what comes back tells whether it leads on.
        """
        cursor = result.get("nextCursor") if isinstance(result, dict) else None
        if cursor is None:
            return None
        if not isinstance(cursor, str):
            self.note(f"nextCursor of page {self.pages} is {_kind(cursor)}, not a text; not followed")
            return None
        return cursor


def listing_from_json(value: Json, name: str) -> Listing:
    """Read a saved tools/list: `{"tools": [...]}`, a JSON-RPC reply around it, or the bare list. Raises UsageError."""
    result = value.get("result", value) if isinstance(value, dict) else {"tools": value}
    if not isinstance(result, dict) or not isinstance(result.get("tools"), list):
        raise UsageError(
            f"{name} is no saved tools/list: it has no list of tools.",
            hint='expected {"tools": [...]}, {"result": {"tools": [...]}} or a bare list of tools.',
        )
    reading = Reading()
    reading.add_page(result)
    if reading.next_cursor(result) is not None:
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
        nameless=tuple(reading.nameless),
        notes=tuple(reading.notes),
    )


def _tool(entry: Json, reading: Reading) -> ToolSpec | None:
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
