"""The settings file: which one is in force, and what it says, as one layer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tool_audit.errors import UsageError
from tool_audit.model import Json
from tool_audit.settings.groups import Origin
from tool_audit.settings.keys import BY_OPTION, BY_PATH, GROUPS, Partial
from tool_audit.settings.nearest import nearest
from tool_audit.settings.paths import display, is_file, is_present
from tool_audit.settings.sections import SECTIONS
from tool_audit.settings.texts import load_toml

OWN: Final = "tool-audit.toml"
PROJECT: Final = "pyproject.toml"


@dataclass(frozen=True, slots=True)
class Source:
    """A settings file: its name for messages, its folder, its settings, and what stands before a section's name."""

    name: str
    folder: Path
    document: Mapping[str, Json]
    prefix: str = ""

    def section(self, *names: str) -> str:
        """Return "FILE: [section]"; names that need it are quoted."""
        inner = ".".join((*([self.prefix] if self.prefix else []), *map(_quoted, names)))
        return f"{self.name}: [{inner}]" if inner else self.name


def find(cwd: Path) -> Source | None:
    """Return the nearest settings file from `cwd` up to the repository's root; outside a repository, of `cwd` only.

    Not further: a file that somebody else left in a shared folder above must not widen what may be called.
    """
    above = (cwd, *cwd.parents)
    root = next((folder for folder in above if is_present(folder / ".git")), cwd)
    for folder in above[: above.index(root) + 1]:
        for name in (OWN, PROJECT):
            source = read(folder / name, cwd) if is_file(folder / name) else None
            if source is not None and (name == OWN or source.prefix):
                return source
    return None


def read(path: Path, cwd: Path) -> Source:
    """Return what a settings file holds; UsageError where it cannot be read or is no TOML."""
    name = display(path, cwd)
    document = load_toml(path, name)
    if path.name == PROJECT:
        own = document.get("tool", {}).get("tool-audit")
        return Source(name, path.parent, own or {}, "tool.tool-audit" if own is not None else "")
    return Source(name, path.parent, document)


def layer(source: Source) -> Partial:
    """Return what the file says; UsageError for a section, a setting or a type that is not known."""
    partial: Partial = {}
    for path, origin in _entries(source):
        if path in partial:
            raise UsageError(f"{origin.where}: it is set twice", hint=f"it is also {partial[path].where}")
        partial[path] = origin
    return partial


def _entries(source: Source) -> Iterator[tuple[tuple[str, ...], Origin]]:
    for name, value in source.document.items():
        plain = name.replace("-", "_")
        option = BY_OPTION.get(name.replace("_", "-"))
        if plain in GROUPS and isinstance(value, Mapping):
            yield from _group(source, plain, value)
        elif name in SECTIONS and not isinstance(value, str | int | float):
            yield from SECTIONS[name](source.section, value)
        elif option is not None:
            where = f"{source.section()}: {name}"
            yield option.path, Origin(layer="file", where=where, value=option.read(value, where, source.folder))
        else:
            known = (*GROUPS, *SECTIONS, *BY_OPTION)
            raise UsageError(f"{source.section()}: there is no section or setting {name!r}", hint=nearest(name, known))


def _group(source: Source, group: str, table: Mapping[str, Json]) -> Iterator[tuple[tuple[str, ...], Origin]]:
    for name, value in table.items():
        key = BY_PATH.get((group, name.replace("-", "_")))
        if key is None:
            known = [path[1] for path in BY_PATH if path[0] == group]
            raise UsageError(f"{source.section(group)} has no setting {name!r}", hint=nearest(name, known))
        where = f"{source.section(group)} {name}"
        yield key.path, Origin(layer="file", where=where, value=key.read(value, where, source.folder))


def _quoted(name: str) -> str:
    return name if name.replace("-", "").replace("_", "").isalnum() else f'"{name}"'
