"""Who may speak to a server now: everybody at once, or one call that is repeated alone."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import anyio


class Turns:
    """Counts the calls under way, and lets one be repeated while there is no other."""

    def __init__(self) -> None:
        self.under_way = 0
        self._idle = anyio.Event()
        self._alone = anyio.Lock()
        self._repeating = 0
        self._repeated = anyio.Event()

    @property
    def repeating(self) -> bool:
        """Whether a call is repeated alone, or waits for that."""
        return self._repeating > 0

    @contextmanager
    def one(self) -> Iterator[None]:
        """Count one call as under way within this block."""
        if not self.under_way:
            self._idle = anyio.Event()
        self.under_way += 1
        try:
            yield
        finally:
            self.under_way -= 1
            if not self.under_way:
                self._idle.set()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Within this block no other call is under way, and none that is no repetition begins."""
        if not self._repeating:
            self._repeated = anyio.Event()
        self._repeating += 1
        try:
            async with self._alone:
                await self.idle()
                yield
        finally:
            self._repeating -= 1
            if not self._repeating:
                self._repeated.set()

    async def idle(self) -> None:
        """Wait until no call is under way."""
        while self.under_way:
            await self._idle.wait()

    async def free(self) -> None:
        """Wait until every repetition is over."""
        while self._repeating:
            await self._repeated.wait()
