"""The list in a text that is no JSON document: JSON lines, tables, CSV, bullets, sections, records, XML."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from tool_audit import lazy_re
from tool_audit.measure.identity import identities, text_identity
from tool_audit.measure.json_lists import are_alike, find_in_json
from tool_audit.measure.record_lists import (
    consecutive,
    find_records,
    find_sections,
    find_shaped,
    of_parts,
    share_a_label,
    split,
)
from tool_audit.measure.signs_text import is_notice
from tool_audit.measure.tables import find_csv, find_table
from tool_audit.measure.xml_lists import find_in_xml
from tool_audit.measure.yaml_lists import find_yaml
from tool_audit.model import ItemKind, Items, Json

_JSON_START: Final = lazy_re.compile(r"^[ \t]*(?=[\[{])", re.MULTILINE)
_SPACE: Final = lazy_re.compile(r"[\s,;`]*")
_VERSION: Final = lazy_re.compile(r"#+\s*(?:version |release )?[\[v]*\d+\.\d+|#+\s*\[?unreleased", re.IGNORECASE)
_LICENCE: Final = lazy_re.compile(r"\b(?:licen[cs]e|copyright)\b", re.IGNORECASE)
_BULLET: Final = lazy_re.compile(r"(\s*)(?:([-*+•‣◦·▪–])|#?(\d{1,6})[.):]|\*\*(\d{1,6})[.)])\s+(?=\S)")  # noqa: RUF001 - a list may use this dash
_TAGGED: Final = (
    lazy_re.compile(r"\[[^\]\s][^\]]{0,20}\]\s+\S"),
    lazy_re.compile(r"[✓✗✅❌📁📄]\s*\S"),
    lazy_re.compile(r"\d{4}-\d\d-\d\d\S*\s"),  # a log's lines
    lazy_re.compile(r"(?=[a-f]*\d)[0-9a-f]{7,40}\s"),  # commits
    lazy_re.compile(r"[dl-](?:[rwxsStT-]{9})\S?\s"),  # files with their modes
)
_MAJORITY: Final = 0.5


def find_in_text(text: str) -> Items | None:
    """Return the list that a text is; None for prose. Linear in the text.

    Notices above and below ("... and 37 more") are no part of it, and stand outside its span.
    """
    start = text[:64].lstrip("\ufeff \t\r\n")[:1]
    found = find_in_xml(text) if start == "<" else _json_sequence(text)
    if found is not None:
        return found
    kept = text.splitlines(keepends=True)
    lines = [line.rstrip("\r\n") for line in kept]
    found = find_table(lines) or find_csv(lines) or find_shaped(lines)  # in these a notice cannot pass for an item
    first, last = (0, len(lines)) if found else _inside(lines)
    if found is None and not _is_document(lines):
        finders = (find_csv, find_yaml, find_sections, find_records, _bullets, find_shaped, _lines)
        own = lines[first:last]
        found = next((items for find in finders if (items := find(own)) is not None), None)
    if found is None or found.span is None:
        return None
    begin, end = found.span[0] + first, found.span[1] + first
    return replace(found, span=(sum(map(len, kept[:begin])), sum(map(len, kept[:end]))))


def _inside(lines: Sequence[str]) -> tuple[int, int]:
    """Return where the lines begin and end without notices, and without a fence around all."""
    first, last = _peel(lines)
    filled = [at for at in range(first, last) if lines[at].strip()]
    if len(filled) > 2 and lines[filled[0]].startswith("```") and lines[filled[-1]].strip() == "```":
        return filled[0] + 1, filled[-1]
    return first, last


def _peel(lines: Sequence[str]) -> tuple[int, int]:
    """Return where a text's lines begin and end without the notices above and below, and the space around these."""
    first, last = 0, len(lines)
    for at in range(len(lines) - 1, max(-1, len(lines) - 12), -1):
        if is_notice(lines[at], alone=not lines[at - 1].strip()) and not _recurs(lines, at):
            last = at
        elif lines[at].strip(" \t-=*_"):
            break
    for at in range(min(last, 8)):
        if is_notice(lines[at], alone=at == 0 and len(lines) > 1 and not lines[1].strip()) and not _recurs(lines, at):
            first = at + 1
        elif lines[at].strip(" \t-=*_#"):
            break
    return first, last


