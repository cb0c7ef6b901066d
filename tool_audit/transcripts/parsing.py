"""One JSON text of a log -> its value, as quickly as that goes, and never an exception."""

import json
from typing import Final

from pydantic_core import from_json

from tool_audit.model import ABSENT, Json

_DEEPEST: Final = 180
"""Levels of lists and objects. The quick parser goes no deeper than 200: what is read stays safe to walk for all."""


def parsed(text: bytes) -> Json:
    """Return the value that a JSON text holds; ABSENT where it is no JSON, or nested deeper than anyone reads."""
    try:
        # keys come again in every line of a log, texts hardly ever
        return from_json(text, cache_strings="keys")
    except ValueError as error:
        if "recursion limit" in str(error):
            return ABSENT
    try:
        # half a character (a lone surrogate) and bytes that are no UTF-8 are for the other, which is slower
        value = json.loads(text.decode("utf-8", "replace").lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return ABSENT
    return ABSENT if _is_deep(value) else value


def _is_deep(value: Json) -> bool:
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            member
            for node in level
            if isinstance(node, dict | list)
            for member in (node.values() if isinstance(node, dict) else node)
            if isinstance(member, dict | list)
        ]
        if not level:
            return False
    return True
