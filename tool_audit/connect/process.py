"""A server's process: started in a group of its own, and ended with all that it started."""

import atexit
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

import anyio

from tool_audit.connect.pipes import Pipe
from tool_audit.model import ServerSpec, Survivor

_INHERITED: Final = ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER")
"""What a server may know of our environment without being told: what the protocol's own clients pass on."""

_REAPING: Final = 2.0
"""Seconds in which a killed process must be gone."""

_AFTER: Final = 0.5
"""Seconds in which what a server started may end after it."""

_POLL: Final = 0.01
_SEEK: Final = 0.05
"""Seconds between looks at every process of the system."""

_MARK: Final = "TOOL_AUDIT_SERVER"
"""The variable by which what a server started is known again, even if it left the server's group."""

_PROCESSES: Final = Path("/proc")

_groups: dict[int, str] = {}
"""Each group that may still run, and its mark."""

_hurried: set[str] = set()
"""The marks of what was killed before its time was up."""


@atexit.register
def _kill_what_is_left() -> None:
    for group, mark in tuple(_groups.items()):
        _signal(group, signal.SIGKILL)
        _send(_strays(mark), signal.SIGKILL)


def hurry() -> None:
    """Kill every server at once: whoever waits for one to end by itself has waited enough."""
    for group, mark in tuple(_groups.items()):
        _hurried.add(mark)
        _signal(group, signal.SIGKILL)


def environment(spec: ServerSpec) -> Mapping[str, str]:
    """Return the environment that the server is started with."""
    inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return {**inherited, **spec.env}


class ServerProcess:
    """A running server."""

    def __init__(self, popen: subprocess.Popen[bytes], mark: str, stdin: Pipe, stdout: Pipe, stderr: Pipe) -> None:
        self._popen = popen
        self._mark = mark
        self.stdin = stdin
        self.stdout = stdout
        self.stderr = stderr
        self.needed_sigterm = False
        """It went on running when its stdin had been closed."""
        self.left_a_process = False
        """Something that it had started, and that had left its group, went on running when it had ended."""
        self.survivor: Survivor | None = None
        """What still ran after SIGTERM, too."""

    @property
    def exit_code(self) -> int | None:
        """The exit code (negative: the signal that ended it), None while it runs."""
        return self._popen.poll()

    async def exited(self, seconds: float) -> int | None:
        """Wait at most `seconds` for the process to end; return its exit code."""
        with anyio.move_on_after(seconds):
            while self._popen.poll() is None:  # noqa: ASYNC110  # nobody else tells us portably
                await anyio.sleep(_POLL)
        return self._popen.poll()

    async def stop(self, grace: float) -> None:
        """End the process and its group: stdin closed, SIGTERM, SIGKILL, `grace` seconds between. Not interrupted."""
        if self._popen.pid not in _groups:
            return
        with anyio.CancelScope(shield=True):
            self.stdin.close()
            await self.exited(grace)
            self.needed_sigterm = self._popen.poll() is None
            if _signal(self._popen.pid, signal.SIGTERM):
                await self._group_gone(grace)
                self.survivor = self._left_of_the_group()
                _signal(self._popen.pid, signal.SIGKILL)
                await self.exited(_REAPING)
            await self._end_strays(grace)
            if self._mark in _hurried:
                self.survivor, self.needed_sigterm, self.left_a_process = None, False, False
            self.stdout.close()
            self.stderr.close()
            _groups.pop(self._popen.pid, None)

    async def _group_gone(self, seconds: float) -> None:
        with anyio.move_on_after(seconds):
            while self._popen.poll() is None:  # noqa: ASYNC110  # nobody tells us at all
                await anyio.sleep(_POLL)
            while _members(self._popen.pid):  # noqa: ASYNC110  # the same
                await anyio.sleep(_SEEK)

    def _left_of_the_group(self) -> Survivor | None:
        if self._popen.poll() is None:
            return Survivor.SERVER
        return Survivor.CHILD if _members(self._popen.pid) else None

    async def _end_strays(self, seconds: float) -> None:
        """End what left the group and is there when the rest has ended: SIGTERM, SIGKILL."""
        if not await self._strays_left(min(seconds, _AFTER)):
            return
        self.left_a_process = True
        _send(_strays(self._mark), signal.SIGTERM)
        if await self._strays_left(seconds):
            self.survivor = self.survivor or Survivor.STRAY
            _send(_strays(self._mark), signal.SIGKILL)

    async def _strays_left(self, seconds: float) -> bool:
        with anyio.move_on_after(0 if self._mark in _hurried else seconds):
            while _strays(self._mark):  # noqa: ASYNC110  # they are no children of ours
                await anyio.sleep(_SEEK)
        return bool(_strays(self._mark))


def spawn(spec: ServerSpec) -> ServerProcess:
    """Start the server's command. Raises OSError (or ValueError, for a NUL in it) where that cannot be done."""
    mark = uuid4().hex
    popen = subprocess.Popen(
        spec.command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**environment(spec), _MARK: mark},
        cwd=spec.cwd,
        start_new_session=True,
        bufsize=0,
    )
    _groups[popen.pid] = mark
    if popen.stdin is None or popen.stdout is None or popen.stderr is None:
        raise AssertionError("asked for three pipes")
    return ServerProcess(popen, mark, Pipe(popen.stdin), Pipe(popen.stdout), Pipe(popen.stderr))


def exit_text(code: int) -> str:
    """Return "exited with 1" or "was ended by signal 9"."""
    return f"exited with {code}" if code >= 0 else f"was ended by signal {-code}"


def _signal(group: int, number: int) -> bool:
    """Send a signal to the group; return whether there was anybody to get it."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _members(group: int) -> bool:
    """Return whether anybody of the group runs; whoever has ended and was not waited for does not."""
    if not _signal(group, 0):
        return False
    return not _PROCESSES.is_dir() or any(of == group and state not in {"Z", "X"} for of, state in _every_process())


def _every_process() -> Iterator[tuple[int, str]]:
    """Yield the group and the state of every process, where the system lets us see them."""
    for folder in _PROCESSES.glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            state, _, group = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[:3]
            yield int(group), state


def _strays(mark: str) -> list[int]:
    """Return what bears the mark and is in no group of ours any more; only where the system lets us see it."""
    sought = f"{_MARK}={mark}".encode()
    found = []
    for folder in _PROCESSES.glob("[0-9]*"):
        # others' processes are closed to us, and any may end while we look
        with suppress(OSError):
            if sought in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def _send(pids: list[int], number: int) -> None:
    for pid in pids:
        with suppress(OSError):
            os.kill(pid, number)
