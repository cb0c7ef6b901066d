"""The calls of a tool that differ from its default in one argument, whichever experiment made them."""

from collections.abc import Iterator

from tool_audit.bounds import everywhere, value_in, without
from tool_audit.model import ABSENT, Call, Json, ToolRun, canonical
from tool_audit.schema import Argument, arguments_of


def variations(run: ToolRun, argument: str | Argument) -> list[tuple[Json, Call]]:
    """Return (value, call) for each call that is the default but for this argument, in the order they were made.

    A name may be one that the schema does not have, an argument may stand in an object; repeats are left out.
    """
    if run.default is None:
        return []
    if isinstance(argument, Argument):
        return set_to(run, argument)
    base = _without(run.default, argument)
    return [
        (call.arguments[argument], call)
        for call in run.calls
        if argument in call.arguments
        and call is not run.default
        and call.observation.probe.attempt == 0
        and _without(call, argument) == base
    ]


def set_to(run: ToolRun, argument: Argument) -> list[tuple[Json, Call]]:
    """Return (value, call) as `variations` does, for an argument that may stand in an object, or be sent as digits."""
    if run.default is None:
        return []
    base = canonical(without(run.default.arguments, argument))
    return [
        (value, call)
        for call in run.calls
        if (value := value_in(call.arguments, argument)) is not ABSENT
        and call is not run.default
        and call.observation.probe.attempt == 0
        and canonical(without(call.arguments, argument)) == base
    ]


def answer(run: ToolRun, argument: str | Argument, value: Json) -> Call | None:
    """Return the call that is the default but for this value (true and 1 are kept apart), or None."""
    wanted = canonical(value)
    return next((call for given, call in variations(run, argument) if canonical(given) == wanted), None)


def arguments_everywhere(run: ToolRun) -> Iterator[Argument]:
    """Yield the arguments of a tool and what its object arguments hold, without the one that chooses the action."""
    yield from (a for a in everywhere(arguments_of(run.tool), run.tool) if a.name != run.subject.argument)


def sent_in(call: Call | None, argument: Argument) -> Json:
    """Return what a call sent for an argument, wherever it stands; ABSENT where it left it out."""
    return value_in(call.arguments, argument) if call is not None else ABSENT


def added(run: ToolRun) -> Iterator[tuple[str, Json, Call]]:
    """Yield (argument, value, call) for each call that is the default and one argument more."""
    if run.default is None:
        return
    for call in run.calls:
        new = [name for name in call.arguments if run.default.arguments.get(name, ABSENT) is ABSENT]
        if len(new) == 1 and _without(call, new[0]) == run.default.sent:
            yield new[0], call.arguments[new[0]], call


def _without(call: Call, argument: str) -> str:
    return canonical({name: value for name, value in call.arguments.items() if name != argument})
