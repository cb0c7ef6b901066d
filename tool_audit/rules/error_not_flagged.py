"""Flags failures that come back as successes: a client counts them as one, and so may a model."""

from collections.abc import Iterator

from tool_audit.model import Confidence, Hit, ServerRun, Severity
from tool_audit.refusals.told import failures
from tool_audit.rule import server_rule
from tool_audit.rules._errors import Seen, by_cause, examples, others, sent, tools_of


@server_rule(group="G", severity=Severity.ERROR, confidence=Confidence.SEEN)
def error_not_flagged(run: ServerRun, _: object) -> Iterator[Hit]:
    """A failure comes back without isError."""
    seen = [
        Seen(run=tool, failure=failure, shape=failure.disguise.shape)
        for tool in run.tools
        for failure in failures(tool)
        if failure.disguise is not None
    ]
    for group in by_cause(seen):
        first = group[0]
        place = first.failure.disguise.shown if first.failure.disguise is not None else ""
        where = place if place.startswith("$") else f"the text begins {place}"
        yield Hit(
            message=(
                f"{first.run.name} answers {sent(first.call)} with a failure that is not flagged as one (isError is not"
                f" true): {where}.{others(group)}"
            ),
            tools=tools_of(group),
            calls=examples(group),
            advice="Set isError: true on a result that says that the call failed, and keep its message.",
        )
