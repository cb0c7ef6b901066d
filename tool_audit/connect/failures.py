"""Why there is no server to talk to, said in one message: what was tried, what was seen, what to do."""

import shlex
import shutil
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from tool_audit.connect.http_failures import not_reached
from tool_audit.connect.session import Session
from tool_audit.connect.tap import Tap
from tool_audit.errors import NotAuditedError
from tool_audit.model import NoReply, Refused, ServerSpec, TooLarge, TransportKind

_STDERR_LINES = 20
_NOISE_LINES = 5


async def no_welcome(spec: ServerSpec, session: Session, tap: Tap, seconds: float) -> NotAuditedError:
    """Return the error for a session that found no welcome, `seconds` after its start."""
    if spec.transport is TransportKind.STDIO:
        return await _no_start(spec, session, tap, seconds)
    return not_reached(spec, session, tap, seconds)


async def _no_start(spec: ServerSpec, session: Session, tap: Tap, seconds: float) -> NotAuditedError:
    command = shlex.join(spec.command)
    if isinstance(session.broken, OSError | ValueError):
        return _not_runnable(spec, session.broken)
    answer = session.refused.outcome if session.refused is not None else None
    if isinstance(answer, Refused):
        return NotAuditedError(
            f"`{command}` answered our greeting with an error: {answer.message or 'no message'} ({answer.code}).",
            hint="it may want settings first (--env NAME=VALUE), or speak a version of MCP that is not known here.",
            detail=_seen(session, tap),
        )
    if isinstance(answer, TooLarge):
        return NotAuditedError(
            f"`{command}` answered our greeting with over {answer.limit:,} bytes.",
            hint="that is no MCP server's greeting; is the command right?",
            detail=_seen(session, tap),
        )
    if isinstance(answer, NoReply):
        return NotAuditedError(
            f"`{command}` answered our greeting, but {answer.reason}.",
            hint="is it an MCP server? Start it by hand and look at what it prints.",
            detail=_seen(session, tap),
        )
    if session.refused is None:
        return _no_answer(command, session, tap, seconds)
    ending = await session.channel.ending()
    heard = "without speaking MCP" if tap.noise.total or tap.spoke else "before it said anything"
    return NotAuditedError(
        f"the server did not start: `{command}` {ending.reason.removeprefix('it ')} after {seconds:.1f} s, {heard}.",
        hint=_hint_for_exit(session.channel.stderr, tap),
        detail=_seen(session, tap),
    )


def _no_answer(command: str, session: Session, tap: Tap, seconds: float) -> NotAuditedError:
    if tap.noise.total:
        said = "it prints lines that are no MCP messages, and nothing else"
        hint = "an MCP server speaks JSON-RPC on stdout; does the command need an argument such as stdio?"
    else:
        said = "it said nothing on stdout"
        hint = "give it more time with --start-timeout, or start it by hand and look at what it waits for."
    return NotAuditedError(
        f"the server did not answer: `{command}` runs, but within {seconds:.0f} s {said}.",
        hint=hint,
        detail=_seen(session, tap),
    )


def _not_runnable(spec: ServerSpec, error: BaseException) -> NotAuditedError:
    program = spec.command[0] if spec.command else ""
    if spec.cwd is not None and not Path(spec.cwd).is_dir():
        return NotAuditedError(
            f"the server cannot be started in {spec.cwd}: there is no such folder.", hint="see --cwd."
        )
    if isinstance(error, FileNotFoundError):
        if "/" in program and Path(program).exists():
            return NotAuditedError(
                f"`{program}` cannot be run: the interpreter that its first line names does not exist.",
                hint="install that interpreter, or name one before the file.",
            )
        return NotAuditedError(f"there is no command `{program}`.", hint=_nearest(program))
    if isinstance(error, PermissionError):
        return NotAuditedError(
            f"`{program}` is not executable.",
            hint=f"make it so (chmod +x {program}), or name its interpreter before it.",
        )
    reason = getattr(error, "strerror", None) or str(error)
    return NotAuditedError(
        f"`{program}` cannot be run: {reason}.", hint="name the interpreter before the file, such as python or node."
    )


def _nearest(program: str) -> str:
    folder = Path(program).parent if "/" in program else None
    near = get_close_matches(program, _programs(folder), n=1, cutoff=0.75)
    if near:
        return f"did you mean `{near[0]}`?"
    if folder is None and (Path.cwd() / program).exists():
        return f"to run the file in this folder, write ./{program}"
    return "is it installed, and on the PATH?"


def _programs(folder: Path | None) -> Iterable[str]:
    """Return what could have been meant: the files beside the one named, or the usual starters of MCP servers."""
    if folder is not None:
        return [str(folder / entry.name) for entry in folder.iterdir()] if folder.is_dir() else []
    known = (
        "npx",
        "node",
        "uvx",
        "uv",
        "python",
        "python3",
        "pipx",
        "docker",
        "bunx",
        "deno",
        "podman",
        "java",
        "dotnet",
    )
    return [name for name in known if shutil.which(name)]


def _hint_for_exit(stderr: tuple[str, ...], tap: Tap) -> str:
    text = "\n".join(stderr).lower()
    if any(word in text for word in ("not set", "missing", "required", "environment variable", "api key", "token")):
        return 'pass what it asks for with --env NAME (taken from your environment) or in the config\'s "env".'
    if tap.noise.total:
        return "an MCP server stays and speaks JSON-RPC on stdout; does the command need an argument such as stdio?"
    return "start it by hand and look at what it prints; a server stays and waits for input."


def _seen(session: Session, tap: Tap) -> tuple[str, ...]:
    """Return the last lines of stderr and the first of stdout, each under a line that says which."""
    stderr = session.channel.stderr[-_STDERR_LINES:]
    noise = tap.noise.lines[:_NOISE_LINES]
    lines = ("last lines of its stderr:", *(f"  {line}" for line in stderr)) if stderr else ()
    return (*lines, "first lines of its stdout:", *(f"  {line}" for line in noise)) if noise else lines
