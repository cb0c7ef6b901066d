"""What the user named, and what the server says of itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tool_audit.model.values import ABSENT, Json


class TransportKind(StrEnum):
    """How a server is reached."""

    STDIO = "stdio"
    HTTP = "http"  # streamable HTTP; falls back to SSE where the URL does not speak it
    SSE = "sse"
    LISTING = "listing"  # a saved tools/list: nothing to connect to


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSpec:
    """How to reach one server. What may hold secrets (`env`, `headers`, the URL's query) stays out of the repr."""

    name: str
    transport: TransportKind
    command: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    cwd: str | None = None
    url: str | None = field(default=None, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    filled_in: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What the references in a configuration, such as ${API_KEY}, stood for: in its arguments, in its URL."""
    origin: str = "the command line"
    line: int | None = None
    """The line of the file `origin` that names this server; None where `origin` is no file."""


@dataclass(frozen=True, slots=True, weakref_slot=True, kw_only=True)
class ToolSpec:
    """One entry of tools/list, read leniently; `raw` is the entry as it was received."""

    name: str
    description: str
    input_schema: Json
    output_schema: Json = ABSENT
    annotations: Mapping[str, Json] = field(default_factory=dict)
    meta: Mapping[str, Json] = field(default_factory=dict)
    raw: Json = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What the server says of itself: its name, its instructions, its tools (in its own order)."""

    name: str
    version: str
    protocol: str
    transport: TransportKind
    instructions: str = ""
    capabilities: Mapping[str, Json] = field(default_factory=dict)
    tools: tuple[ToolSpec, ...] = ()
    pages: int = 1
    repeats: bool = False
    """A page brought no new tools and still named a next one: following the cursors would never end."""
    nameless: tuple[int, ...] = ()
    """Which entries of the list have no name, counted from 1: they are none of the tools."""
    notes: tuple[str, ...] = ()
    """What was odd while listing, such as "entry 3 of tools/list is not an object"."""
