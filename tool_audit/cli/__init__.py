"""The command line: argv -> settings -> a story -> outputs -> an exit code. Nothing else prints or exits."""

import sys
from collections.abc import Sequence

from tool_audit.cli.interrupts import InterruptError, raising
from tool_audit.errors import ExitCode

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; without `argv`, that of this process, as its last deed."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        with raising(last=argv is None):
            # the commands take a third of a second to import, and Ctrl-C is to be heard from the start
            from tool_audit.cli.app import run  # noqa: PLC0415

            return run(words)
    except InterruptError:
        return ExitCode.INTERRUPTED
