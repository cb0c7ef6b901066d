"""What is kept of a call that passed the guard, or did not."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the log keeps of one call: no value of an argument, and no text of a reply."""

    tool: str
    arguments: Sequence[str] = ()
    digest: str = ""
    """Of the arguments: equal calls have equal ones."""
    outcome: str = ""
    """replied, tool-error, error, refused, reply-refused, server-ended."""
    chars: int | None = None
    tokens: int | None = None
    milliseconds: float | None = None
    refused_by: str | None = None
    warned: bool = False


class Log(Protocol):
    """Where entries go."""

    def call(self, entry: Entry) -> None:
        """Keep one call."""

    def note(self, text: str) -> None:
        """Tell the operator something that is about no call."""
