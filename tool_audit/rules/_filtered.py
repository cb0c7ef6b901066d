"""Whether what choosing and sorting arguments were asked for contradicts the items that came all the same."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from tool_audit import lazy_re
from tool_audit.measure.fields import Columns, chosen_field, columns, field_name, holding, leaves_out, scalars
from tool_audit.model import Json, Measurement
from tool_audit.rules._sizes import is_number, shown
from tool_audit.rules.no_way_to_page import SEARCHED
from tool_audit.schema import Argument
from tool_audit.vocabulary import bound_field, english_words, projects, words_of

_ORDERED = frozenset("level severity priority importance min minimum max maximum sort order by".split())
"""Words of closed sets of which one member may hold all that another holds: `level=warn` shows errors, too."""
_INCLUDING = frozenset("include includes including with show expand return".split())
_JUST = frozenset("only just".split())
_EXCLUSIVE = frozenset("status state category genre department dept colour color".split())
"""What a thing has one of: two of them cannot have the same things."""
_WORDING = frozenset("lang language locale currency unit units timezone tz".split())
"""What a reply is worded in, unless its items have a field of just this name."""
_EVERYTHING = frozenset("all any every both none everything".split())
_SORTING = frozenset("sort sorted order orderby sortby ordering".split())
_FAR = lazy_re.compile(r"(?:2037-12-31|1990-01-01)(?!\d)")
_DATE = lazy_re.compile(r"\b((?:1[89]|2[01])\d\d)-\d\d-\d\d")
_YEARS = range(1990, 2037)
_LOOKED_AT = 5_000_000
_TEXTS, _TEXT = 200, 2_000
_SEARCHED_ITEMS = 5
_DIRECTION = lazy_re.compile(r"^[-+]|(?:[_:. ]|\b)(?:asc|desc|ascending|descending)$", re.IGNORECASE)


def should_filter(argument: Argument, sent: Sequence[Json], base: Measurement) -> str | None:
    """Say what of the items, which came for every value that was sent, some of these values leave out; else None."""
    fields = columns(base)
    if projects(argument.key) and "string" in argument.types and not argument.closed_set:
        return _others(argument, [value for value in sent if isinstance(value, str)], fields)
    proofs = (
        _flag(argument, sent, fields) if argument.types == {"boolean"} else None,
        _bound(argument, sent, fields),
        _list(argument, sent, fields),
        _field(argument, sent, fields),
        _members(argument, sent, base, fields),
        _text(argument, sent, base),
        _date(sent, base),
    )
    return next((proof for proof in proofs if proof), None)


def flag_left_there(argument: Argument, sent: Sequence[Json], base: Measurement) -> str | None:
    """Say which items a switch should have left out: those whose field of its name says the opposite."""
    return _flag(argument, sent, columns(base))


def _flag(argument: Argument, sent: Sequence[Json], fields: Columns) -> str | None:
    words = words_of(argument.key)
    column = fields.get(chosen_field(argument.key), ())
    on, off = holding(column, True), holding(column, False)
    if on and any(value is False for value in sent) and _INCLUDING & set(words):
        return f"what it should take out is there either way ({len(on):,} of its items)"
    if on and any(value is True for value in sent) and leaves_out(argument.key):
        return f"what it should leave out is there either way ({len(on):,} of its items)"
    if off and any(value is True for value in sent) and _JUST & set(words):
        return f"{len(off):,} of its items are none of those that it should keep to"
    both = any(value is True for value in sent) and any(value is False for value in sent)
    plain = not leaves_out(argument.key) and not set(words) & (_INCLUDING | _JUST)
    return f"its items are of both kinds, {len(on):,} and {len(off):,}" if plain and both and on and off else None


def _bound(argument: Argument, sent: Sequence[Json], fields: Columns) -> str | None:
    end, name = bound_field(argument.key)
    if not end or not argument.numeric or argument.closed_set:
        return None
    for field, column in fields.items():
        numbers = [value for _, value in column if is_number(value)]
        if not numbers or not (field == name or field.startswith(name)) or len(set(numbers)) < 2:
            continue
        for asked in filter(is_number, sent):
            beyond = sum(1 for number in numbers if (number < asked if end == "min" else number > asked))
            if beyond:
                side = "below" if end == "min" else "above"
                return f"{beyond:,} of its items are {side} {argument.name}={shown(asked)}"
    return None


def _list(argument: Argument, sent: Sequence[Json], fields: Columns) -> str | None:
    """Judge lists of one entry: of items, all that lack it should be gone; of fields, all others."""
    asked = [value[0] for value in sent if isinstance(value, list) and len(value) == 1 and value[0] is not None]
    if "array" not in argument.types or not asked:
        return None
    if projects(argument.key):
        return _others(argument, asked, fields)
    own = fields.get(chosen_field(argument.key))
    candidates = [own] if own is not None else list(fields.values()) if argument.entries else []
    for column in candidates:
        items = {place for place, _ in column}
        for value in asked:
            kept = holding(column, value)
            if kept and leaves_out(argument.key):
                return f"{len(kept):,} of its items are {shown(value)[:40]}, which was to be left out"
            if kept and len(kept) < len(items):
                return f"{len(items) - len(kept):,} of its items are none of {shown(value)[:40]}"
    return None


def _others(argument: Argument, asked: Sequence[Json], fields: Columns) -> str | None:
    """Judge a choice of fields: all but those that were asked for should be gone."""
    names = [field_name(name) for name in asked if isinstance(name, str)]
    known = {field_name(str(entry)) for entry in argument.entries} or set(fields)
    over = sorted((known & set(fields)) - set(names[:1]))
    there = names and names[0] in fields
    return f"{over[0]} is there, though only {shown(asked[0])[:40]} was asked for" if there and over else None


def _field(argument: Argument, sent: Sequence[Json], fields: Columns) -> str | None:
    """Judge values that occur in the field of the argument's name, in some items and not in others."""
    column = fields.get(chosen_field(argument.key), ())
    items = {place for place, _ in column}
    if leaves_out(argument.key):
        items = items | {-1}  # what all items are is to be left out, too
    asked = [value for value in _scalars(sent) if 0 < len(holding(column, value)) < len(items)]
    if len(asked) > 1:
        told = " and ".join(shown(value)[:40] for value in asked[:2])
        return f"its items have {len(scalars(column)):,} different values there, {told} among them"
    return None


