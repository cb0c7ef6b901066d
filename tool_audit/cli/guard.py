"""`tool-audit guard`: the group of its commands."""

import typer

from tool_audit.cli.commands import Command, Inner, StartsServers
from tool_audit.cli.guard_check import check
from tool_audit.cli.guard_init import init
from tool_audit.cli.guard_install import install, uninstall
from tool_audit.cli.guard_run import run
from tool_audit.cli.guard_stats import stats

guard = typer.Typer(
    name="guard",
    cls=Inner,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
guard.command("init", cls=Command)(init)
guard.command("run", cls=StartsServers)(run)
guard.command("check", cls=StartsServers)(check)
guard.command("stats", cls=Command)(stats)
guard.command("install", cls=Command)(install)
guard.command("uninstall", cls=Command)(uninstall)


@guard.callback()
def _guard() -> None:
    """Refuse the calls that an audit found unbounded, before they are made.

    `init` makes a policy of a JSON report, `run` enforces it between a client and a server, `install` puts it there.
    """
