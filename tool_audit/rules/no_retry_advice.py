"""Flags errors that time may heal and that do not say so: a model tries at once again, or never."""

from collections.abc import Iterator

from tool_audit.model import Confidence, Hit, ServerRun, Severity
from tool_audit.refusals.retry import advises_on_retry, may_pass
from tool_audit.refusals.told import failures
from tool_audit.rule import server_rule
from tool_audit.rules._errors import Seen, by_cause, examples, others, quoted, sent, shape_of, tools_of


@server_rule(group="G", severity=Severity.INFO, confidence=Confidence.INDICATED)
def no_retry_advice(run: ServerRun, _: object) -> Iterator[Hit]:
    """An error that may pass does not say whether to try again."""
    seen = [
        Seen(run=tool, failure=failure, shape=shape_of(tool, failure))
        for tool in run.tools
        for failure in failures(tool)
        if may_pass(failure.text) and not advises_on_retry(failure.text)
    ]
    for group in by_cause(seen):
        first = group[0]
        yield Hit(
            message=(
                f"{first.run.name} answers {sent(first.call)} with {quoted(first.failure.text)}: nothing tells whether,"
                f" or when, a repeat can help.{others(group)}"
            ),
            tools=tools_of(group),
            calls=examples(group),
            advice='Say when to try again ("retry in 30 s"), or that a repeat will not help.',
        )
