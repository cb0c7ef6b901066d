"""Flags servers whose tool definitions cost a model too much before the first call."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Confidence, Hit, ServerRun, Severity
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted


@dataclass(frozen=True)
class Options:
    tokens: int = 10_000
    heaviest: int = 5


@server_rule(group="A", severity=Severity.WARNING, confidence=Confidence.SEEN, options=Options)
def oversized_definitions(run: ServerRun, options: Options) -> Iterator[Hit]:
    """The tool definitions take a large part of the context before any tool is called."""
    size = run.definitions
    if size.tokens <= options.tokens:
        return
    tools = run.listing.tools
    heaviest = sorted(size.by_tool.items(), key=lambda entry: (-entry[1], entry[0]))[: options.heaviest]
    described = sum(len(tool.description) for tool in tools)
    yield Hit(
        message=(
            f"The definitions of {counted(len(tools), 'tool')} are {size.tokens:,} tokens ({size.chars:,} characters, "
            f"{described:,} of them descriptions); the line is {options.tokens:,}. "
            f"Heaviest: {', '.join(f'{name} ({tokens:,})' for name, tokens in heaviest)}."
        ),
        tools=tuple(name for name, _ in heaviest),
        advice="Shorten the heaviest definitions, or let a client choose which group of tools is listed.",
    )
