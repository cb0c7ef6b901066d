"""Whether a text is JSON that ends before it closes."""

import json
import re
from typing import Final

from tool_audit import lazy_re

_BEGINS: Final = lazy_re.compile(r"\s*(?:\{\s*(?:\"|$)|\[\s*(?:[\[{\"]|-?\d|true\b|false\b|null\b|$))")
_REST_OF_A_WORD: Final = lazy_re.compile(r"[\w.+-]{0,24}|\\\w{0,4}")
_MARK: Final = lazy_re.compile(
    r"\s*,?\s*(?:\.{3}|\u2026)?\s*(?:[\[(<]?[^\[\](){}]*(?:truncat|omit|cut|more|gekürzt|tronq|trunc|усеч|생략|잘|省略|截)"
    r"[^\[\](){}]*[\])>]?)?[.\u2026]*",
    re.IGNORECASE,
)
_NEAR: Final = 240


def is_cut_json(text: str) -> bool:
    """Return whether `text` begins as a JSON object or array and stops within it, with or without a mark at the end.

    False for text that merely begins with a bracket, and for JSON that is wrong in its midst. Linear.
    """
    text = text.removeprefix("\ufeff").rstrip()
    if not _BEGINS.match(text):
        return False
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return _stops(text, error)
    except RecursionError:
        return False
    return False


def _stops(text: str, error: json.JSONDecodeError) -> bool:
    if error.msg == "Extra data":  # JSON lines: the last of them may be cut
        last = text.rpartition("\n")[2].strip()
        return text[error.pos] in "{[" and len(last) < len(text) and is_cut_json(last)
    if error.msg.startswith("Unterminated string"):
        return True
    rest = text[error.pos :]
    if _REST_OF_A_WORD.fullmatch(rest):
        return True
    return len(rest) <= _NEAR and _MARK.fullmatch(rest) is not None
