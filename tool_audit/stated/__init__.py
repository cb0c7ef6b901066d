"""What a tool says of its arguments' defaults and bounds, in the schema or in prose."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Json, SweepKind, ToolSpec, canonical
from tool_audit.schema import Argument, arguments_of
from tool_audit.stated.words import FALSE, NUMBERS, OF_THE_LIST, TRUE, candidates
from tool_audit.vocabulary import words_of

_NUMBER = r"(\d[\d,_]*)"
_TO = r"(?:-|\u2013|to|through|bis|à|a|al|\.\.\.?|~|\u301c|부터|에서|から|至|到)"
_BETWEEN = rf"\b(?:between|zwischen|entre)\s+{_NUMBER}\s+(?:and|und|et|y|e)\s+{_NUMBER}"
_RANGE = lazy_re.compile(rf"{_BETWEEN}|(?<![\d.-]){_NUMBER}\s?{_TO}\s?{_NUMBER}(?![\d-])", re.IGNORECASE)
_MAXIMUM = lazy_re.compile(
    r"(?:\b(?:max|maximum|up to|at most|no more than|not more than|capped at|limited to|höchstens|maximal|bis zu"
    r"|au plus|jusqu'à|como máximo|hasta)\b|<=|\u2264|최대|最大|上限|最多)"
    rf"[^\d\n]{{0,10}}?{_NUMBER}",
    re.IGNORECASE,
)
_MINIMUM = lazy_re.compile(
    r"(?:\b(?:min|minimum|at least|no less than|not less than|mindestens|au moins|como mínimo|al menos)\b|>=|\u2265"
    rf"|최소|最小|至少)[^\d\n]{{0,10}}?{_NUMBER}",
    re.IGNORECASE,
)
_NEAR = 100  # characters behind an argument's name in which a tool's description may give its default


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A default as it is stated, and where."""

    value: Json
    where: str


def stated_default(argument: Argument) -> float | None:
    """Return the number that the schema or the description gives as the default."""
    found = next((stated.value for stated in stated_defaults(argument) if _is_number(stated.value)), None)
    return None if found is None else float(found)


def stated_defaults(argument: Argument, tool: ToolSpec | None = None) -> tuple[Stated, ...]:
    """Return the defaults that the schema, the argument's and the tool's description state, in this order.

    Only values that the argument can take; a text that states two different ones states none.
    """
    found = []
    if argument.default is not ABSENT and argument.default is not None:
        found.append(Stated(value=argument.default, where="the schema"))
    texts = {"the argument's description": [argument.description]}
    if tool is not None:
        texts["the tool's description"] = [*_passages(argument, tool)]
    for where, passages in texts.items():
        values = [value for passage in passages for value in _defaults_in(passage, argument)]
        if tool is not None and not values and where == "the tool's description":
            values = [*_of_the_list(argument, tool)]
        if len({canonical(value) for value in values}) == 1:
            found.append(Stated(value=values[0], where=where))
    return tuple(found)


def stated_maximum(argument: Argument) -> float | None:
    """Return the largest number that the schema, or else the description, lets through."""
    return argument.maximum if argument.maximum is not None else described_maximum(argument.description)


def described_maximum(text: str) -> float | None:
    """Return the largest number that a text says may be sent."""
    return _bound(_MAXIMUM, text, last=True)


def described_minimum(text: str) -> float | None:
    """Return the smallest number that a text says may be sent."""
    return _bound(_MINIMUM, text, last=False)


def _bound(named: re.Pattern[str], text: str, *, last: bool) -> float | None:
    """Return the number of the first place that names this bound, or both: "up to 7", "1 to 7"."""
    places = [found for found in (named.search(text), _RANGE.search(text)) if found is not None]
    if not places:
        return None
    digits = [group for group in min(places, key=lambda found: found.start()).groups() if group]
    return float(re.sub(r"[,_]", "", digits[-1 if last else 0]))


def _defaults_in(text: str, argument: Argument) -> Iterator[Json]:
    own_words = frozenset({argument.name.lower(), *words_of(argument.name)})
    for told in candidates(text, own_words):
        fitting = (_fitting(value, argument, quoted=quoted) for value, quoted in told)
        yield from [value for value in fitting if value is not ABSENT][:1]


def _fitting(told: str, argument: Argument, *, quoted: bool) -> Json:
    """Return what is told as a value that the argument takes, or ABSENT."""
    word = told.lower().rstrip(".")
    for member in argument.closed_set:
        if isinstance(member, str) and member.lower() == word:
            return member
    if argument.types == {"boolean"}:
        return True if word in TRUE else False if word in FALSE else ABSENT
    if argument.numeric or not argument.types:
        if re.fullmatch(r"-?\d[\d,_]*(?:\.\d+)?", word):
            number = float(re.sub(r"[,_]", "", word))
            return int(number) if number.is_integer() else number
        if word in NUMBERS and argument.numeric:
            return NUMBERS[word]
    free = "string" in argument.types and not argument.closed_set
    return told if free and quoted else ABSENT


def _passages(argument: Argument, tool: ToolSpec) -> Iterator[str]:
    """Yield what follows the argument's name in the tool's description, up to the next line, sentence or argument."""
    others = [re.escape(other.name) for other in arguments_of(tool) if other.name != argument.name]
    ends = "|".join(
        [r"\n\s*\n", r"\n\s*[-*`]", r"\n\s*\w+\s*[(:]", r"\.\s", *(rf"(?<!\w){name}(?!\w)" for name in others)]
    )
    named = re.compile(rf"(?<![\w.-])[`\"']?{re.escape(argument.name)}[`\"']?(?![\w-])")
    for place in named.finditer(tool.description):
        window = tool.description[place.start() : place.end() + _NEAR]
        end = re.compile(ends).search(window, len(place.group()))
        before = re.search(r"\bdefault\s$", tool.description[: place.start()], re.IGNORECASE)
        yield ("default " if before else "") + window[: end.start() if end else None]


def _of_the_list(argument: Argument, tool: ToolSpec) -> Iterator[Json]:
    """Yield how many items the tool's description promises, where one argument alone can choose that."""
    counts = [other for other in arguments_of(tool) if other.kind is SweepKind.COUNT]
    if [other.name for other in counts] == [argument.name]:
        for found in OF_THE_LIST.finditer(tool.description):
            yield int(found.group(1).replace(",", ""))


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
