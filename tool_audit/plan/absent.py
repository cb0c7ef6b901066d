"""Identifiers that cannot exist: of the shape of those that were seen, and none of them; the same ones every time."""

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from math import log2
from pathlib import PurePosixPath
from uuid import UUID

from tool_audit import lazy_re
from tool_audit.effects.words import ACTS, WRITES
from tool_audit.experiments.bad_input import is_date
from tool_audit.experiments.situation import GIVEN, Filling
from tool_audit.experiments.writes import CANNOT_EXIST
from tool_audit.model import ABSENT, Arguments, Json, Subject, ToolSpec
from tool_audit.plan.acting import asked_with, inner_arguments, is_strict, items_of, names_one
from tool_audit.plan.fitting import fit, harvested
from tool_audit.plan.guesses import made_up, places, wants_path
from tool_audit.plan.harvest import Found
from tool_audit.plan.sources import FOLDER_WORDS, ID_WORDS, Sources, Surroundings
from tool_audit.schema import Argument
from tool_audit.vocabulary import singular, words_of

_WAYS = 2
_LEAST_BITS = 26
"""Of chance in a made-up text: so many, and none that is there is met."""
_BEYOND = ((1_000_000_000, 2_100_000_000, 40_000_000), (2**52, 2**53 - 2**50, 2**49), (2**62, 2**63 - 2**60, 2**59))
"""Numbers below the first are followed by those from the second on, within 32, 53 and 64 bits; the third: how many."""
_LONGEST_SAMPLE = 80
_LONGEST_PATTERN = 200
_SHAPED = lazy_re.compile(r"\S*\d\S*")
_HEX = "0123456789abcdef"
_LETTERS = (string.ascii_lowercase, string.ascii_uppercase, string.ascii_letters)
_KINDS = (string.digits, _HEX, _HEX.upper(), *(string.digits + letters for letters in _LETTERS))
_TRIED = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asking:
    """One way to ask a tool: `turn` tells its made-up values from those of the other ways."""

    tool: ToolSpec
    found: Sequence[Found]
    surroundings: Surroundings
    turn: int
    several: bool
    """Several of its arguments say which thing is meant: a folder among them may be a real one."""


def absent_fillings(
    subject: Subject, tool: ToolSpec, arguments: Sequence[Argument], sources: Sources, given: Arguments
) -> tuple[Filling, ...]:
    """Return ways to ask a tool that writes for what cannot exist; none where no such value fits an argument.

    No value is out of a reply. What the user gives is sent, but nothing is where that says which thing is meant.
    """
    needed = asked_with(subject, arguments)
    given = {name: value for name, value in given.items() if name != subject.argument}
    if any(a.name in given and names_one(a, tool) for a in arguments):
        return ()
    ways = []
    for turn in range(_WAYS):
        asking = _Asking(
            tool=tool,
            found=sources.found,
            surroundings=sources.surroundings,
            turn=turn,
            several=sum(names_one(argument, tool) for argument in needed) > 1,
        )
        values = {a.name: _value(a, asking) for a in needed if a.name not in given}
        if not values or any(value is ABSENT for value in values.values()):
            return ()
        origins = {a.name: _origin(a, asking) for a in needed if a.name in values}
        ways.append(
            Filling(arguments={**values, **given}, origins={**origins, **dict.fromkeys(given, GIVEN)}),
        )
    return tuple(ways)


def absent_identifier(argument: Argument, tool: ToolSpec, found: Sequence[Found]) -> Json:
    """Return an identifier that an argument takes and that cannot exist, or ABSENT."""
    return _value(argument, _Asking(tool=tool, found=found, surroundings=Surroundings(), turn=0, several=False))


def _origin(argument: Argument, asking: _Asking) -> str:
    return CANNOT_EXIST if names_one(argument, asking.tool) and not _is_scope(argument, asking) else "made up"


