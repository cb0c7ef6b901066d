"""What a server should refuse: values outside the bounds, of another type, of no known member, dates that are none."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from tool_audit import lazy_re
from tool_audit.bounds import value_in
from tool_audit.effects.words import ACTS, WRITES
from tool_audit.experiments.broad import searches
from tool_audit.experiments.dates import LATE, written_for
from tool_audit.experiments.situation import Situation, find_call
from tool_audit.model import Json, Probe, SweepKind
from tool_audit.refusals.mistakes import BEYOND, is_credential, numbers_a_thing
from tool_audit.schema import Argument
from tool_audit.stated import described_maximum, described_minimum
from tool_audit.strangers import reaches_somebody
from tool_audit.vocabulary import words_of

NO_MEMBER = "tool-audit-no-such-member"
NO_DATE = "2026-13-45"
NO_NUMBER = "many"
DIGITS = "12345"
"""A text like any other, which some servers take for a number."""
NO_TEXT = 12345
NO_KEY = "tool-audit-no-such-key"
_MOST = 6
_NULLABLE = 3
_MEMBERS, _ALL_MEMBERS = 6, 12
_EXAMPLES = 3
_MOST_ENTRIES = 100
_LONGEST_PATTERN = 200
_LONGEST, _LONG = 10_000, 2_000
_TEXTS = frozenset("text content body message sentence paragraph document note comment".split())
_OF_LETTERS = lazy_re.compile(
    r"\bchar(?:acter)?s?\b|\bletters\b|\bZeichen\b|\bcaract[eè]res\b|\bcaracteri\b|글자|문자|文字|字符|символ",
    re.IGNORECASE,
)
_OR_NULL = lazy_re.compile(r"\bnull\b", re.IGNORECASE)


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield wrong values, one argument at a time; where only a comparison tells, the right ones beside them."""
    if situation.base is None:
        return
    askable = [argument for argument in situation.everywhere if not _is_strangers(situation, argument)]
    for argument in sorted(askable, key=_weight)[:_MOST]:
        for value in _values(situation, argument):
            yield situation.vary(argument, value, "bad_input")
    nullable = (argument for argument in situation.free if _is_nullable(situation, argument))
    for argument in islice(nullable, _NULLABLE):
        yield situation.vary(argument, None, "bad_input")
    for argument in situation.free:
        if not argument.required and argument.types <= {"string"} and is_credential(argument.name):
            yield situation.vary(argument, NO_KEY, "bad_input")
    yield from islice(_members(situation, askable), _ALL_MEMBERS)
    for argument in askable:
        for value in _shown(argument):
            yield situation.vary(argument, value, "bad_input")
    for argument in islice(filter(_may_be_closed, askable), _MOST):
        yield situation.vary(argument, NO_MEMBER, "bad_input")


def _members(situation: Situation, arguments: Sequence[Argument]) -> Iterator[Probe]:
    """Yield the members of closed sets: each of them should be taken, and they should not all do the same."""
    for argument in arguments:
        if argument.types != {"boolean"} and argument.kind is not SweepKind.DETAIL:
            for member in argument.closed_set[:_MEMBERS]:
                if str(member).lower() not in WRITES | ACTS:
                    yield situation.vary(argument, member, "bad_input")


def _shown(argument: Argument) -> Iterator[Json]:
    """Yield what the schema shows as examples, and digits where both texts and numbers are taken."""
    examples = argument.schema.get("examples")
    if isinstance(examples, list):
        yield from examples[:_EXAMPLES]
    elif argument.numeric and "string" in argument.types and not argument.closed_set:
        yield DIGITS


def _may_be_closed(argument: Argument) -> bool:
    """Whether a text that may be left out could be one of a few words: an error may tell which."""
    if argument.types != {"string"} or argument.required or is_credential(argument.name):
        return False
    formed = argument.closed_set or argument.dated or argument.schema.keys() & {"pattern", "format"}
    return not (formed or argument.pages or searches(argument))


def _is_strangers(situation: Situation, argument: Argument) -> bool:
    """Whether a wrong text for this argument would still go somewhere: digits are an address, any word is a host."""
    text = not argument.types or "string" in argument.types
    return text and not argument.closed_set and not is_date(argument) and reaches_somebody(argument, situation.tool)


def _weight(argument: Argument) -> int:
    if argument.kind in {SweepKind.COUNT, SweepKind.SIZE, SweepKind.DETAIL}:
        return 0
    return 1 if argument.closed_set or is_date(argument) else 2


def _values(situation: Situation, argument: Argument) -> Iterator[Json]:
    if argument.types == {"boolean"}:
        yield from ("false", False, True)
    elif argument.closed_set:
        yield NO_MEMBER
        if argument.kind is None:
            yield from _another(situation, argument)
    elif argument.numeric:
        yield NO_NUMBER
        if argument.kind is None:
            yield from _ends(argument)
        yield from _outside(argument)
        if _may_go_beyond(situation, argument):
            yield BEYOND
    elif argument.entries:
        yield [NO_MEMBER]
    elif is_date(argument):
        yield NO_DATE
        if _is_taken(situation, argument, NO_DATE):
            yield written_for(argument, LATE)
    elif 0 < (most := _longest(argument)) <= _LONGEST:
        yield "a" * most
        yield "a" * (most + 50)
    elif (odd := _outside_pattern(argument)) is not None:
        yield odd
    if _is_plain(argument):
        yield DIGITS
        yield NO_TEXT
    if (many := _too_many(situation, argument)) is not None:
        yield many
    if allows_null(argument):
        yield None


