"""A tool that is a function, probed by the real experiments: what rules about several calls are tested on."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from builders import COUNTER, LINES, tool

from tool_audit.assemble import assemble
from tool_audit.effects.verbs import Effect
from tool_audit.experiments import broad, default, limit, paging, repeat
from tool_audit.experiments.situation import Filling, Situation
from tool_audit.measure import measure
from tool_audit.model import Call, Json, Observation, Outcome, Probe, Replied, Subject, ToolFailed, ToolRun
from tool_audit.plan.gate import Decision
from tool_audit.schema import arguments_of

FAMILIES = (default, repeat, limit, paging, broad)
LIMIT: Json = {"type": "integer", "minimum": 1, "default": 10}
OFFSET: Json = {"type": "integer", "minimum": 0, "default": 0}
PAGE: Json = {"type": "integer", "minimum": 1, "default": 1}
CURSOR: Json = {"type": "string"}
BUDGET: Json = {"type": "integer", "default": 1_000}


class RefusalError(Exception):
    """What a pretended tool answers as an error."""


def audited(
    answer: Callable[..., Json],
    properties: Mapping[str, Json] | None = None,
    *,
    filled: Mapping[str, Json] | None = None,
    families: Sequence[Any] = FAMILIES,
    **spec: Any,
) -> ToolRun:
    """The run of a tool that answers with a text, or with a whole result; numbers below a minimum are refused.

    `filled` are the values of its required arguments.
    """
    name = spec.pop("name", "list_items")
    described = tool(name, properties, required=list(filled or ()), **spec)
    subject = Subject(tool=name)
    calls: list[Call] = []
    known = set()
    while True:
        situation = Situation(
            subject=subject,
            tool=described,
            arguments=arguments_of(described),
            lines=LINES,
            calls=tuple(calls),
            fillings=(Filling(arguments=filled or {}),),
        )
        wanted = [probe for family in families for probe in family.probes(situation) if probe.key not in known]
        if not wanted:
            break
        for probe in wanted:
            if probe.key not in known:  # two families may want one call
                known.add(probe.key)
                calls.append(_observed(answer, probe, properties or {}))
    decision = Decision(subject=subject, called=True, effect=Effect.READS, reason="reads")
    return assemble({name: described}, [decision], calls, {name: LINES})[0]


def _observed(answer: Callable[..., Json], probe: Probe, properties: Mapping[str, Json]) -> Call:
    outcome: Outcome
    try:
        _check(probe.arguments, properties)
        outcome = Replied(result=_result(answer(**probe.arguments)))
    except RefusalError as error:
        outcome = ToolFailed(result={**_result(str(error)), "isError": True})
    except TypeError:
        outcome = ToolFailed(result={**_result("an argument is missing or unknown"), "isError": True})
    return measure(Observation(probe=probe, outcome=outcome, seconds=0.01), COUNTER)


def _check(arguments: Mapping[str, Json], properties: Mapping[str, Json]) -> None:
    for name, value in arguments.items():
        if isinstance(value, int) and value < properties[name].get("minimum", value):
            raise RefusalError(f"{name} must be {properties[name]['minimum']} or more")


def _result(answered: Json) -> dict[str, Json]:
    if isinstance(answered, dict):
        return answered
    return {"content": [{"type": "text", "text": answered}]}
