"""The list in a text written as YAML, read lightly: sequences under keys, and maps keyed by id; no YAML library."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tool_audit import lazy_re
from tool_audit.measure.identity import id_key, identities_by, text_identity
from tool_audit.model import ItemKind, Items, Json

_KEY: Final = lazy_re.compile(r"(\s*)(?:- +)?([\"']?)([A-Za-z0-9_$@][\w.$@/-]{0,60})\2:(?:\s+(\S.*))?$")
_DASH: Final = lazy_re.compile(r"(\s*)-(?:\s+(?=\S)|$)")
_MOSTLY: Final = 0.9


@dataclass(slots=True)
class _Sequence:
    """Entries with their dashes in one column."""

    indent: int
    key: str
    starts: list[int] = field(default_factory=list)
    end: int = 0


def find_yaml(lines: Sequence[str]) -> Items | None:
    """Return the largest sequence of a YAML text, or its map keyed by id; None where the text is not YAML.

    `span` is in lines. Plain bullets without keys are no YAML.
    """
    if not _is_yaml(lines):
        return None
    found = _sequences(lines)
    if not found:
        return _map(lines)
    best = max(found, key=lambda each: sum(len(line) for line in lines[each.starts[0] : each.end]))
    parts = [lines[a:b] for a, b in zip(best.starts, [*best.starts[1:], best.end], strict=True)]
    keyed = all(_KEY.match(part[0]) for part in parts)
    if not keyed and not best.key:
        return None
    records: Sequence[Json] = [_fields(part) for part in parts] if keyed else []
    key = id_key([records], own=True) if keyed else None
    texts = [_DASH.sub("", "\n".join(part), count=1).strip() for part in parts]
    names = tuple(map(text_identity, texts)) if key is None else identities_by(records, key)
    span = (best.starts[0], best.end)
    return Items(
        kind=ItemKind.YAML, path=f"{best.key}[]", identities=names, records=records if key else texts, span=span
    )


def _is_yaml(lines: Sequence[str]) -> bool:
    filled = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    if filled and filled[0].rstrip() == "---":
        filled = filled[1:]
    if len(filled) < 2 or filled[0][:1].isspace():
        return False
    structured = sum(1 for line in filled if _KEY.match(line) or _DASH.match(line) or line.startswith("    "))
    keys = sum(1 for line in filled if _KEY.match(line))
    return structured >= _MOSTLY * len(filled) and keys >= 2


def _sequences(lines: Sequence[str]) -> list[_Sequence]:
    """Return the sequences that stand in no other."""
    found: list[_Sequence] = []
    current: _Sequence | None = None
    parent = ""
    for at, line in enumerate(lines):
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        dash = _DASH.match(line)
        if current is not None and (indent < current.indent or (indent == current.indent and dash is None)):
            current.end, current = at, None
        if current is None and dash is not None:
            current = _Sequence(indent, parent, end=len(lines))
            found.append(current)
        if current is not None and dash is not None and indent == current.indent:
            current.starts.append(at)
        key = _KEY.match(line)
        if current is None:
            parent = key.group(3) if key and not key.group(4) else ""
    return found


def _fields(part: Sequence[str]) -> dict[str, Json]:
    """Return the scalars of one entry's first level."""
    column = len(_DASH.sub(lambda match: " " * len(match.group()), part[0], count=1)) - len(
        _DASH.sub("", part[0], count=1)
    )
    keys = [
        found
        for index, line in enumerate(part)
        if (found := _KEY.match(line)) and (index == 0 or len(line) - len(line.lstrip()) == column)
    ]
    return {found.group(3): found.group(4).strip("\"'") for found in keys if found.group(4)}


def _map(lines: Sequence[str]) -> Items | None:
    """Find a map from ids to records of one kind: at the top, or under the one key that stands there."""
    keys = [(at, found) for at, line in enumerate(lines) if (found := _KEY.match(line))]
    for indent in sorted({len(found.group(1)) for _, found in keys})[:2]:
        own = [(at, found) for at, found in keys if len(found.group(1)) == indent and not found.group(4)]
        if len(own) < 2:
            continue
        ends = [at for at, _ in own[1:]] + [len(lines)]
        inner = (
            [
                tuple(found.group(3) for at, found in keys if start < at < end and len(found.group(1)) > indent)
                for (start, _), end in zip(own, ends, strict=True)
            ]
            if len(own) <= 50_000 and len(keys) <= 2_000
            else []
        )
        if inner and len(set(inner)) == 1 and inner[0]:
            names = tuple(found.group(3) for _, found in own)
            return Items(kind=ItemKind.YAML, path="*", identities=names, span=(own[0][0], len(lines)))
    return None
