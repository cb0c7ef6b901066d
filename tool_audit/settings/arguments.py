"""Arguments that the user gives for tools: a file of them, and one by one."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, time
from math import isfinite
from pathlib import Path

import json5

from tool_audit.errors import UsageError
from tool_audit.model import Json
from tool_audit.settings.groups import Origin
from tool_audit.settings.keys import Partial
from tool_audit.settings.paths import expand
from tool_audit.settings.texts import load_text, load_toml

_SHAPE = 'write {"tool name": {"argument": value}}'


def argument_file(path: Path, name: str) -> Partial:
    """Return the layer of an --args file: JSON (comments allowed) or TOML, tool name or glob -> arguments."""
    tables = load_toml(path, name) if path.suffix == ".toml" else _load_json(path, name, _SHAPE)
    if not isinstance(tables, Mapping) or not all(isinstance(each, Mapping) for each in tables.values()):
        raise UsageError(f"{name} does not map tool names to arguments", hint=_SHAPE)
    return {
        ("tools", tool, "arguments", argument): Origin(layer="option", where=f"--args {name}", value=value)
        for tool, arguments in tables.items()
        for argument, value in arguments.items()
    }


def single_arguments(given: Sequence[str], cwd: Path) -> Partial:
    """Return the layer of every `--arg TOOL.ARGUMENT=VALUE`; TOOL is a name or a glob.

    VALUE is JSON; `@FILE` is the JSON in a file; what is neither is a text as it stands. UsageError where it begins
    like JSON and is none: a shell has eaten its quotes.
    """
    partial: Partial = {}
    for text in given:
        tool, argument = tool_and_argument(text)
        where = f"--arg {tool}.{argument}"
        value = _value(text.partition("=")[2], where, cwd)
        partial["tools", tool, "arguments", argument] = Origin(layer="option", where=where, value=value)
    return partial


def make_sendable(merged: Partial) -> None:
    """Put what JSON has no word for into words: a date of TOML is its text. UsageError for what is no number."""
    for path, origin in merged.items():
        if path[0] == "tools" and path[2] == "arguments":
            merged[path] = replace(origin, value=_sendable(origin.value, origin.where))


def _sendable(value: object, where: str) -> Json:
    match value:
        case date() | time():
            return value.isoformat()
        case float() if not isfinite(value):
            raise UsageError(f"{where}: {value} is no number that can be sent", hint="JSON has finite ones only")
        case Mapping():
            return {str(key): _sendable(member, where) for key, member in value.items()}
        case list():
            return [_sendable(member, where) for member in value]
        case _:
            return value


def tool_and_argument(text: str) -> tuple[str, str]:
    """Return the two names of `TOOL.ARGUMENT=VALUE`: the name of a tool may hold dots. UsageError where one lacks."""
    name, equals, _ = text.partition("=")
    tool, _, argument = name.rpartition(".")
    if not (equals and tool and argument):
        raise UsageError(f"--arg {name!r} is no argument of a tool", hint="write --arg TOOL.ARGUMENT=VALUE")
    return tool, argument


def _value(text: str, where: str, cwd: Path) -> Json:
    if text.startswith("@"):
        return _load_json(expand(text[1:], cwd), text[1:], "a file after @ holds one JSON value")
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        if text.lstrip()[:1] not in {"{", "[", '"'}:
            return text
        hint = "quote it so that your shell leaves it whole, or put it into a file: ...=@FILE"
        raise UsageError(f"{where} begins like JSON and is none: {error}", hint=hint) from None


def _no_constant(name: str) -> Json:
    raise ValueError(name)


def _load_json(path: Path, name: str, hint: str) -> Json:
    text = load_text(path, name)
    try:
        return json5.loads(text)
    except ValueError as error:
        raise UsageError(f"{name} is not JSON: {error}", hint=hint) from None
