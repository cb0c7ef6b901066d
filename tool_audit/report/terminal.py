"""The report on a terminal: what was covered, what each tool costs, what is wrong, what to do next."""

from typing import Final

from tool_audit.model import Report, ServerReport, ServerRun, Status, TransportKind
from tool_audit.report.figures import counted, joined, seconds
from tool_audit.report.order import by_reason, grouped, remarks, shown, with_status
from tool_audit.report.policy import named, named_all, policy_text
from tool_audit.report.safe import cut
from tool_audit.report.screen import Screen
from tool_audit.report.sizes import call_count, tool_sizes, varied_count
from tool_audit.report.summary import is_needed, summaries, totals
from tool_audit.report.terminal_clients import write_clients
from tool_audit.report.terminal_findings import write_findings
from tool_audit.report.terminal_servers import write_failure, write_servers
from tool_audit.report.terminal_sizes import write_rewritten, write_sizes

MOST_NAMES: Final = 8
"""Names listed for one reason; the other reports list them all."""
LONGEST_NOTE: Final = 300
"""Characters of a note on the settings: a reason is as long as its writer likes."""


def render_terminal(
    report: Report, *, width: int = 100, color: bool = False, unicode: bool = True, verbose: bool = False
) -> str:
    """Return the report for a terminal of `width` cells; without `unicode` it is pure ASCII.

    `verbose` shows notes (findings of severity info) in full instead of counting them.
    """
    screen = Screen(width=width, color=color, unicode=unicode)
    _head(screen, report)
    for server in report.servers:
        _server(screen, server, report, verbose=verbose)
    for failure in report.failures:
        write_failure(screen, failure, several=is_needed(report))
    if is_needed(report):
        write_servers(screen, summaries(report), report.failures)
    _foot(screen, report)
    return screen.getvalue()


def _head(screen: Screen, report: Report) -> None:
    only = report.servers[0] if len(report.servers) == 1 and not report.failures else None
    parts = [screen.text(f"tool-audit {report.version}", "dim")]
    if only is not None:
        parts += [screen.text(_title(only.run), "bold"), screen.text(_protocol(only.run), "dim")]
    parts.append(screen.text(f"tokens: {report.tokenizer}", "dim"))
    screen.chain(parts)
    screen.paragraph(screen.text(f"client {named(report.client)}: {policy_text(report)}", "dim"))
    if report.others:
        screen.paragraph(screen.text(f"compared with {named_all(report.others)}", "dim"))
    for told in report.notes:
        screen.paragraph(screen.text(cut(told, LONGEST_NOTE)), first=screen.text("note", "dim"), indent=12)
    screen.blank()


def _title(run: ServerRun) -> str:
    name = f"{run.listing.name or run.spec.name} {run.listing.version}".rstrip()
    return f"{name}, a saved tools/list" if _is_saved(run) else f"{name} over {run.listing.transport}"


def _protocol(run: ServerRun) -> str:
    return f"MCP {run.listing.protocol}" if run.listing.protocol else ""


def _is_saved(run: ServerRun) -> bool:
    return run.listing.transport is TransportKind.LISTING


def _server(screen: Screen, server: ServerReport, report: Report, *, verbose: bool) -> None:
    run = server.run
    if is_needed(report):
        known_as = "" if run.spec.name == run.listing.name else f"{run.spec.name}: "
        protocol = screen.text(_protocol(run), "dim")
        screen.chain([screen.text(f"{known_as}{_title(run)}", "bold underline"), protocol])
        screen.blank()
    _coverage(screen, run, report.tokenizer.partition(" (")[0])
    sizes = tool_sizes(run)
    write_sizes(screen, run, sizes)
    write_clients(screen, server, sizes, several=bool(report.others))
    write_findings(screen, server, verbose=verbose)
    write_rewritten(screen, sizes, report.samples)


def _coverage(screen: Screen, run: ServerRun, method: str) -> None:
    refused, unmeasured = with_status(run, Status.REFUSED), with_status(run, Status.UNMEASURED)
    measured = len(with_status(run, Status.MEASURED))
    listed = counted(len(run.listing.tools), "tool")
    if len(run.tools) > len(run.listing.tools):
        listed += f", {len(run.tools):,} with each action counted"
    counts = [f"{measured:,} measured"]
    reasons = by_reason(refused)
    brief = len(refused) == 1
    if refused:
        counts.append(f"{len(refused):,} not called" + (f" ({refused[0].name}: {refused[0].reason})" if brief else ""))
    if unmeasured:
        counts.append(f"{len(unmeasured):,} not measured")
    varied = f"{counted(varied_count(run), 'argument')} varied"
    calls = f"{counted(call_count(run), 'call')}, {varied}, in {seconds(run.seconds)}"
    screen.chain([screen.text(f"{listed}: {', '.join(counts)}"), screen.text(calls, "dim")])
    definitions = run.definitions
    tokens = f"{counted(definitions.tokens, 'token')} ({method})"
    cost = f"{counted(definitions.chars, 'char')}, {tokens}: paid in every turn"
    screen.paragraph(screen.text("definitions ", "dim"), screen.text(cost))
    for reason, names in {} if brief else reasons.items():
        screen.paragraph(
            screen.text(f"{reason}: ", "dim"),
            screen.text(joined(names, MOST_NAMES)),
            first=screen.text("not called", "dim"),
            indent=12,
        )
    for remark in remarks(run):
        screen.paragraph(screen.text(cut(remark)), first=screen.text("note", "dim"), indent=12)
    screen.blank()


def _foot(screen: Screen, report: Report) -> None:
    if report.gone:
        names = joined(
            [f"{entry.rule} ({', '.join(entry.tools) or entry.server})" for entry in report.gone], MOST_NAMES
        )
        screen.paragraph(
            screen.text(f"{names} (--update-baseline drops them)"),
            first=screen.text("found no more", "green"),
            indent=15,
        )
        screen.blank()
    groups = grouped(shown(finding for server in report.servers for finding in server.findings))
    next_commands = [f"tool-audit explain {groups[0].rule}"] if groups else []
    next_commands += ["--output markdown=audit.md for every call"] if report.servers else []
    # of nothing audited there is nothing to count: "0 errors" would read as praise
    counts = [screen.text(f"{totals(report.verdict.counts)}.", "bold")] if report.servers else []
    screen.chain([*counts, *(screen.text(command, "dim") for command in next_commands)])
    code = report.verdict.exit_code
    screen.paragraph(screen.text(report.verdict.reason or f"exit code {code} (--fail-on {report.verdict.fail_on})"))
