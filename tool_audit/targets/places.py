"""Where configurations stand: those of the folder that we are in, and those of a client on this system."""

import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from tool_audit.errors import UsageError
from tool_audit.settings import nearest
from tool_audit.settings.paths import is_file


def project_files(folder: Path) -> tuple[Path, ...]:
    """Return the configurations that stand in a folder, the best known kind first."""
    return tuple(folder / name for name in _places()["project"] if is_file(folder / name))


def user_files(client: str, environ: Mapping[str, str], system: str = sys.platform) -> tuple[Path, ...]:
    """Return a client's configuration files on this system; UsageError for another client, or where there is none."""
    clients = _places()["user"]
    if client not in clients:
        raise UsageError(f"--from: where {client!r} keeps its servers is not known", hint=nearest(client, clients))
    patterns = [*clients[client].get("any", ()), *clients[client].get(system, ())]
    places = [place for pattern in patterns if (place := _fill(pattern, environ, system))]
    present = tuple(dict.fromkeys(place for place in places if is_file(place)))
    if not present:
        raise UsageError(
            f"--from {client}: it has no configuration here",
            hint="name the file instead",
            detail=tuple(f"looked for {place}" for place in places),
        )
    return present


def home_folder(environ: Mapping[str, str]) -> Path:
    """Return the caller's home folder."""
    named = environ.get("HOME") or environ.get("USERPROFILE")
    return Path(named) if named else Path.home()


def _fill(pattern: str, environ: Mapping[str, str], system: str) -> Path | None:
    home = home_folder(environ)
    names = {
        "home": str(home),
        "config": environ.get("XDG_CONFIG_HOME") or str(home / ".config"),
        **({"appdata": environ.get("APPDATA") or str(home / "AppData/Roaming")} if system == "win32" else {}),
    }
    try:
        return Path(pattern.format_map({**{name: value for name, value in environ.items() if value}, **names}))
    except KeyError:
        return None


@cache
def _places() -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "places.toml").read_text(encoding="utf-8"))
