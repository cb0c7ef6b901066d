"""What can go wrong with us, and the exit code that says so.

    ToolAuditError          message + hint; the base of all
    ├── UsageError          2   the command line, the settings or a file named in them
    └── NotAuditedError     3   no start, no answer, no list, not allowed in, nothing exercised

What a *server* does wrong is never an exception: it is an `Outcome` in `model`.
"""

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes of every command; the output format never changes them."""

    CLEAN = 0
    FINDINGS = 1
    USAGE = 2
    NOT_AUDITED = 3
    BUG = 70
    INTERRUPTED = 130


class ToolAuditError(Exception):
    """We could not do what was asked: `message` says what was tried, `hint` what to do, `detail` what was seen."""

    exit_code = ExitCode.BUG

    def __init__(self, message: str, *, hint: str = "", detail: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.detail = detail


class UsageError(ToolAuditError):
    """The caller asked for something that cannot be meant: exit code 2."""

    exit_code = ExitCode.USAGE


class NotAuditedError(ToolAuditError):
    """The server could not be audited at all: exit code 3."""

    exit_code = ExitCode.NOT_AUDITED
