"""Several servers side by side, and the totals of a report in words."""

from collections.abc import Iterable, Mapping
from typing import Final

from tool_audit.model import NotAudited, Report, ServerReport, ServerSummary, Severity, Status
from tool_audit.report.figures import counted, number
from tool_audit.report.order import WORDS, shown, with_status
from tool_audit.report.sizes import tool_sizes

TITLES: Final = ("tools", "measured", "definitions", "largest", "errors", "warnings")
UNITS: Final = "definitions: in tokens; largest: the largest default reply, in characters"
NOT_AUDITED: Final = "not audited"


def is_needed(report: Report) -> bool:
    """Whether the report is about more than one server, audited or not."""
    return len(report.servers) + len(report.failures) > 1


def summary_rows(servers: Iterable[ServerSummary], failures: Iterable[NotAudited]) -> tuple[tuple[str, ...], ...]:
    """Return a row for each server: its name, then its figures under TITLES; none for one that was not audited."""
    nothing = [""] * len(TITLES)
    missing = [(f"{name}: {NOT_AUDITED}", *nothing) for name in dict.fromkeys(failure.name for failure in failures)]
    return (*(_row(server) for server in servers), *missing)


def summaries(report: Report) -> tuple[ServerSummary, ...]:
    """Return the figures of each server of a report."""
    return tuple(_summary(server) for server in report.servers)


def totals(counts: Mapping[Severity, int]) -> str:
    """Return "3 errors, 1 warning, 0 notes"."""
    return ", ".join(counted(counts.get(severity, 0), word) for severity, word in WORDS.items())


def _summary(server: ServerReport) -> ServerSummary:
    run = server.run
    severities = [finding.severity for finding in shown(server.findings)]
    largest = max([tool.default_chars for tool in tool_sizes(run)], default=-1)
    return ServerSummary(
        name=run.spec.name,
        tools=len(run.listing.tools),
        measured=len(with_status(run, Status.MEASURED)),
        definitions=run.definitions.tokens,
        largest=largest if largest >= 0 else None,
        errors=severities.count(Severity.ERROR),
        warnings=severities.count(Severity.WARNING),
    )


def _row(server: ServerSummary) -> tuple[str, ...]:
    figures = (server.tools, server.measured, server.definitions, server.largest, server.errors, server.warnings)
    return (server.name, *(number(figure) for figure in figures))
