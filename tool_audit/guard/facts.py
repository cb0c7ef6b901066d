"""A JSON report -> what a policy is made of: each tool's arguments, its measured calls, and what a reply may be."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tool_audit.errors import UsageError
from tool_audit.guard.policy import Measured
from tool_audit.guard.toml_text import is_writable
from tool_audit.model import Counted, Json, Lines, SweepKind, canonical
from tool_audit.report.safe import one_line
from tool_audit.saved_report import name_of
from tool_audit.settings.nearest import nearest

NUMBERED: Final = frozenset({SweepKind.COUNT, SweepKind.SIZE})
_AGAIN: Final = "`tool-audit probe --output json=FILE` makes a new one"
_ACTION: Final = re.compile(r"(?s)(.*)\[([^=\]]+)=(.*)\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFacts:
    """What a report says of one tool. `measured`: the default call first, then those that differ in one argument."""

    name: str
    arguments: tuple[str, ...] | None = None
    """None: it takes others than those that it declares."""
    measured: tuple[Measured, ...] = ()
    kinds: Mapping[str, SweepKind] = field(default_factory=dict)
    ceiling: Lines | None = None
    """What a reply of it may be, where that is not what all others may be."""
    actions: tuple[str, ...] = ()
    """Of an action tool, those that were measured: a line would hold for all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a report says of one server; `tools` are the measured ones, `unmeasured` how many others it lists."""

    server: str
    tokenizer: str
    ceiling: Lines
    tools: tuple[ToolFacts, ...]
    unmeasured: int = 0
    notes: tuple[str, ...] = ()


def facts_of(report: Mapping[str, Json], source: str, wanted: str | None) -> Facts:
    """Return the facts of the one server, or of the `wanted` one. Raises UsageError where no policy can be made."""
    server = _server(report, source, wanted)
    name = name_of(server)
    if not server["tools"]:
        raise UsageError(
            f"{source}: no tool of {name} was measured, so there is nothing to make a policy from",
            hint="see the report's coverage: what was not called, and why",
        )
    if "policy" not in report or any("sweeps" not in tool for tool in server["tools"]):
        raise UsageError(f"{source} is of an older version, which kept no sweeps", hint=_AGAIN)
    ceiling = _lines(report["policy"], report["client"])
    if not ceiling.caps:
        raise UsageError(
            f"{source} was made for {report['client']}, which has no known cap: there is no ceiling to hold replies to",
            hint="make the report for another --client, or with a cap in the settings",
        )
    own = {tool: _lines(lines, "") for lines in server.get("own_lines", ()) for tool in lines.get("tools", ())}
    tools, notes = [], []
    for made in _by_tool(server["tools"], report["date"], ceiling, own):
        if is_writable(made.name):
            tools.append(made)
        else:
            notes.append(f"a tool is left out whose name is no text: {canonical(made.name)}")
    if not server.get("complete", True):
        notes.append(f"{source} is of an audit that was interrupted: what it did not measure has no line")
    return Facts(
        server=one_line(name),
        tokenizer=report["tokenizer"].partition(",")[0],
        ceiling=ceiling,
        tools=tuple(tools),
        unmeasured=len(server["coverage"]["refused"]) + len(server["coverage"]["unmeasured"]),
        notes=tuple(notes),
    )


def _server(report: Mapping[str, Json], source: str, wanted: str | None) -> Mapping[str, Json]:
    servers: Sequence[Mapping[str, Json]] = report["servers"]
    names = [name_of(server) for server in servers]
    if not servers:
        raise UsageError(f"{source} holds no server that was audited", hint=_AGAIN)
    if wanted is not None:
        found = [server for server, name in zip(servers, names, strict=True) if name == wanted]
        if not found:
            raise UsageError(f"{source} is not about a server {wanted}", hint=nearest(wanted, names))
        return found[0]
    if len(servers) > 1:
        raise UsageError(f"{source} is about several servers: {', '.join(names)}", hint="choose one: --server NAME")
    return servers[0]


def _lines(table: Mapping[str, Json], client: str) -> Lines:
    return Lines(
        client=client,
        cap_tokens=table.get("cap_tokens"),
        cap_chars=table.get("cap_chars"),
        cap_bytes=table.get("cap_bytes"),
        cap_lines=table.get("cap_lines"),
        warn_tokens=max(1, table["warn_tokens"]),
        raised_by=table.get("raised_by", ""),
        counted=Counted(table.get("counted", Counted.REPLY)),
    )


def _by_tool(
    tools: Sequence[Mapping[str, Json]], date: str, ceiling: Lines, own: Mapping[str, Lines]
) -> Iterator[ToolFacts]:
    actions: dict[str, list[Mapping[str, Json]]] = {}
    for tool in tools:
        action = _action(tool)
        if action is None:
            lines = own.get(tool["name"])
            yield _facts(tool, date, lines if lines is not None and lines.caps else None, ceiling)
        else:
            actions.setdefault(action[0], []).append(tool)
    for name, members in actions.items():
        lines = own.get(name)
        yield ToolFacts(
            name=name,
            arguments=_declared(members[0]),
            ceiling=lines if lines is not None and lines.caps else None,
            actions=tuple(action[1] for tool in members if (action := _action(tool)) is not None),
        )


def _action(tool: Mapping[str, Json]) -> tuple[str, str] | None:
    """Return the tool and the action that a name like manage[action=list] means; None for the name of a tool."""
    found = _ACTION.fullmatch(tool["name"])
    if found is None:
        return None
    sent = (tool["default"] or tool["smallest"])["arguments"]
    return (found[1], found[3]) if str(sent.get(found[2])) == found[3] else None


def _facts(tool: Mapping[str, Json], date: str, own: Lines | None, general: Lines) -> ToolFacts:
    return ToolFacts(
        name=tool["name"],
        arguments=_declared(tool),
        measured=tuple(_measured(tool, date, own or general)),
        kinds={sweep["argument"]: SweepKind(sweep["kind"]) for sweep in tool["sweeps"]},
        ceiling=own,
    )


def _declared(tool: Mapping[str, Json]) -> tuple[str, ...] | None:
    declared = tool["declared"]
    return None if declared is None or not is_writable(declared) else tuple(declared)


def _measured(tool: Mapping[str, Json], date: str, ceiling: Lines) -> Iterator[Measured]:
    default = tool["default"]
    base = {name: value for name, value in (default or {}).get("arguments", {}).items() if value is not None}
    if default is None or not is_writable(base):
        return
    yield _one(base, default, date)
    for sweep in tool["sweeps"]:
        kind, name = SweepKind(sweep["kind"]), sweep["argument"]
        made = []
        for call in sweep["calls"]:
            value = call.get("sent")
            if _says_something(call) and _is_meant(value, sweep) and canonical(value) != canonical(base.get(name)):
                one = _one({**base, name: value}, call, date)
                # none, or "no limit": it is evidence where it does not fit, and else no call to make
                if not (kind in NUMBERED and is_number(value) and value <= 0 and one.fits(ceiling)):
                    made.append((value, one))
        numbers = all(is_number(value) for value, _ in made)
        yield from (one for _, one in (sorted(made, key=lambda pair: pair[0]) if numbers else made))


def _says_something(call: Mapping[str, Json]) -> bool:
    return call["outcome"] == "replied" and not call.get("reads_failed") and None not in (call["chars"], call["tokens"])


def _is_meant(value: Json, sweep: Mapping[str, Json]) -> bool:
    """Whether a value is one that the argument takes: a sweep holds some, too, that it should refuse."""
    if value is None or not is_writable(value):
        return False
    if sweep["members"]:
        return canonical(value) in [canonical(member) for member in sweep["members"]]
    return is_number(value)


def is_number(value: Json) -> bool:
    """Whether it is a number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _one(arguments: Mapping[str, Json], reply: Mapping[str, Json], date: str) -> Measured:
    """Return a call and the size of its reply: of its text and its structuredContent the larger."""
    chars, tokens = reply["chars"], reply["tokens"]
    largest = max(chars, reply.get("structured_chars", 0))
    return Measured(
        arguments=arguments,
        chars=largest,
        tokens=round(tokens * largest / chars) if chars else tokens,
        date=date,
        bytes=reply.get("text_bytes"),
        lines=reply.get("lines"),
    )
