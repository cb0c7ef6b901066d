"""The report of agents' sessions on a terminal: what was read, what each tool costs and how it did, what is wrong."""

from itertools import zip_longest
from typing import Final

from tool_audit.model.indicators import TrafficReport
from tool_audit.report.order import grouped, shown
from tool_audit.report.policy import lines_text, named
from tool_audit.report.safe import cut
from tool_audit.report.screen import Screen
from tool_audit.report.sli_figures import findings_of
from tool_audit.report.sli_head import context_text, counts_text, nothing_text, read_lines, steps_text
from tool_audit.report.sli_sections import sections
from tool_audit.report.sli_table import detail_for, write_section
from tool_audit.report.sli_tools import calls_section, sizes_section
from tool_audit.report.summary import totals
from tool_audit.report.terminal_findings import write_found

LONGEST_NOTE: Final = 300
INDENT: Final = 10


def render_sli_terminal(
    report: TrafficReport, *, width: int = 100, color: bool = False, unicode: bool = True, verbose: bool = False
) -> str:
    """Return the report for a terminal of `width` cells; `verbose` shows all rows and sections."""
    screen = Screen(width=width, color=color, unicode=unicode)
    _head(screen, report)
    findings = findings_of(report)
    if nothing := nothing_text(report):
        screen.paragraph(screen.text(nothing, "bold yellow"))
        screen.blank()
    else:
        detail = detail_for(screen.width)
        write_section(screen, sizes_section(report, detail), verbose=verbose)
        write_section(screen, calls_section(report, detail), verbose=verbose)
        if not shown(findings):
            screen.line(screen.text("No findings."))
            screen.blank()
    write_found(screen, findings, verbose=verbose, listed_in="sli.md")
    told = sections(report, detail_for(screen.width))
    for section in told:
        if verbose or not section.extra:
            write_section(screen, section, verbose=verbose)
    if (left_out := [section.title for section in told if section.extra]) and not verbose:
        names = ", ".join(title[0].lower() + title[1:] for title in left_out)
        screen.paragraph(screen.text(f"more with --verbose: {names}", "dim"))
        screen.blank()
    _foot(screen, report)
    return screen.getvalue()


def _head(screen: Screen, report: TrafficReport) -> None:
    indicators = report.indicators
    screen.chain(
        [
            screen.text(f"tool-audit {report.version}", "dim"),
            screen.text("tools in agents' sessions", "bold"),
            screen.text(f"tokens: {report.tokenizer or 'not counted'}", "dim"),
        ]
    )
    screen.paragraph(screen.text(f"client {named(report.client)}: {lines_text(report.client.lines)}", "dim"))
    for told in (*report.notes, *indicators.logs.notes):
        screen.paragraph(screen.text(cut(told, LONGEST_NOTE)), first=screen.text("note", "dim"), indent=INDENT)
    screen.blank()
    for word, told in zip_longest(("read",), read_lines(indicators.logs), fillvalue=""):
        screen.paragraph(screen.text(told), first=screen.text(word, "dim"), indent=INDENT)
    if indicators.sessions or indicators.calls:
        screen.paragraph(screen.text(counts_text(indicators)), first=screen.text("sessions", "dim"), indent=INDENT)
        if steps := steps_text(indicators):
            screen.paragraph(screen.text(steps), indent=INDENT)
        screen.paragraph(screen.text(context_text(report)), first=screen.text("context", "dim"), indent=INDENT)
    screen.blank()


def _foot(screen: Screen, report: TrafficReport) -> None:
    groups = grouped(shown(findings_of(report)))
    commands = [f"tool-audit explain {groups[0].rule}"] if groups else []
    commands += ["--output markdown=sli.md for every row"] if report.indicators.calls else []
    counts = report.verdict.counts
    told = [screen.text(f"{totals(counts)}.", "bold")] if report.indicators.calls else []
    screen.chain([*told, *(screen.text(command, "dim") for command in commands)])
    code = report.verdict.exit_code
    screen.paragraph(screen.text(report.verdict.reason or f"exit code {code} (--fail-on {report.verdict.fail_on})"))
