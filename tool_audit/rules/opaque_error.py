"""Flags errors that say nothing: the model can only guess what to change."""

from collections.abc import Iterator

from tool_audit.model import Confidence, Hit, ServerRun, Severity
from tool_audit.refusals.told import failures
from tool_audit.refusals.vague import says_nothing
from tool_audit.rule import server_rule
from tool_audit.rules._errors import Seen, by_cause, examples, others, quoted, sent, shape_of, tools_of


@server_rule(group="G", severity=Severity.WARNING, confidence=Confidence.SEEN)
def opaque_error(run: ServerRun, _: object) -> Iterator[Hit]:
    """An error names neither the argument nor what is wrong."""
    seen = [
        Seen(run=tool, failure=failure, shape=shape_of(tool, failure))
        for tool in run.tools
        for failure in failures(tool)
        if says_nothing(tool, failure.call, failure.text, failure.wrong)
    ]
    for group in by_cause(seen):
        first = group[0]
        wrong = first.failure.wrong
        what = f" (wrong: {wrong.name}, {wrong.mistake.words})" if wrong is not None else ""
        yield Hit(
            message=(
                f"{first.run.name} answers {sent(first.call)}{what} with {quoted(first.failure.text)}, which tells"
                f" neither the argument nor what is wrong with it.{others(group)}"
            ),
            tools=tools_of(group),
            calls=examples(group),
            advice="Name the argument, the value that was sent, and what is accepted, such as"
            ' "limit must be 1 to 100, not 500".',
        )
