"""The list in a text that is a table: columns between bars, or CSV."""

import csv
from collections.abc import Sequence
from typing import Final

from tool_audit.measure.identity import identities
from tool_audit.model import ItemKind, Items, Json

_RULE: Final = frozenset(" \t|+:=-")
_MAJORITY: Final = 0.5
_SEPARATORS: Final = ",;\t"


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
    """Find rows of values under a row of names, all of one length."""
    skipped = next((index for index, line in enumerate(lines) if line.strip()), 0)
    head = lines[skipped] if lines else ""
    separator = next((mark for mark in _SEPARATORS if mark in head), None)
    if separator is None or len(lines) < skipped + 2:
        return None
    header = head.lstrip("\ufeff").split(separator)
    named = all(name and len(name) <= 40 and name[0] not in " \t-*#" and name[-1] not in ".:" for name in header)
    if not named or len(set(header)) != len(header):
        return None
    body = [line + "\n" for line in lines[skipped + 1 :]]
    try:
        rows = [row for row in csv.reader(body, delimiter=separator, strict=True) if row]
    except csv.Error:
        return None
    if not rows or any(len(row) != len(header) for row in rows):
        return None
    records = _records([name.strip('"') for name in header], rows)
    span = (0, len(lines))
    return Items(kind=ItemKind.CSV, path="rows[]", identities=identities(records), records=records, span=span)


def _is_rule(line: str) -> bool:
    return ("-" in line or "=" in line) and _RULE.issuperset(line)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _records(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[dict[str, Json]]:
    names = [name or str(index) for index, name in enumerate(header)]
    return [dict(zip(names, row, strict=False)) for row in rows]
