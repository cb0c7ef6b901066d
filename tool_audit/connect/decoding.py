"""Bytes of one message -> JSON value, as leniently as its meaning allows."""

import json
from dataclasses import dataclass

from tool_audit.model import Json

_BOM = "\ufeff"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """The value, and what had to be overlooked to read it."""

    value: Json
    remark: str = ""


class UnreadableError(ValueError):
    """These bytes are no JSON that we can hold; the text says why."""


def decode(raw: bytes) -> Decoded:
    """Read one JSON text.

    NaN, Infinity and lone surrogates pass. Invalid UTF-8 is replaced, and integers too long for Python become
    strings of digits; both are remarked on. Raises UnreadableError.
    """
    remark = ""
    try:
        text = raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        text = raw.decode("utf-8", "replace")
        remark = "invalid UTF-8"
    text = text.removeprefix(_BOM)
    try:
        return Decoded(value=json.loads(text), remark=remark)
    except json.JSONDecodeError as error:
        raise UnreadableError(f"not valid JSON: {error}") from None
    except RecursionError:
        raise UnreadableError("JSON nested too deeply to read") from None
    except ValueError:  # the one that is left: an integer over the interpreter's digit limit
        return Decoded(value=json.loads(text, parse_int=_integer), remark="an integer of thousands of digits")


def _integer(digits: str) -> int | str:
    try:
        return int(digits)
    except ValueError:
        return digits
