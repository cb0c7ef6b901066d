"""Flags values that the schema allows and the server refuses as invalid."""

import re
from collections.abc import Iterator

from tool_audit import lazy_re
from tool_audit.json_schema.validate import problems
from tool_audit.model import Call, Confidence, Hit, Json, Severity, SweepKind, ToolRun
from tool_audit.refusals.texts import calls_invalid, layer, refusal, speaks_of, wants_a_string
from tool_audit.rule import tool_rule
from tool_audit.rules._allowed import schema_allows
from tool_audit.rules._sizes import is_number, measured, shown
from tool_audit.rules._variations import arguments_everywhere, variations
from tool_audit.schema import Argument
from tool_audit.stated import described_maximum

_NOT_A_VALUE = frozenset({"unknown_argument", "described"})
_QUOTED = 120
_TOO_LONG = lazy_re.compile(
    r"\btoo long\b|\bat most\b|\bmax(?:imum|imal)?\b|\bexceed|\bcharacters?\b|\blength\b|zu lang|trop long"
    r"|demasiado larg|길이|글자|文字|长度",
    re.IGNORECASE,
)
_WANTS_A_NUMBER = lazy_re.compile(
    r"\b(?:expected|should be|must be|is not|not) (?:a |an |of type )?(?:valid )?[\"'`]?(?:int\w*|number|numeric)\b",
    re.IGNORECASE,
)
_FORMED = lazy_re.compile(r"\bformat\b|\b(?:yyyy|dd|mm|jjjj|aaaa)[-./]|\bpars|형식|形式|格式", re.IGNORECASE)
_IMPOSSIBLE = lazy_re.compile(r"\d{4}-(?:1[3-9]|[2-9]\d)-")


@tool_rule(group="E", severity=Severity.ERROR, confidence=Confidence.PROVEN)
def schema_value_rejected(run: ToolRun, _: object) -> Iterator[Hit]:
    """A value that the schema allows is refused as invalid."""
    if run.default is None or measured(run.default) is None:
        return
    for argument in arguments_everywhere(run):
        for value, call in variations(run, argument):
            if call.observation.probe.experiment in _NOT_A_VALUE or not _is_refused(argument, value, call):
                continue
            if not _is_allowed(run, argument, value, call):
                continue
            yield Hit(
                message=(
                    f"The schema allows {argument.name}={shown(value)[:60]}, and it was refused {layer(call)}:"
                    f' "{" ".join((refusal(call) or "")[:400].split())[:_QUOTED]}".'
                ),
                calls=(run.default, call),
                advice=f"Let the schema of {argument.name} say what is taken, or take what it says.",
                argument=argument.name,
            )
            break


def _is_refused(argument: Argument, value: Json, call: Call) -> bool:
    """Whether a call was refused for this value, and not for what it lacks or could not find."""
    if isinstance(value, str) and value.isdigit() and not argument.closed_set:
        return bool(_WANTS_A_NUMBER.search(refusal(call) or "")) if argument.numeric else wants_a_string(call)
    text = refusal(call) or ""
    return calls_invalid(call) and (speaks_of(text, argument.key) or (len(shown(value)) > 1 and shown(value) in text))


def _is_allowed(run: ToolRun, argument: Argument, value: Json, call: Call) -> bool:
    """Whether the schema lets the value through, in so many words or by naming no bound that prose names instead."""
    if problems(run.tool.input_schema, dict(call.arguments), most=1) != []:
        return False
    if value is None or _is_named(argument, value):
        return True
    if argument.closed_by_schema:
        return schema_allows(argument, value)
    if is_number(value):
        if not schema_allows(argument, value):
            return False
        if argument.maximum is not None or argument.kind not in (SweepKind.COUNT, SweepKind.SIZE):
            return argument.maximum is not None and argument.minimum is not None
        if described_maximum(argument.description) is not None:
            return False  # what is refused then is told, or contradicts the description
        named = set(re.findall(r"\d+", refusal(call) or "")) - {shown(value)}
        return not named & set(re.findall(r"\d+", f"{argument.description} {run.tool.description}"))
    if not isinstance(value, str) or argument.schema.get("pattern"):
        return False
    if len(value) == argument.schema.get("maxLength") and len(set(value)) == 1:
        return bool(_TOO_LONG.search(refusal(call) or ""))
    if argument.schema.get("format") in ("date", "date-time") and _IMPOSSIBLE.match(value) is None:
        return bool(_FORMED.search(refusal(call) or ""))
    return value.isdigit() and "string" in argument.types


def _is_named(argument: Argument, value: Json) -> bool:
    """Whether the schema names just this value: as the default, an example, or a bound."""
    examples = argument.schema.get("examples")
    named = [argument.default, *(examples if isinstance(examples, list) else [])]
    named += [bound for bound in (argument.minimum, argument.maximum) if bound is not None and is_number(value)]
    exclusive = {"exclusiveMinimum", "exclusiveMaximum"} & argument.schema.keys()
    return not exclusive and any(one == value and isinstance(one, bool) is isinstance(value, bool) for one in named)
