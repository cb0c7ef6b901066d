"""Which values fit an argument: by what its schema takes, by its own name, and by what holds them in a reply."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Json, ToolSpec, canonical
from tool_audit.plan.harvest import IN_TEXT, Found
from tool_audit.plan.sources import (
    CONTENT_WORDS,
    FILE_WORDS,
    FOLDER_WORDS,
    ID_WORDS,
    NAME_WORDS,
    OVER_FOLDERS,
    PATH_WORDS,
    Candidate,
)
from tool_audit.schema import Argument
from tool_audit.vocabulary import singular, words_of

_MOST = 40
_FILE = lazy_re.compile(r"(?:[\w.@+-]+/)+[\w.@+-]+\.\w{1,8}")


_OF_THE_THING = 5
_SURE = 4


class Harvested(NamedTuple):
    """What replies hold for an argument and where: in each the best fit is first, then the order of finding decides."""

    of_the_thing: tuple[Candidate, ...]
    """The name and what holds it agree: `note_id`, and notes[].id."""
    sure: tuple[Candidate, ...]
    perhaps: tuple[Candidate, ...]


def harvested(argument: Argument, tool: ToolSpec, found: Sequence[Found]) -> Harvested:
    """Return what other replies hold for this argument, by how surely it is meant."""
    words = singular(words_of(argument.name))
    subject = set(singular(words_of(tool.name)))
    by_tool = not subject & OVER_FOLDERS and bool((FILE_WORDS | CONTENT_WORDS) & subject)
    a_folder = bool(FOLDER_WORDS & set(words)) and not FILE_WORDS & set(words)
    wants_file = (by_tool or bool(FILE_WORDS & set(words))) and not a_folder
    about = frozenset(singular(words_of(argument.description[:_OPENING])))
    scored = [(_fitness(words, subject, seen, wants_file=wants_file) or _told(about, seen), seen) for seen in found]
    scored.sort(key=lambda pair: pair[0], reverse=True)
    best = [(fitness, (seen.value, f"{seen.path} of {seen.tool}")) for fitness, seen in scored[:_MOST] if fitness > 0]
    return Harvested(
        of_the_thing=_spread([one for one in best if one[0] >= _OF_THE_THING]),
        sure=_spread([one for one in best if _SURE <= one[0] < _OF_THE_THING]),
        perhaps=_spread([one for one in best if one[0] < _SURE]),
    )


_HEAD = lazy_re.compile(r"[^\W\d_]*")


def _spread(best: Sequence[tuple[int, Candidate]]) -> tuple[Candidate, ...]:
    """Order what fits equally well so that one of each kind comes before the next of the same: `user:1`, `cart:1`."""
    turns: Counter[tuple[int, str]] = Counter()
    placed: list[tuple[int, int, Candidate]] = []
    for fitness, (value, origin) in best:
        head = _HEAD.match(str(value))
        kind = (fitness, head.group() if head else "")
        placed.append((-fitness, turns[kind], (value, origin)))
        turns[kind] += 1
    return tuple(pair for _, _, pair in sorted(placed, key=lambda one: one[:2]))


_OPENING = 120
"""Characters of an argument's description that say what it is."""
_THINGS = ID_WORDS | NAME_WORDS


@lru_cache(4_096)
def _singular(key: tuple[str, ...]) -> tuple[str, ...]:
    # each argument is held against all that was found
    return singular(key)


def _told(about: frozenset[str], seen: Found) -> int:
    """Judge by the argument's description, where its name says nothing: "the title of the note", "a key"."""
    key = _singular(seen.key)
    if key:
        return int(key[-1] in about and key[-1] in _THINGS)
    return int(bool(seen.holder) and seen.holder[-1] in about)


def _fitness(words: tuple[str, ...], subject: set[str], seen: Found, *, wants_file: bool) -> int:
    key = _singular(seen.key)
    if not words:
        return 0
    last, names_one = words[-1], bool(key) and key[-1] in ID_WORDS | NAME_WORDS
    shares_holder = bool(set(words[:-1]) & set(seen.holder))
    if len(words) > 1 and key == words:
        return 9
    if len(words) > 1 and words == (*seen.holder, *key)[-len(words) :]:
        return 8  # community_id: communities[].id
    if shares_holder and key == (last,) and last in ID_WORDS | NAME_WORDS:
        return 7
    if key == words and subject & set(seen.holder) and seen.path != IN_TEXT:
        return 6  # get_page(name): pages[].name
    if (shares_holder and names_one and last in ID_WORDS) or ((last,) == seen.holder[-1:] and (not key or names_one)):
        return 5  # names: ["a", "b"], or page: pages[].name
    if last in PATH_WORDS and key and key[-1] in PATH_WORDS:
        has_suffix = "." in str(seen.value).rsplit("/", 1)[-1]
        if has_suffix and FOLDER_WORDS & set(words):
            return 0  # a file is no folder; where the server stands is known
        if seen.path == IN_TEXT and not (has_suffix and wants_file):
            return 2  # of a text that speaks of a path, and may only do so
        elsewhere = str(seen.value).startswith(("/", "~"))  # where the server stands is surer than where others do
        return (3 if elsewhere else 4) if has_suffix is wants_file else 2
    if last in PATH_WORDS and not key and _FILE.fullmatch(str(seen.value)):
        return 4 if wants_file else 0
    if key == words:
        return 4 if last in ID_WORDS | NAME_WORDS else 3
    if last in {"target", "symbol", "node", "entity", "item"} and names_one:
        return 2 if key[-1] in NAME_WORDS else 1  # a number says nothing to who asks for a thing by what it is called
    return 0


_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}


def fit(argument: Argument, value: Json) -> Json:
    """Return the value in a form that the argument's schema takes, or ABSENT."""
    if value is None:
        return ABSENT
    if "array" in argument.types and not isinstance(value, list):
        items = argument.schema.get("items")
        kind = items.get("type") if isinstance(items, Mapping) else None
        scalar = isinstance(value, _TYPES.get(kind, (str, int, float)) if isinstance(kind, str) else (str, int, float))
        return [value] if scalar and kind not in {"object", "array"} else ABSENT
    if argument.closed_by_schema and canonical(value) not in {canonical(member) for member in argument.closed_set}:
        return ABSENT
    if argument.numeric and "string" not in argument.types:
        return _fitting_number(argument, value)
    if argument.types == {"string"}:
        return ABSENT if isinstance(value, Mapping | list | bool) else _fitting_text(argument, str(value))
    allowed = tuple(kind for name in argument.types for kind in _TYPES.get(name, ()))
    fits = not allowed or (isinstance(value, allowed) and (bool in allowed or not isinstance(value, bool)))
    return value if fits else ABSENT


def _fitting_number(argument: Argument, value: Json) -> Json:
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,15}", value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ABSENT
    if "number" not in argument.types and isinstance(value, float):
        if not value.is_integer():
            return ABSENT
        value = int(value)
    low, high = argument.minimum, argument.maximum
    return value if (low is None or value >= low) and (high is None or value <= high) else ABSENT


def _fitting_text(argument: Argument, value: str) -> Json:
    shortest, longest = argument.schema.get("minLength"), argument.schema.get("maxLength")
    if isinstance(shortest, int) and len(value) < shortest:
        return ABSENT
    if isinstance(longest, int) and len(value) > longest:
        return ABSENT
    return value  # a pattern is not tried: the server's own could keep us busy for ever
