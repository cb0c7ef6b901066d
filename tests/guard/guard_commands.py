"""How the tests here run `install`, `uninstall`, `stats` and `check`, in this process."""

from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO

from tool_audit.cli import main
from tool_audit.cli.commands import StartsServers
from tool_audit.cli.guard import guard as group
from tool_audit.cli.guard_check import check
from tool_audit.cli.guard_install import install, uninstall
from tool_audit.cli.guard_stats import stats

_COMMANDS: Mapping = {"install": install, "uninstall": uninstall, "stats": stats}
for _name, _function in {**_COMMANDS, "check": check}.items():
    if _name not in {command.name for command in group.registered_commands}:
        group.command(_name, **({"cls": StartsServers} if _name == "check" else {}))(_function)


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


def guard(*words):
    """Run a command of the group."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(["guard", *map(str, words)])
    assert "Traceback" not in err.getvalue(), err.getvalue()
    return Ended(int(code), out.getvalue(), err.getvalue())
