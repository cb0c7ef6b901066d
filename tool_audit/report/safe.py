"""What a server sent, made harmless: no character in a report moves a cursor, hides text or fails to encode."""

import json
import math
import re
import unicodedata
from typing import Final

from tool_audit.model import Json

_UNSAFE_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS: Final = frozenset("\u200c\u200d")  # part of words in several scripts, and of many emoji
_NAMED: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_UNSAFE_IN_JSON: Final = re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
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


def to_ascii(text: str) -> str:
    r"""Return a printable text in ASCII: typography as its nearest sign, other scripts as \uXXXX."""
    return text.translate(_ASCII_LOOKALIKES).encode("ascii", "backslashreplace").decode("ascii")


def json_text(value: Json, *, indent: int | None = None, ascii_only: bool = False) -> str:
    """Return strict JSON of the same value that encodes to UTF-8; NaN and the infinities become strings."""
    text = json.dumps(_finite(value), indent=indent, ensure_ascii=ascii_only, allow_nan=False)
    return _UNSAFE_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


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
