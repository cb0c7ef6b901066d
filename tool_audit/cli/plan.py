"""`tool-audit plan`: the dry run: what would be called and why, what would not and why; calls no tool."""

import typer

from tool_audit.cli import options as o
from tool_audit.cli.console import complain, note, screen_width, show, speaks_unicode
from tool_audit.cli.given import settings_of, targets_of
from tool_audit.cli.interrupts import Interrupts
from tool_audit.cli.plan_text import write_plan
from tool_audit.cli.unused import note_unused
from tool_audit.errors import ExitCode, NotAuditedError, UsageError
from tool_audit.listing import listing_from_json
from tool_audit.model import Listing, ServerSpec, TransportKind
from tool_audit.report.failures import of_several
from tool_audit.report.screen import Screen


def plan(
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
    args: o.Args = None,
    arg: o.Arg = None,
    experiment: o.Experiment = None,
    start_timeout: o.StartTimeout = None,
    jobs: o.Jobs = None,
    config: o.Config = None,
    no_config: o.NoConfig = None,
) -> None:
    """List what `probe` would call and why, what it would not and why; no tool is called."""
    settings, _ = settings_of(context)
    resolution = targets_of(context)
    for line in resolution.notes:
        note(f"note: {line}")
    for failure in resolution.failures:
        told = of_several(failure.name, failure.message)
        complain(NotAuditedError(told, hint=failure.hint, detail=failure.detail))
    listings: list[tuple[ServerSpec, Listing]] = [
        (ServerSpec(name=name, transport=TransportKind.LISTING), listing_from_json(saved, name))
        for name, saved in resolution.listings
    ]
    failed = bool(resolution.failures)
    several = len(resolution.specs) + len(listings) + len(resolution.failures) > 1
    if resolution.specs:
        # mcp takes half a second to import: only where a server is contacted
        from tool_audit.cli.live import list_live  # noqa: PLC0415

        with Interrupts() as interrupts:
            answers = list_live(resolution.specs, settings, interrupts)
        for spec, answer in zip(resolution.specs, answers, strict=True):
            if isinstance(answer, NotAuditedError):
                told = of_several(spec.name, answer.message) if several else answer.message
                complain(NotAuditedError(told, hint=answer.hint, detail=answer.detail))
                failed = True
            else:
                listings.append((spec, answer))
    if resolution.records and not listings:
        raise UsageError(
            "a record has its calls behind it: there is nothing to plan", hint="`tool-audit report` judges it"
        )
    screen = Screen(width=screen_width(), color=False, unicode=speaks_unicode())
    for index, (spec, listing) in enumerate(listings):
        if index:
            screen.blank()
        write_plan(screen, spec, listing, settings, several=several)
    if listings:
        show(screen.getvalue())
    note_unused(settings.probing, arg or (), [listing for _, listing in listings])
    raise typer.Exit(ExitCode.NOT_AUDITED if failed else ExitCode.CLEAN)
