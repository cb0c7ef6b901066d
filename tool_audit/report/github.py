"""GitHub workflow commands: an annotation for each finding, at the line of the configuration that names its server."""

from collections.abc import Iterable
from typing import Final

from tool_audit.model import Finding, NotAudited, Report, ServerReport, ServerSpec, Severity
from tool_audit.report.failures import failure_text
from tool_audit.report.figures import joined
from tool_audit.report.order import grouped, shown
from tool_audit.report.policy import regraded
from tool_audit.report.safe import readable

_COMMAND: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_MOST_TOOLS: Final = 3
MOST: Final = 10
"""GitHub shows ten annotations of each kind for a step; the last one says how many more there are."""


def render_github(report: Report) -> str:
    """Return one workflow command a line: what failed, then the gravest findings first, at most ten of a kind."""
    lines: list[str] = []
    for severity, command in _COMMAND.items():
        found = [_annotation(command, server, one) for server in report.servers for one in _of(server, severity)]
        if severity is Severity.ERROR:
            found = [*map(_failure, report.failures), *found]
        kept = found if len(found) <= MOST else found[: MOST - 1]
        lines += kept
        if len(kept) < len(found):
            more = f"{len(found) - len(kept):,} more of this kind stand in the report"
            lines.append(_command(command, "tool-audit", more, None))
    return "\n".join(lines) + "\n" if lines else ""


def _of(server: ServerReport, severity: Severity) -> Iterable[Finding]:
    return (f for group in grouped(shown(server.findings)) if group.severity is severity for f in group.findings)


def _failure(failure: NotAudited) -> str:
    return _command("error", f"{failure.name} was not audited", failure_text(failure), None)


def _annotation(command: str, server: ServerReport, finding: Finding) -> str:
    spec = server.run.spec
    tools = joined(finding.tools, _MOST_TOOLS)
    title = f"{finding.rule}: {spec.name}{f' {tools}' if tools else ''}"
    told = " ".join(filter(None, (finding.message, finding.advice, regraded(finding))))
    return _command(command, title, told, spec)


def _command(command: str, title: str, message: str, spec: ServerSpec | None) -> str:
    properties = {"title": title}
    if spec is not None and spec.line is not None:
        properties = {"file": spec.origin.replace("\\", "/"), "line": str(spec.line), "title": title}
    told = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{command} {told}::{_data(message)}"


def _data(text: str) -> str:
    return readable(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
