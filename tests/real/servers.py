"""Pinned public servers, installed into a cache folder outside the tree: once, whoever asks first.

A server's folder is complete when its stamp says what was installed; a folder without it is made anew.
"""

import fcntl
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import seeds

_LAYOUT = 1  # raise it when seeds.py or the commands below change, so that old folders are made anew
_HERE = Path(__file__).parent
_FIXTURES = _HERE.parents[1] / "fixtures"
_NODE = 20
_INSTALL_LIMIT = 900.0


class SetUpError(Exception):
    """A server could not be installed: what was run, and what it said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How to install a server, make its data and start it; commands are given the server's folder."""

    packages: tuple[str, ...]
    install: Callable[[Path, tuple[str, ...]], None]
    seed: Callable[[Path], None]
    command: Callable[[Path], tuple[str, ...]]
    env: Callable[[Path], dict[str, str]] = field(default=lambda _: {})
    data: str = "data"


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """A server that is ready to be started."""

    name: str
    folder: Path
    command: tuple[str, ...]
    env: dict[str, str]
    data: Path


def cache_folder() -> Path:
    """Where servers are kept: $TOOL_AUDIT_CACHE, else the user's cache."""
    given = os.environ.get("TOOL_AUDIT_CACHE")
    return Path(given).absolute() if given else Path.home() / ".cache" / "tool-audit" / "servers"


def installed(name: str, cache: Path | None = None) -> Installed:
    """Return the server, installing it first where the cache lacks it; raises SetUpError."""
    recipe = RECIPES[name]
    folder = (cache or cache_folder()) / name
    folder.parent.mkdir(parents=True, exist_ok=True)
    stamp = _stamp(recipe, folder)
    with only_one(folder.with_name(f"{name}.lock")):
        if not _is_complete(folder, stamp):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            recipe.install(folder, recipe.packages)
            recipe.seed(folder)
            (folder / "stamp.json").write_text(json.dumps(stamp), encoding="utf-8")
    return Installed(
        name=name,
        folder=folder,
        command=recipe.command(folder),
        env=recipe.env(folder),
        data=folder / recipe.data,
    )