def _value(argument: Argument, asking: _Asking) -> Json:
    """Return a value for one argument; whatever text is not of a fixed form is one that cannot exist."""
    if "const" in argument.schema:
        return argument.schema["const"]
    if argument.closed_set:
        return next((m for m in argument.closed_set if str(m).lower() not in WRITES | ACTS), argument.closed_set[0])
    if items := items_of(argument):
        least = argument.schema.get("minItems", 1)
        one = _inside(argument, items, asking)
        return ABSENT if one is ABSENT or least not in (0, 1) else [one]
    if "object" in argument.types:
        inner = {one.name: _value(one, asking) for one in inner_arguments(argument, asking.tool)}
        return ABSENT if any(value is ABSENT for value in inner.values()) else inner
    if argument.numeric and "string" not in argument.types:
        return _number(argument, asking) if is_strict(argument) else _plain(argument, asking)
    if argument.types and "string" not in argument.types:
        return _plain(argument, asking)
    if _is_scope(argument, asking):
        return next((path for path, _ in places(argument, asking.tool, asking.surroundings)), ABSENT)
    formed = is_date(argument) or ("format" in argument.schema and argument.schema["format"] != "uuid")
    return _plain(argument, asking) if formed else _text(argument, asking)


def _inside(argument: Argument, items: Mapping[str, Json], asking: _Asking) -> Json:
    """Return a member of a list."""
    kind = items.get("type")
    types = frozenset({kind} if isinstance(kind, str) else ())
    members = items.get("enum")
    one = replace(
        argument,
        schema=items,
        types=types,
        closed_set=tuple(members) if isinstance(members, list) else (),
        closed_by_schema=isinstance(members, list),
    )
    return _value(one, asking)


def _plain(argument: Argument, asking: _Asking) -> Json:
    """Return an ordinary value, made up: of a date, a number, a flag."""
    fitting = (fit(argument, value) for value, _ in made_up(argument, asking.tool, ()))
    return next((value for value in fitting if value is not ABSENT), ABSENT)


def _is_scope(argument: Argument, asking: _Asking) -> bool:
    """Return whether a folder only says where to look for what another argument names."""
    words = set(singular(words_of(argument.name)))
    about = set(singular(words_of(asking.tool.name)))
    speaks = words & {"path", "dir", "directory", "cwd", "root", "repo", "repository"}
    return asking.several and bool(words & FOLDER_WORDS and speaks and wants_path(argument)) and not words & about


def _number(argument: Argument, asking: _Asking) -> Json:
    known = [value for value in _known(argument, asking) if isinstance(value, int) and not isinstance(value, bool)]
    for below, first, room in _BEYOND:
        if all(value < below for value in known):
            number = first + _Chance(argument, asking).below(room)
            return number if argument.maximum is None or number <= argument.maximum else ABSENT
    return ABSENT


def _text(argument: Argument, asking: _Asking) -> Json:
    taken = {str(seen.value) for seen in asking.found} | {*asking.surroundings.files, *asking.surroundings.folders}
    for text in _texts(argument, asking):
        if text not in taken and fit(argument, text) is not ABSENT and _matches(argument, text):
            return text
    return ABSENT


def _texts(argument: Argument, asking: _Asking) -> Iterator[str]:
    """Yield texts that are chance for the most part: in the shape of those that were seen, then of our own."""
    chance = _Chance(argument, asking)
    if argument.schema.get("format") == "uuid" or {"uuid", "guid"} & set(singular(words_of(argument.name))):
        yield chance.uuid()
        return
    samples = [value for value in _known(argument, asking) if isinstance(value, str)]
    if wants_path(argument):
        suffix = "" if FOLDER_WORDS & set(singular(words_of(argument.name))) else ".txt"
        yield from _paths(samples, chance, asking.surroundings, suffix)
    pattern = argument.schema.get("pattern")
    if _has_a_form(argument, asking.tool):
        shaped = (sample for sample in samples if len(sample) <= _LONGEST_SAMPLE and _SHAPED.fullmatch(sample))
        for sample in islice(shaped, _TRIED):
            yield from _like(sample, chance)
    yield f"tool-audit-{chance.text(_HEX, 12)}"
    if isinstance(pattern, str):
        yield from (chance.text(kind, length) for kind in _KINDS for length in (12, 16, 24, 26, 32, 40, 64))
        yield chance.uuid()
        yield from _prefixed(pattern, chance)
    yield chance.text(string.digits, 12)


