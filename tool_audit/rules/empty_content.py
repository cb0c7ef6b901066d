"""Flags replies that say nothing at all: no model can tell them from a call that was lost."""

from collections.abc import Iterator, Mapping

from tool_audit.model import Call, Confidence, Hit, Json, Replied, Severity, ToolRun
from tool_audit.rule import tool_rule

_HOLLOW: tuple[Json, ...] = ({}, [], None, "")


@tool_rule(group="G", severity=Severity.WARNING, confidence=Confidence.SEEN)
def empty_content(run: ToolRun, _: object) -> Iterator[Hit]:
    """A successful reply has no content at all."""
    empty = [call for call in run.calls if _says_nothing(call)]
    if empty:
        yield Hit(
            message=(
                f"{len(empty):,} of {len(run.calls):,} calls came back as a success with neither text nor data:"
                " a model cannot tell that from a reply that was lost."
            ),
            calls=tuple(empty[:3]),
            advice='Say what there is to say, also where it is nothing: "[]", or "no match for q=zzz".',
        )


def _says_nothing(call: Call) -> bool:
    outcome = call.observation.outcome
    if not isinstance(outcome, Replied) or not isinstance(outcome.result, Mapping):
        return False
    content = outcome.result.get("content")
    return (
        content in ([], None) and outcome.result.get("structuredContent") in _HOLLOW and _has_no_other(outcome.result)
    )


def _has_no_other(result: Mapping[str, object]) -> bool:
    return not set(result) - {"content", "structuredContent", "isError", "_meta", "resultType"}