@contextmanager
def only_one(lock: Path) -> Iterator[None]:
    """Keep other processes out until done."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _stamp(recipe: Recipe, folder: Path) -> dict[str, object]:
    # a venv and the paths in the data hold only where they were made, and a venv only for its Python
    python = [sysconfig.get_python_version(), sys.base_prefix]
    return {"layout": _LAYOUT, "packages": list(recipe.packages), "folder": str(folder), "python": python}


def _is_complete(folder: Path, stamp: dict[str, object]) -> bool:
    try:
        return json.loads((folder / "stamp.json").read_text(encoding="utf-8")) == stamp
    except (OSError, ValueError):
        return False


def _with_pip(folder: Path, packages: tuple[str, ...]) -> None:
    _run([sys.executable, "-m", "venv", str(folder / "venv")], folder)
    _run([_python_bin(folder, "pip"), "install", "--quiet", "--disable-pip-version-check", *packages], folder)


def _with_npm(folder: Path, packages: tuple[str, ...]) -> None:
    node = shutil.which("node")
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout if node else ""
    version = said.strip().lstrip("v").partition(".")[0]
    if not version.isdigit() or int(version) < _NODE or shutil.which("npm") is None:
        found = f"node {said.strip()}" if said else "no node"
        raise SetUpError(f"{packages[0]} needs Node.js {_NODE} or newer with npm; found {found}")
    (folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    _run(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", *packages], folder)


def _run(command: list[str], folder: Path, **env: str) -> None:
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **env},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_INSTALL_LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise SetUpError(f"{' '.join(command)} did not end within {_INSTALL_LIMIT:g} s") from error
    if done.returncode:
        raise SetUpError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout[-3_000:]}")


def _python_bin(folder: Path, name: str) -> str:
    return str(folder / "venv" / "bin" / name)


def _node_bin(folder: Path, name: str) -> str:
    return str(folder / "node_modules" / ".bin" / name)


def _home(folder: Path) -> dict[str, str]:
    return {"HOME": str(folder / "home")}


def _seed_code_review_graph(folder: Path) -> None:
    (folder / "home").mkdir()
    seeds.standard_library(folder / "repo")
    command = [_python_bin(folder, "code-review-graph"), "build", "--quiet", "--repo", str(folder / "repo")]
    _run(command, folder, **_home(folder))  # not in the repository: its modules would shadow Python's own


def _seed_memory(folder: Path) -> None:
    (folder / "data").mkdir()
    seeds.graph(folder / "data" / "memory.jsonl")


def _seed_sqlite(folder: Path) -> None:
    (folder / "data").mkdir()
    seeds.shop(folder / "data" / "shop.db")


def _nothing(folder: Path) -> None:
    (folder / "data").mkdir()


def _code_review_graph(version: str) -> Recipe:
    return Recipe(
        packages=(f"code-review-graph=={version}",),
        install=_with_pip,
        seed=_seed_code_review_graph,
        command=lambda folder: (_python_bin(folder, "code-review-graph"), "serve", "--repo", str(folder / "repo")),
        env=_home,
        data="repo",
    )


RECIPES = {
    "code-review-graph-2.3.7": _code_review_graph("2.3.7"),
    "code-review-graph-2.3.9": _code_review_graph("2.3.9"),
    "git": Recipe(
        packages=("mcp-server-git==2026.10.19",),
        install=_with_pip,
        seed=lambda folder: seeds.git_history(folder / "data"),
        command=lambda folder: (_python_bin(folder, "mcp-server-git"), "--repository", str(folder / "data")),
    ),
    "time": Recipe(
        packages=("mcp-server-time==2026.10.19",),
        install=_with_pip,
        seed=_nothing,
        command=lambda folder: (_python_bin(folder, "mcp-server-time"), "--local-timezone=Asia/Seoul"),
    ),
    "sqlite": Recipe(
        packages=("mcp-server-sqlite==2025.4.25", "mcp<2"),
        install=_with_pip,
        seed=_seed_sqlite,
        command=lambda folder: (
            _python_bin(folder, "mcp-server-sqlite"),
            "--db-path",
            str(folder / "data" / "shop.db"),
        ),
    ),
    "fastmcp": Recipe(
        packages=("fastmcp==4.2.3",),
        install=_with_pip,
        seed=_nothing,
        command=lambda folder: (_python_bin(folder, "python"), str(_FIXTURES / "frameworks" / "clean_fastmcp.py")),
    ),
    "everything": Recipe(
        packages=("@modelcontextprotocol/server-everything@2026.8.31",),
        install=_with_npm,
        seed=_nothing,
        command=lambda folder: (_node_bin(folder, "mcp-server-everything"), "stdio"),
    ),
    "filesystem": Recipe(
        packages=("@modelcontextprotocol/server-filesystem@2026.8.31",),
        install=_with_npm,
        seed=lambda folder: seeds.tree(folder / "data"),
        command=lambda folder: (_node_bin(folder, "mcp-server-filesystem"), str(folder / "data")),
    ),
    # no server: the client of the TypeScript SDK
    "typescript-client": Recipe(
        packages=("@modelcontextprotocol/sdk@1.32.2",),
        install=_with_npm,
        seed=_nothing,
        command=lambda folder: ("node", str(_HERE / "call_all.mjs"), str(folder)),
    ),
    # no server: what runs our hooks
    "pre-commit": Recipe(
        packages=("pre-commit==4.7.0",),
        install=_with_pip,
        seed=_nothing,
        command=lambda folder: (_python_bin(folder, "pre-commit"),),
    ),
    # no server: what reads the charts of reports, and the document that it wants around it
    "mermaid": Recipe(
        packages=("mermaid@11.17.2", "jsdom@26.1.0"),
        install=_with_npm,
        seed=_nothing,
        command=lambda folder: ("node", str(_HERE / "parse_charts.mjs"), str(folder)),
    ),
    # no server: the validator of SARIF by those who wrote the standard's SDK, with the schema in it
    "sarif": Recipe(
        packages=("@microsoft/sarif-multitool-linux@5.7.0",),
        install=_with_npm,
        seed=_nothing,
        command=lambda folder: (
            "node",
            str(folder / "node_modules" / "@microsoft" / "sarif-multitool-linux" / "bin.js"),
            "validate",
        ),
    ),
    "memory": Recipe(
        packages=("@modelcontextprotocol/server-memory@2026.8.31",),
        install=_with_npm,
        seed=_seed_memory,
        command=lambda folder: (_node_bin(folder, "mcp-server-memory"),),
        env=lambda folder: {"MEMORY_FILE_PATH": str(folder / "data" / "memory.jsonl")},
    ),
}
