"""Flags tool names that a server lists more than once."""

from collections.abc import Iterator

from tool_audit.model import ABSENT, Confidence, Hit, Json, ServerRun, Severity, ToolSpec, canonical
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted


@server_rule(group="J", severity=Severity.ERROR, confidence=Confidence.SEEN)
def duplicate_tool_name(run: ServerRun, _: object) -> Iterator[Hit]:
    """Two tools have one name: the model APIs refuse the request, or one tool hides the other."""
    by_name: dict[str, list[ToolSpec]] = {}
    for tool in run.listing.tools:
        if tool.name:
            by_name.setdefault(tool.name, []).append(tool)
    doubled = {name: tools for name, tools in by_name.items() if len(tools) > 1}
    if not doubled:
        return
    told = [f"{name} {len(tools)} times ({_likeness(tools)})" for name, tools in list(doubled.items())[:5]]
    more = f" and {len(doubled) - 5:,} more" if len(doubled) > 5 else ""
    yield Hit(
        message=f"{counted(len(doubled), 'name')} listed more than once: {', '.join(told)}{more}.",
        tools=tuple(doubled),
        advice="List each tool once, under a name of its own.",
    )


def _likeness(tools: list[ToolSpec]) -> str:
    if len({_text(tool.input_schema) for tool in tools}) > 1:
        return "with different arguments"
    return "with different descriptions" if len({tool.description for tool in tools}) > 1 else "the same each time"


def _text(schema: Json) -> str:
    try:
        return "" if schema is ABSENT else canonical(schema)
    except RecursionError:
        return ""
