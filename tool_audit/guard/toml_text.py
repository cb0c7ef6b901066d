"""Values and keys as TOML writes them, each on one line."""

import math
import re
from collections.abc import Mapping
from datetime import date
from typing import Final

from tool_audit.model import Json
from tool_audit.report.safe import json_text

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_LARGEST: Final = 2**63


def is_writable(value: Json) -> bool:
    """Whether TOML has such a value: it has no null, no lone surrogates and no numbers of more than 64 bits."""
    match value:
        case bool():
            return True
        case int():
            return -_LARGEST <= value < _LARGEST
        case float():
            return math.isfinite(value)
        case str():
            return not any("\ud800" <= character <= "\udfff" for character in value)
        case Mapping():
            return all(is_writable(each) for pair in value.items() for each in pair)
        case list():
            return all(map(is_writable, value))
    return False


def toml_key(name: str) -> str:
    """Return a name as a key."""
    return name if _BARE.fullmatch(name) else json_text(name)


def toml_value(value: Json) -> str:
    """Return a value that is writable, or a date."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case date():
            return value.isoformat()
        case Mapping():
            return f"{{{', '.join(f'{toml_key(name)} = {toml_value(each)}' for name, each in value.items())}}}"
        case list() | tuple():
            return f"[{', '.join(map(toml_value, value))}]"
    # what JSON escapes, TOML escapes alike
    return json_text(value)


def day(text: str) -> date | str:
    """Return a day as TOML's own kind, where it is one."""
    try:
        return date.fromisoformat(text) if len(text) == len("2026-11-30") else text
    except ValueError:
        return text
