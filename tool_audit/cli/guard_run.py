"""`tool-audit guard run`: the guard itself, between a client and a server."""

import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from tool_audit.cli import options as o
from tool_audit.cli.console import note
from tool_audit.cli.interrupts import Interrupts
from tool_audit.errors import ExitCode, UsageError
from tool_audit.guard.load import load_policy
from tool_audit.guard.log import FileLog
from tool_audit.guard.policy import GuardPolicy
from tool_audit.measure.tokens import load_counter
from tool_audit.targets.given import header_lines
from tool_audit.targets.places import home_folder
from tool_audit.targets.variables import Variables

if TYPE_CHECKING:
    from tool_audit.guard.session import WatchedServer

Policy: TypeAlias = Annotated[
    Path, typer.Option("--policy", metavar="FILE", help="What `tool-audit guard init` wrote.")
]
Url: TypeAlias = Annotated[
    str | None, typer.Argument(metavar="URL", help="A server over HTTP; or a command after --.", show_default=False)
]
Listen: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="HOST:PORT", help="Serve clients over streamable HTTP there, and not one on standard input and output."
    ),
]
LogFile: TypeAlias = Annotated[
    Path | None,
    typer.Option("--log", metavar="FILE", help="Keep a line of JSON for each call; five files of 10 MiB at most."),
]


def run(
    context: typer.Context,
    url: Url = None,
    policy: Policy = Path("guard.toml"),
    header: o.Header = None,
    listen: Listen = None,
    log: LogFile = None,
) -> None:
    """Stand between a client on standard input and output and a server, and refuse what its policy refuses.

    `tool-audit guard install` writes it into a client's configuration.
    """
    command: tuple[str, ...] = context.obj or ()
    if (url is None) == (not command or command == ("",)):
        raise UsageError(
            "say which one server is guarded", hint="a URL, or a command after --, as in: -- npx -y @acme/server"
        )
    if url is None and header:
        raise UsageError(
            "--header is for servers with a URL", hint="a command takes what it needs from its environment"
        )
    rules = load_policy(policy)
    headers = header_lines(
        header or (), Variables(environ=os.environ, workspace=Path.cwd(), home=home_folder(os.environ))
    )
    kept = _opened(rules, log)
    with Interrupts() as interrupts:
        # what speaks to servers takes its time to import: only when all that was given is in order
        from tool_audit.cli.side_by_side import side_by_side  # noqa: PLC0415

        try:
            work = _work(rules, kept, partial(_server, url, headers, command), listen)
            (ended,) = side_by_side([work], 1, interrupts)
        finally:
            kept.close()
    if interrupts.heard:
        raise typer.Exit(ExitCode.INTERRUPTED)
    if ended is not None:
        note(f"the server {ended}")
        raise typer.Exit(ExitCode.NOT_AUDITED)


def _work(
    rules: GuardPolicy, log: FileLog, make_server: "Callable[[], WatchedServer]", listen: str | None
) -> Callable[[], Awaitable[str | None]]:
    counter = load_counter()
    if listen is None:
        from tool_audit.guard.stdio import guard_stdio  # noqa: PLC0415 - see above

        return partial(guard_stdio, rules, counter, log, make_server)
    from tool_audit.guard.listen import address_of, guard_http  # noqa: PLC0415 - the same, and a web server with it

    return partial(guard_http, rules, counter, log, address_of(listen), make_server)


def _server(url: str | None, headers: Mapping[str, str], command: tuple[str, ...]) -> "WatchedServer":
    if url is None:
        from tool_audit.guard.server_process import ProcessServer  # noqa: PLC0415 - see above

        return ProcessServer(command, _pass_on)
    from tool_audit.guard.server_url import UrlServer  # noqa: PLC0415 - see above

    return UrlServer(url, headers)


def _opened(policy: GuardPolicy, path: Path | None) -> FileLog:
    try:
        return FileLog(policy.server, path, tell=lambda text: note(f"tool-audit guard: {text}"))
    except OSError as error:
        raise UsageError(f"cannot write the log {path}: {error.strerror}", hint="name another file") from None


def _pass_on(said: bytes) -> None:
    """Let what the server says on stderr be heard there; whoever closed it wants to hear nothing."""
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.buffer.write(said)
        sys.stderr.buffer.flush()
