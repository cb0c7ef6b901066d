"""`tool-audit guard run`: the guard itself, between a client and a server."""

from functools import partial
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from tool_audit.cli.console import note
from tool_audit.cli.interrupts import Interrupts
from tool_audit.errors import ExitCode, UsageError
from tool_audit.guard.load import load_policy
from tool_audit.guard.log import FileLog
from tool_audit.guard.policy import GuardPolicy
from tool_audit.measure.tokens import load_counter

Policy: TypeAlias = Annotated[
    Path, typer.Option("--policy", metavar="FILE", help="What `tool-audit guard init` wrote.", show_default=False)
]
Url: TypeAlias = Annotated[
    str | None, typer.Argument(metavar="URL", help="A server over HTTP; or a command after --.", show_default=False)
]
LogFile: TypeAlias = Annotated[
    Path | None,
    typer.Option("--log", metavar="FILE", help="Keep a line of JSON for each call; five files of 10 MiB at most."),
]


def run(context: typer.Context, policy: Policy, url: Url = None, log: LogFile = None) -> None:
    """Stand between a client on standard input and output and a server, and refuse what its policy refuses.

    Written into a client's configuration by `tool-audit guard install`.
    """
    command: tuple[str, ...] = context.obj or ()
    if (url is None) == (not command or command == ("",)):
        raise UsageError(
            "say which server is guarded", hint="a URL, or a command after --, as in: -- npx -y @acme/server"
        )
    rules = load_policy(policy)
    counter = load_counter()
    kept = opened(rules, log)
    with Interrupts() as interrupts:
        # what speaks to servers takes its time to import: only when the policy is in order
        from tool_audit.cli.side_by_side import side_by_side  # noqa: PLC0415
        from tool_audit.guard.stdio import guard_stdio  # noqa: PLC0415

        try:
            (ended,) = side_by_side([partial(guard_stdio, rules, counter, kept, command)], 1, interrupts)
        finally:
            kept.close()
    if interrupts.heard:
        raise typer.Exit(ExitCode.INTERRUPTED)
    if ended is not None:
        note(f"the server {ended}")
        raise typer.Exit(ExitCode.NOT_AUDITED)


def opened(policy: GuardPolicy, path: Path | None) -> FileLog:
    """Return the log; UsageError where it cannot be written."""
    try:
        return FileLog(policy.server, path)
    except OSError as error:
        raise UsageError(f"cannot write the log {path}: {error.strerror}", hint="name another file") from None
