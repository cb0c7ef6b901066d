"""`tool-audit diff`: two JSON reports, and what differs between them."""

from pathlib import Path
from typing import Annotated, Final

import typer

from tool_audit.cli.asked_outputs import asked_outputs
from tool_audit.cli.write import write_out
from tool_audit.compare_reports import changes
from tool_audit.errors import ExitCode, UsageError
from tool_audit.model import Changes
from tool_audit.report.changes import render_changes_markdown, render_changes_text
from tool_audit.saved_report import read_report
from tool_audit.settings.kinds import FAIL_ON

_RENDERERS: Final = {"terminal": render_changes_text, "markdown": render_changes_markdown}

Old = Annotated[Path, typer.Argument(metavar="OLD", help="A JSON report, say of the main branch.", show_default=False)]
New = Annotated[Path, typer.Argument(metavar="NEW", help="A JSON report of now.", show_default=False)]
FailOn = Annotated[
    str, typer.Option(metavar="SEVERITY", help="Exit with 1 for a new finding at error, warning, info; or never.")
]
Output = Annotated[str, typer.Option(metavar="FORMAT[=FILE]", help="terminal or markdown.")]


def diff(old: Old, new: New, fail_on: FailOn = "error", output: Output = "terminal") -> None:
    """Compare two JSON reports: what is new, fixed, grown and shrunk.

    Exit codes: 0 nothing new or worse at or over --fail-on, 1 something is, 3 a server of OLD is not audited in NEW.
    """
    [(format_, file)] = asked_outputs([output], _RENDERERS, "a comparison", "terminal or markdown")
    if fail_on not in FAIL_ON:
        raise UsageError(f"--fail-on {fail_on!r} is not known", hint=f"one of {', '.join(FAIL_ON)}")
    found = changes(read_report(old), read_report(new))
    write_out(_RENDERERS[format_](found), format_, file)
    raise typer.Exit(_exit_code(found, fail_on))


def _exit_code(found: Changes, fail_on: str) -> ExitCode:
    if any(one.severity.fails(fail_on) for one in (*found.new, *found.worse)):
        return ExitCode.FINDINGS
    return ExitCode.NOT_AUDITED if found.unaudited else ExitCode.CLEAN
