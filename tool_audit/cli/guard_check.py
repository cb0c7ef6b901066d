"""`tool-audit guard check`: whether a policy and the server that it was made for still agree."""

import os
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import typer

from tool_audit.cli import options as o
from tool_audit.cli.asked_outputs import asked_outputs
from tool_audit.cli.console import looks, note
from tool_audit.cli.given import counter_of, settings_of, targets_of
from tool_audit.cli.interrupts import Interrupts
from tool_audit.cli.write import write_out
from tool_audit.errors import ExitCode, NotAuditedError, UsageError
from tool_audit.guard.drift import Drift, Kind, in_order
from tool_audit.guard.in_front import front_of
from tool_audit.guard.load import load_policy
from tool_audit.guard.policy import GuardPolicy
from tool_audit.model import Arguments, ServerSpec
from tool_audit.plan.gate import decide
from tool_audit.report.figures import counted
from tool_audit.report.safe import json_text
from tool_audit.report.screen import Screen
from tool_audit.settings import Settings
from tool_audit.shelf import Shelf
from tool_audit.targets import Resolution
from tool_audit.targets.entries import url_transport
from tool_audit.targets.given import header_lines
from tool_audit.targets.places import home_folder
from tool_audit.targets.variables import Variables

_FORMATS: Final = ("terminal", "json")
_INDENT: Final = 2
_MOST_ADVICE: Final = 4

Policy = Annotated[Path, typer.Option("--policy", metavar="FILE", help="What `tool-audit guard init` wrote.")]
Written = Annotated[str, typer.Option("--output", metavar="FORMAT[=FILE]", help="terminal or json.")]


def check(
    context: typer.Context,
    targets: o.Targets = None,
    policy: Policy = Path("guard.toml"),
    server: o.Server = None,
    from_client: o.FromClient = None,
    header: o.Header = None,
    env: o.Env = None,
    cwd: o.Cwd = None,
    input: o.Input = None,  # noqa: A002 - the option's name
    allow: o.Allow = None,
    deny: o.Deny = None,
    args: o.Args = None,
    arg: o.Arg = None,
    call_timeout: o.CallTimeout = None,
    start_timeout: o.StartTimeout = None,
    max_reply_bytes: o.MaxReplyBytes = None,
    written: Written = "terminal",
    quiet: o.Quiet = None,
    config: o.Config = None,
    no_config: o.NoConfig = None,
) -> None:
    """Make the calls of a policy again and say where policy and server have drifted apart.

    Exit codes: 0 they agree, 1 they have drifted, 3 that could not be told.
    """
    [(format_, file)] = asked_outputs([written], _FORMATS, "a check", "terminal or json")
    rules = load_policy(policy)
    settings = settings_of(context)[0]
    resolution = targets_of(context)
    for line in resolution.notes:
        note(f"note: {line}")
    spec = _the_one(resolution)
    drifts, calls = _compared(rules, spec, settings)
    found = in_order(drifts)
    if format_ == "json":
        text = _json(rules, spec, found, calls)
    else:
        text = _text(rules, spec, found, calls, Screen(**looks(screen=file is None)))
    write_out(text, format_, file)
    raise typer.Exit(_exit_code(found))


def _narrowed(settings: Settings, defaults: Mapping[str, Arguments]) -> Settings:
    """Return the settings for no more than the default calls; what else a policy knows is made on top of them."""
    given = {**defaults, **settings.probing.args}
    probing = replace(settings.probing, tools=(), experiments=("default",), allow_writes=False, watch=(), args=given)
    return replace(settings, probing=probing, output=replace(settings.output, record=None))


def _the_one(resolution: Resolution) -> ServerSpec:
    for failure in resolution.failures:
        raise NotAuditedError(failure.message, hint=failure.hint, detail=failure.detail)
    if len(resolution.specs) != 1:
        names = ", ".join(spec.name for spec in resolution.specs)
        told = (
            f"a policy is for one server, and this names {names}" if names else "that is no server that can be called"
        )
        raise UsageError(told, hint="choose one: --server NAME" if names else "name a URL, or a command after --")
    return _behind(resolution.specs[0])


