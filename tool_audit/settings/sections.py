"""The sections of a settings file with names of the user's or the catalogue's: rules, tools, clients, amendments."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from typing import Any, Final, TypeAlias

from tool_audit.errors import UsageError
from tool_audit.model import Json, Severity
from tool_audit.settings.groups import CAPS, CapOverride, Ignore, Origin, Regrade
from tool_audit.settings.nearest import nearest

Entries: TypeAlias = Iterator[tuple[tuple[str, ...], Origin]]
Section: TypeAlias = Callable[..., str]

_AMENDS: Final = ("rule", "tool", "argument", "reason", "until")


def _rules(section: Section, value: Json) -> Entries:
    for rule, options in _tables(section("rules"), value):
        yield ("rules", rule), _said(section("rules", rule), None)
        for option, setting in options.items():
            name = option.replace("-", "_")
            yield ("rules", rule, name), _said(f"{section('rules', rule)} {option}", setting)


def _tools(section: Section, value: Json) -> Entries:
    for tool, table in _tables(section("tools"), value):
        where = section("tools", tool)
        plain = {name.replace("-", "_"): each for name, each in table.items()}
        _known(where, plain, ("arguments", "reason", *CAPS))
        for _, arguments in _tables(where, {"arguments": plain.pop("arguments", {})}):
            for argument, given in arguments.items():
                yield ("tools", tool, "arguments", argument), _said(f"{where} arguments.{argument}", given)
        if plain:
            yield ("tools", tool, "caps"), _said(where, _override(where, tool, plain))


def _override(where: str, tool: str, table: dict[str, Json]) -> CapOverride:
    caps = {name: table[name] for name in CAPS if name in table}
    for name, cap in caps.items():
        if isinstance(cap, bool) or not isinstance(cap, int) or cap < 1:
            raise UsageError(f"{where} {name}: {cap!r} is not a whole number of 1 or more")
    reason = _reason(where, table, "another cap")
    if not caps:
        raise UsageError(f"{where} has a reason but no cap", hint=f"set one of {', '.join(CAPS)}")
    return CapOverride(tool=tool, reason=reason, **caps)


def _ignores(section: Section, value: Json) -> Entries:
    for index, where, entry in _entries(section, "ignore", value):
        _known(where, entry, _AMENDS)
        yield ("ignore", index), _said(where, Ignore(**_amendment(where, entry, "an ignored finding")))


def _regrades(section: Section, value: Json) -> Entries:
    for index, where, entry in _entries(section, "regrade", value):
        _known(where, entry, (*_AMENDS, "severity"))
        told = _amendment(where, entry, "another severity")
        yield ("regrade", index), _said(where, Regrade(**told, severity=_severity(where, entry)))


def _entries(section: Section, name: str, value: Json) -> Iterator[tuple[str, str, Mapping[str, Json]]]:
    hint = f"begin each entry with [[{name}]]"
    if not isinstance(value, list):
        raise UsageError(f"{section(name)} is not a list", hint=hint)
    for index, entry in enumerate(value):
        where = f"{section(name)} entry {index + 1}"
        if not isinstance(entry, Mapping):
            raise UsageError(f"{where} is not a table", hint=hint)
        yield str(index), where, entry


def _amendment(where: str, entry: Mapping[str, Json], what: str) -> dict[str, Any]:
    for name in ("rule", "tool", "argument"):
        if not isinstance(entry.get(name, "*"), str):
            raise UsageError(f"{where} {name}: {entry[name]!r} is not a text")
    if "rule" not in entry:
        raise UsageError(f"{where} names no rule", hint='write rule = "ID"; `tool-audit rules` lists them')
    return {
        "rule": entry["rule"],
        "tool": entry.get("tool", "*"),
        "argument": entry.get("argument", "*"),
        "reason": _reason(where, entry, what),
        "until": _until(where, entry),
    }


def _until(where: str, entry: Mapping[str, Json]) -> date | None:
    until = entry.get("until")
    if isinstance(until, str):
        try:
            until = date.fromisoformat(until)
        except ValueError:
            raise UsageError(f"{where} until: {until!r} is not a date", hint="write it as 2027-01-31") from None
    if isinstance(until, datetime) or not isinstance(until, date | None):
        raise UsageError(f"{where} until: {str(until)!r} is not a date", hint="write it as 2027-01-31")
    return until


def _severity(where: str, entry: Mapping[str, Json]) -> Severity:
    names = [severity.value for severity in Severity]
    if "severity" not in entry:
        raise UsageError(f"{where} names no severity", hint=f"write one of {', '.join(names)}")
    severity = entry["severity"]
    if severity not in names:
        hint = nearest(severity, names) if isinstance(severity, str) else f"known: {', '.join(names)}"
        raise UsageError(f"{where} severity: there is no severity {severity!r}", hint=hint)
    return Severity(severity)


def _clients(section: Section, value: Json) -> Entries:
    for client, table in _tables(section("clients"), value):
        for name, setting in table.items():
            key = ("clients", client, name.replace("-", "_"))
            yield key, _said(f"{section('clients', client)} {name}", setting)


SECTIONS: Final[Mapping[str, Callable[[Section, Json], Entries]]] = {
    "rules": _rules,
    "tools": _tools,
    "ignore": _ignores,
    "regrade": _regrades,
    "clients": _clients,
}
"""Section name -> what reads it: takes a function that names a section for messages, and the section's value."""


def _tables(where: str, value: Json) -> Iterator[tuple[str, Mapping[str, Json]]]:
    if not isinstance(value, Mapping):
        hint = "the tools to audit are named in [probing] tools" if where.endswith("[tools]") else ""
        raise UsageError(f"{where} is not a table", hint=hint)
    for name, table in value.items():
        if not isinstance(table, Mapping):
            raise UsageError(f"{where} {name}: {table!r} is not a table")
        yield name, table


def _reason(where: str, table: Mapping[str, Json], what: str) -> str:
    reason = table.get("reason")
    if not isinstance(reason, str) or not reason.strip():
        raise UsageError(f"{where} gives no reason", hint=f'{what} needs one: reason = "..."')
    return reason.strip()


def _known(where: str, table: Mapping[str, Json], known: tuple[str, ...]) -> None:
    for name in table:
        if name not in known:
            raise UsageError(f"{where} has no setting {name!r}", hint=nearest(name, known))


def _said(where: str, value: object) -> Origin:
    return Origin(layer="file", where=where, value=value)
