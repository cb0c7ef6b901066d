"""Below the table of sizes: tools with lines of their own, and what each client would show of the worst replies."""

from typing import Final

from tool_audit.model import ServerReport
from tool_audit.report.figures import joined, number
from tool_audit.report.policy import own_lines
from tool_audit.report.safe import cut
from tool_audit.report.screen import Screen
from tool_audit.report.showings import ALL_WHOLE, NotWhole, not_whole
from tool_audit.report.sizes import ToolSizes

MOST_REPLIES: Final = 5
MOST_NAMES: Final = 6
LONGEST: Final = 300
_INDENT: Final = 2


def write_clients(screen: Screen, server: ServerReport, sizes: tuple[ToolSizes, ...], *, several: bool) -> None:
    """Write which tools have other lines and why, what clients do with the tools, and what `several` would show."""
    own = own_lines(server.run)
    for lines in own:
        told = f"{joined(lines.tools, MOST_NAMES)}: {cut(lines.text, LONGEST)}"
        screen.paragraph(screen.text(told), first=screen.text("own lines", "dim"), indent=11)
    for note in server.client_notes:
        screen.paragraph(screen.text(cut(note, LONGEST)), first=screen.text("note", "dim"), indent=11)
    if own or server.client_notes:
        screen.blank()
    replies = not_whole(server, sizes) if several else ()
    if replies:
        _replies(screen, replies)
    elif several and server.showings:
        screen.line(screen.text(ALL_WHOLE, "dim"))
        screen.blank()


def _replies(screen: Screen, replies: tuple[NotWhole, ...]) -> None:
    screen.line(screen.text("what the model would see with nothing filled in", "dim"))
    indent = _INDENT + max(len(showing.client) for showing in replies[0].showings) + 2
    for reply in replies[:MOST_REPLIES]:
        size = f"   {number(reply.reply.measurement.chars)} chars, {number(reply.reply.measurement.tokens)} tokens"
        screen.paragraph(screen.text(reply.tool), screen.text(size, "dim"))
        for showing in reply.showings:
            style = "" if showing.whole else "red"
            first = screen.text(f"{' ' * _INDENT}{showing.client}", "dim")
            screen.paragraph(screen.text(showing.sees, style), first=first, indent=indent)
    if len(replies) > MOST_REPLIES:
        names = joined([reply.tool for reply in replies[MOST_REPLIES:]], MOST_NAMES)
        more = f"and {len(replies) - MOST_REPLIES} more (--output markdown=audit.md lists them): {names}"
        screen.paragraph(screen.text(more, "dim"))
    screen.blank()
