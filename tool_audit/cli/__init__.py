"""The command line: argv -> settings -> a story -> outputs -> an exit code. Nothing else prints or exits."""

import gc
import os
import sys
from collections.abc import Sequence

from tool_audit.cli.interrupts import InterruptError, raised, raising
from tool_audit.errors import ExitCode

__all__ = ["collect_rarely", "main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; without `argv`, that of this process, as its last deed."""
    words = list(sys.argv[1:] if argv is None else argv)
    _open_what_is_closed()
    if argv is None:
        collect_rarely()
    try:
        with raising(last=argv is None):
            # the commands take a third of a second to import, and Ctrl-C is to be heard from the start
            from tool_audit.cli.app import run  # noqa: PLC0415

            code = run(words)
            return ExitCode.INTERRUPTED if raised else code
    except InterruptError:
        return ExitCode.INTERRUPTED
    finally:
        if argv is None:
            gc.freeze()  # the process ends: to look for what is garbage would take a fifth of a second


def collect_rarely() -> None:
    """Look for garbage among what has lived for long a hundred times less often than Python does by default.

    A reply of 20 MB can be two million objects, all in use: to look through them again and again takes as long as to
    parse them. What is young is looked at as ever.
    """
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, 1_000)


def _open_what_is_closed() -> None:
    """Let what is written to a closed standard stream go nowhere, and no file that we open take its place."""
    # a descriptor is the lowest that is free: whoever comes first would be written to
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        continue
    os.close(descriptor)
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - it is open until the end
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - the same
