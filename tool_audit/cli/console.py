"""What reaches the screen: what was asked for on stdout; errors with hints and notes on stderr."""

import codecs
import json
import os
import shutil
import sys
from typing import Final, TypedDict

from tool_audit.errors import ToolAuditError, UsageError
from tool_audit.report.safe import one_line

AS_JSON: Final = "tool-audit-json"
"""How characters that standard output does not take are written: as JSON writes them inside a text."""
AS_XML: Final = "xmlcharrefreplace"
AS_TEXT: Final = "backslashreplace"
NARROWEST: Final = 60
USUAL: Final = 100
WIDEST: Final = 120


def _json_escape(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


codecs.register_error(AS_JSON, _json_escape)


def complain(error: ToolAuditError) -> None:
    """Write what was tried, what was seen, and what to do."""
    lines = [f"error: {error.message}", *error.detail]
    if error.hint:
        lines.append(f"hint: {error.hint}")
    sys.stderr.write("".join(f"{plain(line)}\n" for line in lines))


def note(text: str) -> None:
    """Write one line that is no part of a report."""
    sys.stderr.write(f"{plain(text)}\n")


def plain(text: str) -> str:
    """Return one line in the characters that stderr takes, indented as it was."""
    indent = len(text) - len(text.lstrip(" "))
    line = " " * indent + one_line(text.strip())
    encoding = sys.stderr.encoding or "utf-8"
    return line.encode(encoding, "backslashreplace").decode(encoding)


def show(text: str, escape: str = AS_TEXT) -> None:
    """Write to standard output, in the characters that it takes; UsageError where it takes none.

    `escape` says how the others are written. A program reads what is AS_JSON or AS_XML, and expects UTF-8: where that
    is not what standard output takes, ASCII is the same in both.
    """
    encoding = sys.stdout.encoding or "utf-8"
    if escape != AS_TEXT and codecs.lookup(encoding).name != "utf-8":
        encoding = "ascii"
    printable = text.encode(encoding, escape).decode(encoding)
    try:
        sys.stdout.write(printable if text.endswith("\n") else printable + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # whoever read us has seen enough: that changes no verdict
        abandon_stdout()
    except OSError as error:
        abandon_stdout()
        raise UsageError(
            f"cannot write to standard output: {error.strerror}",
            hint="is the disk full? A report can go to a file: --output FORMAT=FILE",
        ) from error


class Looks(TypedDict):
    """How a report for people is laid out."""

    width: int
    color: bool
    unicode: bool


def looks(*, screen: bool) -> Looks:
    """Return how a report is laid out on standard output, or else in a file, which is the same wherever it is made."""
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    return {
        "width": screen_width() if screen else USUAL,
        "color": screen and sys.stdout.isatty() and not plain,
        "unicode": not screen or speaks_unicode(),
    }


def screen_width() -> int:
    """Return how many characters a line of standard output takes; of what is no terminal, a usual number."""
    return min(max(shutil.get_terminal_size((USUAL, 24)).columns, NARROWEST), WIDEST)


def speaks_unicode() -> bool:
    """Return whether standard output takes any character."""
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    return encoding.startswith("utf") and os.environ.get("TERM") != "dumb"


def abandon_stdout() -> None:
    """Let nothing more be written there, not even what is left of it when the process ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
