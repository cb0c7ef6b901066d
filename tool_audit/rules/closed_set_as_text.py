"""Flags texts that take a few values only, while the schema takes any text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tool_audit.described_values import described_values
from tool_audit.model import Call, Confidence, Hit, ServerRun, Severity, ToolSpec
from tool_audit.refusals.quoted_schemas import without_schemas
from tool_audit.refusals.texts import refusal, speaks_of
from tool_audit.rule import server_rule
from tool_audit.rules._listing import named, runs_by_tool
from tool_audit.schema import Argument, arguments_of

_MOST = 8


@dataclass(slots=True)
class _Alike:
    """An argument of several tools with the same values, and the call that shows them."""

    values: tuple[str, ...]
    tools: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)


@server_rule(group="E", severity=Severity.INFO, confidence=Confidence.SEEN)
def closed_set_as_text(run: ServerRun, _options: object) -> Iterator[Hit]:
    """The allowed values of a text stand in prose and not in the schema."""
    runs = runs_by_tool(run)
    alike: dict[tuple[str, frozenset[str], str], _Alike] = {}
    for tool in run.listing.tools:
        calls = [call for one in runs.get(tool.name, ()) for call in one.calls]
        for argument in filter(_is_free_text, arguments_of(tool)):
            values, where, shown = argument.closed_set, "its description lists", None
            if not values:
                values, shown = _listed_in_an_error(tool, argument, calls)
                where = "an error lists"
            if values:
                words = tuple(str(value) for value in values)
                found = alike.setdefault((argument.name, frozenset(words), where), _Alike(words))
                found.tools.append(tool.name)
                found.calls += [shown] if shown is not None and not found.calls else []
    for (name, _, where), found in alike.items():
        yield Hit(
            message=(
                f"{name} of {named(found.tools)} is any text by the schema, and {where} the values it takes:"
                f" {named(found.values, _MOST)}."
            ),
            tools=tuple(dict.fromkeys(found.tools)),
            calls=tuple(found.calls),
            advice=f"Declare the values of {name} as an enum.",
            argument=name,
        )


def _is_free_text(argument: Argument) -> bool:
    free = argument.types == {"string"} and not argument.closed_by_schema
    return free and not argument.schema.get("pattern") and not argument.schema.get("format")


def _listed_in_an_error(tool: ToolSpec, argument: Argument, calls: list[Call]) -> tuple[tuple[str, ...], Call | None]:
    """Return the values that a refusal of this argument lists, and the refusal."""
    names = {other.name for other in arguments_of(tool)}
    for call in calls:
        text, sent = refusal(call), call.arguments.get(argument.name)
        if text is None or not isinstance(sent, str) or call.observation.probe.experiment == "unknown_argument":
            continue
        if not _is_about(text, tool, argument, sent):
            continue
        no_members = {*names, *_words_sent(call)}
        values = tuple(value for value in described_values(without_schemas(text)) if value not in no_members)
        if len(values) > 1:
            return values, call
    return (), None


def _is_about(text: str, tool: ToolSpec, argument: Argument, sent: str) -> bool:
    """Whether an error names this argument; or none, where this is the only text and what was sent for it is told."""
    if speaks_of(text, argument.name):
        return True
    others = [other for other in arguments_of(tool) if other.name != argument.name]
    if any("string" in other.types or speaks_of(text, other.name) for other in others):
        return False
    return bool(sent) and sent in text


def _words_sent(call: Call) -> set[str]:
    """Return the texts that were sent and the words in them: an error that repeats them lists no values."""
    texts = [value for value in call.arguments.values() if isinstance(value, str)]
    return {*texts, *(word for text in texts for word in re.findall(r"[\w.-]+", text))}
