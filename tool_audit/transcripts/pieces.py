"""What logs of several formats are made of: arguments as text, names with a server in them, times, lists of tools."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import isfinite
from typing import Final

from tool_audit.listing import listing_from_json
from tool_audit.model import Arguments, Form, Json, NoReply, Observation, Outcome, Probe, Subject, ToolSpec
from tool_audit.model.traffic import Names, Offered, Size, Used
from tool_audit.transcripts.parsing import parsed

UNANSWERED: Final = NoReply(reason="the log ends before its reply")
EXPERIMENT: Final = "transcript"
_TELLING: Final = 16
"""Characters of an id from which on no other call is likely to have it, too: call_1 comes again in any conversation."""
_UNITS: Final = ((1e17, 1e9), (1e14, 1e6), (1e11, 1e3))
"""Above what a count since 1970 is one of nano-, micro- or milliseconds, and how many of those make a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A call whose reply has not come yet."""

    session: str
    server: str
    step: int
    probe: Probe
    id: str = ""
    time: float | None = None
    names: Names | None = None

    def told(self, outcome: Outcome, time: float | None = None, size: Size | None = None) -> Used:
        """Return the call with what came of it, at `time`."""
        return Used(
            session=self.session,
            server=self.server,
            step=self.step,
            observation=Observation(
                probe=self.probe,
                outcome=outcome,
                seconds=round(max(0.0, time - self.time), 6) if time is not None and self.time is not None else 0.0,
            ),
            id=self.id,
            time=self.time,
            size=size,
            names=self.names,
        )


def probe_of(tool: str, arguments: Json) -> Probe:
    """Return the call of a tool, whose arguments may be a JSON text.

    A text that holds no object is a mistake of the model: the call then has no arguments, and Form.TEXT says why.
    """
    given, form = _given(arguments)
    return Probe(subject=Subject(tool=tool), arguments=given, experiment=EXPERIMENT, form=form)


def _given(arguments: Json) -> tuple[Arguments, Form]:
    if isinstance(arguments, str):
        if not arguments.strip():
            return {}, Form.OBJECT
        arguments = json_in(arguments)
    if arguments is None:
        return {}, Form.OBJECT
    return (arguments, Form.OBJECT) if isinstance(arguments, dict) else ({}, Form.TEXT)


def json_in(text: str) -> Json:
    """Return the value of a JSON text, ABSENT where it is none."""
    return parsed(text.encode("utf-8", "replace"))


def is_telling(call_id: str) -> bool:
    """Whether an id tells a call apart from those of other conversations."""
    return len(call_id) >= _TELLING


def id_at(call_id: str, step: int) -> str:
    """Return what tells a call apart in its session: clients that count calls may begin anew with each step."""
    return call_id if not call_id or is_telling(call_id) else f"{call_id}@{step}"


def server_and_tool(name: str) -> tuple[str, str]:
    """Return the server and the tool of a name such as mcp__notes__search or notes__search; the server may be empty.

    One underscore proves nothing: it stands in most names of tools.
    """
    server, found, tool = name.removeprefix("mcp__").partition("__")
    if found and server and tool and server.strip("_") and tool.strip("_"):
        return server, tool
    return "", name


def texts_of(content: Json) -> tuple[str, ...]:
    """Return the texts of a message's content: a text, or parts of which some are texts."""
    if isinstance(content, str):
        return (content,) if content else ()
    if not isinstance(content, list):
        return ()
    found = []
    for part in content:
        text = (part.get("text") or part.get("refusal")) if isinstance(part, dict) else part
        if isinstance(text, str) and text:
            found.append(text)
    return tuple(found)


def first_text(content: Json) -> str:
    """Return the first text of a message's content that is not empty, else an empty one."""
    return next(iter(texts_of(content)), "")


def result_of(content: Json) -> dict[str, Json]:
    """Return a reply as a tool of MCP would give it: its texts as blocks, parts of another kind as they are."""
    parts = content if isinstance(content, list) else [content]
    blocks: list[Json] = []
    for part in parts:
        text = part.get("text") if isinstance(part, dict) else part
        if isinstance(text, str):
            blocks.append({"type": "text", "text": text})
        elif isinstance(part, dict):
            blocks.append(part)
    return {"content": blocks}


def seconds_of(value: Json) -> float | None:
    """Return a time as seconds since 1970: a count of (parts of) seconds, or ISO 8601; without a zone it is UTC."""
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            return _counted(value)
        return (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)).timestamp()
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return _counted(value)


def _counted(value: str | float) -> float | None:
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    if not isfinite(number):
        return None
    return next((number / unit for least, unit in _UNITS if number >= least), number)


def first_of(document: Mapping[str, Json], names: Iterable[str]) -> Json:
    """Return the first value that is there under one of the names, None where there is none."""
    for name in names:
        value = document.get(name)
        if value is not None:
            return value
    return None


def text_in(document: Mapping[str, Json], *names: str) -> str:
    """Return the first text that is not empty under one of the names, else an empty one."""
    for name in names:
        value = document.get(name)
        if isinstance(value, str) and value:
            return value
    return ""


def body_of(value: Json) -> dict[str, Json]:
    """Return the body of a request or response that is logged as itself, as JSON text, or with its headers."""
    for _ in range(3):
        if isinstance(value, str) and value[:1] == "{":
            value = json_in(value)
        if not isinstance(value, dict):
            return {}
        inner = value.get("body")
        if not inner or value.keys() & {"messages", "choices", "input", "output"}:
            return value
        value = inner
    return value if isinstance(value, dict) else {}


def offered(session: str, entries: Json) -> Iterator[Offered]:
    """Yield the tools that a request to a model offers it, server by server; those of the client under no name."""
    servers: dict[str, list[Json]] = {}
    for entry in entries if isinstance(entries, list) else ():
        inner = entry.get("function") if isinstance(entry, dict) else None
        told = inner if isinstance(inner, dict) else entry
        name = told.get("name") if isinstance(told, dict) else None
        if not isinstance(name, str) or not name:
            continue  # a tool of the provider itself, such as its web search
        server, tool = server_and_tool(name)
        schema = first_of(told, ("parameters", "input_schema", "inputSchema"))
        servers.setdefault(server, []).append(
            {
                "name": tool,
                "description": told.get("description") or "",
                "inputSchema": {"type": "object", "properties": {}} if schema is None else schema,
            }
        )
    for server, found in servers.items():
        yield Offered(session=session, server=server, tools=tools_of(found))


class OfferedLists:
    """Keeps the latest lists of tools that sessions were offered: most are offered the same, which is kept once."""

    def __init__(self) -> None:
        self._latest: list[list[Json]] = []

    def shared(self, tools: list[Json]) -> list[Json]:
        """Return the list that is kept and equals this one; this one where none does."""
        known = next((one for one in self._latest if one == tools), None)
        if known is None:
            self._latest = [tools, *self._latest[:7]]
        return tools if known is None else known


def tools_of(entries: Sequence[Json]) -> tuple[ToolSpec, ...]:
    """Return the tools of a list as servers of MCP give it, as far as it can be read."""
    return listing_from_json({"tools": list(entries)}, "").tools
