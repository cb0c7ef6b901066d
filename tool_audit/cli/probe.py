"""`tool-audit probe`: the main job."""

from collections.abc import Sequence
from datetime import UTC, datetime

import typer

from tool_audit.audit import listed, report_of
from tool_audit.cli import options as o
from tool_audit.cli.baseline import held_to_baseline, known_findings
from tool_audit.cli.console import note
from tool_audit.cli.given import counter_of, settings_of, shard_of, targets_of
from tool_audit.cli.interrupts import Interrupts
from tool_audit.cli.unused import note_unused
from tool_audit.cli.write import check_writable, write_reports
from tool_audit.errors import ExitCode
from tool_audit.model import Call
from tool_audit.record import Recording, read_record
from tool_audit.shelf import Shelf
from tool_audit.watched import check_folders


def probe(
    context: typer.Context,
    targets: o.Targets = None,
    server: o.Server = None,
    shard: o.ShardOf = None,
    from_client: o.FromClient = None,
    header: o.Header = None,
    env: o.Env = None,
    cwd: o.Cwd = None,
    input: o.Input = None,  # noqa: A002 - the option's name
    tool: o.Tool = None,
    allow: o.Allow = None,
    deny: o.Deny = None,
    allow_writes: o.AllowWrites = None,
    watch: o.Watch = None,
    args: o.Args = None,
    arg: o.Arg = None,
    experiment: o.Experiment = None,
    max_calls: o.MaxCalls = None,
    max_time: o.MaxTime = None,
    call_timeout: o.CallTimeout = None,
    start_timeout: o.StartTimeout = None,
    max_reply_bytes: o.MaxReplyBytes = None,
    concurrency: o.Concurrency = None,
    jobs: o.Jobs = None,
    client: o.Client = None,
    tokenizer: o.Tokenizer = None,
    fail_on: o.FailOn = None,
    show_indicated: o.ShowIndicated = None,
    baseline: o.Baseline = None,
    baseline_growth: o.BaselineGrowth = None,
    update_baseline: o.UpdateBaseline = False,
    output: o.Outputs = None,
    record: o.Record = None,
    quiet: o.Quiet = None,
    verbose: o.Verbose = None,
    config: o.Config = None,
    no_config: o.NoConfig = None,
) -> None:
    """Call a server's read tools and report what their replies cost, hide and break."""
    settings, _ = settings_of(context)
    resolution = targets_of(context)
    check_writable(settings.output)
    known = known_findings(settings.policy, update=update_baseline)
    check_folders(settings.probing.watch)
    for line in resolution.notes:
        note(f"note: {line}")
    counter = counter_of(settings.policy)
    shelf = Shelf()
    today = datetime.now(UTC).date()

    recordings: list[tuple[Recording, Sequence[Call] | None]] = []
    read = [(listed(name, saved, settings, today), None) for name, saved in resolution.listings]
    read += [(read_record(path, shelf), None) for path in resolution.records]
    with Interrupts() as interrupts:
        if resolution.specs:
            # mcp takes half a second to import: only where a server is contacted
            from tool_audit.cli.live import audit_live  # noqa: PLC0415

            recordings += audit_live(resolution.specs, settings, counter, shelf, today, interrupts)
        every, cut = [*recordings, *read], bool(interrupts.heard)
        shard = str(shard_of(context) or "")
        report = report_of(
            every, resolution.failures, settings, counter, today, shelf=shelf, interrupted=cut, shard=shard
        )
        report = held_to_baseline(report, settings, known, update=update_baseline and not cut)
        write_reports(report, settings.output)
    note_unused(settings.probing, arg or (), [each.listing for each, _ in every if each.listing is not None])
    raise typer.Exit(ExitCode.INTERRUPTED if interrupts.heard else report.verdict.exit_code)
