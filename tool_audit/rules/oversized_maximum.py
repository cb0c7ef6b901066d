"""Flags arguments whose schema lets a caller ask for more than a client shows its model."""

from collections.abc import Iterator

from tool_audit.model import ABSENT, Call, Confidence, Hit, Json, Severity, Sweep, TooLarge, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._allowed import schema_allows
from tool_audit.rules._sizes import answers, below_one, cap_words, chars, cost, measured, settings, shown
from tool_audit.schema import Argument, arguments_of


@tool_rule(group="A", severity=Severity.WARNING, confidence=Confidence.PROVEN)
def oversized_maximum(run: ToolRun, _: object) -> Iterator[Hit]:
    """A call that the schema allows answers over the cap, though the default does not."""
    default = measured(run.default)
    if run.default is None or default is None or run.lines.over_cap(default):
        return
    arguments = {argument.name: argument for argument in arguments_of(run.tool)}
    for sweep in run.sweeps:
        argument = arguments.get(sweep.argument)
        largest = _largest_over_cap(run, sweep, argument) if argument else None
        if largest is None:
            continue
        value, call = largest
        reply = measured(call)
        size = cost(reply) if reply else "too large to be read to its end"
        fit = _largest_that_fits(run, sweep)
        fitting = measured(fit[1]) if fit else None
        yield Hit(
            message=(
                f"{sweep.argument}={shown(value)}, which the schema allows, answers with {size}: "
                f"over {cap_words(run.lines)}. The default answer is {chars(default.chars)}."
            ),
            calls=(call, run.default),
            send=(fit[1],) if fit else (run.default,),
            advice=(
                f"send {sweep.argument}={shown(fit[0])}: {chars(fitting.chars)}"
                if fit and fitting
                else f"leave {sweep.argument} out: {chars(default.chars)}"
            ),
            argument=sweep.argument,
        )


def _largest_over_cap(run: ToolRun, sweep: Sweep, argument: Argument) -> tuple[Json, Call] | None:
    found: list[tuple[int, Json, Call]] = []
    for value, call in zip(sweep.values, sweep.calls, strict=True):
        if value is ABSENT or not schema_allows(argument, value):
            continue
        reply = measured(call)
        if isinstance(outcome := call.observation.outcome, TooLarge):
            found.append((outcome.limit, value, call))
        elif reply and run.lines.over_cap(reply):
            found.append((reply.chars, value, call))
    if not found:
        return None
    _, value, call = max(found, key=lambda entry: entry[0])
    return value, call


def _largest_that_fits(run: ToolRun, sweep: Sweep) -> tuple[Json, Call] | None:
    default = measured(run.default)
    fitting = [
        (reply.chars, value, call)
        for value, call, reply in settings(sweep)
        if default and answers(reply, default) and not below_one(value) and not run.lines.over_cap(reply)
    ]
    if not fitting:
        return None
    _, value, call = max(fitting, key=lambda entry: entry[0])
    return value, call
