"""Flags servers of which something goes on running when its client has gone: each session leaves a process more."""

from collections.abc import Iterator
from typing import Final

from tool_audit.model import Confidence, Hit, ServerRun, Severity, Survivor
from tool_audit.rule import server_rule

_WHAT: Final = {
    Survivor.SERVER: "The server went on running when its stdin had been closed and SIGTERM sent",
    Survivor.CHILD: "A process that the server had started went on running when the server's stdin had been closed and"
    " SIGTERM sent to its process group",
    Survivor.STRAY: "A process that the server had started, and that had left its process group, went on running when"
    " the server had ended and SIGTERM had been sent to it",
}


@server_rule(group="H", severity=Severity.WARNING, confidence=Confidence.SEEN)
def ignores_shutdown(run: ServerRun, _: object) -> Iterator[Hit]:
    """The server, or a process that it started, outlives its closed stdin and SIGTERM."""
    if run.survivor is not None:
        yield Hit(
            message=f"{_WHAT[run.survivor]}; it had to be killed. (It had 2 seconds for each: what takes longer to end"
            " looks the same.)",
            advice="End when stdin ends, end on SIGTERM, and end first what was started.",
        )