def _members(argument: Argument, sent: Sequence[Json], base: Measurement, fields: Columns) -> str | None:
    """Judge the members of a closed set: the items hold several of them, or no two can have the same items."""
    if not argument.closed_by_schema or argument.types == {"boolean"}:
        return None
    words = set(words_of(argument.key))
    least = 2 if words & _ORDERED else 1
    asked = [value for value in sent if value in argument.closed_set]
    for held in (*_held(argument, fields), _held_in_text(argument, base)):
        if len(held) > 1 and sum(1 for value in asked if value in held) >= least:
            return f"its items hold {' and '.join(shown(value)[:40] for value in held[:3])} alike"
    exclusive = [value for value in asked if str(value).lower() not in _EVERYTHING]
    count = base.items.count if base.items is not None else 0
    if words_of(argument.key)[-1:] and words_of(argument.key)[-1] in _EXCLUSIVE and len(exclusive) > 1 and count > 1:
        return f"the same {count:,} items cannot be {' and '.join(shown(value)[:40] for value in exclusive[:2])}"
    return None


def _held(argument: Argument, fields: Columns) -> Iterable[Sequence[Json]]:
    """Yield for each field that holds members of the closed set and nothing else which they are."""
    members = {str(member).casefold(): member for member in argument.closed_set}
    own = fields.get(chosen_field(argument.key), ())
    # the language of the labels is not that of a book
    for column in [own] if _WORDING & set(words_of(argument.key)) else fields.values():
        values = [value for value in scalars(column) if not isinstance(value, bool)]
        if values and all(str(value).casefold() in members for value in values):
            yield [members[str(value).casefold()] for value in values]


def _held_in_text(argument: Argument, base: Measurement) -> Sequence[Json]:
    """Return the members of a closed set that texts hold, where each text holds just one."""
    words = {str(member): member for member in argument.closed_set if len(str(member)) > 2}
    records = base.items.records[:_TEXTS] if base.items is not None else ()
    if not words or len(words) < len(argument.closed_set) or not all(isinstance(record, str) for record in records):
        return ()
    named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)
    lower = {word.casefold(): member for word, member in words.items()}
    found: dict[Json, None] = {}
    for record in records:
        held = {word.casefold() for word in named.findall(str(record)[:_TEXT])}
        if len(held) != 1:
            return ()
        found.setdefault(lower[held.pop()])
    return tuple(found)


