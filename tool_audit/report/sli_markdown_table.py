"""A section in Markdown: its title, what it tells, and its table, folded where it is long."""

from collections.abc import Iterable
from typing import Final

from tool_audit.report.figures import counted
from tool_audit.report.markdown_text import code, prose, table
from tool_audit.report.sli_section import Heading, Section

LONGEST_OPEN: Final = 15
"""Rows of a table that are not folded."""


def section_parts(section: Section, *, most: int = LONGEST_OPEN) -> list[str]:
    """Return the section as parts to be parted by empty lines; a table of more than `most` rows is folded."""
    places = frozenset(index for index, heading in enumerate(section.headings) if heading.right)
    titles = [f"{heading.group}: {heading.title}" if heading.group else heading.title for heading in section.headings]
    rows = [
        tuple(_cell(cell, heading) for cell, heading in zip(row, section.headings, strict=True)) for row in section.rows
    ]
    told = prose(f"{section.told[0].upper()}{section.told[1:]}.") if section.told else ""
    return [f"### {section.title}", told, *_folded(table(titles, rows, right=places), len(rows), most)]


def _cell(text: str, heading: Heading) -> str:
    if heading.code:
        return code(text)
    # figures are our own words
    return text if heading.right else prose(text)


def _folded(written: str, rows: int, most: int) -> list[str]:
    if not rows:
        return []
    if rows <= most:
        return [written]
    return ["<details>", f"<summary>{counted(rows, 'row')}</summary>", written, "</details>"]


def bullets(told: Iterable[str]) -> str:
    """Return a list of these sentences."""
    return "\n".join(f"- {prose(one)}" for one in told)
