"""Flags promises of a description that the server does not keep: null, a fallback, a range."""

from collections.abc import Iterator

from tool_audit.json_schema.validate import problems
from tool_audit.model import Call, Confidence, Hit, Json, Severity, ToolRun
from tool_audit.refusals.texts import calls_invalid, layer, refusal, speaks_of
from tool_audit.rule import tool_rule
from tool_audit.rules._allowed import schema_allows
from tool_audit.rules._promises import promises_fallback, promises_null
from tool_audit.rules._sizes import is_number, measured, shown
from tool_audit.rules._variations import arguments_everywhere, variations
from tool_audit.schema import Argument
from tool_audit.stated import described_maximum, described_minimum

_NOT_A_VALUE = frozenset({"unknown_argument", "described"})
_QUOTED = 120


@tool_rule(group="E", severity=Severity.WARNING, confidence=Confidence.PROVEN)
def description_contradicts(run: ToolRun, _: object) -> Iterator[Hit]:
    """The description promises what the server refuses."""
    if run.default is None or measured(run.default) is None:
        return
    for argument in arguments_everywhere(run):
        for value, call in variations(run, argument):
            text = refusal(call)
            if text is None or call.observation.probe.experiment in _NOT_A_VALUE or not calls_invalid(call):
                continue
            promise = _promised(run, argument, value)
            if promise is None or not (speaks_of(text, argument.key) or shown(value) in text):
                continue
            yield Hit(
                message=(
                    f"The description of {argument.name} {promise}, and {argument.name}={shown(value)[:60]} was refused"
                    f' {layer(call)}: "{" ".join(text[:400].split())[:_QUOTED]}".'
                ),
                calls=_calls(run, call),
                advice="Keep what the description promises, or let it say what happens.",
                argument=argument.name,
            )
            break


def _promised(run: ToolRun, argument: Argument, value: Json) -> str | None:
    """Say what the description promises of a value, or None."""
    base = run.default.arguments if run.default is not None else {}
    if value is None:  # where the schema allows it, it is the schema that is not kept
        by_schema = problems(run.tool.input_schema, {**base, argument.name: None}, most=1) == []
        return "offers null" if promises_null(argument) and not by_schema else None
    outside = not schema_allows(argument, value) or (argument.closed_set and value not in argument.closed_set)
    outside = outside or (is_number(value) and _is_beyond(argument, value))
    if outside and (sentence := promises_fallback(argument, run.tool, value)):
        return f'promises a fallback ("{sentence}")'
    if is_number(value) and argument.maximum is None and schema_allows(argument, value):
        least, most = described_minimum(argument.description), described_maximum(argument.description)
        through = most is not None and (1 if least is None else least) <= value <= most
        return f"lets up to {most:,.0f} through" if through else None
    return None


def _is_beyond(argument: Argument, value: float) -> bool:
    """Whether a number is outside of the range that the description names."""
    least, most = described_minimum(argument.description), described_maximum(argument.description)
    return (least is not None and value < least) or (most is not None and value > most)


def _calls(run: ToolRun, call: Call) -> tuple[Call, ...]:
    return (run.default, call) if run.default is not None else (call,)
