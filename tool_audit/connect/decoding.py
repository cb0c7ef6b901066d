"""Bytes of one message -> JSON value, as leniently as its meaning allows."""

import json
import re
from dataclasses import dataclass
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import Json

MOST_NESTED: Final = 500
"""Containers within containers: more of them no reader of ours gets through, nor most of an agent's."""

SHALLOW: Final = 200
"""How many are left of what is cut to be read at all."""

_BOM = "\ufeff"
_STRING_OR_BRACKET: Final = lazy_re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}]', re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """The value, and what had to be overlooked to read it."""

    value: Json
    remark: str = ""


class UnreadableError(ValueError):
    """These bytes are no JSON that we can hold; the text says why."""


class TooDeepError(UnreadableError):
    """It is nested too deeply; cut to a lesser depth it may be read."""


def decode(raw: bytes, *, cut: bool = False) -> Decoded:
    """Read one JSON text.

    NaN, Infinity and lone surrogates pass. Invalid UTF-8 is replaced, and integers too long for Python become
    strings of digits; both are remarked on. `cut`: what is nested too deeply is left out, which is remarked on, too.
    Raises UnreadableError.
    """
    remark = ""
    try:
        text = raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        text = raw.decode("utf-8", "replace")
        remark = "invalid UTF-8"
    text = text.removeprefix(_BOM)
    if cut:
        text, remark = _shallow(text), f"JSON nested over {SHALLOW} levels deep, read only that far"
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise UnreadableError(f"not valid JSON: {error}") from None
    except RecursionError:
        raise TooDeepError("JSON nested too deeply to read") from None
    except ValueError:  # the one that is left: an integer over the interpreter's digit limit
        value, remark = json.loads(text, parse_int=_integer), "an integer of thousands of digits"
    if raw.count(b"[") + raw.count(b"{") > MOST_NESTED and _is_deep(value):
        raise TooDeepError(f"JSON nested too deeply to read, over {MOST_NESTED} levels")
    return Decoded(value=value, remark=remark)


def _is_deep(value: Json) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(MOST_NESTED):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if type(outer) is dict else outer)
            if type(inner) is dict or type(inner) is list
        ]
        if not level:
            return False
    return True


def _shallow(text: str) -> str:
    """Put an empty object in the place of each container that is nested too deeply."""
    parts: list[str] = []
    depth = kept = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        match match[0]:
            case "[" | "{":
                depth += 1
                if depth == SHALLOW + 1:
                    parts += [text[kept : match.start()], "{}"]
            case "]" | "}":
                if depth == SHALLOW + 1:
                    kept = match.end()
                depth -= 1
    return "".join(parts) + (text[kept:] if depth <= SHALLOW else "")


def _integer(digits: str) -> int | str:
    try:
        return int(digits)
    except ValueError:
        return digits
