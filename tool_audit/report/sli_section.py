"""A table with a title, as data: the terminal and Markdown write it each in its way."""

from dataclasses import dataclass
from typing import Final

MOST: Final = 5
"""Rows on a terminal, where not all are asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """One column. A figure over zero in a column with an `alarm` is written in that style."""

    title: str
    group: str = ""
    right: bool = False
    flexible: bool = False
    code: bool = False
    """Its cells are names or texts out of logs: Markdown shows them as code."""
    narrow: bool = True
    """False: it is left out where the terminal is narrow."""
    alarm: str = ""
    below: bool = False
    """A terminal writes it whole, in a line below the row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Rows, the most important first; `told` says in a few words what they are and how to read them."""

    title: str
    told: str
    headings: tuple[Heading, ...]
    rows: tuple[tuple[str, ...], ...]
    most: int = MOST
    bars: tuple[int, ...] = ()
    """One number for each row, to be drawn where there is room."""
    extra: bool = False
    """A terminal shows it only where all is asked for."""
    always: bool = False
    """What it tells counts without a row, too."""


TOOL: Final = Heading(title="tool", flexible=True, code=True)


def right(title: str, *, group: str = "", narrow: bool = True, alarm: str = "") -> Heading:
    """Return a column of figures."""
    return Heading(title=title, group=group, right=True, narrow=narrow, alarm=alarm)


def left(title: str, *, flexible: bool = False, code: bool = False, narrow: bool = True) -> Heading:
    """Return a column of words."""
    return Heading(title=title, flexible=flexible, code=code, narrow=narrow)
