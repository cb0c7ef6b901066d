"""What a report says -> the text of a new policy, its tables and its lines; `edit` has those of one that is there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tool_audit.guard import comments
from tool_audit.guard.facts import Facts, ToolFacts
from tool_audit.guard.policy import SCHEMA, Line, Measured
from tool_audit.guard.propose import Proposal, Proposed, proposed
from tool_audit.guard.toml_text import day, toml_key, toml_value
from tool_audit.model import Counted, Json, Lines

_HEAD: Final = """\
# What is passed on to this server, and what it may answer. Made by `tool-audit guard init` from an audit's figures.
# Edit it: lines that you change or delete stay so when it is made again, and figures are brought up to date.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """The text of a policy, and what its reader should know of how it was made."""

    text: str
    notes: tuple[str, ...]


def new_policy(facts: Facts) -> Written:
    """Return the policy of a server that had none."""
    parts = [_head(facts)]
    notes = list(facts.notes)
    for tool in facts.tools:
        ceiling = tool.ceiling or facts.ceiling
        found = found_in(tool, ceiling)
        parts.append(tool_text(tool, found, ceiling))
        notes.extend(unguarded(tool, found))
    return Written(text="\n".join(parts), notes=tuple(notes))


def found_in(tool: ToolFacts, ceiling: Lines) -> Proposed:
    """Return the lines of a tool; none for an action tool, where one would hold for every action."""
    return proposed(() if tool.actions else tool.measured, tool.kinds, ceiling)


def unguarded(tool: ToolFacts, found: Proposed) -> Iterator[str]:
    """Yield what no line guards against."""
    if tool.actions:
        yield f"{tool.name} was measured by action, which no line can tell apart: only the ceiling guards it"
    elif found.unguarded:
        named = ", ".join(found.unguarded)
        yield f"no measured value of {named} of {tool.name} fits: only the ceiling guards against it"
    elif not found.helps:
        yield f"no measured call of {tool.name} fits: only the ceiling guards it"


def tool_text(tool: ToolFacts, found: Proposed, ceiling: Lines) -> str:
    """Return the tables of one tool."""
    lines = [f"[tools.{toml_key(tool.name)}]", comments.of_tool(tool.measured, found, tool.actions)]
    if tool.arguments is not None:
        lines.append(f"arguments = {toml_value(tool.arguments)}")
    if tool.measured:
        lines.append(measured_text(tool.measured))
    if tool.ceiling is not None:
        lines += ["", f"[tools.{toml_key(tool.name)}.ceiling]", *_fields_text(_ceiling_fields(tool.ceiling))]
    text = "\n".join(lines) + "\n"
    return "\n".join([text, *(line_text(tool.name, proposal, ceiling) for proposal in found.proposals.values())])


def line_text(tool: str, proposal: Proposal, ceiling: Lines) -> str:
    """Return the table of one line."""
    head = f"[tools.{toml_key(tool)}.lines.{toml_key(proposal.line.argument)}]"
    body = [*comments.of_line(proposal, ceiling), *_fields_text(line_fields(proposal.line))]
    return "\n".join([head, *body]) + "\n"


def measured_text(measured: tuple[Measured, ...]) -> str:
    """Return the measured calls, one a line."""
    calls = [f"    {toml_value(measured_fields(one))}," for one in measured]
    return "\n".join(["measured = [", *calls, "]"])


def line_fields(line: Line) -> dict[str, Json]:
    """Return what a line says, what goes without saying left out."""
    fields: dict[str, Json] = {"required": True} if line.required else {}
    if line.allowed:
        return {**fields, "allowed": list(line.allowed)}
    return {**fields, "most": line.most, **({} if line.least == 1 else {"least": line.least})}


def measured_fields(one: Measured) -> dict[str, Json]:
    """Return what is kept of a measured call."""
    counted = {"bytes": one.bytes, "lines": one.lines}
    return {
        "arguments": dict(one.arguments),
        "chars": one.chars,
        "tokens": one.tokens,
        **{name: count for name, count in counted.items() if count is not None},
        "on": day(one.date),
    }


def _head(facts: Facts) -> str:
    ceiling = _ceiling_fields(facts.ceiling)
    top: dict[str, Json] = {"schema": SCHEMA, "server": facts.server, "tokenizer": facts.tokenizer}
    return "\n".join(
        [
            _HEAD + "\n".join(_fields_text(top)),
            "refuse_unknown_arguments = true",
            'refuse_with = "result" # or "error": a refusal is a JSON-RPC error then',
            "",
            "[ceiling]",
            "# What a reply may be at most; over warn_tokens it is only logged.",
            *_fields_text(ceiling),
            "",
        ]
    )


def _ceiling_fields(ceiling: Lines) -> dict[str, Json]:
    caps = {f"cap_{unit}": cap for unit, cap in ceiling.caps}
    texts = {"client": ceiling.client, "reason": ceiling.raised_by}
    counted = {} if ceiling.counted is Counted.REPLY else {"counted": ceiling.counted.value}
    told = {name: text for name, text in texts.items() if text}
    return {**told, **caps, "warn_tokens": ceiling.warn_tokens, **counted}


def _fields_text(fields: Mapping[str, Json]) -> list[str]:
    return [f"{name} = {toml_value(value)}" for name, value in fields.items()]