def _recurs(lines: Sequence[str], at: int) -> bool:
    """Whether other lines nearby have the same label: then it is one of an item's."""
    label = lines[at].partition(":")[0].strip()
    near = [*lines[max(0, at - 30) : at], *lines[at + 1 : at + 30]]
    return ":" in lines[at] and any(line.strip().startswith(f"{label}:") for line in near)


def _is_document(lines: Sequence[str]) -> bool:
    """Whether this is a changelog or a licence: their sections and numbers are one text, not records."""
    headings = [line for line in lines[:2_000] if line.startswith("#")]
    levels = [len(line) - len(line.lstrip("#")) for line in headings]
    versions = [level for line, level in zip(headings, levels, strict=True) if _VERSION.match(line)]
    if len(versions) > 1 and len(versions) >= 0.6 * levels.count(versions[0]):
        return True
    head = "\n".join(lines[:12])[:1_000]
    return _LICENCE.search(head) is not None and any("WARRANT" in line.upper() for line in lines[:2_000])


def embedded_json(text: str) -> tuple[list[Json], int, int] | None:
    """Return the JSON values that most of a text is (JSON lines, or one below a label), and where they stand."""
    start = _JSON_START.search(text)
    if start is None:
        return None
    decode = json.JSONDecoder().raw_decode
    values: list[Json] = []
    at, length = start.end(), len(text)
    end = at
    try:
        while at < length and text[at] in "{[":
            value, end = decode(text, at)
            values.append(value)
            gap = _SPACE.match(text, end)
            at = gap.end() if gap else end
    except (ValueError, RecursionError):
        pass
    return (values, start.end(), end) if values and end - start.end() >= _MAJORITY * length else None


def _json_sequence(text: str) -> Items | None:
    found = embedded_json(text)
    if found is None:
        return None
    values, start, end = found
    if len(values) == 1:
        items = find_in_json(values[0])
        return None if items is None else replace(items, span=(start, end))
    own = values
    for part in (values[:-1], values[1:]):
        if len(part) > 1 and not _like_neighbours(values) and _are_records(part):
            own = part
    return Items(kind=ItemKind.JSON_LINES, path="lines[]", identities=identities(own), records=own, span=(start, end))


def _are_records(values: Sequence[Json]) -> bool:
    return set(map(type, values)) == {dict} and are_alike(values)


def _like_neighbours(values: Sequence[Json]) -> bool:
    """Whether the first and last values are records like those beside them, not a word about them."""
    return _are_records(values[:2]) and _are_records(values[-2:])


def _bullets(lines: Sequence[str]) -> Items | None:
    """Find the outermost bullets or numbers, where they and what is indented under them make most of the text."""
    marks = [(index, match) for index, line in enumerate(lines) if (match := _BULLET.match(line))]
    if len(marks) < 2:
        return None
    indent = min(len(match.group(1)) for _, match in marks)
    outer = [(index, match) for index, match in marks if len(match.group(1)) == indent]
    numbered = [(index, int(match.group(3) or match.group(4))) for index, match in outer if not match.group(2)]
    counted = consecutive([number for _, number in numbered])
    starts = [index for index, _ in (numbered if counted else outer)]
    if len(starts) < 2:
        return None
    told = counted and share_a_label(split(lines, starts))
    text = sum(len(line) for line in lines if not line.startswith("#"))  # headings are neither items nor prose
    if not told and _covered(lines, {index for index, _ in marks}, indent) < _MAJORITY * text:
        return None
    end = len(lines) if told else _end(lines, starts, indent)
    parts = [_BULLET.sub("", part, count=1) for part in split(lines[:end], starts)]
    return of_parts(ItemKind.BULLETS, "bullets[]", parts, (starts[0], end))


def _end(lines: Sequence[str], starts: Sequence[int], indent: int) -> int:
    """Return where the last item ends: at a line that is not indented under it, where all other items are one line."""
    if any(after - before > 1 for before, after in pairwise(starts)):
        return len(lines)
    plain = (at for at in range(starts[-1] + 1, len(lines)) if not lines[at][: indent + 1].isspace())
    return next(plain, len(lines))


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
    names = tuple(map(text_identity, filled))
    return Items(kind=ItemKind.BULLETS, path="lines[]", identities=names, records=filled, span=(0, len(lines)))
