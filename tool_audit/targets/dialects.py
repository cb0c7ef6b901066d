"""The servers in a client's configuration, whatever the client calls them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from tool_audit.model import Json

_PLACES: Final = (
    ("mcpServers",),
    ("servers",),
    ("mcp", "servers"),
    ("mcp.servers",),
    ("mcp", "mcpServers"),
    ("context_servers",),  # zed
    ("mcp_servers",),  # codex
    ("amp.mcpServers",),
    ("mcp",),  # opencode, crush
)
_REACH: Final = frozenset({"command", "url", "httpUrl", "serverUrl"})


def servers_in(document: Json, folder: Path) -> Mapping[str, Json] | None:
    """Return server name -> entry as written, of every place that the document has; None where it has none.

    A place that is there and empty gives an empty mapping. `folder` chooses among the projects of a file that keeps
    several. An entry without a name is under "".
    """
    if not isinstance(document, Mapping):
        return None
    found: dict[str, Json] = {}
    seen = False
    for entries in _places(document, folder):
        seen = True
        found |= {name: entry for name, entry in entries.items() if name not in found}
    if seen:
        return found
    if _reaches(document):
        return {str(document.get("name", "")): document}
    bare = {name: entry for name, entry in document.items() if _reaches(entry)}
    return bare or None


def _places(document: Mapping[str, Json], folder: Path) -> Iterator[Mapping[str, Json]]:
    for place in _PLACES:
        entries: Json = document
        for key in place:
            entries = entries.get(key) if isinstance(entries, Mapping) else None
        if isinstance(entries, list):
            entries = {str(each.get("name", "")): each for each in entries if isinstance(each, Mapping)}
        if not isinstance(entries, Mapping) or (place == ("mcp",) and not any(map(_reaches, entries.values()))):
            continue
        if not _reaches(entries):  # a server that happens to be called "servers"
            yield entries
    projects = document.get("projects")  # claude-code keeps the servers of each project by its path
    own = projects.get(str(folder)) if isinstance(projects, Mapping) else None
    if isinstance(own, Mapping) and isinstance(own.get("mcpServers"), Mapping):
        yield own["mcpServers"]


def _reaches(entry: Json) -> bool:
    return isinstance(entry, Mapping) and any(
        isinstance(entry.get(key), str | list) or (key == "command" and isinstance(entry.get(key), Mapping))
        for key in _REACH
    )


def input_defaults(document: Json) -> Mapping[str, str]:
    """Return the defaults that a VS Code configuration gives for what it asks."""
    asked = document.get("inputs") if isinstance(document, Mapping) else None
    return {
        str(each["id"]): each["default"]
        for each in (asked if isinstance(asked, list) else ())
        if isinstance(each, Mapping) and "id" in each and isinstance(each.get("default"), str)
    }