def _text(argument: Argument, sent: Sequence[Json], base: Measurement) -> str | None:
    """Judge a search: words of which one is in a few items only, and one in none."""
    if not SEARCHED & set(words_of(argument.key)) or argument.closed_set or base.items is None:
        return None
    asked = list(dict.fromkeys(value for value in sent if isinstance(value, str)))
    records = [str(record)[:_TEXT].casefold() for record in base.items.records[:_TEXTS]]
    within = [sum(1 for record in records if value.casefold() in record) for value in asked]
    if len(records) < _SEARCHED_ITEMS or 0 not in within or not any(0 < times < len(records) for times in within):
        return None
    rare = next(value for value, times in zip(asked, within, strict=True) if 0 < times < len(records))
    none = next(value for value, times in zip(asked, within, strict=True) if not times)
    return f"{shown(rare)[:40]} is in few of its {base.items.count:,} items and {shown(none)[:40]} in none"


def _date(sent: Sequence[Json], base: Measurement) -> str | None:
    far = [value for value in sent if isinstance(value, str) and _FAR.match(value)]
    years = {int(year) for year in _DATE.findall(base.text[:_LOOKED_AT])} if far else set()
    between = base.items is not None and base.items.count > 0 and years and all(year in _YEARS for year in years)
    return f"none of its items is on that side of {far[0]}" if far and between else None


def should_sort(argument: Argument, sent: Sequence[Json], base: Measurement) -> str | None:
    """Say by which field of those that were asked for the items are not sorted; None where all could be."""
    if not _SORTING & {*english_words(argument.key), "".join(words_of(argument.key))}:
        return None
    fields = columns(base)
    for value in sent:
        column = fields.get(field_name(_DIRECTION.sub("", value)), ()) if isinstance(value, str) else ()
        numbers = [number for _, number in column if is_number(number)]
        if len(numbers) == len(column) >= 3 and not _is_sorted(numbers):
            return f"its items are not in the order of {shown(value)[:40]}"
    return None


def _is_sorted(numbers: Sequence[float]) -> bool:
    pairs = list(pairwise(numbers))
    return all(one <= other for one, other in pairs) or all(one >= other for one, other in pairs)


def _scalars(values: Sequence[Json]) -> Sequence[str | int | float]:
    return list(dict.fromkeys(value for value in values if isinstance(value, str | int | float)))


_UNITS: Mapping[str, frozenset[str]] = {
    "degrees": frozenset("c celsius f fahrenheit k kelvin".split()),
    "systems": frozenset("metric imperial si us uscs".split()),
    "lengths": frozenset("m km cm mm mi mile miles ft feet foot in inch inches yd meter meters kilometers".split()),
    "weights": frozenset("g kg mg t lb lbs oz gram grams kilogram kilograms pound pounds ounce ounces".split()),
}
_OF_UNITS = frozenset("unit units".split())
_NO_MEASURES = frozenset("id count total page limit offset year month day hour index no number version code".split())


def should_convert(argument: Argument, sent: Sequence[Json], base: Measurement) -> str | None:
    """Say that numbers cannot be the same in two units; None where no number is told or the units are not known."""
    units = list(dict.fromkeys(str(value).lower() for value in sent if isinstance(value, str)))
    known = any(len(units) > 1 and set(units) <= members for members in _UNITS.values())
    if not known or not _OF_UNITS & set(words_of(argument.key)):
        return None
    numbers = _measures(base.document)
    return f"its {numbers:,} numbers cannot be right in both {' and '.join(units[:2])}" if numbers > 1 else None


def _measures(document: Json) -> int:
    """Return how many numbers beside zero a document has that may be measures."""
    found = 0
    stack: list[Json] = [document]
    for _ in range(2_000):
        if not stack:
            break
        node = stack.pop()
        if isinstance(node, list):
            stack.extend(node)
        for key, value in node.items() if isinstance(node, Mapping) else ():
            if is_number(value) and value and not set(words_of(str(key))) & _NO_MEASURES:
                found += 1
            elif isinstance(value, dict | list):
                stack.append(value)
    return found
