"""Several servers at a time: each in a thread with a loop of its own, so that none waits while another is measured."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from threading import RLock
from typing import Final, TypeVar

import anyio

from tool_audit.cli.interrupts import Interrupts
from tool_audit.connect.process import hurry

T = TypeVar("T")
_LOOK: Final = 0.5
"""Seconds; a signal that reaches another thread is heard when the main thread looks."""


def side_by_side(works: Sequence[Callable[[], Awaitable[T]]], jobs: int, interrupts: Interrupts) -> list[T | None]:
    """Do all works, at most `jobs` at a time, and return what came of them; None of what an interrupt cut short.

    What was cut short has come to its end, all the same. An exception of one stops the others, and is raised.
    """
    running = _Running()
    with interrupts.telling(running.stop), ThreadPoolExecutor(max(1, min(jobs, len(works)))) as pool:
        futures = [pool.submit(running.do, work) for work in works]
        while wait(futures, timeout=_LOOK).not_done:
            pass
    return [future.result() for future in futures]


class _Running:
    """The works under way, and whether they are to stop."""

    def __init__(self) -> None:
        # a signal can come while the main thread handles another
        self._lock = RLock()
        self._scopes: dict[asyncio.AbstractEventLoop, anyio.CancelScope] = {}
        self._stopped = False

    def stop(self) -> None:
        """Cancel what runs and begin nothing more; called again, end the servers at once."""
        with self._lock:
            if self._stopped:
                hurry()
            self._cancel()

    def do(self, work: Callable[[], Awaitable[T]]) -> T | None:
        """Do one work in this thread."""
        try:
            return None if self._stopped else anyio.run(self._cancellable, work)
        except BaseException:  # whatever it is goes on to whoever waits for us
            with self._lock:
                self._cancel()
            raise

    async def _cancellable(self, work: Callable[[], Awaitable[T]]) -> T | None:
        results = []
        with self._scope():
            results.append(await work())
        return results[0] if results else None

    def _cancel(self) -> None:
        self._stopped = True
        for loop, scope in self._scopes.items():
            loop.call_soon_threadsafe(scope.cancel)

    @contextmanager
    def _scope(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        with anyio.CancelScope() as scope:
            with self._lock:
                self._scopes[loop] = scope
                if self._stopped:
                    scope.cancel()
            try:
                yield
            finally:
                with self._lock:
                    del self._scopes[loop]
