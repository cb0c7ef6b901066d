"""Flags tools with so many arguments that a model loses its way among them."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Confidence, Hit, ServerRun, Severity
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted, named
from tool_audit.schema import arguments_of


@dataclass(frozen=True)
class Options:
    arguments: int = 15


@server_rule(group="J", severity=Severity.INFO, confidence=Confidence.SEEN, options=Options)
def too_many_parameters(run: ServerRun, options: Options) -> Iterator[Hit]:
    """A tool has so many arguments that calls with the right ones are hard to make."""
    counts = {tool.name: len(arguments_of(tool)) for tool in run.listing.tools}
    many = sorted(
        ((name, count) for name, count in counts.items() if count >= options.arguments),
        key=lambda entry: (-entry[1], entry[0]),
    )
    if many:
        yield Hit(
            message=(
                f"{counted(len(many), 'tool')} of {len(counts):,} with {options.arguments} arguments or more: "
                f"{named([f'{name} ({count})' for name, count in many])}."
            ),
            tools=tuple(name for name, _ in many),
            advice="Split the tool by what is asked, or drop what nobody sends.",
        )
