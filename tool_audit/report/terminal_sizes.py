"""The two tables of the terminal report: what each tool costs by default, and what another encoding would save."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from tool_audit.model import Arguments, Call, Lines, Measurement, ServerRun, Status
from tool_audit.report.calls import difference, media_text, tokens
from tool_audit.report.figures import bar, number, times
from tool_audit.report.order import with_status
from tool_audit.report.rewritten import TITLES, rewritten
from tool_audit.report.safe import cut
from tool_audit.report.screen import Column, Screen
from tool_audit.report.sizes import Sized, ToolSizes

BAR_CELLS: Final = 8
WIDTH_FOR_ALL: Final = 96
"""Below this the bar and the items go."""
OVER_CAP: Final = "!!"
OVER_WARNING: Final = "!"


def write_sizes(screen: Screen, run: ServerRun, sizes: Sequence[ToolSizes]) -> None:
    """Write the tools by default size, those that never answered below them, and what the marks mean."""
    if sizes:
        wide = screen.width >= WIDTH_FOR_ALL
        columns = [column for column, narrow in _COLUMNS if wide or narrow]
        largest = max(tool.default_chars for tool in sizes)
        rows = [_row(screen, tool, largest) for tool in sizes]
        kept = [index for index, (_, narrow) in enumerate(_COLUMNS) if wide or narrow]
        screen.grid(columns, [[row[index] for index in kept] for row in rows])
    for tool in with_status(run, Status.UNMEASURED):
        reason = screen.text(f"not measured: {cut(tool.reason)}", "yellow")
        screen.paragraph(screen.text(f"{tool.name}  "), reason)
    for measured in sizes:
        if measured.default is not None and measured.default.measurement.media_chars:
            beside = f"and {media_text(measured.default.measurement)}, not in these figures"
            screen.paragraph(screen.text(f"{measured.run.name}  "), screen.text(beside, "dim"))
    _legend(screen, run.lines, sizes)
    if sizes or with_status(run, Status.UNMEASURED):
        screen.blank()


def write_rewritten(screen: Screen, sizes: Sequence[ToolSizes], samples: Sequence[Call]) -> None:
    """Write which default replies would be at least a tenth smaller as compact JSON in UTF-8, and their sum."""
    rows = rewritten(sizes, samples)
    if not rows:
        return
    columns = (
        Column(title="the same replies, written otherwise", flexible=True),
        *(Column(title=title, right=True) for title in TITLES),
    )
    screen.grid(columns, [[screen.text(row.name), *(screen.text(figure) for figure in row.figures)] for row in rows])
    screen.blank()


_DEFAULT: Final = "nothing filled in"
_SMALLEST: Final = "smallest that answers"
_COLUMNS: Final = (
    (Column(title="tool", flexible=True), True),
    (Column(title="chars", group=_DEFAULT, right=True, least=7), True),
    (Column(title="tokens", group=_DEFAULT, right=True, least=7), True),
    (Column(title="", group=_DEFAULT, least=2), True),
    (Column(title="", group=_DEFAULT, least=BAR_CELLS), False),
    (Column(title="items", group=_DEFAULT, right=True), False),
    (Column(title="chars", group=_SMALLEST, right=True, least=6), True),
    (Column(title="with", group=_SMALLEST, flexible=True, least=13), True),
    (Column(title="times", right=True), True),
)


def _row(screen: Screen, tool: ToolSizes, largest: int) -> list[Text]:
    name = screen.text(tool.run.name)
    if tool.default is None:
        blank = [screen.text("") for _ in range(4)]
        return [name, screen.text("-"), *blank, *_smallest(screen, tool.smallest, {}), screen.text("")]
    measurement, arguments = tool.default.measurement, tool.default.call.arguments
    mark, style = _mark(tool.run.lines, measurement)
    if arguments:
        name.append_text(screen.text(f" ({', '.join(arguments)})", "dim"))
    smaller = tool.smaller
    alternative = [Text(), Text()] if smaller is None else _smallest(screen, smaller, arguments)
    return [
        name,
        screen.text(number(measurement.chars), style),
        screen.text(tokens(tool.default.call), style),
        screen.text(mark, style),
        screen.text(bar(measurement.chars, largest, cells=BAR_CELLS, unicode=screen.unicode), "cyan"),
        screen.text(number(tool.default.items)),
        *alternative,
        screen.text("" if smaller is None else times(tool.ratio)),
    ]


def _smallest(screen: Screen, smallest: Sized, default: Arguments) -> list[Text]:
    return [
        screen.text(number(smallest.measurement.chars)),
        screen.text(cut(difference(smallest.call.arguments, default), 60), "green"),
    ]


def _mark(lines: Lines, measurement: Measurement) -> tuple[str, str]:
    if lines.over_cap(measurement):
        return OVER_CAP, "red"
    return (OVER_WARNING, "yellow") if lines.over_warning(measurement) else ("", "")


def _legend(screen: Screen, lines: Lines, sizes: Sequence[ToolSizes]) -> None:
    defaults = [(tool.run.lines, tool.default) for tool in sizes if tool.default is not None]
    marks = {_mark(own, default.measurement)[0] for own, default in defaults}
    if OVER_CAP in marks:
        meaning = f"over the cap: {lines.client} would {lines.action}"
        screen.paragraph(screen.text(meaning, "dim"), first=screen.text(OVER_CAP, "red"), indent=3)
    if OVER_WARNING in marks:
        screen.paragraph(
            screen.text("over the warning line", "dim"), first=screen.text(OVER_WARNING, "yellow"), indent=3
        )
    if any(default.call.arguments for _, default in defaults):
        screen.paragraph(screen.text("(argument): needed, so a value was filled in", "dim"))
