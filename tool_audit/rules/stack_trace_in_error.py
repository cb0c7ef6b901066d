"""Flags errors that hold a stack trace: it costs tokens, tells of the machine and helps no model."""

from collections.abc import Iterator

from tool_audit.model import Confidence, Hit, ServerRun, Severity
from tool_audit.refusals.told import failures
from tool_audit.refusals.traces import find_trace
from tool_audit.rule import server_rule
from tool_audit.rules._errors import Seen, by_cause, examples, others, sent, tools_of
from tool_audit.rules._listing import counted
from tool_audit.rules._sizes import chars


@server_rule(group="G", severity=Severity.WARNING, confidence=Confidence.SEEN)
def stack_trace_in_error(run: ServerRun, _: object) -> Iterator[Hit]:
    """An error holds a stack trace."""
    seen = [
        Seen(run=tool, failure=failure, shape=trace.language)
        for tool in run.tools
        for failure in failures(tool)
        if (trace := find_trace(failure.text)) is not None
    ]
    for group in by_cause(seen):
        worst = max(group, key=lambda one: len(one.failure.text))
        trace = find_trace(worst.failure.text)
        frames = counted(trace.frames if trace is not None else 0, "frame")
        yield Hit(
            message=(
                f"The error of {worst.run.name} for {sent(worst.call)} holds a stack trace in {worst.shape}: {frames},"
                f" {chars(len(worst.failure.text))} in all.{others(group)}"
            ),
            tools=tools_of(group),
            calls=(worst.call, *(call for call in examples(group) if call is not worst.call)),
            advice="Keep the trace in the server's log; answer in one sentence with what was wrong with the call.",
        )