def _behind(spec: ServerSpec) -> ServerSpec:
    """Return the server itself, where what was named is the guard before it: a check looks past the guard."""
    front = front_of(spec.command)
    if front is None:
        return spec
    note(f"note: {spec.name} stands behind the guard; what is checked is the server itself")
    if front.starts:
        return replace(spec, command=front.behind[1:])
    if not front.url:
        raise UsageError(
            f"what stands behind the guard of {spec.name} cannot be told", hint="name a URL, or a command after --"
        )
    environ = {**os.environ, **spec.env}
    variables = Variables(environ=environ, workspace=Path.cwd(), home=home_folder(environ))
    headers = header_lines(front.headers, variables)
    return replace(spec, transport=url_transport(front.url), command=(), url=front.url, headers=headers)


def _compared(rules: GuardPolicy, spec: ServerSpec, settings: Settings) -> tuple[list[Drift], int]:
    """Return where policy and server differ, and how many calls were made to tell. Raises NotAuditedError."""
    # mcp takes half a second to import: only where a server is contacted
    from tool_audit.cli.live import audit_live, list_live  # noqa: PLC0415
    from tool_audit.guard.check import calls_of, default_arguments, drifts_of  # noqa: PLC0415

    settings = _narrowed(settings, default_arguments(rules))
    counter, shelf = counter_of(settings.policy), Shelf()
    with Interrupts() as interrupts:
        # listed first: what may be called is known before any call of the policy is made
        [listing] = list_live([spec], settings, interrupts)
        if isinstance(listing, NotAuditedError):
            raise listing
        probes, unmeasured = calls_of(rules, decide(listing.tools, settings.probing), settings.probing.args)
        today = datetime.now(UTC).date()
        [(recording, calls)] = audit_live([spec], settings, counter, shelf, today, interrupts, samples=probes)
        if interrupts.heard:
            raise typer.Exit(ExitCode.INTERRUPTED)
    if recording.listing is None:
        failure = recording.failure
        raise NotAuditedError(failure.message if failure else "the server was not reached")
    return [*unmeasured, *drifts_of(rules, recording.listing.tools, calls, counter)], len(calls)


def _exit_code(drifts: list[Drift]) -> ExitCode:
    if any(drift.counts for drift in drifts):
        return ExitCode.FINDINGS
    return ExitCode.NOT_AUDITED if any(drift.kind is Kind.NOT_MEASURED for drift in drifts) else ExitCode.CLEAN


def _json(rules: GuardPolicy, spec: ServerSpec, drifts: list[Drift], calls: int) -> str:
    document = {
        "schema": "tool-audit/guard-check/1",
        "policy": rules.source,
        "server": spec.name,
        "calls": calls,
        "drifted": any(drift.counts for drift in drifts),
        "exit_code": int(_exit_code(drifts)),
        "drifts": [drift.body for drift in drifts],
    }
    return json_text(document, indent=2)


def _text(rules: GuardPolicy, spec: ServerSpec, drifts: list[Drift], calls: int, screen: Screen) -> str:
    counting = [drift for drift in drifts if drift.counts]
    told = f"have drifted apart in {counted(len(counting), 'place')}" if counting else "agree"
    if not counting and any(drift.kind is Kind.NOT_MEASURED for drift in drifts):
        told = "agree as far as could be told"
    screen.paragraph(screen.text(f"{rules.source} and {spec.name} {told}: {counted(calls, 'call')} made."))
    fitting = [drift for drift in drifts if drift.kind is Kind.FITS_NOW]
    unmeasured = [drift for drift in drifts if drift.kind is Kind.NOT_MEASURED]
    for title, several in (("drifted", counting), ("refused, and would fit", fitting), ("not measured", unmeasured)):
        if several:
            screen.blank()
            screen.line(screen.text(title))
        for drift in several:
            screen.paragraph(screen.text(drift.message), first=screen.text("-"), indent=_INDENT)
    advice = list(dict.fromkeys(drift.advice for drift in drifts if drift.advice))
    if advice:
        screen.blank()
        screen.line(screen.text("what to do"))
    for line in advice[:_MOST_ADVICE]:
        screen.paragraph(screen.text(line), first=screen.text("-"), indent=_INDENT)
    return screen.getvalue()
