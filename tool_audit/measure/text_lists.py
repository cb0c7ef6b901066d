"""The list in a text that is no JSON document: JSON lines, tables, CSV, bullets, sections, records, XML."""

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from tool_audit.measure.identity import identities, text_identity
from tool_audit.measure.json_lists import find_in_json
from tool_audit.measure.xml_lists import find_in_xml
from tool_audit.model import ItemKind, Items, Json

_JSON_START: Final = re.compile(r"^[ \t]*(?=[\[{])", re.MULTILINE)
_SPACE: Final = re.compile(r"[\s,;`]*")
_RULE: Final = frozenset(" \t|+:=-")
_HEADING: Final = re.compile(r"(#{1,6})\s+(\S.*)")
_LABEL: Final = re.compile(
    r"\s{0,3}(?:[-*•]\s+)?(?:\*\*|__)?([^\W\d_][\w /()-]{0,30}?)(?:\*\*|__)?\s?[:\uff1a](?:\*\*)?(?=\s|$)"
)
_BULLET: Final = re.compile(r"(\s*)(?:([-*+•‣◦·▪–])|#?(\d{1,6})[.):]|\*\*(\d{1,6})[.)])\s+(?=\S)")  # noqa: RUF001 - a list may use this dash
_TAGGED: Final = (
    re.compile(r"\[[^\]\s][^\]]{0,20}\]\s+\S"),
    re.compile(r"[✓✗✅❌📁📄]\s*\S"),
    re.compile(r"\d{4}-\d\d-\d\d\S*\s"),  # a log's lines
    re.compile(r"(?=[a-f]*\d)[0-9a-f]{7,40}\s"),  # commits
    re.compile(r"[dl-](?:[rwxsStT-]{9})\S?\s"),  # files with their modes
)
_MAJORITY: Final = 0.5
_SEPARATORS: Final = ",;\t"


def find_in_text(text: str) -> Items | None:
    """Return the list that a text is; None for prose. Linear in the text."""
    start = text.lstrip("\ufeff \t\r\n")[:1]
    found = find_in_xml(text) if start == "<" else _json_sequence(text)
    if found is not None:
        return found
    lines = text.splitlines()
    finders: tuple[Callable[[Sequence[str]], Items | None], ...] = (_table, _csv, _sections, _records, _bullets, _lines)
    for find in finders:
        found = find(lines)
        if found is not None:
            return found
    return None


def first_label(text: str) -> str:
    """Return the label that a text begins with ("Name" of "Name: x"), or ""."""
    return _label(text.lstrip().partition("\n")[0])


def _label(line: str) -> str:
    if ":" not in line and "\uff1a" not in line:
        return ""
    match = _LABEL.match(line)
    return match.group(1) if match else ""


def _json_sequence(text: str) -> Items | None:
    """Find JSON values one after another (JSON lines), or one JSON value below a label."""
    start = _JSON_START.search(text)
    if start is None:
        return None
    decode = json.JSONDecoder().raw_decode
    values: list[Json] = []
    at, length = start.end(), len(text)
    try:
        while at < length and text[at] in "{[":
            value, at = decode(text, at)
            values.append(value)
            gap = _SPACE.match(text, at)
            at = gap.end() if gap else at
    except (ValueError, RecursionError):
        pass
    if at - start.end() < _MAJORITY * length or not values:
        return None
    if len(values) == 1:
        return find_in_json(values[0])
    return Items(kind=ItemKind.JSON_LINES, path="lines[]", identities=identities(values))


