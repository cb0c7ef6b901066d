"""`tool-audit merge`: the JSON reports of several runs as one."""

import os
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from tool_audit.cli.console import screen_width, show, speaks_unicode
from tool_audit.cli.write import write_text
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
    outputs = [_output(text) for text in output]
    if [file for _, file in outputs].count("") > 1:
        raise UsageError("two reports cannot both go to standard output", hint="give one a file: --output json=FILE")
    document = merged([(str(path), read_report(path)) for path in reports], fail_on)
    fleet = fleet_of(document)
    for format_, file in outputs:
        text = json_text(document, indent=2) if format_ == "json" else _rendered(fleet, format_, on_screen=not file)
        if file:
            write_text(Path(file), text)
        else:
            show(text)
    raise typer.Exit(fleet.verdict.exit_code)


def _output(text: str) -> tuple[str, str]:
    format_, _, file = text.partition("=")
    if format_ not in _FORMATS:
        raise UsageError(
            f"several reports cannot be written as {format_!r}",
            hint="terminal, markdown or json; `tool-audit report` makes any format of the records of all parts",
        )
    return format_, file


def _rendered(fleet: Fleet, format_: str, *, on_screen: bool) -> str:
    if format_ == "markdown":
        return render_fleet_markdown(fleet)
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    color = on_screen and sys.stdout.isatty() and not plain
    return render_fleet_text(fleet, width=screen_width(), color=color, unicode=not on_screen or speaks_unicode())