def _longest(argument: Argument) -> int:
    """Return how long a text may be, by the schema or the description; of what takes any text, what is long; else 0."""
    most = argument.schema.get("maxLength")
    if isinstance(most, int) and not isinstance(most, bool):
        return most
    told = described_maximum(argument.description) if _OF_LETTERS.search(argument.description) else None
    if told is not None:
        return int(told)
    return _LONG if _is_plain(argument) and _TEXTS & set(words_of(argument.key)) else 0


def _ends(argument: Argument) -> Iterator[Json]:
    """Yield the least and the most that the schema allows."""
    for bound, exclusive in ((argument.minimum, "exclusiveMinimum"), (argument.maximum, "exclusiveMaximum")):
        if bound is not None and exclusive not in argument.schema and bound == int(bound):
            yield int(bound)


def _outside(argument: Argument) -> Iterator[Json]:
    """Yield what is next to the bounds, as the schema or else the description names them."""
    text = argument.description
    low = argument.minimum if argument.minimum is not None else described_minimum(text)
    high = argument.maximum if argument.maximum is not None else described_maximum(text)
    if low is not None and (argument.minimum is not None or high is not None):
        yield int(low) - 1
    if high is not None:
        yield int(high) + 1


def _is_taken(situation: Situation, argument: Argument, value: Json) -> bool:
    """Whether a value was answered with success: then what a right one gives tells what became of it."""
    call = find_call(situation.calls, situation.vary(argument, value, "bad_input").arguments)
    return call is not None and call.succeeded


def _may_go_beyond(situation: Situation, argument: Argument) -> bool:
    """Whether a number that every call needs says which thing is meant, and none can be that far; no page of a list."""
    reply = situation.base.measurement if situation.base is not None else None
    one = reply is not None and (reply.items is None or not argument.pages)
    return argument.required and argument.maximum is None and one and numbers_a_thing(argument)


def _another(situation: Situation, argument: Argument) -> Iterator[Json]:
    """Yield a member that the base does not send: whether the argument has an effect at all."""
    sent = value_in(situation.base.arguments, argument) if situation.base is not None else None
    yield from [member for member in argument.closed_set if member not in (sent, argument.default)][:1]


def _is_plain(argument: Argument) -> bool:
    """Whether an argument that every call needs takes any text, so that digits must do as well as letters."""
    shortest, longest = argument.schema.get("minLength", 0), argument.schema.get("maxLength", len(DIGITS))
    formed = argument.closed_set or is_date(argument) or argument.schema.keys() & {"pattern", "format"}
    fits = isinstance(shortest, int) and isinstance(longest, int) and shortest <= len(DIGITS) <= longest
    return argument.required and argument.types == {"string"} and not formed and fits


def _outside_pattern(argument: Argument) -> Json:
    """Return a text that the schema's pattern does not allow, or None where there is none or it allows all."""
    pattern = argument.schema.get("pattern")
    if not isinstance(pattern, str) or len(pattern) > _LONGEST_PATTERN:
        return None
    try:
        return next((text for text in (NO_MEMBER, "#") if re.search(pattern, text) is None), None)
    except (re.error, RecursionError):
        return None


def _too_many(situation: Situation, argument: Argument) -> Json:
    """Return more entries than the schema allows, made of those that are known to be taken; else None."""
    most = argument.schema.get("maxItems")
    base = situation.base
    given = value_in(base.arguments, argument) if base is not None else None
    entries = argument.schema.get("items")
    known = given if isinstance(given, list) else entries.get("enum") if isinstance(entries, Mapping) else None
    if not isinstance(most, int) or not 0 < most <= _MOST_ENTRIES or not isinstance(known, list) or not known:
        return None
    return [known[place % len(known)] for place in range(most + 1)]


def is_date(argument: Argument) -> bool:
    """Return whether an argument takes a date."""
    return argument.dated


def _is_nullable(situation: Situation, argument: Argument) -> bool:
    """Return whether the schema itself lets null in."""
    schema = situation.tool.input_schema
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    entry = properties.get(argument.name) if isinstance(properties, Mapping) else None
    if not isinstance(entry, Mapping) or argument.required:
        return False
    branches = [
        entry,
        *(branch for key in ("anyOf", "oneOf") for branch in _list(entry.get(key)) if isinstance(branch, Mapping)),
    ]
    return any("null" in _list(branch.get("type")) or branch.get("type") == "null" for branch in branches)


def _list(value: Json) -> list[Json]:
    return [entry for entry in value if isinstance(entry, str | Mapping)] if isinstance(value, list) else []


def allows_null(argument: Argument) -> bool:
    """Return whether the description promises that null may be sent."""
    return bool(_OR_NULL.search(argument.description))
