"""`tool-audit demo`: the bundled bank server, started over stdio and audited as any other."""

import sys
from dataclasses import replace
from datetime import UTC, datetime

import typer

from tool_audit.audit import report_of
from tool_audit.cli import options as o
from tool_audit.cli.console import note
from tool_audit.cli.given import counter_of, settings_of
from tool_audit.cli.interrupts import Interrupts
from tool_audit.cli.write import check_writable, write_reports
from tool_audit.demo import FIVE_REQUESTS
from tool_audit.errors import ExitCode
from tool_audit.experiments.situation import find_call
from tool_audit.model import Call, Probe, ServerSpec, Subject, TransportKind
from tool_audit.shelf import Shelf

_BANK = ServerSpec(
    name="bank",
    transport=TransportKind.STDIO,
    command=(sys.executable, "-m", "tool_audit.demo.server"),
    origin="the bundled demo",
)


def demo(
    context: typer.Context,
    client: o.Client = None,
    tokenizer: o.Tokenizer = None,
    output: o.Outputs = None,
    record: o.Record = None,
    quiet: o.Quiet = None,
    verbose: o.Verbose = None,
) -> None:
    """Audit the bundled `bank` server: needs no network, no key and no other server."""
    context.params["no_config"] = True
    settings, _ = settings_of(context)
    check_writable(settings.output)
    counter = counter_of(settings.policy)
    today = datetime.now(UTC).date()
    requests = [
        Probe(subject=Subject(tool=tool), arguments=arguments, experiment="sample") for tool, arguments in FIVE_REQUESTS
    ]
    with Interrupts() as interrupts:
        # mcp takes half a second to import: only where a server is contacted
        from tool_audit.cli.live import audit_live  # noqa: PLC0415

        recordings = audit_live([_BANK], settings, counter, Shelf(), today, interrupts, samples=requests)
        report = report_of(recordings, (), settings, counter, today, interrupted=bool(interrupts.heard))
        calls = [call for _, made in recordings for call in made]
        write_reports(replace(report, samples=_samples(calls, requests)), settings.output)
    if interrupts.heard:
        raise typer.Exit(ExitCode.INTERRUPTED)
    if report.failures:
        raise typer.Exit(ExitCode.NOT_AUDITED)
    verdict = report.verdict
    if not settings.output.quiet:
        note(f"`tool-audit probe` would exit {verdict.exit_code} here (--fail-on {verdict.fail_on}); a demo exits 0.")


def _samples(calls: list[Call], requests: list[Probe]) -> tuple[Call, ...]:
    made = [call for call in calls if call.observation.probe.experiment == "sample"]
    found = [find_call(made, request.arguments) for request in requests]
    return tuple(call for call in found if call is not None)
