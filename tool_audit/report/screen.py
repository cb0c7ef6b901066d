"""A terminal of a given width, written into a string: lines, wrapped paragraphs, and aligned columns."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import pairwise, zip_longest
from typing import Final

from rich.console import Console
from rich.text import Text

from tool_audit.report.safe import readable, to_ascii

NARROWEST: Final = 72
"""A narrower terminal wraps by itself what is written for this width."""
GAP: Final = 2
GROUP_GAP: Final = 3
_ELLIPSIS: Final = "..."
_LEAST_FLEXIBLE: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column; neighbours of one `group` share a title above them, flexible ones give way when space is short."""

    title: str
    group: str = ""
    right: bool = False
    flexible: bool = False
    least: int = 0


class Screen:
    """Text goes in, in order; `getvalue` is what a terminal would get. Nothing is read from the environment."""

    def __init__(self, *, width: int, color: bool, unicode: bool) -> None:
        self.width = max(width, NARROWEST)
        self.unicode = unicode
        self._out = StringIO()
        self._console = Console(
            file=self._out,
            width=self.width,
            height=25,
            force_terminal=color,
            force_jupyter=False,
            color_system="standard" if color else None,
            no_color=not color,
            legacy_windows=False,
            markup=False,
            highlight=False,
            emoji=False,
        )

    def getvalue(self) -> str:
        """Return all that was written."""
        return self._out.getvalue()

    def text(self, raw: str, style: str = "") -> Text:
        """Return text of any origin as one harmless line that this terminal can show."""
        safe = readable(raw)
        return Text(safe if self.unicode else to_ascii(safe), style=style)

    def line(self, *parts: Text) -> None:
        """Write the parts on one line, however long."""
        line = Text().join(parts)
        line.rstrip()
        self._console.print(line, no_wrap=True, overflow="ignore", crop=False)

    def paragraph(self, *parts: Text, first: Text | None = None, indent: int = 0) -> None:
        """Write the parts wrapped and indented; `first` stands in the indentation of the first line."""
        margin = first.copy() if first is not None else Text()
        margin.pad_right(max(indent - margin.cell_len, 0))
        for wrapped in Text().join(parts).wrap(self._console, self.width - indent):
            self.line(margin, wrapped)
            margin = Text(" " * indent)

    def chain(self, parts: Iterable[Text], *, between: str = "   ") -> None:
        """Write the parts that are not empty side by side, starting a new line where the next one does not fit."""
        line = Text()
        for part in filter(None, parts):
            if line and line.cell_len + len(between) + part.cell_len > self.width:
                self.paragraph(line)
                line = Text()
            line = Text(between).join((line, part)) if line else part
        if line:
            self.paragraph(line)

    def blank(self) -> None:
        """Write an empty line."""
        self.line(Text())

    def grid(self, columns: Sequence[Column], rows: Sequence[Sequence[Text]], *, below: Sequence[Text] = ()) -> None:
        """Write a table without lines; a cell that does not fit is cut, so that a row is one line.

        `below` are texts that stand wrapped below the rows, one for each.
        """
        widths = _widths(columns, rows, self.width)
        gaps = _gaps(columns)
        if any(column.group for column in columns):
            self.line(_group_titles(columns, widths, gaps))
        titles = [Text(column.title, style="dim") for column in columns]
        for row, under in zip_longest((titles, *rows), (Text(), *below)):
            cells = zip(row, columns, widths, gaps, strict=True)
            self.line(*(_cell(text, column, width, gap) for text, column, width, gap in cells))
            if under:
                self.paragraph(under, indent=GAP)


def _gaps(columns: Sequence[Column]) -> list[int]:
    pairs = pairwise(columns)
    return [0, *(GAP if before.group == after.group else GROUP_GAP for before, after in pairs)]


def _widths(columns: Sequence[Column], rows: Sequence[Sequence[Text]], available: int) -> list[int]:
    widths = [
        max([column.least, len(column.title), *(row[index].cell_len for row in rows)])
        for index, column in enumerate(columns)
    ]
    excess = sum(widths) + sum(_gaps(columns)) - available
    # the last flexible column gives way first: names on the left tell the most
    for index in reversed([index for index, column in enumerate(columns) if column.flexible]):
        given = min(max(excess, 0), max(widths[index] - _LEAST_FLEXIBLE, 0))
        widths[index] -= given
        excess -= given
    return widths


def _group_titles(columns: Sequence[Column], widths: Sequence[int], gaps: Sequence[int]) -> Text:
    line, offset, previous = Text(style="dim"), 0, ""
    for column, width, gap in zip(columns, widths, gaps, strict=True):
        offset += gap
        if column.group and column.group != previous:
            line.pad_right(max(offset - line.cell_len, 0))
            line.append(column.group)
        previous = column.group
        offset += width
    return line


def _cell(text: Text, column: Column, width: int, gap: int) -> Text:
    cell = text.copy()
    if cell.cell_len > width:
        cell.truncate(width - len(_ELLIPSIS), overflow="crop")
        cell.append(_ELLIPSIS)
    padding = Text(" " * (width - cell.cell_len))
    return Text(" " * gap) + (padding + cell if column.right else cell + padding)
