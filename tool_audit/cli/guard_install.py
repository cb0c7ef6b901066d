"""`tool-audit guard install` and `guard uninstall`: the guard in front of a server of a client's configuration."""

import subprocess
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from tool_audit.cli.console import note, show
from tool_audit.errors import UsageError
from tool_audit.guard.in_front import Front
from tool_audit.guard.install import Changed
from tool_audit.guard.install import install as put_in_front
from tool_audit.guard.install import uninstall as take_away
from tool_audit.guard.load import load_policy

_SECONDS: Final = 60

Config = Annotated[
    Path,
    typer.Argument(metavar="CONFIG", help="A client's configuration: mcp.json, config.toml ...", show_default=False),
]
Server = Annotated[str, typer.Argument(metavar="SERVER", help="The server's name in it.", show_default=False)]
Policy = Annotated[Path, typer.Option("--policy", metavar="FILE", help="What `tool-audit guard init` wrote.")]
Log = Annotated[
    Path | None,
    typer.Option("--log", metavar="FILE", help="Where the guard is to keep its log.", show_default=False),
]


def install(config: Config, server: Server, policy: Policy = Path("guard.toml"), log: Log = None) -> None:
    """Put the guard in front of a server in a client's configuration; all else in the file stays byte for byte.

    The file as it was is kept beside it. `guard uninstall` takes the guard away again.
    """
    rules = load_policy(policy)
    front = [*own_command(), "guard", "run", "--policy", str(policy.absolute())]
    if log is not None:
        if not log.absolute().parent.is_dir():
            raise UsageError(f"there is no folder {log.parent} for the log", hint="make it first")
        front += ["--log", str(log.absolute())]
    changed = put_in_front(config, server, front, Path.cwd())
    if not changed.changed:
        _told_twice(changed, config, server, policy)
        return
    if rules.server and rules.server not in {server, changed.front.server}:
        note(f"note: {policy} was made for a server called {rules.server}; `tool-audit guard check` tells if it fits")
    show(f"{server} in {config} stands behind the guard, which enforces {policy.absolute()}.")
    show(f"The file as it was: {changed.backup}")
    show("Start the client anew, or have it load its servers again, for this to take effect.")


def uninstall(config: Config, server: Server) -> None:
    """Take the guard away from before a server: its entry is as it was before `guard install`."""
    changed = take_away(config, server, Path.cwd())
    source = f" (from {changed.was})" if changed.was else ""
    show(f"{server} in {config} is as it was before the guard{source}.")
    show("Start the client anew, or have it load its servers again, for this to take effect.")


def own_command() -> list[str]:
    """Return what starts this program from anywhere: a client with windows has no PATH of a shell.

    The interpreter looks neither at PYTHONPATH and its kin, which an entry may set for its server, nor at the folder
    that it is started in. Raises UsageError where this copy of the program cannot be started so.
    """
    command = [sys.executable, "-E", "-P", "-m", "tool_audit"]
    try:
        subprocess.run([*command, "--version"], cwd="/", env={}, check=True, capture_output=True, timeout=_SECONDS)
    except (OSError, subprocess.SubprocessError):
        raise UsageError(
            f"{' '.join(command)} does not start: a client could not start the guard",
            hint="install tool-audit into an environment of its own, and run `guard install` from there",
        ) from None
    return command


def _told_twice(changed: Changed, config: Path, server: str, policy: Path) -> None:
    front: Front = changed.front
    if front.policy != str(policy.absolute()):
        raise UsageError(
            f"{server} in {config} stands behind the guard already, with the policy {front.policy or '?'}",
            hint=f"first `tool-audit guard uninstall {config} {server}`",
        )
    show(f"{server} in {config} stands behind the guard already; nothing was changed.")
