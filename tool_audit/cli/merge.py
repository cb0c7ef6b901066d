"""`tool-audit merge`: the JSON reports of several runs as one."""

from pathlib import Path
from typing import Annotated, Final

import typer

from tool_audit.cli.asked_outputs import asked_outputs
from tool_audit.cli.console import looks
from tool_audit.cli.write import write_out
from tool_audit.errors import UsageError
from tool_audit.merge_reports import fleet_of, merged
from tool_audit.model import Fleet
from tool_audit.report.fleet import render_fleet_markdown, render_fleet_text
from tool_audit.report.safe import json_text
from tool_audit.saved_report import read_report
from tool_audit.settings.kinds import FAIL_ON

_FORMATS: Final = ("terminal", "markdown", "json")

Reports = Annotated[
    list[Path],
    typer.Argument(metavar="REPORT", help="JSON reports, say one for each --shard.", show_default=False),
]
FailOn = Annotated[
    str | None,
    typer.Option(metavar="SEVERITY", help="error, warning, info or never (that of the reports).", show_default=False),
]
Outputs = Annotated[
    list[str],
    typer.Option("--output", metavar="FORMAT[=FILE]", help="terminal, markdown or json; several at once."),
]


def merge(reports: Reports, fail_on: FailOn = None, output: Outputs = ["terminal"]) -> None:  # noqa: B006 - typer's way
    """Put the JSON reports of several runs together: one table of all servers, one verdict, one exit code."""
    if fail_on is not None and fail_on not in FAIL_ON:
        raise UsageError(f"--fail-on {fail_on!r} is not known", hint=f"one of {', '.join(FAIL_ON)}")
    hint = "terminal, markdown or json; `tool-audit report` makes any format of the records of all parts"
    outputs = asked_outputs(output, _FORMATS, "several reports", hint)
    document = merged([(str(path), read_report(path)) for path in reports], fail_on)
    fleet = fleet_of(document)
    for format_, file in outputs:
        text = json_text(document, indent=2) if format_ == "json" else _rendered(fleet, format_, screen=file is None)
        write_out(text, format_, file)
    raise typer.Exit(fleet.verdict.exit_code)


def _rendered(fleet: Fleet, format_: str, *, screen: bool) -> str:
    return render_fleet_markdown(fleet) if format_ == "markdown" else render_fleet_text(fleet, **looks(screen=screen))