def _is_rule(line: str) -> bool:
    return ("-" in line or "=" in line) and _RULE.issuperset(line)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _rows(header: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    names = [name or str(index) for index, name in enumerate(header)]
    return identities([dict(zip(names, row, strict=False)) for row in rows])


def _table(lines: Sequence[str]) -> Items | None:
    """Find the table that makes most of the text: columns between bars, dashes under the header."""
    total = sum(map(len, lines))
    block: list[str] = []
    for line in [*lines, ""]:
        if "|" in line or (line.startswith("+") and _is_rule(line)):
            block.append(line)
            continue
        if block and sum(map(len, block)) >= _MAJORITY * total:
            return _table_of(block)
        block = []
    return None


def _table_of(block: Sequence[str]) -> Items | None:
    rules = [index for index, line in enumerate(block[:4]) if _is_rule(line)]
    if len(block) < 2 or not rules or (rules[0] == 0 and len(rules) < 2):
        return None
    header_end = rules[0] if rules[0] > 0 else rules[1]
    header = _cells(block[header_end - 1])
    rows = [_cells(line) for line in block[header_end + 1 :] if not _is_rule(line)]
    return Items(kind=ItemKind.TABLE, path="table[]", identities=_rows(header, rows))


def _csv(lines: Sequence[str]) -> Items | None:
    """Find rows of values under a row of names, all of one length."""
    while lines and not lines[0].strip():
        lines = lines[1:]
    separator = next((mark for mark in _SEPARATORS if lines and mark in lines[0]), None)
    if separator is None or len(lines) < 2:
        return None
    header = lines[0].lstrip("\ufeff").split(separator)
    named = all(name and len(name) <= 40 and name[0] not in " \t-*#" and name[-1] not in ".:" for name in header)
    if not named or len(set(header)) != len(header):
        return None
    try:
        rows = [row for row in csv.reader([line + "\n" for line in lines[1:]], delimiter=separator, strict=True) if row]
    except csv.Error:
        return None
    if not rows or any(len(row) != len(header) for row in rows):
        return None
    return Items(kind=ItemKind.CSV, path="rows[]", identities=_rows([name.strip('"') for name in header], rows))


def _split(lines: Sequence[str], starts: Sequence[int]) -> list[str]:
    return ["\n".join(lines[start:end]) for start, end in pairwise((*starts, len(lines)))]


def _share_a_label(parts: Sequence[str]) -> bool:
    """Whether records of one kind are told about: most parts have a label that most others have too."""
    counts = Counter(label for part in parts for label in set(_labels(part)))
    return bool(counts) and counts.most_common(1)[0][1] >= max(2, 0.8 * len(parts))


def _labels(part: str) -> list[str]:
    return [label for line in part.splitlines()[1:] if (label := _label(line))]


def _sections(lines: Sequence[str]) -> Items | None:
    """Find headed sections that are built alike, or that are numbered; those of a document are neither."""
    headings = [
        (index, match) for index, line in enumerate(lines) if line.startswith("#") and (match := _HEADING.match(line))
    ]
    levels = Counter(len(match.group(1)) for _, match in headings)
    for level in sorted(levels):
        of_level = [(index, match.group(2)) for index, match in headings if len(match.group(1)) == level]
        if len(of_level) < 2:
            continue
        parts = _split(lines, [index for index, _ in of_level])
        numbers = [int(found.group()) for _, title in of_level if (found := re.search(r"\d{1,6}", title))]
        if _share_a_label(parts) or (len(numbers) == len(parts) and _consecutive(numbers)):
            return Items(kind=ItemKind.SECTIONS, path="sections[]", identities=tuple(map(text_identity, parts)))
        return None
    return None


def _consecutive(numbers: Sequence[int]) -> bool:
    return len(numbers) > 1 and all(after == before + 1 for before, after in pairwise(numbers))


def _records(lines: Sequence[str]) -> Items | None:
    """Find records of labelled lines ("Name: x") that begin with the same label, one line each or more."""
    labelled = [(index, label) for index, line in enumerate(lines) if (label := _label(line))]
    if not labelled or sum(1 for line in lines[: labelled[0][0]] if line.strip()) > 2:
        return None
    counts = Counter(label for _, label in labelled)
    first = next((label for _, label in labelled[:3] if counts[label] > 1), None)  # above it there may be a title
    others = [count for label, count in counts.items() if label != first]
    if first is None:
        return None
    filled = sum(1 for line in lines if line and not line.isspace())
    one_a_line = counts[first] >= max(3, filled - 1)
    if not one_a_line and max(others, default=0) < max(2, _MAJORITY * counts[first]):
        return None
    starts = [index for index, label in labelled if label == first]
    parts = _split(lines, starts)
    return Items(kind=ItemKind.SECTIONS, path="records[]", identities=tuple(map(text_identity, parts)))


def _bullets(lines: Sequence[str]) -> Items | None:
    """Find the outermost bullets or numbers, where they and what is indented under them make most of the text."""
    marks = [(index, match) for index, line in enumerate(lines) if (match := _BULLET.match(line))]
    if len(marks) < 2:
        return None
    indent = min(len(match.group(1)) for _, match in marks)
    outer = [(index, match) for index, match in marks if len(match.group(1)) == indent]
    numbered = [(index, int(match.group(3) or match.group(4))) for index, match in outer if not match.group(2)]
    counted = _consecutive([number for _, number in numbered])
    starts = [index for index, _ in (numbered if counted else outer)]
    if len(starts) < 2:
        return None
    told = counted and _share_a_label(_split(lines, starts))
    text = sum(len(line) for line in lines if not line.startswith("#"))  # headings are neither items nor prose
    if not told and _covered(lines, {index for index, _ in marks}, indent) < _MAJORITY * text:
        return None
    parts = [_BULLET.sub("", part, count=1) for part in _split(lines, starts)]
    return Items(kind=ItemKind.BULLETS, path="bullets[]", identities=tuple(map(text_identity, parts)))


def _covered(lines: Sequence[str], starts: set[int], indent: int) -> int:
    """Return the characters of the items: a plain line after a blank one belongs to none."""
    covered = 0
    inside = after_blank = False
    for index, line in enumerate(lines):
        if index in starts:
            inside, after_blank = True, False
        elif not line or line.isspace():
            after_blank = True
        elif after_blank and not line[: indent + 1].isspace():
            inside = False
        covered += len(line) if inside else 0
    return covered


def _lines(lines: Sequence[str]) -> Items | None:
    """Take each path, name or tagged entry that has a line to itself."""
    filled = [line.strip() for line in lines if line.strip()]
    if len(filled) < 2:
        return None
    tagged = any(all(map(tag.match, filled)) for tag in _TAGGED)
    bare = all(" " not in line and len(line) <= 300 for line in filled)
    if not tagged and not bare:
        return None
    return Items(kind=ItemKind.BULLETS, path="lines[]", identities=tuple(map(text_identity, filled)))
