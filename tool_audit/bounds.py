"""Arguments wherever they stand: at the top, in an object of options, as digits; those that bound or page a reply."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Arguments, Json, SweepKind, ToolSpec
from tool_audit.schema import Argument, arguments_of
from tool_audit.vocabulary import kind_of

_DIGITS: Final = lazy_re.compile(r"-?\d{1,9}")
_OF_DIGITS: Final = lazy_re.compile(r"\^?(?:\\d|\[0-9\]|\[1-9\])")
_SAYS_NUMBER: Final = lazy_re.compile(
    r"\bnumber\b|\bhow many\b|\binteger\b|\bdigits?\b|\be\.g\.? ?['\"]?\d", re.IGNORECASE
)


def bounding_arguments(arguments: Iterable[Argument], tool: ToolSpec) -> Iterator[Argument]:
    """Yield the arguments that say how many items or how much text, and those that page; in objects, too.

    One that takes a number as a text is yielded as what it means, a number.
    """
    for argument in arguments:
        for each in (argument, *_inside(argument, tool)):
            meant = _as_number(each)
            if meant.pages or (meant.kind in (SweepKind.COUNT, SweepKind.SIZE) and meant.numeric):
                yield meant


def everywhere(arguments: Iterable[Argument], tool: ToolSpec) -> Iterator[Argument]:
    """Yield the arguments, each followed by what it may hold, if it is an object."""
    for argument in arguments:
        yield from (argument, *_inside(argument, tool))


def value_in(arguments: Arguments, argument: Argument) -> Json:
    """Return what was sent for an argument, digits as the number that they are; else ABSENT."""
    holder = arguments.get(argument.outer) if argument.outer else arguments
    value = holder.get(argument.key, ABSENT) if isinstance(holder, Mapping) else ABSENT
    return int(value) if argument.as_text and isinstance(value, str) and _DIGITS.fullmatch(value) else value


def with_value(arguments: Arguments, argument: Argument, value: Json) -> dict[str, Json]:
    """Return the arguments with another value for one of them."""
    sent = str(value) if argument.as_text and isinstance(value, int) else value
    if not argument.outer:
        return {**arguments, argument.key: sent}
    holder = arguments.get(argument.outer)
    return {**arguments, argument.outer: {**(holder if isinstance(holder, Mapping) else {}), argument.key: sent}}


def without(arguments: Arguments, argument: Argument) -> dict[str, Json]:
    """Return the arguments but for one; an object that holds nothing else is left out with it."""
    if not argument.outer:
        return {name: value for name, value in arguments.items() if name != argument.key}
    holder = arguments.get(argument.outer)
    inner = holder.items() if isinstance(holder, Mapping) else ()
    rest = {name: value for name, value in inner if name != argument.key}
    others = {name: value for name, value in arguments.items() if name != argument.outer}
    return {**others, argument.outer: rest} if rest else others


def _inside(argument: Argument, tool: ToolSpec) -> Iterator[Argument]:
    """Yield what an object may hold."""
    if "object" not in argument.types or not isinstance(argument.schema.get("properties"), Mapping):
        return
    root = tool.input_schema if isinstance(tool.input_schema, Mapping) else {}
    defined = {key: root[key] for key in ("$defs", "definitions") if key in root}
    for inner in arguments_of(replace(tool, description="", input_schema={**defined, **argument.schema})):
        yield replace(inner, name=f"{argument.name}.{inner.name}", outer=argument.name)


def _as_number(argument: Argument) -> Argument:
    """Return an argument that takes digits in a text as the number that it means."""
    if argument.types != {"string"} or argument.closed_set or argument.pages:
        return argument
    pattern, default = argument.schema.get("pattern"), argument.default
    counted = isinstance(default, str) and _DIGITS.fullmatch(default)
    digits = isinstance(pattern, str) and _OF_DIGITS.match(pattern)
    if not (counted or digits or _SAYS_NUMBER.search(argument.description)):
        return argument
    kind = kind_of(argument.key, frozenset({"integer"}), (), argument.description)
    if kind not in (SweepKind.COUNT, SweepKind.SIZE):
        return argument
    number = int(str(default)) if counted else ABSENT
    return replace(argument, types=frozenset({"integer"}), default=number, as_text=True)
