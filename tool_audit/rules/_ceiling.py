"""The calls with a limit that is no longer heeded and one argument more: whether they show what is left out."""

from tool_audit.bounds import bounding_arguments, value_in
from tool_audit.model import ABSENT, Call, ToolRun
from tool_audit.rules._pages import count_of, same_names
from tool_audit.rules._sizes import is_number, measured
from tool_audit.schema import Argument, arguments_of

DIRECTIONS = frozenset("asc desc ascending descending".split())
_ROUND = 5  # caps are round: where the count is not, two equal counts may be a coincidence


def beside_the_ceiling(run: ToolRun, limit: Argument, call: Call) -> list[Call]:
    """Return the calls of which every item must be in the lowered reply, if that were all."""
    return [
        other for other, changed in _asked(run, limit, call) if changed.pages or _is_a_part(run, call, other, changed)
    ]


def just_as_full(run: ToolRun, limit: Argument, call: Call) -> list[Call]:
    """Return the answers to other questions that hold other items and stop at the same number: a cap is why.

    None where one question got more.
    """
    full = []
    for other, changed in _asked(run, limit, call):
        if run.default is None or changed.pages or changed.name not in run.default.arguments:
            continue
        lowered, names = same_names((call, other))
        if len(names) > len(lowered):
            return []
        if len(names) == len(lowered) and set(names) != set(lowered):
            full.append(other)
    needed = 1 if count_of(call) % _ROUND == 0 else 2
    return full if len(full) >= needed else []


def _asked(run: ToolRun, limit: Argument, call: Call) -> list[tuple[Call, Argument]]:
    """Return the calls with as large a limit that differ from the default in one argument more, and that argument."""
    offered = list(arguments_of(run.tool))
    paging = [argument for argument in bounding_arguments(offered, run.tool) if argument.pages]
    least = count_of(call)
    found = []
    for other in run.calls:
        reply, value = measured(other), value_in(other.arguments, limit)
        if reply is None or reply.reads_failed or other.observation.probe.experiment != "broad":
            continue
        changed = [a for a in (*paging, *offered) if a.name == other.observation.probe.argument]
        if is_number(value) and value >= least and changed:
            found.append((other, changed[0]))
    return found


def _is_a_part(run: ToolRun, call: Call, other: Call, changed: Argument) -> bool:
    """Whether what an optional argument was set to can only order or narrow the list."""
    if run.default is None or changed.required or changed.name in run.default.arguments:
        return False
    lowered, names = same_names((call, other))
    if {str(member).lower() for member in changed.closed_set} & DIRECTIONS:
        return len(names) == len(lowered)
    return changed.default is ABSENT and not set(names).isdisjoint(lowered)
