"""Flags tools that need an argument which their schema does not require."""

from collections.abc import Iterator

from tool_audit.model import Confidence, Hit, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._missing import lacked
from tool_audit.rules._refusals import layer, refusal
from tool_audit.rules._sizes import assignments
from tool_audit.rules._validate import problems
from tool_audit.schema import arguments_of

_PLAIN = frozenset({"default", "bare"})
_QUOTED = 120


@tool_rule(group="E", severity=Severity.ERROR, confidence=Confidence.SEEN)
def required_not_declared(run: ToolRun, _: object) -> Iterator[Hit]:
    """A call that the schema allows is refused for an argument that it lacks."""
    told: set[str] = set()
    for call in run.calls:
        text = refusal(call) if call.observation.probe.experiment in _PLAIN else None
        if text is None or problems(run.tool.input_schema, dict(call.arguments), most=1) != []:
            continue
        found = lacked(run, call.arguments, text)
        if found is None or found[0] in told:
            continue
        name, sure = found
        told.add(name)
        known = any(argument.name == name for argument in arguments_of(run.tool))
        helped = next((other for other in run.replies if name in other.arguments), None)
        sent = assignments(call.arguments.items()) or "nothing filled in"
        where = "is optional in the schema" if known else "is not in the schema at all"
        yield Hit(
            message=(
                f"A call with {sent} is allowed by the schema and was refused {layer(call)} for lack of {name},"
                f' which {where}: "{" ".join(text[:400].split())[:_QUOTED]}".'
            ),
            calls=(call, *([helped] if helped is not None else [])),
            send=(helped,) if helped is not None else (),
            advice=f"List {name} under `required`, or let the call work without it.",
            argument=name,
            confidence=_confidence(run, sure=sure, proven=helped is not None),
        )


def _confidence(run: ToolRun, *, sure: bool, proven: bool) -> Confidence | None:
    """A member of an action tool has needs of its own that a schema can hardly say."""
    if not sure or run.subject.argument is not None:
        return Confidence.INDICATED
    return Confidence.PROVEN if proven else None
