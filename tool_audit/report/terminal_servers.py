"""Several servers on a terminal: the table of all, and why one could not be audited."""

from collections.abc import Sequence

from tool_audit.model import NotAudited, ServerSummary
from tool_audit.report.failures import of_several
from tool_audit.report.screen import Column, Screen
from tool_audit.report.summary import NOT_AUDITED, TITLES, UNITS, summary_rows


def write_servers(screen: Screen, servers: Sequence[ServerSummary], failures: Sequence[NotAudited]) -> None:
    """Write the table of all servers."""
    columns = (Column(title="server", flexible=True), *(Column(title=title, right=True) for title in TITLES))
    rows = summary_rows(servers, failures)
    cells = [[screen.text(cell, "red" if cell.endswith(NOT_AUDITED) else "") for cell in row] for row in rows]
    screen.grid(columns, cells)
    screen.paragraph(screen.text(UNITS, "dim"))
    screen.blank()


def write_failure(screen: Screen, failure: NotAudited, *, several: bool = True) -> None:
    """Write why a server could not be audited, and what to do about it."""
    message = of_several(failure.name, failure.message) if several else failure.message
    screen.paragraph(screen.text("error: ", "bold red"), screen.text(message))
    for line in failure.detail:
        screen.paragraph(screen.text(line, "dim"), indent=0 if line.endswith(":") else 2)
    if failure.hint:
        screen.paragraph(screen.text("hint: ", "bold"), screen.text(failure.hint))
    screen.blank()
