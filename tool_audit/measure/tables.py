"""The list in a text that is a table: columns between bars, or CSV."""

import csv
from collections.abc import Sequence
from typing import Final

from tool_audit.measure.identity import identities
from tool_audit.model import ItemKind, Items, Json

_RULE: Final = frozenset(" \t|+:=-")
_MAJORITY: Final = 0.5
_SEPARATORS: Final = ",;\t"
_MOST_AROUND: Final = 8  # lines above or below a table among which it may begin or end
_MOST_BELOW: Final = 4
_FEWEST_ROWS: Final = 3  # of a table that is a part of the text: less may be prose with commas


def find_table(lines: Sequence[str]) -> Items | None:
    """Find the table that makes most of the text: columns between bars, dashes under the header.

    `span` is in lines here and in `find_csv`.
    """
    total = sum(map(len, lines))
    block: list[str] = []
    for at, line in enumerate([*lines, ""]):
        if "|" in line or (line.startswith("+") and _is_rule(line)):
            block.append(line)
            continue
        if block and sum(map(len, block)) >= _MAJORITY * total:
            return _table_of(block, at)
        block = []
    return None


def _table_of(block: Sequence[str], end: int) -> Items | None:
    rules = [index for index, line in enumerate(block[:4]) if _is_rule(line)]
    if len(block) < 2 or not rules or (rules[0] == 0 and len(rules) < 2):
        return None
    header_end = rules[0] if rules[0] > 0 else rules[1]
    rows = [_cells(line) for line in block[header_end + 1 :] if not _is_rule(line)]
    records = _records(_cells(block[header_end - 1]), rows)
    span = (end - len(block), end)
    return Items(kind=ItemKind.TABLE, path="table[]", identities=identities(records), records=records, span=span)


def find_csv(lines: Sequence[str]) -> Items | None:
    """Find rows of values under a row of names, all of one length; a title above and a notice below are let be."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    if len(filled) < 2:
        return None
    starts, ends = _starts(lines, filled), _ends(lines, filled)
    found = (
        _csv_of(lines, start, end, fewest=1 if _only_comments(lines, start, end) else _FEWEST_ROWS)
        for start in starts
        for end in ends
    )
    return next((items for items in found if items is not None), None)


def _only_comments(lines: Sequence[str], start: int, end: int) -> bool:
    """Whether nothing but comments stands around these lines."""
    return all(not line.strip() or line.startswith("#") for line in (*lines[:start], *lines[end:]))


def _starts(lines: Sequence[str], filled: Sequence[int]) -> list[int]:
    """Return where a table may begin: at the first line, below a blank one near it, at the first with two columns."""
    first = filled[0]
    below = [at for at in filled[1:_MOST_AROUND] if not lines[at - 1].strip()]
    columns = [at for at in filled[:_MOST_AROUND] if any(mark in lines[at] for mark in _SEPARATORS)]
    comments = [at for at in filled[1:_MOST_AROUND] if lines[at - 1].startswith("#") and not lines[at].startswith("#")]
    return list(dict.fromkeys((first, *below, *columns[:1], *comments)))


def _ends(lines: Sequence[str], filled: Sequence[int]) -> list[int]:
    """Return behind which lines a table may end: the one above a blank one near the last, the last, above comments."""
    last = filled[-1] + 1
    above = [at + 1 for at in filled[-_MOST_BELOW:-1] if not lines[at + 1].strip()]
    columns = [at + 1 for at in filled[-_MOST_AROUND:] if any(mark in lines[at] for mark in _SEPARATORS)]
    comments = [at for at in filled[-_MOST_AROUND:] if lines[at].startswith("#")]
    return list(dict.fromkeys((*above, last, *columns[-1:], *comments[:1])))


def _csv_of(lines: Sequence[str], start: int, end: int, *, fewest: int) -> Items | None:
    """Return the table that stands between two lines, where there is nothing else."""
    head = lines[start]
    separator = next((mark for mark in _SEPARATORS if mark in head), None)
    if separator is None or end < start + 2:
        return None
    header = [name.strip('"') for name in head.lstrip("\ufeff").split(separator)]
    named = all(name and len(name) <= 40 and name[0] not in " \t-*#" and name[-1] not in ".:" for name in header)
    if not named or len(set(header)) != len(header):
        return None
    body = [line + "\n" for line in lines[start + 1 : end]]
    try:
        rows = [row for row in csv.reader(body, delimiter=separator, strict=True) if row]
    except csv.Error:
        return None
    if len(rows) < fewest or any(len(row) != len(header) for row in rows):
        return None
    records = _records(header, rows)
    span = (start, end)
    return Items(kind=ItemKind.CSV, path="rows[]", identities=identities(records), records=records, span=span)


def _is_rule(line: str) -> bool:
    return ("-" in line or "=" in line) and _RULE.issuperset(line)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _records(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[dict[str, Json]]:
    names = [name or str(index) for index, name in enumerate(header)]
    return [dict(zip(names, row, strict=False)) for row in rows]