def _has_a_form(argument: Argument, tool: ToolSpec) -> bool:
    """Return whether an argument takes identifiers, which a server may check for their form; names are free."""
    words = singular(words_of(argument.name))
    return is_strict(argument) or bool(ID_WORDS & set(words[-1:])) or set(words) <= set(singular(words_of(tool.name)))


def _paths(samples: Sequence[str], chance: "_Chance", surroundings: Surroundings, suffix: str) -> Iterator[str]:
    name = f"tool-audit-{chance.text(_HEX, 12)}"
    for sample in samples[:_TRIED]:
        path = PurePosixPath(sample)
        yield str(path.parent / (name + path.suffix))
    for folder in surroundings.folders[:1]:
        yield str(PurePosixPath(folder) / (name + suffix))


def _like(sample: str, chance: "_Chance") -> Iterator[str]:
    """Yield the sample with its variable part made of chance (`m-0325`: `m-9177...`), as long where that will do."""
    if _UUID.fullmatch(sample):
        yield chance.uuid()
        return
    head = _HEAD.match(sample)
    kept = head.group() if head else ""
    rest = sample[len(kept) :]
    plain = "".join(character for character in rest if character.isalnum())
    kind = next((kind for kind in _KINDS if set(plain) <= set(kind)), _KINDS[-1])
    if len(plain) * log2(len(kind)) >= _LEAST_BITS:
        made = iter(chance.text(kind, len(plain)))
        yield kept + "".join(next(made) if character.isalnum() else character for character in rest)
    yield kept + chance.text(kind, 12)


_UUID = lazy_re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_HEAD = lazy_re.compile(r"(?:[A-Za-z]+[-_:./#])+")
_PREFIX = lazy_re.compile(r"\^([A-Za-z][\w-]{0,12})(?=[\[\\(])")


def _prefixed(pattern: str, chance: "_Chance") -> Iterator[str]:
    """Yield texts with the words that a pattern begins with: `^boat-[0-9]+$`."""
    prefix = _PREFIX.match(pattern)
    for kind in _KINDS if prefix else ():
        yield from (f"{prefix.group(1) if prefix else ''}{chance.text(kind, length)}" for length in (12, 16, 9, 8))


def _matches(argument: Argument, text: str) -> bool:
    pattern = argument.schema.get("pattern")
    if not isinstance(pattern, str):
        return True
    try:
        return len(pattern) <= _LONGEST_PATTERN and re.search(pattern, text) is not None
    except (re.error, RecursionError):
        return False


def _known(argument: Argument, asking: _Asking) -> list[Json]:
    """Return what replies hold for this argument; where that is nothing, all identifiers that they hold."""
    values = [value for band in harvested(argument, asking.tool, asking.found) for value, _ in band]
    if values or not is_strict(argument):
        return values
    return [seen.value for seen in asking.found if seen.key and singular(seen.key)[-1] in ID_WORDS]


class _Chance:
    """What looks like chance and is the same every time: of a tool, an argument and a turn."""

    def __init__(self, argument: Argument, asking: _Asking) -> None:
        self._seed = f"{asking.tool.name}\0{argument.name}\0{asking.turn}".encode("utf-8", "replace")
        self._drawn = 0

    def below(self, limit: int) -> int:
        """Return a number from 0 up to the limit."""
        self._drawn += 1
        return int.from_bytes(sha256(self._seed + str(self._drawn).encode()).digest()[:12], "big") % limit

    def text(self, kind: str, length: int) -> str:
        """Return a text of these characters; it begins with no zero."""
        first = kind[self.below(len(kind) - 1) + 1]
        return first + "".join(kind[self.below(len(kind))] for _ in range(length - 1))

    def uuid(self) -> str:
        """Return a UUID of version 4."""
        return str(UUID(int=self.below(2**96) << 32 | self.below(2**32), version=4))
