"""Several servers side by side, and the totals of a report in words."""

from collections.abc import Mapping
from typing import Final

from tool_audit.model import Report, ServerReport, Severity, Status
from tool_audit.report.figures import counted, number
from tool_audit.report.order import WORDS, shown, with_status
from tool_audit.report.sizes import tool_sizes

TITLES: Final = ("tools", "measured", "definitions", "largest", "errors", "warnings")
UNITS: Final = "definitions: in tokens; largest: the largest default reply, in characters"
NOT_AUDITED: Final = "not audited"


def is_needed(report: Report) -> bool:
    """Whether the report is about more than one server, audited or not."""
    return len(report.servers) + len(report.failures) > 1


def summary_rows(report: Report) -> tuple[tuple[str, ...], ...]:
    """Return a row for each server: its name, then its figures under TITLES; none for one that was not audited."""
    nothing = [""] * len(TITLES)
    failures = [(f"{failure.name}: {NOT_AUDITED}", *nothing) for failure in report.failures]
    return (*(_row(server) for server in report.servers), *failures)


def totals(counts: Mapping[Severity, int]) -> str:
    """Return "3 errors, 1 warning, 0 notes"."""
    return ", ".join(counted(counts.get(severity, 0), word) for severity, word in WORDS.items())


def _row(server: ServerReport) -> tuple[str, ...]:
    run = server.run
    severities = [finding.severity for finding in shown(server.findings)]
    largest = max([tool.default_chars for tool in tool_sizes(run)], default=-1)
    figures = (
        len(run.listing.tools),
        len(with_status(run, Status.MEASURED)),
        run.definitions.tokens,
        largest if largest >= 0 else None,
        severities.count(Severity.ERROR),
        severities.count(Severity.WARNING),
    )
    return (run.spec.name, *(number(figure) for figure in figures))
