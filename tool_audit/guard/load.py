"""guard.toml -> the policy. What is not known there is named, with the nearest that is."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final

from tool_audit.errors import UsageError
from tool_audit.guard.policy import SCHEMA, GuardPolicy, Line, Measured, ToolPolicy
from tool_audit.model import Counted, Json, Lines
from tool_audit.settings.nearest import nearest
from tool_audit.settings.texts import load_toml

_NUMBER: Final = (int, float)
TOP: Final[Mapping[str, Any]] = {
    "schema": str,
    "server": str,
    "tokenizer": str,
    "refuse_unknown_arguments": bool,
    "refuse_with": str,
    "ceiling": dict,
    "tools": dict,
}
CEILING: Final[Mapping[str, Any]] = {
    "client": str,
    "cap_tokens": int,
    "cap_chars": int,
    "cap_bytes": int,
    "cap_lines": int,
    "warn_tokens": int,
    "counted": str,
    "reason": str,
}
TOOL: Final[Mapping[str, Any]] = {"arguments": list, "lines": dict, "measured": list, "ceiling": dict}
LINE: Final[Mapping[str, Any]] = {"required": bool, "allowed": list, "most": _NUMBER, "least": _NUMBER}
MEASURED: Final[Mapping[str, Any]] = {"arguments": dict, "chars": int, "tokens": int, "on": (date, str)}
MEASURED_TOO: Final[Mapping[str, Any]] = {"bytes": int, "lines": int}
"""What is there only where a cap is counted in it."""
_KINDS: Final = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    _NUMBER: "a number",
    dict: "a table",
    list: "a list",
    (date, str): "a day, as 2026-11-30",
}
_WAYS: Final = ("result", "error")


def load_policy(path: Path) -> GuardPolicy:
    """Read a policy. Raises UsageError, which names the key, the tool or the argument that is wrong."""
    return policy_of(load_toml(path, str(path)), path.name)


def policy_of(document: Mapping[str, Json], source: str) -> GuardPolicy:
    """Return the policy that a document says; `source` is its name. Raises UsageError."""
    if document.get("schema") != SCHEMA:
        raise UsageError(
            f"{source} is no policy that this version reads",
            hint=f'it should say schema = "{SCHEMA}"; `tool-audit guard init REPORT.json` writes one',
        )
    top = _fields(document, TOP, source)
    way = top.get("refuse_with", "result")
    if way not in _WAYS:
        raise UsageError(f"{source}: refuse_with is {way!r}", hint=nearest(way, _WAYS))
    ceiling = _ceiling(top.get("ceiling", {}), f"{source}: [ceiling]")
    return GuardPolicy(
        server=top.get("server", ""),
        source=source,
        ceiling=ceiling,
        tools={name: _tool(name, table, source, ceiling) for name, table in top.get("tools", {}).items()},
        tokenizer=top.get("tokenizer", "o200k_base"),
        refuse_unknown=top.get("refuse_unknown_arguments", True),
        as_error=way == "error",
    )


def _tool(name: str, table: Json, source: str, ceiling: Lines) -> ToolPolicy:
    where = f"{source}: [tools.{name}]"
    fields = _fields(table, TOOL, where)
    known = fields.get("arguments")
    if known is not None and not all(isinstance(one, str) for one in known):
        raise UsageError(f"{where}: arguments must be a list of names")
    lines = tuple(_line(argument, line, where, known) for argument, line in fields.get("lines", {}).items())
    for line in lines:
        if not line.can_be_met:
            raise UsageError(
                f"{where}: {name} could never answer: no value of {line.argument} is on the right side of its line",
                hint=f"most is {line.most:g} and least {line.least:g}",
            )
    return ToolPolicy(
        name=name,
        lines=lines,
        arguments=None if known is None else tuple(known),
        measured=tuple(_measured(one, where) for one in fields.get("measured", ())),
        ceiling=_own_ceiling(fields["ceiling"], where, ceiling) if "ceiling" in fields else None,
    )


def _line(argument: str, table: Json, where: str, known: list[str] | None) -> Line:
    if known is not None and argument not in known:
        raise UsageError(
            f"{where} has a line for {argument}, which is none of its arguments", hint=nearest(argument, known)
        )
    here = f"{where[:-1]}.lines.{argument}]"
    fields = _fields(table, LINE, here)
    allowed = fields.get("allowed")
    if allowed == []:
        raise UsageError(f"{here}: allowed is empty, so that the tool could never answer", hint="name a value")
    if allowed is not None and "most" in fields:
        raise UsageError(f"{here} has allowed and most", hint="keep one of them")
    if not fields:
        raise UsageError(f"{here} says nothing", hint=f"it takes {', '.join(LINE)}")
    given = {key: fields[key] for key in ("required", "most", "least") if key in fields}
    return Line(argument=argument, allowed=tuple(allowed or ()), **given)


def _measured(table: Json, where: str) -> Measured:
    fields = _fields(table, {**MEASURED, **MEASURED_TOO}, f"{where} measured")
    missing = [name for name in MEASURED if name not in fields]
    if missing:
        raise UsageError(f"{where}: an entry of measured lacks {', '.join(missing)}")
    return Measured(
        arguments=fields["arguments"],
        chars=fields["chars"],
        tokens=fields["tokens"],
        date=str(fields["on"]),
        bytes=fields.get("bytes"),
        lines=fields.get("lines"),
    )


def _ceiling(table: Json, where: str) -> Lines:
    fields = _fields(table, CEILING, where)
    counted = fields.pop("counted", Counted.REPLY.value)
    if counted not in [*Counted]:
        raise UsageError(f"{where}: counted is {counted!r}", hint=nearest(counted, [*Counted]))
    if not any(key.startswith("cap_") for key in fields):
        raise UsageError(f"{where} has no cap", hint="set cap_tokens: what a reply may have at most")
    for key, value in fields.items():
        if isinstance(value, int) and value < 1:
            raise UsageError(f"{where}: {key} must be 1 at least")
    return Lines(
        client=fields.get("client", ""),
        cap_tokens=fields.get("cap_tokens"),
        cap_chars=fields.get("cap_chars"),
        cap_bytes=fields.get("cap_bytes"),
        cap_lines=fields.get("cap_lines"),
        warn_tokens=fields.get("warn_tokens", fields.get("cap_tokens", 10_000)),
        raised_by=fields.get("reason", ""),
        counted=Counted(counted),
    )


def _own_ceiling(table: Json, where: str, general: Lines) -> Lines:
    here = f"{where[:-1]}.ceiling]"
    own = _ceiling({"warn_tokens": general.warn_tokens, **table} if isinstance(table, Mapping) else table, here)
    if not own.raised_by:
        raise UsageError(f"{here} has no reason", hint="say why replies of this tool may be larger: reason = ...")
    return own


def _fields(table: Json, known: Mapping[str, Any], where: str) -> dict[str, Any]:
    if not isinstance(table, Mapping):
        raise UsageError(f"{where} must be a table")
    found = {}
    for name, value in table.items():
        key = name.replace("-", "_")
        if key not in known:
            raise UsageError(f"{where}: there is no key {name}", hint=nearest(name, known))
        wanted = known[key]
        if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
            raise UsageError(f"{where}: {name} must be {_KINDS[wanted]}")
        found[key] = value
    return found
