"""Ctrl-C and SIGTERM: what was measured is kept, and what runs is ended first. Imports next to nothing."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Final, Self

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)

PATIENCE: Final = 3
"""So many signals while a report is written, and it is given up."""


class InterruptError(BaseException):
    """The user wants to stop: no Exception, so that nobody takes it for a failure on its way out."""


raised: list[int] = []
"""The signals at which InterruptError was raised: where C code runs Python in between, it may be lost on its way."""


@contextmanager
def raising(*, last: bool) -> Iterator[None]:
    """Raise InterruptError at a signal, until the end; `last`: the process ends then, and hears no signal any more."""

    def hear(number: int, _frame: FrameType | None) -> None:
        raised.append(number)
        raise InterruptError

    raised.clear()

    before = [(number, signal.signal(number, hear)) for number in SIGNALS]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, signal.SIG_IGN if last else handler)


class Interrupts:
    """Signals noted instead, until the end: `heard` counts them, `telling` says who is to stop at one."""

    def __init__(self) -> None:
        self.heard = 0
        self._tell: Callable[[], object] | None = None
        self._unheeded = 0
        self._before: list[tuple[signal.Signals, Callable[[int, FrameType | None], object] | int | None]] = []

    def __enter__(self) -> Self:
        self._before = [(number, signal.signal(number, self._hear)) for number in SIGNALS]
        self.heard += len(raised)  # of those that were lost
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before:
            signal.signal(number, handler)

    @contextmanager
    def telling(self, tell: Callable[[], object]) -> Iterator[None]:
        """Call `tell` at each signal until the end; at once where one was heard before."""
        self._tell = tell
        try:
            if self.heard:
                tell()
            yield
        finally:
            self._tell = None

    def _hear(self, _signal: int, _frame: FrameType | None) -> None:
        self.heard += 1
        if self._tell is not None:
            self._tell()
            return
        self._unheeded += 1
        if self._unheeded >= PATIENCE:
            raise InterruptError
