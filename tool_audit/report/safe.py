"""What a server sent, made harmless: no character in a report moves a cursor, hides text or fails to encode."""

from __future__ import annotations

import json
import math
import unicodedata
from typing import TYPE_CHECKING, Final

from tool_audit import lazy_re

if TYPE_CHECKING:  # the nouns take their time to import, and the command line needs this file for its first word
    from tool_audit.model import Json

_UNSAFE_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS: Final = frozenset("\u200c\u200d")  # part of words in several scripts, and of many emoji
_NAMED: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_UNSAFE_IN_JSON: Final = lazy_re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_NOT_IN_XML: Final = lazy_re.compile("[\ufffe\uffff]")
LONGEST: Final = 120
"""Characters of an argument list that are shown before it is cut in the middle."""
_LONGEST_WORD: Final = 200
_LONG_WORD: Final = lazy_re.compile(rf"\S{{{_LONGEST_WORD + 1},}}")
_ASCII_LOOKALIKES: Final = str.maketrans(
    {
        "…": "...",
        "–": "-",  # noqa: RUF001 - it is here to be replaced
        "—": "-",
        "×": "x",  # noqa: RUF001 - the same
        "→": "->",
        "≥": ">=",
        "≤": "<=",
        "·": "-",
        "‘": "'",  # noqa: RUF001 - the same
        "’": "'",  # noqa: RUF001 - the same
        "“": '"',
        "”": '"',
        "\u00a0": " ",
    }
)


def one_line(text: str) -> str:
    r"""Return the text on one line, control, format and surrogate characters written out (\n, \x1b, \ud800)."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_written_out(character) if _is_unsafe(character) else character for character in text)


def cut(text: str, most: int = LONGEST) -> str:
    """Return the text, or its beginning and its end around "..." where it is over `most` characters."""
    if len(text) <= most:
        return text
    kept = max(most - len("..."), 2)
    head = kept * 2 // 3
    return f"{text[:head]}...{text[len(text) - (kept - head) :]}"


def readable(text: str) -> str:
    """Return the text on one harmless line, words that nobody would read to their end cut in the middle."""
    return _LONG_WORD.sub(lambda word: cut(word.group(), _LONGEST_WORD), one_line(text))


def to_ascii(text: str) -> str:
    r"""Return a printable text in ASCII: typography as its nearest sign, other scripts as \uXXXX."""
    return text.translate(_ASCII_LOOKALIKES).encode("ascii", "backslashreplace").decode("ascii")


def json_text(value: Json, *, indent: int | None = None, ascii_only: bool = False) -> str:
    """Return strict JSON of the same value that encodes to UTF-8; NaN and the infinities become strings."""
    text = json.dumps(_finite(value), indent=indent, ensure_ascii=ascii_only, allow_nan=False)
    return _UNSAFE_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def to_xml(text: str) -> str:
    """Return text that XML 1.0 can hold: what it has no character for is written out; line ends stay."""
    return "\n".join(_NOT_IN_XML.sub("\ufffd", one_line(line)) for line in text.split("\n"))


def _is_unsafe(character: str) -> bool:
    return character not in _JOINERS and unicodedata.category(character) in _UNSAFE_CATEGORIES


def _written_out(character: str) -> str:
    return _NAMED.get(character) or character.encode("unicode-escape", "backslashreplace").decode("ascii")


def _finite(value: Json) -> Json:
    match value:
        case float() if not math.isfinite(value):
            return str(value)
        case dict():
            return {key: _finite(member) for key, member in value.items()}
        case list() | tuple():
            return [_finite(member) for member in value]
        case _:
            return value
