"""Flags errors after which agents do not get the call right: the text does not say how."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Confidence, Hit, Severity
from tool_audit.model.indicators import Ending, ServerTraffic
from tool_audit.rule import traffic_rule
from tool_audit.rules._in_use import share_of

_NOT_ITS_WORDS = frozenset({Ending.TIMEOUT, Ending.ENDED, Ending.TOO_LARGE, Ending.GUARD, Ending.UNKNOWN_TOOL})
"""Endings whose text is the client's or the guard's, and none of the tool's."""


@dataclass(frozen=True)
class Options:
    errors: int = 5
    recovered: float = 0.2


@traffic_rule(group="K", severity=Severity.WARNING, confidence=Confidence.SEEN, options=Options)
def unrecoverable_error(server: ServerTraffic, options: Options) -> Iterator[Hit]:
    """After an error of this shape agents hardly ever get the call right."""
    for tool in server.tools:
        for error in tool.shapes:
            share = error.recovered.share
            if error.ending in _NOT_ITS_WORDS or share is None or error.recovered.n < options.errors:
                continue
            if share <= options.recovered:
                yield Hit(
                    message=f"Agents got over {share_of(error.recovered)} errors that say: "
                    f"{error.shape or '(nothing)'}",
                    tools=(tool.name,),
                    argument=error.shape,
                    advice="Say in the error what was wrong, what is allowed, and the call to make instead.",
                )
