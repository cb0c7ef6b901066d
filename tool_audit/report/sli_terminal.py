"""The report of agents' sessions on a terminal: what was read, what each tool costs and how it did, what is wrong."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from rich.text import Text

from tool_audit.model.indicators import TrafficReport
from tool_audit.report.figures import bar
from tool_audit.report.order import grouped, shown
from tool_audit.report.policy import lines_text, named
from tool_audit.report.safe import cut
from tool_audit.report.screen import Column, Screen
from tool_audit.report.sli_figures import Detail, findings_of
from tool_audit.report.sli_head import context_text, counts_text, nothing_text, read_lines, steps_text
from tool_audit.report.sli_section import TOOL, Heading, Section
from tool_audit.report.sli_sections import sections
from tool_audit.report.sli_tools import calls_section, sizes_section
from tool_audit.report.summary import totals
from tool_audit.report.terminal_findings import write_found
from tool_audit.report.terminal_sizes import BAR_CELLS, WIDTH_FOR_ALL

WIDTH_FOR_COUNTS: Final = 136
"""From here on each rate has its n."""
LONGEST_NOTE: Final = 300
INDENT: Final = 10
_NOTHING: Final = frozenset({"", "-", "0", "0.0 %"})


def render_sli_terminal(
    report: TrafficReport, *, width: int = 100, color: bool = False, unicode: bool = True, verbose: bool = False
) -> str:
    """Return the report for a terminal of `width` cells; `verbose` shows all rows, and notes in full."""
    screen = Screen(width=width, color=color, unicode=unicode)
    _head(screen, report)
    findings = findings_of(report)
    if nothing := nothing_text(report):
        screen.paragraph(screen.text(nothing, "bold yellow"))
        screen.blank()
    else:
        detail = _detail(screen.width)
        _section(screen, sizes_section(report, detail), verbose=verbose)
        _section(screen, calls_section(report, detail), verbose=verbose)
        if not shown(findings):
            screen.line(screen.text("No findings."))
            screen.blank()
    write_found(screen, findings, verbose=verbose)
    told = sections(report, _detail(screen.width))
    for section in told:
        if verbose or not section.extra:
            _section(screen, section, verbose=verbose)
    if (left_out := [section.title for section in told if section.extra]) and not verbose:
        names = ", ".join(title[0].lower() + title[1:] for title in left_out)
        screen.paragraph(screen.text(f"more with --verbose: {names}", "dim"))
        screen.blank()
    _foot(screen, report)
    return screen.getvalue()


def _detail(width: int) -> Detail:
    if width < WIDTH_FOR_ALL:
        return Detail.BRIEF
    return Detail.FULL if width >= WIDTH_FOR_COUNTS else Detail.INTERVAL


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
    for notes in (report.notes, indicators.logs.notes):
        for told in notes:
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


def _section(screen: Screen, section: Section, *, verbose: bool) -> None:
    """Write a title, its table, and how many rows are not shown."""
    screen.paragraph(screen.text(section.title, "bold"))
    if section.told:
        screen.paragraph(screen.text(section.told, "dim"))
    rows = section.rows if verbose else section.rows[: section.most]
    if rows:
        _table(screen, section, rows)
    if more := len(section.rows) - len(rows):
        screen.paragraph(screen.text(f"and {more:,} more (--verbose shows them)", "dim"))
    screen.blank()


def _table(screen: Screen, section: Section, rows: Sequence[tuple[str, ...]]) -> None:
    wide = screen.width >= WIDTH_FOR_ALL
    kept = [(place, heading) for place, heading in enumerate(section.headings) if wide or heading.narrow]
    columns = [_column(heading) for _, heading in kept if not heading.below]
    cells = [[_cell(screen, row[place], heading) for place, heading in kept if not heading.below] for row in rows]
    below = [screen.text(row[place], "dim") for row in rows for place, heading in kept if heading.below]
    if section.bars and wide:
        columns.append(Column(title=""))
        largest = max(section.bars)
        for row, weight in zip(cells, section.bars, strict=False):
            row.append(screen.text(bar(weight, largest, cells=BAR_CELLS, unicode=screen.unicode), "cyan"))
    screen.grid(columns, cells, below=below)


def _column(heading: Heading) -> Column:
    return Column(title=heading.title, group=heading.group, right=heading.right, flexible=heading.flexible)


def _cell(screen: Screen, text: str, heading: Heading) -> Text:
    is_none = text in _NOTHING or text.startswith(("0.0 %", "0 of"))
    # a long name must not take the room of what stands behind it
    shown = cut(text, screen.width * 2 // 5) if heading is TOOL else text
    return screen.text(shown, "" if is_none else heading.alarm)


def _foot(screen: Screen, report: TrafficReport) -> None:
    groups = grouped(shown(findings_of(report)))
    commands = [f"tool-audit explain {groups[0].rule}"] if groups else []
    commands += ["--output markdown=sli.md for every row"] if report.indicators.calls else []
    counts = report.verdict.counts
    told = [screen.text(f"{totals(counts)}.", "bold")] if report.indicators.calls else []
    screen.chain([*told, *(screen.text(command, "dim") for command in commands)])
    code = report.verdict.exit_code
    screen.paragraph(screen.text(report.verdict.reason or f"exit code {code} (--fail-on {report.verdict.fail_on})"))
