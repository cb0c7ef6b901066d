"""The list in a text that tells of things of one kind: headed sections, labelled records, blank-line records."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from tool_audit import lazy_re
from tool_audit.measure.identity import id_key, identities_by, text_identity
from tool_audit.model import ItemKind, Items, Json

_HEADING: Final = lazy_re.compile(r"(#{1,6})\s+(\S.*)")
_LABEL: Final = lazy_re.compile(
    r"\s{0,3}(?:[-*•]\s+)?(?:\*\*|__)?([^\W\d_][\w /()-]{0,30}?)(?:\*\*|__)?\s?[:\uff1a](?:\*\*)?(?=\s|$)"
)
_COLONS: Final = ":\uff1a"
_SHAPES: Final = (
    lazy_re.compile(r"\s*(?:URL|Link)?:?\s*<?https?://\S+>?$"),
    lazy_re.compile(r"\s*\W?\d{4}-\d\d-\d\d"),
    lazy_re.compile(r"\s*(?:\.{0,2}/)?[\w.-]+(?:/[\w.-]+)+(?::\d+)*$"),
)
_FIELD_LINES: Final = 60
_MAJORITY: Final = 0.5


def find_sections(lines: Sequence[str]) -> Items | None:
    """Find headed sections that are built alike, or that are numbered; those of a document are neither."""
    headings = [
        (index, match) for index, line in enumerate(lines) if line.startswith("#") and (match := _HEADING.match(line))
    ]
    levels = Counter(len(match.group(1)) for _, match in headings)
    for level in sorted(levels):
        of_level = [(index, match.group(2)) for index, match in headings if len(match.group(1)) == level]
        if len(of_level) < 2:
            continue
        parts = split(lines, [index for index, _ in of_level])
        numbers = [int(found.group()) for _, title in of_level if (found := re.search(r"\d{1,6}", title))]
        if share_a_label(parts) or (len(numbers) == len(parts) and consecutive(numbers)):
            return of_parts(ItemKind.SECTIONS, "sections[]", parts, (of_level[0][0], len(lines)))
        return None
    return None


def find_records(lines: Sequence[str]) -> Items | None:
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
    starts = _with_titles(lines, [index for index, label in labelled if label == first])
    parts = split(lines, starts)
    return of_parts(ItemKind.SECTIONS, "records[]", parts, (starts[0], len(lines)))


def _with_titles(lines: Sequence[str], starts: Sequence[int]) -> Sequence[int]:
    """Take into each record the lines right above its first label, where all have as many below a blank line."""
    above = []
    for start in starts:
        at = start
        while at > 0 and start - at < 4 and lines[at - 1].strip():
            at -= 1
        above.append(start - at)
    same = len(starts) > 1 and len(set(above)) == 1 and above[0] < 4
    return [start - above[0] for start in starts] if same else starts


def find_shaped(lines: Sequence[str]) -> Items | None:
    """Find records with a blank line between them and a line of one shape in each: a title, a link, a sentence."""
    parts: list[list[str]] = []
    starts: list[int] = []
    fresh = True
    for at, line in enumerate(lines):
        if not line.strip():
            fresh = True
            continue
        if fresh:
            parts.append([])
            starts.append(at)
        parts[-1].append(line)
        fresh = False
    if parts and len(parts[0]) == 1 and len(parts) > 2:
        parts, starts = parts[1:], starts[1:]  # a title
    sizes = set(map(len, parts))
    if len(parts) < 2 or len(sizes) != 1 or sizes == {1}:
        return None
    if not any(all(shape.match(part[at]) for part in parts) for at in range(*sizes) for shape in _SHAPES):
        return None
    texts = ["\n".join(part) for part in parts]
    return of_parts(ItemKind.SECTIONS, "records[]", texts, (starts[0], len(lines)))


def first_label(text: str) -> str:
    """Return the label that a text begins with ("Name" of "Name: x"), or ""."""
    return _label(text.lstrip().partition("\n")[0])


def of_parts(kind: ItemKind, path: str, parts: Sequence[str], span: tuple[int, int]) -> Items:
    """Tell parts apart by the id that each names ("ID: 7"), else by their text."""
    fields = [_fields(part) for part in parts]
    key = id_key([fields], own=True)
    if key is None:
        return Items(kind=kind, path=path, identities=tuple(map(text_identity, parts)), records=parts, span=span)
    return Items(kind=kind, path=path, identities=identities_by(fields, key), records=fields, span=span)


def _fields(part: str) -> dict[str, Json]:
    """Return the labelled values of one part: {"Id": "m1"}."""
    fields: dict[str, Json] = {}
    for line in part.splitlines()[:_FIELD_LINES]:
        label = _LABEL.match(line) if ":" in line or "\uff1a" in line else None
        if label is not None:
            fields.setdefault(label.group(1), line[label.end() :].strip(" *_`"))
    return fields


def split(lines: Sequence[str], starts: Sequence[int]) -> list[str]:
    return ["\n".join(lines[start:end]) for start, end in pairwise((*starts, len(lines)))]


def share_a_label(parts: Sequence[str]) -> bool:
    """Whether records of one kind are told about: most parts have a label that most others have too."""
    counts = Counter(label for part in parts for label in set(_labels(part)))
    return bool(counts) and counts.most_common(1)[0][1] >= max(2, 0.8 * len(parts))


def consecutive(numbers: Sequence[int]) -> bool:
    return len(numbers) > 1 and all(after == before + 1 for before, after in pairwise(numbers))


def _labels(part: str) -> list[str]:
    return [
        label for line in part.splitlines()[1:] if (label := _label(line)) and line.rstrip("*_ ")[-1] not in _COLONS
    ]


def _label(line: str) -> str:
    if ":" not in line and "\uff1a" not in line:
        return ""
    match = _LABEL.match(line)
    return match.group(1) if match else ""
