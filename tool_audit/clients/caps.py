"""The lines in force for a tool: the client's, raised by what the tool declares, and changed by the settings."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TypeGuard

from tool_audit.model import Certainty, ClientProfile, Json, Lines, ToolSpec
from tool_audit.settings import CapOverride


def lines_for(
    profile: ClientProfile,
    tool: ToolSpec | None,
    overrides: tuple[CapOverride, ...] = (),
) -> Lines:
    """Return the lines in force for a tool, or (None) for whatever belongs to no tool.

    A tool's own `_meta` raises the character cap up to the profile's ceiling, and lifts the token cap: a client that
    honours such a declaration goes by it alone. It never lowers a cap. `overrides` come after it, the last one that
    fits winning field by field; for no tool, only those of "*" fit.
    """
    lines = profile.lines
    if tool is not None:
        lines = _declared(profile, tool, lines)
    for override in overrides:
        if override.tool == "*" or (tool is not None and fnmatchcase(tool.name, override.tool)):
            lines = _overridden(lines, override)
    return lines


def notes_on_tools(profile: ClientProfile, tools: Sequence[ToolSpec], declarations: Iterable[str]) -> tuple[str, ...]:
    """Return what a client does with a list of tools: those it leaves out, declared caps that it does not go by."""
    notes = []
    if profile.tool_count is not None and len(tools) > profile.tool_count:
        sure = "" if profile.certainty is Certainty.GOOD else f" ({profile.certainty})"
        taken = f"{profile.name} takes {profile.tool_count:,} tools of all servers together{sure}"
        notes.append(f"{taken}: {len(tools):,} are listed here")
    unheard: dict[str, list[str]] = {}
    for tool in tools:
        if told := _unheard(profile, tool, declarations):
            unheard.setdefault(told, []).append(tool.name)
    for told, names in unheard.items():
        notes.append(f"{profile.name} does not go by {told} ({', '.join(names)})")
    return tuple(notes)


def _declared(profile: ClientProfile, tool: ToolSpec, lines: Lines) -> Lines:
    declared = tool.meta.get(profile.meta_cap_key) if profile.meta_cap_key else None
    if not _is_size(declared) or profile.cap_chars is None:
        return lines
    cap = min(declared, profile.meta_cap_ceiling or declared)
    if cap <= profile.cap_chars:
        return lines
    said = f"the tool declares {declared:,} characters in its _meta"
    if cap < declared:
        said += f"; {profile.name} goes up to {cap:,}"
    return replace(lines, cap_chars=cap, cap_tokens=None, raised_by=said)


def _unheard(profile: ClientProfile, tool: ToolSpec, declarations: Iterable[str]) -> str:
    for key in sorted({*declarations, *([profile.meta_cap_key] if profile.meta_cap_key else [])}):
        if key not in tool.meta:
            continue
        value = tool.meta[key]
        if not _is_size(value):
            return f"what a tool declares as {key}: it is no number of characters"
        if key != profile.meta_cap_key:
            return f"the {value:,} characters that a tool declares as {key}"
    return ""


def _is_size(value: Json) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _overridden(lines: Lines, override: CapOverride) -> Lines:
    said = f"the settings say so: {override.reason}"
    return replace(
        lines,
        cap_tokens=lines.cap_tokens if override.cap_tokens is None else override.cap_tokens,
        cap_chars=lines.cap_chars if override.cap_chars is None else override.cap_chars,
        cap_bytes=lines.cap_bytes if override.cap_bytes is None else override.cap_bytes,
        cap_lines=lines.cap_lines if override.cap_lines is None else override.cap_lines,
        warn_tokens=lines.warn_tokens if override.warn_tokens is None else override.warn_tokens,
        raised_by=f"{lines.raised_by}; {said}" if lines.raised_by else said,
    )
