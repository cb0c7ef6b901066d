"""Client profiles: what each client does with large replies, and which definitions it refuses. One TOML file each.

The user's settings may add some, or other values for fields of a bundled one.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from tool_audit.clients.definitions import read_definitions
from tool_audit.errors import UsageError
from tool_audit.model import ClientProfile, DefinitionLimits, Json, Lines, ToolSpec
from tool_audit.settings import CapOverride, nearest

NONE: Final[Mapping[str, Mapping[str, Json]]] = MappingProxyType({})

_TYPES: Final[Mapping[str, type]] = {
    "cap_tokens": int,
    "cap_chars": int,
    "cap_bytes": int,
    "warn_tokens": int,
    "action": str,
    "meta_cap_key": str,
    "meta_cap_ceiling": int,
    "description_chars": int,
    "source": str,
    "checked": str,
}

_UNSAID: Final[Mapping[str, Any]] = {
    "cap_tokens": None,
    "cap_chars": None,
    "warn_tokens": 10_000,  # our own line for a client that warns of nothing
    "action": "not show the model the whole of it",
    "meta_cap_key": None,
    "meta_cap_ceiling": None,
    "description_chars": None,
    "source": "the settings",
    "checked": "",
}


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


def _fields(name: str, extra: Mapping[str, Mapping[str, Json]]) -> dict[str, Any]:
    own = {field: value for field, value in extra.get(name, {}).items() if field != "definitions"}
    for field, value in own.items():
        wanted = _TYPES.get(field)
        if wanted is None:
            known = (*_TYPES, "definitions")
            raise UsageError(f"[clients.{name}] has no setting {field!r}", hint=nearest(field, known))
        if type(value) is not wanted or (isinstance(value, int) and value < 1):
            what = "a whole number of 1 or more" if wanted is int else "a text"
            raise UsageError(f"[clients.{name}] {field}: {value!r} is not {what}")
    bundled = {field: value for field, value in _bundled().get(name, {}).items() if field != "definitions"}
    return {**_UNSAID, **bundled, **own}


@cache
def _bundled() -> Mapping[str, Mapping[str, Any]]:
    profiles = {}
    for entry in files(__name__).iterdir():
        if entry.name.endswith(".toml"):
            profiles[entry.name.removesuffix(".toml")] = tomllib.loads(entry.read_text(encoding="utf-8"))
    return profiles


def lines_for(profile: ClientProfile, tool: ToolSpec | None, overrides: tuple[CapOverride, ...] = ()) -> Lines:
    """Return the lines in force for a tool, or (None) for whatever belongs to no tool.

    A tool's own `_meta` raises the character cap up to the profile's ceiling, and lifts the token cap: a client that
    honours such a declaration goes by it alone. It never lowers a cap. `overrides` come after it, the last one that
    fits winning field by field; for no tool, only those of "*" fit.
    """
    lines = Lines(
        client=profile.name,
        cap_tokens=profile.cap_tokens,
        cap_chars=profile.cap_chars,
        cap_bytes=profile.cap_bytes,
        warn_tokens=profile.warn_tokens,
        action=profile.action,
    )
    if tool is not None:
        lines = _declared(profile, tool, lines)
    for override in overrides:
        if override.tool == "*" or (tool is not None and fnmatchcase(tool.name, override.tool)):
            lines = _overridden(lines, override)
    return lines


def _declared(profile: ClientProfile, tool: ToolSpec, lines: Lines) -> Lines:
    declared = tool.meta.get(profile.meta_cap_key) if profile.meta_cap_key else None
    if isinstance(declared, bool) or not isinstance(declared, int) or profile.cap_chars is None:
        return lines
    cap = min(declared, profile.meta_cap_ceiling or declared)
    if cap <= profile.cap_chars:
        return lines
    said = f"the tool declares {declared:,} characters in its _meta"
    if cap < declared:
        said += f"; {profile.name} goes up to {cap:,}"
    return replace(lines, cap_chars=cap, cap_tokens=None, raised_by=said)


def _overridden(lines: Lines, override: CapOverride) -> Lines:
    said = f"the settings say so: {override.reason}"
    return replace(
        lines,
        cap_tokens=lines.cap_tokens if override.cap_tokens is None else override.cap_tokens,
        cap_chars=lines.cap_chars if override.cap_chars is None else override.cap_chars,
        warn_tokens=lines.warn_tokens if override.warn_tokens is None else override.warn_tokens,
        raised_by=f"{lines.raised_by}; {said}" if lines.raised_by else said,
    )
