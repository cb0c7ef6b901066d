"""Finds binary data written as base64 or hex inside a text, and tells it from words, ids, links and tokens."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from tool_audit import lazy_re

_CHARS = r"[A-Za-z0-9+/_\\\r\n-]+"
_RUN = lazy_re.compile(_CHARS)
_WIDTHS = range(48, 129)  # encoders break lines at 60, 64, 72 or 76
_SAMPLE = 8_192
_TOKEN = lazy_re.compile(r"(?:token|cursor|jwt|signature|continuation|certificate|public_?key)\W{0,6}$", re.IGNORECASE)
_LINK = lazy_re.compile(r"[a-z]://[^\s\"'<>]*$", re.IGNORECASE)
_HEX = lazy_re.compile(r"(?:0?x)?([0-9a-f]+|[0-9A-F]+)")
_KINDS = (
    ("PNG image", "iVBORw0KGgo", "89504e47"),
    ("JPEG image", "/9j/", "ffd8ff"),
    ("GIF image", "R0lGOD", "47494638"),
    ("RIFF file (WebP, WAV)", "UklGR", "52494646"),
    ("PDF document", "JVBERi", "25504446"),
    ("ZIP archive", "UEsDB", "504b0304"),
    ("gzip archive", "H4sI", "1f8b08"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoded:
    """A piece of encoded data: its `encoding` ("base64", "hex"), its characters, what its first bytes say it is."""

    encoding: str
    chars: int
    kind: str


def encoded(text: str, least: int) -> Iterator[Encoded]:
    """Yield the pieces of base64 or hex data of at least `least` characters, line breaks not counted.

    Looks only at one place in `least` / 2 characters until it meets a long run: ordinary text costs next to nothing.
    """
    stride = max(1, least // 2)
    position = 0
    while position < len(text):
        found = _RUN.match(text, position)
        if found is None or found.end() - position < stride:
            position += stride
            continue
        before = _RUN.match(text[max(0, position - stride) : position][::-1])
        start = position - (before.end() if before else 0)
        end = found.end()
        while end < len(text) and end < found.end() + 2 and text[end] == "=":
            end += 1
        if end - start >= least and not _is_token(text, start, end):
            yield from _pieces(text[start:end], least)
        position = max(end, position + stride)


def _is_token(text: str, start: int, end: int) -> bool:
    """Whether the run is a link, a signed token, a cursor or a key: long by nature, and text for its reader."""
    ahead = text[max(0, start - 300) : start]
    return (
        ahead.endswith(".")
        or text[end : end + 1] == "."
        or "-----BEGIN" in text[max(0, start - 30) : start + 30]
        or bool(_TOKEN.search(ahead[-40:]) or _LINK.search(ahead))
    )


def _pieces(run: str, least: int) -> Iterator[Encoded]:
    lines = _lines(run)
    for line in lines:
        if len(line) >= least and (piece := _judged(line)):
            yield piece
    place = 0
    for width, group in groupby(lines, key=len):
        count = sum(1 for _ in group)
        rest = lines[place + count : place + count + 1]
        last = rest[0] if rest and len(rest[0]) < width else ""
        if width in _WIDTHS and count > 1 and count * width + len(last) >= least:
            piece = _judged("".join([*lines[place : place + count], last]))
            if piece and piece.encoding == "base64":  # equal lines of hex are a list of hashes
                yield piece
        place += count


def _lines(run: str) -> list[str]:
    """Split at line breaks, also at those that JSON escapes, once or again."""
    if "\\" in run:
        while "\\\\" in run:
            run = run.replace("\\\\", "\\")
        run = run.replace("\\/", "/").replace("\\r", "\n").replace("\\n", "\n").replace("\\", "\n")
    return run.split()


def _judged(data: str) -> Encoded | None:
    """Say what a run is, None where it is no encoded data."""
    middle = max(0, len(data) // 2 - _SAMPLE // 2)
    sample = data[middle : middle + _SAMPLE].rstrip("=")
    counts = Counter(sample)
    size = len(sample)
    entropy = -sum(count / size * math.log2(count / size) for count in counts.values())
    upper = sum(count for char, count in counts.items() if char.isupper()) / size
    lower = sum(count for char, count in counts.items() if char.islower()) / size
    digits = sum(count for char, count in counts.items() if char.isdecimal()) / size
    hexadecimal = _HEX.fullmatch(data)
    if hexadecimal:
        plausible = len(counts) >= 12 and 0.1 <= digits <= 0.95 and entropy >= 2.5
        return _named("hex", data, hexadecimal[1].lower()) if plausible else None
    one_alphabet = not ({"+", "/"} & counts.keys() and {"-", "_"} & counts.keys())
    mixed = 0.15 <= upper <= 0.7 and 0.15 <= lower <= 0.7 and 0.03 <= digits <= 0.5
    return _named("base64", data, data) if one_alphabet and mixed and entropy >= 4.5 else None


def _named(encoding: str, data: str, start: str) -> Encoded:
    kinds = (name for name, base64, hexadecimal in _KINDS if start.startswith((base64, hexadecimal)))
    return Encoded(encoding=encoding, chars=len(data), kind=next(kinds, ""))
