"""What a tool says of its numeric arguments, in the schema or in prose, and whether its schema allows a value."""

import re

from tool_audit.model import Json, canonical
from tool_audit.rules._sizes import is_number
from tool_audit.schema import Argument

_NUMBER = r"(\d[\d,_]*)"
_DEFAULT = re.compile(rf"\bdefaults?\b[^\d\n]{{0,14}}?{_NUMBER}|{_NUMBER} (?:by|is the) default", re.IGNORECASE)
_MAXIMUM = re.compile(
    r"(?:\b(?:max|maximum|up to|at most|no more than|not more than|capped at|limited to)\b|<=|\u2264)"
    rf"[^\d\n]{{0,10}}?{_NUMBER}|\b\d[\d,_]*\s?(?:-|\u2013|to|\.\.)\s?{_NUMBER}",
    re.IGNORECASE,
)


def stated_default(argument: Argument) -> float | None:
    """Return the number that the schema or the description gives as the default."""
    return float(argument.default) if is_number(argument.default) else _named(_DEFAULT, argument.description)


def stated_maximum(argument: Argument) -> float | None:
    """Return the largest number that the schema, or else the description, lets through."""
    return argument.maximum if argument.maximum is not None else _named(_MAXIMUM, argument.description)


def schema_allows(argument: Argument, value: Json) -> bool:
    """Whether the schema lets a meant value through; a number below one needs a minimum that says so."""
    if argument.closed_by_schema:
        return canonical(value) in {canonical(member) for member in argument.closed_set}
    if not is_number(value):
        return not argument.numeric or "string" in argument.types
    if not argument.numeric or ("number" not in argument.types and value != int(value)):
        return False
    lowest = argument.minimum if argument.minimum is not None else 1
    return bool(lowest <= value and (argument.maximum is None or value <= argument.maximum))


def _named(pattern: re.Pattern[str], text: str) -> float | None:
    found = pattern.search(text)
    digits = next((group for group in found.groups() if group), "") if found else ""
    return float(re.sub(r"[,_]", "", digits)) if digits else None
