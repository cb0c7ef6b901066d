"""Which replies some chosen client would not show whole, worst first."""

from dataclasses import dataclass
from typing import Final

from tool_audit.model import ServerReport, Showing
from tool_audit.report.sizes import Sized, ToolSizes

ALL_WHOLE: Final = "each of these clients would show every default reply whole, as far as is known"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotWhole:
    """A default reply, and what each chosen client would show of it."""

    tool: str
    reply: Sized
    showings: tuple[Showing, ...]


def not_whole(server: ServerReport, sizes: tuple[ToolSizes, ...]) -> tuple[NotWhole, ...]:
    """Return the default replies that some chosen client would not show whole, the largest first."""
    return tuple(
        NotWhole(tool=tool.run.name, reply=tool.default, showings=showings)
        for tool in sizes
        if tool.default is not None and (showings := server.showings.get(tool.run.name, ()))
        if not all(showing.whole for showing in showings)
    )
