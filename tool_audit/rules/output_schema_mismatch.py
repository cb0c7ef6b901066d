"""Flags replies whose structuredContent is not what the tool's outputSchema promises."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.json_schema.validate import Problem, problems
from tool_audit.model import ABSENT, Call, Confidence, Hit, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._listing import counted
from tool_audit.rules._replies import distinct_replies


@dataclass(frozen=True)
class Options:
    shown: int = 3


@tool_rule(group="E", severity=Severity.ERROR, confidence=Confidence.SEEN, options=Options)
def output_schema_mismatch(run: ToolRun, options: Options) -> Iterator[Hit]:
    """StructuredContent does not validate against outputSchema."""
    if run.tool.output_schema is ABSENT:
        return
    checked = 0
    bad: list[tuple[Call, list[Problem]]] = []
    for call, reply in distinct_replies(run):
        if reply.structured is not ABSENT:
            found = problems(run.tool.output_schema, reply.structured)
            if found is None:
                return
            checked += 1
            if found:
                bad.append((call, found))
    if not bad:
        return
    by_place = {(problem.place, problem.what): problem for _, found in bad for problem in found}
    told = list({problem.place: problem for problem in by_place.values()}.values())
    more = len(told) - options.shown
    yield Hit(
        message=(
            f"structuredContent breaks the outputSchema in {len(bad):,} of {counted(checked, 'different reply')}: "
            + "; ".join(f"{problem.path} {problem.what}" for problem in told[: options.shown])
            + (f"; and {counted(more, 'more place')}." if more > 0 else ".")
        ).replace("different replys", "different replies"),
        calls=tuple(call for call, _ in bad[: options.shown]),
        advice="Mend the reply or the schema: a client that validates drops the whole reply.",
        confidence=Confidence.PROVEN if len(bad) > 1 else None,
    )
