"""Changes -> the text of a policy that was there, whose comments, order and layout stay."""

import tomllib
from collections.abc import Mapping, MutableMapping
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, Comment, InlineTable, Table

from tool_audit.errors import UsageError
from tool_audit.guard.facts import Facts
from tool_audit.guard.load import policy_of
from tool_audit.guard.policy import Measured
from tool_audit.guard.propose import Proposal
from tool_audit.guard.toml_text import toml_value
from tool_audit.guard.update import Change, ToolChange, change_of
from tool_audit.guard.write import (
    Written,
    found_in,
    line_fields,
    line_text,
    measured_fields,
    measured_text,
    tool_text,
    unguarded,
)
from tool_audit.model import Json, canonical
from tool_audit.settings.texts import toml_of


def changed_policy(text: str, source: str, facts: Facts) -> Written:
    """Return a policy with new figures. Raises UsageError where the text is none, or is laid out too oddly."""
    plain = toml_of(text, source)
    policy = policy_of(plain, source)
    change = change_of(policy, facts)
    notes = list(change.notes)
    more = []
    for tool in change.new:
        ceiling = tool.ceiling or policy.ceiling
        found = found_in(tool, ceiling)
        more.append(tool_text(tool, found, ceiling))
        notes.extend(unguarded(tool, found))
    for one in change.tools:
        _apply(plain["tools"][one.tool.name], one)
    if policy.tokenizer != change.tokenizer:
        plain["tokenizer"] = change.tokenizer
    wanted = {**plain, "tools": {**plain.get("tools", {}), **tomllib.loads("\n".join(more)).get("tools", {})}}
    try:
        made = "\n".join([_edited(text, change, policy.tokenizer), *more])
        read = tomllib.loads(made)
    except (TOMLKitError, ValueError, TypeError, AttributeError):
        made, read = text, {}
    if read != wanted:
        raise UsageError(
            f"{source} is laid out in a way that cannot be brought up to date",
            hint="write its tables as [tools.NAME] and [tools.NAME.lines.ARGUMENT], or write a new file: -o FILE",
        )
    return Written(text=made, notes=tuple(notes))


def _edited(text: str, change: Change, tokenizer: str) -> str:
    document: Any = tomlkit.parse(text)
    for one in change.tools:
        _write(document["tools"][one.tool.name], one)
    if tokenizer != change.tokenizer:
        document["tokenizer"] = change.tokenizer
    made: str = document.as_string()
    return made if text.endswith("\n\n") and not change.new else made.rstrip("\n") + "\n"


def _apply(table: dict[str, Json], change: ToolChange) -> None:
    """Change what the document says, wherever in its text that stands: what the text is held against."""
    if change.added:
        table["arguments"] = [*table["arguments"], *change.added]
    if change.tool.measured or "measured" in table:
        table["measured"] = [measured_fields(one) for one in change.tool.measured]
    lines = table.get("lines", {})
    for argument, proposal in change.lines.items():
        if proposal is None:
            del lines[argument]
        else:
            lines[argument] = line_fields(proposal.line)
    if lines:
        table["lines"] = lines
    else:
        table.pop("lines", None)


def _write(table: Any, change: ToolChange) -> None:
    for name in change.added:
        table["arguments"].append(name)
    _write_measured(table, change.tool.measured)
    lines = table.get("lines", {})
    for argument, proposal in change.lines.items():
        if proposal is None:
            left = _by_hand(lines[argument], change.comments)
            del lines[argument]
            for item in left:
                table.append(None, item)
        elif argument in lines:
            _set(lines[argument], line_fields(proposal.line))
        else:
            _add_line(table, change, argument, proposal)
    if "lines" in table and not table["lines"]:
        del table["lines"]
    for one in (table, *table.get("lines", {}).values()):
        _write_comments(one, change.comments)


def _write_measured(table: Any, measured: tuple[Measured, ...]) -> None:
    """Bring the figures of calls up to date where they stand; other calls than were there are all written anew."""
    there = table.get("measured")
    if there is None and not measured:
        return
    if isinstance(there, Array | AoT):
        old = [canonical(one["arguments"]) for one in there.unwrap()]
        if old == [canonical(dict(one.arguments)) for one in measured]:
            for entry, one in zip(there, measured, strict=True):
                _set(entry, measured_fields(one))
            return
    text = measured_text(measured) if measured else "measured = []"
    table["measured"] = tomlkit.parse(text)["measured"]


def _set(table: Any, fields: Mapping[str, Json]) -> None:
    """Let a table say this and nothing else; what it says already stays as it is written."""
    there = table.unwrap()
    for name in [name for name in there if name.replace("-", "_") not in fields]:
        del table[name]
    spelled = {name.replace("-", "_"): name for name in there}
    for name, value in fields.items():
        if name not in spelled or there[spelled[name]] != value:
            table[spelled.get(name, name)] = tomlkit.parse(f"x = {toml_value(value)}")["x"]


def _add_line(table: Any, change: ToolChange, argument: str, proposal: Proposal) -> None:
    if isinstance(table, InlineTable) or isinstance(table.get("lines"), InlineTable):
        table.setdefault("lines", {})[argument] = line_fields(proposal.line)
        return
    above = "" if table.as_string().endswith("\n\n") else "\n"
    made: Any = tomlkit.parse(f"{above}{line_text(change.tool.name, proposal, change.ceiling)}\n")
    lines: MutableMapping[str, Any] = made["tools"][change.tool.name]["lines"]
    if "lines" in table:
        table["lines"][argument] = lines[argument]
    else:
        table["lines"] = lines


def _by_hand(table: Any, comments: Mapping[str, str | None]) -> list[Comment]:
    """Return what a person wrote beside a line, or above the table that follows: it stays where the line goes."""
    body = table.value.body if isinstance(table, Table) else ()
    return [item for _, item in body if isinstance(item, Comment) and item.trivia.comment not in comments]


def _write_comments(table: Any, comments: Mapping[str, str | None]) -> None:
    if isinstance(table, Table):
        for _, item in table.value.body:
            if isinstance(item, Comment) and (new := comments.get(item.trivia.comment)) is not None:
                item.trivia.comment = new
