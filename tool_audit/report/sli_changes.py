"""What became better or worse between the traffic of two times: for a terminal and in Markdown."""

from typing import Final

from tool_audit.model.shifts import Direction, Period, Shift, Shifts, ShiftUnit
from tool_audit.report.figures import counted, joined, number, percent
from tool_audit.report.markdown_text import prose, table
from tool_audit.report.screen import Screen
from tool_audit.report.sli_figures import UNKNOWN, label
from tool_audit.report.sli_head import minute
from tool_audit.report.sli_markdown_table import bullets, section_parts
from tool_audit.report.sli_section import TOOL, Section, left, right
from tool_audit.report.sli_table import write_section

MOST: Final = 20
_MOST_TOOLS: Final = 10
_ALL_TASKS: Final = "all tasks"
_FIGURES: Final = {
    "over_warning": "over the warning line",
    "over_cap": "over the cap",
    "errors": "errors",
    "recovered": "recovered",
    "invalid": "bad arguments",
    "again": "same again",
    "unreferred": "never referred to",
    "followed": "parts followed",
}
_MOVED: Final = (Direction.WORSE, Direction.BETTER)
_TITLES: Final = {
    Direction.WORSE: "Worse",
    Direction.BETTER: "Better",
    Direction.SAME: "No difference beyond noise",
    Direction.FEW: "Too few calls to tell",
}
ALIKE: Final = (
    "calls of one session resemble each other, and count for fewer (design effect); of few sessions, one that is "
    "unusual can still look like a change"
)
METHODS: Final = (
    "(low to high): between what the difference lies with a confidence of 95 % (percentile bootstrap, 2,000 draws)",
    (
        "better or worse: the difference is beyond noise by Fisher's exact test, adjusted for the number of figures "
        "(Benjamini and Hochberg): of twenty comparisons of the same traffic, one at most shows anything"
    ),
    ALIKE,
    "too few: under 20 independent calls on one side, or under two beyond the quantile",
)


def changes_line(changes: Shifts) -> str:
    """Return the comparison in one line."""
    worse, better, same, few = (len(changes.of(direction)) for direction in Direction)
    return f"{worse:,} worse, {better:,} better, {same:,} without a difference beyond noise, {few:,} too few to tell"


def render_shifts_terminal(
    changes: Shifts, *, width: int = 100, color: bool = False, unicode: bool = True, verbose: bool = False
) -> str:
    """Return what changed for a terminal; `verbose` shows what did not, too."""
    screen = Screen(width=width, color=color, unicode=unicode)
    for word, period in (("before", changes.before), ("after", changes.after)):
        screen.paragraph(screen.text(_period(period)), first=screen.text(word, "dim"), indent=8)
    for told in changes.notes:
        screen.paragraph(screen.text(told), first=screen.text("note", "dim"), indent=8)
    screen.blank()
    screen.paragraph(screen.text(f"{changes_line(changes)}.", "bold"))
    screen.blank()
    for direction in Direction if verbose else _MOVED:
        if changes.of(direction):
            write_section(screen, _section(changes, direction), verbose=verbose)
    for word, tools in (("came", changes.added), ("went", changes.gone)):
        if tools:
            names = joined([label(*one) for one in tools], len(tools) if verbose else _MOST_TOOLS)
            told = f"{counted(len(tools), 'tool')}: {names}"
            screen.paragraph(screen.text(told), first=screen.text(word, "dim"), indent=8)
    screen.paragraph(screen.text(ALIKE, "dim"))
    return screen.getvalue()


def render_shifts_markdown(changes: Shifts) -> str:
    """Return what changed, and what did not in tables that are folded where they are long."""
    rows = [("before", prose(_period(changes.before))), ("after", prose(_period(changes.after)))]
    parts = ["## tool-audit: tools in agents' sessions", prose(f"{changes_line(changes)}."), table(("", ""), rows)]
    parts.append(bullets(changes.notes))
    for direction in Direction:
        if changes.of(direction):
            section = _section(changes, direction)
            # what moved is what was asked for
            parts += section_parts(section, most=len(section.rows)) if direction in _MOVED else section_parts(section)
    for word, tools in (("came", changes.added), ("went", changes.gone)):
        if tools:
            names = tuple((label(*one),) for one in tools)
            parts += section_parts(Section(title=f"Tools that {word}", told="", headings=(TOOL,), rows=names))
    parts += ["### How to read the figures", bullets(METHODS)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(changes: Shifts, direction: Direction) -> Section:
    rows = tuple(_row(shift) for shift in changes.of(direction))
    headings = (
        TOOL,
        left("figure"),
        right("before"),
        right("after"),
        right("difference"),
        right("between"),
        right("calls before", narrow=False),
        right("after", narrow=False),
    )
    shares = any(shift.unit is ShiftUnit.SHARE for shift in changes.of(direction))
    told = "differences of shares are in percentage points" if shares else ""
    return Section(title=_TITLES[direction], told=told, headings=headings, rows=rows, most=MOST)


def _row(shift: Shift) -> tuple[str, ...]:
    figure = _FIGURES.get(shift.figure, f"{shift.unit} {shift.figure}")
    return (
        label(shift.server, shift.tool) if shift.tool else _ALL_TASKS,
        figure,
        _value(shift.before, shift.unit),
        _value(shift.after, shift.unit),
        _signed(shift.difference, shift.unit),
        _between(shift),
        number(shift.n_before),
        number(shift.n_after),
    )


def _value(value: float, unit: ShiftUnit) -> str:
    return percent(value) if unit is ShiftUnit.SHARE else f"{value:,.0f}"


def _signed(value: float, unit: ShiftUnit) -> str:
    return f"{value * 100:+.1f}" if unit is ShiftUnit.SHARE else f"{value:+,.0f}"


def _between(shift: Shift) -> str:
    if shift.low is None or shift.high is None:
        return UNKNOWN
    return f"{_signed(shift.low, shift.unit)} to {_signed(shift.high, shift.unit)}"


def _period(period: Period) -> str:
    when = f"{minute(period.first)} to {minute(period.last)}" if period.first else f"reported {period.date}"
    sessions, tasks = counted(period.sessions, "session"), counted(period.tasks, "task")
    return f"{when}: {sessions}, {tasks}, {counted(period.calls, 'call')}"
