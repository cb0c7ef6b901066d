"""A section on a terminal: its title, its table cut to what there is room for, and how much is left out."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from tool_audit.report.figures import bar
from tool_audit.report.safe import cut
from tool_audit.report.screen import Column, Screen
from tool_audit.report.sli_figures import Detail
from tool_audit.report.sli_section import TOOL, Heading, Section
from tool_audit.report.terminal_sizes import BAR_CELLS, WIDTH_FOR_ALL

WIDTH_FOR_COUNTS: Final = 136
"""From here on each rate has its n."""
_NOTHING: Final = frozenset({"", "-", "0", "0.0 %"})


def detail_for(width: int) -> Detail:
    """Return how much of a rate a terminal of that width has room for."""
    if width < WIDTH_FOR_ALL:
        return Detail.BRIEF
    return Detail.FULL if width >= WIDTH_FOR_COUNTS else Detail.INTERVAL


def write_section(screen: Screen, section: Section, *, verbose: bool) -> None:
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
