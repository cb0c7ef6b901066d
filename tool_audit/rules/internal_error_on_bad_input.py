"""Flags a caller's mistake that is answered as a fault of the server: a model then repeats the call, or gives up."""

import re
from collections.abc import Iterator

from tool_audit import lazy_re
from tool_audit.model import Confidence, Hit, Refused, ServerRun, Severity, ToolRun
from tool_audit.refusals.told import Failure, failures
from tool_audit.rule import server_rule
from tool_audit.rules._errors import Seen, by_cause, examples, others, quoted, sent, tools_of

_INTERNAL = -32603
_SERVER_ERRORS = range(500, 600)
_IN_TEXT = lazy_re.compile(
    r"-32603\b|\b500\b[ :-]{1,3}internal server error\b|\bstatus(?: code)?:? 500\b|\bHTTP 500\b", re.IGNORECASE
)


@server_rule(group="G", severity=Severity.WARNING, confidence=Confidence.SEEN)
def internal_error_on_bad_input(run: ServerRun, _: object) -> Iterator[Hit]:
    """A caller's mistake is answered with -32603 or HTTP 500."""
    seen = [
        Seen(run=tool, failure=failure, shape=code)
        for tool in run.tools
        for failure in failures(tool)
        if (code := _code(tool, failure)) is not None
    ]
    for group in by_cause(seen):
        first = group[0]
        wrong = first.failure.wrong
        mistake = f" ({wrong.name}: {wrong.mistake.words})" if wrong is not None else ""
        yield Hit(
            message=(
                f"{first.run.name} answers {sent(first.call)}, a mistake of the caller{mistake}, with {first.shape}"
                f" {quoted(first.failure.text)}.{others(group)}"
            ),
            tools=tools_of(group),
            calls=examples(group),
            advice="Refuse it with -32602, or with isError and a message that says what to send instead.",
        )


def _code(run: ToolRun, failure: Failure) -> str | None:
    """Return the code by which a server takes a caller's mistake upon itself, None where it does not."""
    if failure.wrong is None:
        return None
    outcome = failure.call.observation.outcome
    if isinstance(outcome, Refused) and outcome.code == _INTERNAL:
        return str(_INTERNAL)
    if isinstance(outcome, Refused) and outcome.code in _SERVER_ERRORS:
        return f"HTTP {outcome.code}"
    if run.default is None or not (found := _IN_TEXT.search(failure.text)):
        return None
    return "-32603" if "32603" in found.group() else "HTTP 500"
