"""A server's process: started in a group of its own, and ended with all that it started."""

import atexit
import os
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

import anyio

from tool_audit.connect.pipes import Pipe
from tool_audit.model import ServerSpec

_INHERITED: Final = ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER")
"""What a server may know of our environment without being told: what the protocol's own clients pass on."""

_REAPING: Final = 2.0
"""Seconds in which a killed process must be gone."""

_POLL: Final = 0.01

_MARK: Final = "TOOL_AUDIT_SERVER"
"""The variable by which what a server started is known again, even if it left the server's group."""

_PROCESSES: Final = Path("/proc")

_groups: dict[int, str] = {}
"""Each group that may still run, and its mark."""


@atexit.register
def _kill_what_is_left() -> None:
    for group, mark in tuple(_groups.items()):
        _signal(group, signal.SIGKILL)
        _kill_strays(mark)


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
        with anyio.CancelScope(shield=True):
            self.stdin.close()
            await self.exited(grace)
            if _signal(self._popen.pid, signal.SIGTERM):
                await self._group_gone(grace)
                _signal(self._popen.pid, signal.SIGKILL)
                await self.exited(_REAPING)
            if self._popen.pid in _groups:
                _kill_strays(self._mark)
            self.stdout.close()
            self.stderr.close()
            _groups.pop(self._popen.pid, None)

    async def _group_gone(self, seconds: float) -> None:
        with anyio.move_on_after(seconds):
            while self._popen.poll() is None or _signal(self._popen.pid, 0):  # noqa: ASYNC110  # nobody tells us at all
                await anyio.sleep(_POLL)


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


def _signal(group: int, number: int) -> bool:
    """Send a signal to the group; return whether there was anybody to get it."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _kill_strays(mark: str) -> None:
    """Kill what bears the mark and is in no group of ours any more; only where the system lets us see it."""
    sought = f"{_MARK}={mark}".encode()
    for folder in _PROCESSES.glob("[0-9]*"):
        # others' processes are closed to us, and any may end while we look
        with suppress(OSError):
            if sought in (folder / "environ").read_bytes().split(b"\0"):
                os.kill(int(folder.name), signal.SIGKILL)
