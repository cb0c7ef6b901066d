"""Flags servers whose instructions are long: a client may put them into every turn."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Confidence, Hit, ServerRun, Severity
from tool_audit.rule import server_rule


@dataclass(frozen=True)
class Options:
    tokens: int = 2_000


@server_rule(group="A", severity=Severity.WARNING, confidence=Confidence.SEEN, options=Options)
def oversized_instructions(run: ServerRun, options: Options) -> Iterator[Hit]:
    """The server's instructions are long, and a model may pay for them in every turn."""
    tokens = run.definitions.instructions_tokens
    if tokens > options.tokens:
        yield Hit(
            message=(
                f"The server's instructions are {tokens:,} tokens ({len(run.listing.instructions):,} characters); "
                f"the line is {options.tokens:,}."
            ),
            advice="Keep what a model needs before its first call; move the rest to a resource, a prompt or a tool.",
        )
