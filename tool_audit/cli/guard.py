"""`tool-audit guard`: the group of its commands."""

import typer

from tool_audit.cli.commands import Inner, StartsServers
from tool_audit.cli.guard_run import run

guard = typer.Typer(
    name="guard",
    cls=Inner,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
guard.command("run", cls=StartsServers)(run)


@guard.callback()
def _guard() -> None:
    """Refuse the calls that an audit found unbounded, before they are made.

    `tool-audit guard init` makes a policy of a JSON report, `run` enforces it between a client and a server.
    """
