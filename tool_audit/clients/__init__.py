"""Client profiles: what each client does with large replies, and which definitions it refuses. One TOML file each.

The user's settings may add some, or other values for fields of a bundled one.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from tool_audit.clients.caps import lines_for, notes_on_tools
from tool_audit.clients.definitions import read_definitions
from tool_audit.clients.fields import CAPS, UNSAID, check_together, read_fields
from tool_audit.clients.showing import showing
from tool_audit.clients.wording import would
from tool_audit.errors import UsageError
from tool_audit.model import Action, ClientProfile, DefinitionLimits, Json
from tool_audit.settings import nearest

__all__ = [
    "client_names",
    "declared_keys",
    "limits_of_clients",
    "lines_for",
    "load_client",
    "notes_on_tools",
    "showing",
]

NONE: Final[Mapping[str, Mapping[str, Json]]] = MappingProxyType({})


def client_names() -> tuple[str, ...]:
    """Return the names of the bundled profiles, sorted."""
    return tuple(sorted(_bundled()))


def load_client(name: str, extra: Mapping[str, Mapping[str, Json]] = NONE) -> ClientProfile:
    """Return a profile; `extra` is the settings' [clients]: new ones, or other values for fields of a bundled one.

    UsageError for a name that is not known and for a field that is not known or of a wrong type.
    """
    bundled = _bundled()
    if name not in bundled and name not in extra:
        raise UsageError(f"there is no client {name!r}", hint=nearest(name, (*bundled, *extra)))
    return ClientProfile(name=name, **_fields(name, extra))


def limits_of_clients(extra: Mapping[str, Mapping[str, Json]] = NONE) -> tuple[DefinitionLimits, ...]:
    """Return what each known client takes of definitions, sorted by name; `extra` and UsageError as in load_client."""
    limits = []
    for name in sorted({*_bundled(), *extra}):
        fields = _fields(name, extra)
        tables = [layer.get(name, {}).get("definitions", {}) for layer in (_bundled(), extra)]
        limits.append(read_definitions(name, tables, fields["checked"], fields["description_chars"]))
    return tuple(limits)


def declared_keys(extra: Mapping[str, Mapping[str, Json]] = NONE) -> tuple[str, ...]:
    """Return the keys of a tool's `_meta` by which some known client goes."""
    keys = {_fields(name, extra)["meta_cap_key"] for name in {*_bundled(), *extra}}
    return tuple(sorted(key for key in keys if key))


def _fields(name: str, extra: Mapping[str, Mapping[str, Json]]) -> dict[str, Any]:
    where = f"[clients.{name}]"
    own = read_fields(extra.get(name, {}), where)
    fields = {**UNSAID, **read_fields(_bundled().get(name, {}), where), **own}
    check_together(fields, own, where)
    if fields.get("action") is Action.NONE:
        fields |= dict.fromkeys(CAPS)
    return {**fields, "would": would(fields)}


@cache
def _bundled() -> Mapping[str, Mapping[str, Any]]:
    profiles = {}
    for entry in files(__name__).iterdir():
        if entry.name.endswith(".toml"):
            profiles[entry.name.removesuffix(".toml")] = tomllib.loads(entry.read_text(encoding="utf-8"))
    return profiles
