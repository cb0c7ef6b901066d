"""`tool-audit report`: any report from a record, without its server."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from tool_audit.audit import report_of
from tool_audit.cli import options as o
from tool_audit.cli.baseline import held_to_baseline, known_findings
from tool_audit.cli.given import counter_of, settings_of
from tool_audit.cli.write import check_writable, write_reports
from tool_audit.errors import UsageError
from tool_audit.record import read_record
from tool_audit.shelf import Shelf
from tool_audit.targets.saved import is_record, records_in

Records = Annotated[
    list[Path],
    typer.Argument(metavar="RECORD", help="Files or folders that `probe --record` wrote.", show_default=False),
]
_HINT = "`tool-audit probe --record DIR` writes them"


def report(
    context: typer.Context,
    records: Records,
    client: o.Client = None,
    tokenizer: o.Tokenizer = None,
    fail_on: o.FailOn = None,
    show_indicated: o.ShowIndicated = None,
    baseline: o.Baseline = None,
    baseline_growth: o.BaselineGrowth = None,
    update_baseline: o.UpdateBaseline = False,
    output: o.Outputs = None,
    verbose: o.Verbose = None,
    config: o.Config = None,
    no_config: o.NoConfig = None,
) -> None:
    """Judge recorded replies again: another client, another policy, another format; no server is called."""
    settings, _ = settings_of(context)
    check_writable(settings.output)
    known = known_findings(settings.policy, update=update_baseline)
    counter = counter_of(settings.policy)
    shelf = Shelf()
    recordings = [(read_record(path, shelf), None) for path in _files(records)]
    judged = report_of(recordings, (), settings, counter, datetime.now(UTC).date(), shelf=shelf)
    judged = held_to_baseline(judged, settings, known, update=update_baseline)
    write_reports(judged, settings.output)
    raise typer.Exit(judged.verdict.exit_code)


def _files(given: list[Path]) -> list[Path]:
    files: list[Path] = []
    for path in given:
        if not path.exists():
            raise UsageError(f"there is no record {path}", hint=_HINT)
        if path.is_dir():
            found = records_in(path, str(path))
            if not found:
                raise UsageError(f"the folder {path} holds no records", hint=_HINT)
            files += found
        elif is_record(path, str(path)):
            files.append(path)
        else:
            raise UsageError(f"{path} is no record", hint=f"{_HINT}; a configuration goes to `tool-audit probe`")
    return files
