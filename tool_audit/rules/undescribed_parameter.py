"""Flags arguments of which nothing says what they are for."""

from collections.abc import Iterator, Mapping

from tool_audit.model import Confidence, Hit, ServerRun, Severity, ToolSpec
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted, named
from tool_audit.schema import arguments_of


@server_rule(group="J", severity=Severity.INFO, confidence=Confidence.SEEN)
def undescribed_parameter(run: ServerRun, _: object) -> Iterator[Hit]:
    """Arguments have no description."""
    bare: dict[str, list[str]] = {}
    declared = 0
    for tool in run.listing.tools:
        arguments = [argument for argument in arguments_of(tool) if not _is_misplaced(tool, argument.name)]
        declared += len(arguments)
        if nameless := [argument.name for argument in arguments if not argument.description.strip()]:
            bare[tool.name] = nameless
    if bare:
        places = [f"{tool}.{name}" for tool, names in bare.items() for name in names]
        yield Hit(
            message=(
                f"{len(places):,} of {counted(declared, 'argument')} have no description, on {len(bare):,} of "
                f"{counted(len(run.listing.tools), 'tool')}: {named(places)}."
            ),
            tools=tuple(bare),
            advice="Say of each argument what it is, in what form, and what leaving it out means.",
        )


def _is_misplaced(tool: ToolSpec, name: str) -> bool:
    """Whether an argument is a list of names: `required`, which was written among the properties."""
    properties = tool.input_schema.get("properties") if isinstance(tool.input_schema, Mapping) else None
    return isinstance(properties, Mapping) and isinstance(properties.get(name), list)
