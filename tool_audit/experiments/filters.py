"""Values for the arguments that choose among items: some that occur in the data, and one that cannot."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from tool_audit import lazy_re
from tool_audit.experiments.broad import searches
from tool_audit.experiments.dates import EARLY, LATE, written_for
from tool_audit.experiments.situation import Situation
from tool_audit.measure.fields import Columns, chosen_field, columns, scalars
from tool_audit.model import Json, Measurement, Probe
from tool_audit.schema import Argument
from tool_audit.strangers import reaches_somebody
from tool_audit.vocabulary import bound_field, projects, words_of

IMPOSSIBLE = "tool-audit-no-such-value"
_FROM = frozenset("since after from start ab von seit desde depuis".split())
_UNTIL = frozenset("until before to end bis hasta jusqu".split())
_DIRECTIONS = frozenset("asc desc ascending descending".split())
_MOST = 4
_VALUES = 2
_PROBES = 16
_WORDS = lazy_re.compile(r"[^\W\d_]{3,20}")


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield for the optional arguments that choose among items the values that should leave some of them out.

    Only where the default gives several items that differ in what is asked for: else nothing could be told.
    """
    base = situation.base
    if base is None or base.measurement is None or base.measurement.items is None:
        return
    yield from islice(_all(situation, base.measurement), _PROBES)


def _all(situation: Situation, reply: Measurement) -> Iterator[Probe]:
    arguments = [a for a in situation.everywhere if not a.required and a.kind is None and not a.pages]
    fields = columns(reply)
    yield from _turned(situation, arguments)
    yield from _far(situation, arguments)
    for argument in arguments:
        if (bound := _bound(argument, fields)) is not None:
            yield situation.vary(argument, bound, "filter")
    yield from _occurring(situation, arguments, fields)
    for argument in islice((a for a in situation.everywhere if _takes_entries(a) and not a.required), _VALUES):
        for value in _entries(argument, fields, reply)[:_VALUES]:
            yield situation.vary(argument, [value] if "array" in argument.types else value, "filter")
    yield from _searched(situation, reply)


def _occurring(situation: Situation, arguments: Sequence[Argument], fields: Columns) -> Iterator[Probe]:
    for argument in arguments[:_MOST]:
        if "array" in argument.types:
            continue
        occurring = [value for value in scalars(fields.get(chosen_field(argument.key), ())) if _fits(argument, value)]
        if len(occurring) < _VALUES:
            continue
        for value in occurring[:_VALUES]:
            text = argument.types == {"string"} and not isinstance(value, str)
            yield situation.vary(argument, str(value) if text else value, "filter")
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
    dated = [argument for argument in arguments if not argument.closed_set and argument.dated]
    for argument in dated[:_VALUES]:
        words = set(words_of(argument.key))
        date = LATE if words & _FROM else EARLY if words & _UNTIL else None
        if date is not None:
            yield situation.vary(argument, written_for(argument, date), "filter")


def _bound(argument: Argument, fields: Columns) -> Json:
    """Return a lowest (or highest) number that some of the items do not reach, or None."""
    end, name = bound_field(argument.key)
    if not end or not argument.numeric or argument.closed_set:
        return None
    numbers = [
        value
        for field, column in fields.items()
        if field == name or (name and field.startswith(name))
        for value in scalars(column)
        if isinstance(value, int | float) and not isinstance(value, bool)
    ]
    fitting = [value for value in numbers if _fits(argument, value) and _within(argument, value)]
    if len(set(numbers)) < _VALUES or not fitting:
        return None
    return max(fitting) if end == "min" else min(fitting)


def _within(argument: Argument, value: float) -> bool:
    whole = "number" in argument.types or value == int(value)
    low, high = argument.minimum, argument.maximum
    return whole and (low is None or value >= low) and (high is None or value <= high)


def _takes_entries(argument: Argument) -> bool:
    return "array" in argument.types or (projects(argument.key) and argument.types == {"string"})


def _entries(argument: Argument, fields: Columns, reply: Measurement) -> tuple[Json, ...]:
    """Return what a list may hold: by its schema, the names of fields, or what occurs in the field of its name."""
    if argument.entries or argument.closed_set:
        return argument.entries
    if projects(argument.key):
        first = reply.items.records[0] if reply.items is not None and reply.items.records else None
        return tuple(first) if isinstance(first, Mapping) and len(first) > 1 else ()
    return tuple(value for value in scalars(fields.get(chosen_field(argument.key), ())) if isinstance(value, str))


def _searched(situation: Situation, reply: Measurement) -> Iterator[Probe]:
    """Yield for the first text that is searched for a word of one item only, the last such, and what none can hold."""
    records = reply.items.records[:200] if reply.items is not None else ()
    argument = next(filter(searches, situation.everywhere), None)
    if argument is None or len(records) < _VALUES or reaches_somebody(argument, situation.tool):
        return
    counted: Counter[str] = Counter()
    for record in records:
        counted.update({word.lower() for word in _WORDS.findall(str(record)[:2_000])})
    rare = next((word for word in _WORDS.findall(str(records[-1])[:2_000])[::-1] if counted[word.lower()] == 1), None)
    if rare is not None:
        yield situation.vary(argument, rare, "filter")
        yield situation.vary(argument, IMPOSSIBLE, "filter")


def _fits(argument: Argument, value: Json) -> bool:
    if argument.closed_set and value not in argument.closed_set:
        return False
    if isinstance(value, bool):
        return "boolean" in argument.types or not argument.types
    if isinstance(value, int | float):
        return argument.numeric or not argument.types or ("string" in argument.types and isinstance(value, int))
    return "string" in argument.types or not argument.types
