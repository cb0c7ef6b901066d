"""Values for the arguments that choose among items: two that occur in the data, and one that cannot."""

from collections.abc import Iterator, Mapping, Sequence

from tool_audit.experiments.bad_input import is_date
from tool_audit.experiments.situation import Situation
from tool_audit.model import Json, Probe
from tool_audit.schema import Argument
from tool_audit.strangers import reaches_somebody
from tool_audit.vocabulary import words_of

IMPOSSIBLE = "tool-audit-no-such-value"
LATE, EARLY = "2037-12-31", "1990-01-01"
"""Dates that hardly any record lies behind, and that fit into every clock: 32 bits end in 2038."""
_MIDNIGHT = "T00:00:00Z"
_FROM = frozenset("since after from start".split())
_UNTIL = frozenset("until before to end".split())
_DIRECTIONS = frozenset("asc desc ascending descending".split())
_MOST = 4
_VALUES = 2


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield for each optional argument named like a field of the items: values that occur there, and one that does not.

    Only where the default gives several items that differ in that field: else nothing could be told.
    """
    base = situation.base
    if base is None or base.measurement is None or base.measurement.items is None:
        return
    arguments = [a for a in situation.free if not a.required and a.kind is None and not a.pages]
    yield from _turned(situation, arguments)
    yield from _far(situation, arguments)
    for argument in arguments[:_MOST]:
        occurring = occurring_values(base.measurement.document, argument)
        if len(occurring) < _VALUES:
            continue
        for value in occurring[:_VALUES]:
            yield situation.vary(argument, value, "filter")
        if argument.types <= {"string"} and not reaches_somebody(argument, situation.tool):
            yield situation.vary(argument, IMPOSSIBLE, "filter")


def _turned(situation: Situation, arguments: Sequence[Argument]) -> Iterator[Probe]:
    """Yield both directions of an order."""
    for argument in arguments:
        directions = [value for value in argument.closed_set if str(value).lower() in _DIRECTIONS]
        if len(directions) > 1:
            for value in directions[:_VALUES]:
                yield situation.vary(argument, value, "filter")
            return


def _far(situation: Situation, arguments: Sequence[Argument]) -> Iterator[Probe]:
    """Yield for the first two dates that bound a list one that leaves nothing between: nothing is later, or earlier."""
    dated = [argument for argument in arguments if not argument.closed_set and is_date(argument)]
    for argument in dated[:_VALUES]:
        words = set(words_of(argument.name))
        date = LATE if words & _FROM else EARLY if words & _UNTIL else None
        if date is not None:
            yield situation.vary(argument, date + _MIDNIGHT * (argument.schema.get("format") == "date-time"), "filter")


def occurring_values(document: Json, argument: Argument) -> tuple[Json, ...]:
    """Return the distinct scalars that the items hold in the field named like the argument, in their order."""
    wanted = "".join(words_of(argument.name))
    found: dict[Json, None] = {}
    stack: list[Json] = [document]
    looked = 0
    while stack and looked < 2_000:
        node = stack.pop()
        looked += 1
        if isinstance(node, Mapping):
            for key, value in node.items():
                if isinstance(value, Mapping | list):
                    stack.append(value)
                elif "".join(words_of(str(key))) == wanted and isinstance(value, str | int) and value != "":
                    found.setdefault(value)
        elif isinstance(node, list):
            stack.extend(reversed(node[:200]))
    fitting = [value for value in found if _fits(argument, value)]
    return tuple(fitting)


def _fits(argument: Argument, value: Json) -> bool:
    if argument.closed_set and value not in argument.closed_set:
        return False
    if isinstance(value, bool):
        return "boolean" in argument.types or not argument.types
    if isinstance(value, int):
        return argument.numeric or not argument.types
    return "string" in argument.types or not argument.types
