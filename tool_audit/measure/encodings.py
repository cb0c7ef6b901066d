"""The same data written in other ways, and what each would cost."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from typing import Final

from tool_audit.measure.payload import compact
from tool_audit.measure.tokens import TokenCounter
from tool_audit.model import ABSENT, Encoding, Json

# These writers are in Python: 7 MB/s (TOON), 20 MB/s (indented JSON, CSV). The bounds keep each under 0.3 s.
_TOON_BOUND: Final = 1_000_000
_SLOW_BOUND: Final = 4_000_000
_INDENTED_BOUND: Final = 16_000_000
"""Characters: what is nested deep is mostly its indentation."""
_NO_GAIN: Final = 0.01
"""A long text that is shorter by less than this share is not counted again: that takes a second for 20 MB of base64."""


def encodings(
    document: Json, text: str, counter: TokenCounter, *, text_tokens: int | None = None, only_compact: bool = False
) -> tuple[Encoding, ...]:
    """Return what `document` takes as compact, ASCII-escaped and indented JSON, as TOON and (flat lists only) as CSV.

    `text` is the reply as sent and `text_tokens` its tokens, where they are known: equal texts are counted once.
    `only_compact`: nothing but the first.
    """
    if document is ABSENT:
        return ()
    short = compact(document)
    if not short:
        return tuple(Encoding(name=name, chars=None, tokens=None) for name in ("compact", "ascii", "indented", "toon"))
    texts: dict[str, str | None] = {"compact": short} if only_compact else _texts(document, short)
    known = [] if text_tokens is None else [(text, text_tokens)]
    no_gain = len(text) > _SLOW_BOUND and short != text and 0 <= len(text) - len(short) < _NO_GAIN * len(text)
    return tuple(
        Encoding(name=name, chars=len(short), tokens=None)
        if no_gain and written is short
        else _encoding(name, written, counter, known)
        for name, written in texts.items()
    )


def _texts(document: Json, short: str) -> dict[str, str | None]:
    """Return the name of each encoding -> the document written so, None where it cannot be, or that would take long."""
    texts: dict[str, str | None] = {
        "compact": short,
        "ascii": short if short.isascii() else _written(document, _ascii),
        "indented": _written(document, _indented) if len(short) <= _SLOW_BOUND else None,
        "toon": _written(document, _toon) if len(short) <= _TOON_BOUND else None,
    }
    rows = _flat_rows(document)
    if rows is not None:
        texts["csv"] = _csv(rows) if len(short) <= _SLOW_BOUND else None
    return texts


def _encoding(name: str, written: str | None, counter: TokenCounter, known: list[tuple[str, int]]) -> Encoding:
    if written is None:
        return Encoding(name=name, chars=None, tokens=None)
    for text, tokens in known:
        if text == written:
            return Encoding(name=name, chars=len(written), tokens=tokens)
    tokens = counter.count(written)
    known.append((written, tokens))
    return Encoding(name=name, chars=len(written), tokens=tokens)


def _written(document: Json, write: Callable[[Json], str]) -> str | None:
    """Return what `write` makes of the document; None where this encoding cannot hold it."""
    try:
        return write(document)
    except (ValueError, TypeError, RecursionError):
        return None


def _ascii(document: Json) -> str:
    return json.dumps(document, ensure_ascii=True, separators=(",", ":"))


def _indented(document: Json) -> str:
    parts, size = [], 0
    for part in json.JSONEncoder(ensure_ascii=False, indent=2).iterencode(document):
        parts.append(part)
        size += len(part)
        if size > _INDENTED_BOUND:
            raise ValueError("too long to be written so")
    return "".join(parts)


def _toon(document: Json) -> str:
    import toon_format  # noqa: PLC0415 - slow to import, and the CLI must start without it

    return toon_format.encode(document)


def _flat_rows(document: Json) -> list[dict[str, Json]] | None:
    """Return the rows of a list of flat objects, bare or as the one member of an object; else None."""
    if isinstance(document, dict) and len(document) == 1:
        (document,) = document.values()
    if not isinstance(document, list) or not document or set(map(type, document)) != {dict}:
        return None
    flat = not any(isinstance(value, dict | list) for row in document for value in row.values())
    return document if flat else None


def _csv(rows: Sequence[dict[str, Json]]) -> str:
    columns = list(dict.fromkeys(key for row in rows for key in row))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(row.get(column)) for column in columns] for row in rows)
    return out.getvalue()


def _cell(value: Json) -> Json:
    return json.dumps(value) if isinstance(value, bool) else value
