"""What each client takes of definitions: the table [definitions] of a profile, and of the user's settings."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tool_audit.errors import UsageError
from tool_audit.model import Construct, DefinitionLimits, Json
from tool_audit.settings import nearest

_TEXTS: Final = ("name_pattern", "name_prefix", "names_source", "property_pattern", "checked")
_SERVER: Final = "{server}"
"""What stands for the server's name in a prefix."""
_FIELDS: Final = (*_TEXTS, "name_chars", "refuses")


def read_definitions(
    client: str, tables: Sequence[Json], checked: str, description_chars: int | None
) -> DefinitionLimits:
    """Return what tables [definitions] state, the last one that says something winning.

    UsageError for what is not known or of a wrong type.
    """
    where = f"[clients.{client}.definitions]"
    values: dict[str, Any] = {"checked": checked, "description_chars": description_chars}
    if any(not isinstance(table, Mapping) for table in tables):
        raise UsageError(f"{where} is not a table")
    for key, value in (entry for table in tables for entry in table.items()):
        name = key.replace("-", "_")
        if name not in _FIELDS:
            raise UsageError(f"{where} has no setting {key!r}", hint=nearest(name, _FIELDS))
        values[name] = _READERS.get(name, _text)(f"{where} {key}", value)
    return DefinitionLimits(client=client, **values)


def _text(where: str, value: Json) -> str:
    if not isinstance(value, str):
        raise UsageError(f"{where}: {value!r} is not a text")
    return value


def _pattern(where: str, value: Json) -> str:
    try:
        re.compile(_text(where, value))
    except re.error as error:
        raise UsageError(f"{where}: {value!r} is not a pattern ({error})") from None
    return str(value)


def _prefix(where: str, value: Json) -> str:
    if re.search(r"[{}]", _text(where, value).replace(_SERVER, "")):
        raise UsageError(f"{where}: {value!r} has other braces than {_SERVER}", hint=f"{_SERVER} is the server's name")
    return str(value)


def _chars(where: str, value: Json) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise UsageError(f"{where}: {value!r} is not a whole number of 1 or more")
    return value


def _refuses(where: str, value: Json) -> Mapping[Construct, str]:
    if not isinstance(value, Mapping):
        raise UsageError(f"{where} is not a table", hint="write it as construct = source")
    known = [construct.value for construct in Construct]
    for name in value:
        if name not in known:
            raise UsageError(f"{where} knows no {name!r}", hint=nearest(name, known))
    return {Construct(name): _text(f"{where} {name}", source) for name, source in value.items()}


_READERS: Final[Mapping[str, Callable[[str, Json], object]]] = {
    "name_pattern": _pattern,
    "property_pattern": _pattern,
    "name_prefix": _prefix,
    "name_chars": _chars,
    "refuses": _refuses,
}
