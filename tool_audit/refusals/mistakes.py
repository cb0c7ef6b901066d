"""What is wrong with a call, by the schema alone: what it lacks, what it has too much, what cannot be meant."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Call, Json, Mistake, ToolRun, canonical
from tool_audit.patterns import breaks
from tool_audit.schema import Argument, arguments_of, resolve
from tool_audit.vocabulary import words_of

_MADE_UP: Final = "tool-audit-no-such-"
"""How the values begin that nobody can have given."""
_DIGITS: Final = "12345"
BEYOND: Final = 987_654_321
"""A number that no thing has, and no page: it fits into 32 bits."""
_LIKE_A_DATE: Final = lazy_re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ].*)?")
_NUMBER: Final = lazy_re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")
_NAMES_A_THING: Final = frozenset(
    "id ids uuid guid key name slug path file filename ref reference number no code handle identifier".split()
)
_PLACES: Final = frozenset("page index line row column cell slide chapter section position item slot step".split())
"""Words of numbers that say which part is meant."""
_OPAQUE: Final = frozenset("cursor token continuation marker next".split())
"""Words of cursors that have no meaning of their own, as the name of a page has."""
_CREDENTIALS: Final = frozenset("token apikey accesstoken authtoken sessiontoken apitoken accesskey".split())
_KINDS: Final[Mapping[str, Any]] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": Mapping,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """What is wrong with a call: its argument, with the value sent (ABSENT where it is missing)."""

    mistake: Mistake
    name: str
    value: Json = ABSENT
    argument: Argument | None = None
    """None where the schema does not have it."""
    missing: tuple[str, ...] = ()

    @property
    def proven(self) -> bool:
        """Whether the schema itself forbids it: an unknown id may be known elsewhere, prose may leave members out."""
        if self.mistake is Mistake.BAD_MEMBER:
            return self.argument is not None and self.argument.closed_by_schema
        return self.mistake is not Mistake.NO_SUCH_ID


def wrong_in(run: ToolRun, call: Call) -> Wrong | None:
    """Return the first thing that is wrong with a call, None where the schema allows all of it."""
    return next(_wrongs(run, call), None)


def reads_honestly(run: ToolRun, call: Call, wrong: Wrong) -> bool:
    """Whether a value of a wrong type is one of the declared type as soon as it is read: 12345 as text, "7" as 7.

    What read so is still none of the members, no date or out of range has no such reading.
    """
    if wrong.mistake is not Mistake.WRONG_TYPE or wrong.argument is None:
        return False
    argument = wrong.argument
    for read in _read_as(argument, wrong.value):
        unknown_form = isinstance(read, str) and (argument.dated or "format" in argument.schema)
        mistaken = _mistaken(run, call, argument, read)
        if not unknown_form and mistaken in (None, Mistake.NO_SUCH_ID):
            return True
    return False


def _read_as(argument: Argument, value: Json) -> Iterator[Json]:
    """Yield a scalar as each of the declared types that can be read off it."""
    if isinstance(value, bool | int | float) and "string" in argument.types:
        yield canonical(value)
    if isinstance(value, str) and argument.numeric and _NUMBER.fullmatch(value):
        yield float(value) if "." in value else int(value)
    if isinstance(value, str) and "boolean" in argument.types and value in ("true", "false"):
        yield value == "true"


def is_credential(name: str) -> bool:
    """Return whether an argument of this name takes a key that somebody was given, and no password."""
    return "".join(words_of(name)) in _CREDENTIALS


def numbers_a_thing(argument: Argument) -> bool:
    """Return whether a number says which thing, or which part of one, is meant, and not how many or how much."""
    words = words_of(argument.key)
    named = _NAMES_A_THING & set(words) if len(words) > 1 else {"id", "uid"} & set(words)
    return argument.numeric and argument.kind is None and bool(named or _PLACES & set(words[-1:]))


def _wrongs(run: ToolRun, call: Call) -> Iterator[Wrong]:
    arguments = {argument.name: argument for argument in arguments_of(run.tool)}
    missing = tuple(name for name, one in arguments.items() if one.required and name not in call.arguments)
    if missing:
        yield Wrong(mistake=Mistake.MISSING, name=missing[0], argument=arguments[missing[0]], missing=missing)
    for name, value in call.arguments.items():
        argument = arguments.get(name)
        if argument is None:
            if _takes_no_other(run.tool.input_schema):
                yield Wrong(mistake=Mistake.UNKNOWN_KEY, name=name, value=value)
        elif name != run.subject.argument:
            mistake = _mistaken(run, call, argument, value)
            if mistake is not None:
                yield Wrong(mistake=mistake, name=name, value=value, argument=argument)
            yield from _inside(argument, value)


def _takes_no_other(schema: Json) -> bool:
    """Whether nothing in a schema says that further keys may be sent."""
    resolved = resolve(schema, schema)
    extra = resolved.get("additionalProperties", resolved.get("unevaluatedProperties", False))
    return extra is False and not resolved.get("patternProperties")


def _inside(argument: Argument, value: Json) -> Iterator[Wrong]:
    """Yield the keys of an object argument that its schema does not have."""
    known = argument.schema.get("properties")
    if isinstance(known, Mapping) and isinstance(value, Mapping) and _takes_no_other(argument.schema):
        for key, inner in value.items():
            if key not in known:
                yield Wrong(mistake=Mistake.UNKNOWN_KEY, name=f"{argument.name}.{key}", value=inner)


def _mistaken(run: ToolRun, call: Call, argument: Argument, value: Json) -> Mistake | None:
    if value is None:
        return Mistake.NULL if argument.types and not _null_is_allowed(run, argument) else None
    if argument.types and not any(_is_a(kind, value) for kind in argument.types):
        return Mistake.WRONG_TYPE
    if argument.closed_set and argument.types != {"boolean"}:
        known = {canonical(member).lower() for member in argument.closed_set}
        return None if isinstance(value, list) or canonical(value).lower() in known else Mistake.BAD_MEMBER
    if argument.entries and isinstance(value, list) and value:
        return None if any(entry in argument.entries for entry in value) else Mistake.BAD_MEMBER
    if isinstance(value, int | float) and not isinstance(value, bool):
        low, high = argument.minimum, argument.maximum
        outside = (low is not None and value < low) or (high is not None and value > high)
        beyond = Mistake.NO_SUCH_ID if value == BEYOND and numbers_a_thing(argument) else None
        return Mistake.OUT_OF_RANGE if outside else beyond
    if isinstance(value, list):
        most: Any = argument.schema.get("maxItems")
        return Mistake.TOO_LONG if isinstance(most, int) and len(value) > most else None
    return _wrong_text(run, call, argument, value) if isinstance(value, str) else None


def _wrong_text(run: ToolRun, call: Call, argument: Argument, value: str) -> Mistake | None:
    most, pattern = argument.schema.get("maxLength"), argument.schema.get("pattern")
    if isinstance(most, int) and len(value) > most:
        return Mistake.TOO_LONG
    if isinstance(pattern, str) and breaks(pattern, value):
        return Mistake.BAD_FORMAT
    if _is_no_date(value):
        return Mistake.BAD_DATE
    made_up = value.startswith(_MADE_UP)
    if made_up and argument.pages and _OPAQUE & set(words_of(argument.name)):
        return Mistake.BAD_CURSOR
    if made_up and is_credential(argument.name):
        return Mistake.BAD_CREDENTIAL
    varied = run.default is not None and run.default.arguments.get(argument.name) not in (value, ABSENT)
    names_a_thing = bool(_NAMES_A_THING & set(words_of(argument.name)))
    cannot_exist = call.observation.probe.origins.get(argument.name, "").startswith("made up: it cannot")
    if cannot_exist or (names_a_thing and varied and (made_up or value == _DIGITS)):
        return Mistake.NO_SUCH_ID
    return None


def _is_a(kind: str, value: Json) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return kind not in _KINDS or isinstance(value, _KINDS[kind])


def _null_is_allowed(run: ToolRun, argument: Argument) -> bool:
    """Whether the schema lets null in: as a type, a branch or a member."""
    root = resolve(run.tool.input_schema, run.tool.input_schema)
    properties = root.get("properties")
    declared = properties.get(argument.name) if isinstance(properties, Mapping) else None
    parts = [resolve(declared, run.tool.input_schema)]
    for key in ("anyOf", "oneOf"):
        branches = parts[0].get(key)
        parts += [resolve(branch, run.tool.input_schema) for branch in branches] if isinstance(branches, list) else []
    return any(
        part.get("type") == "null"
        or (isinstance(part.get("type"), list) and "null" in part["type"])
        or (isinstance(part.get("enum"), list) and None in part["enum"])
        or part.get("nullable") is True
        for part in parts
    )


def _is_no_date(value: str) -> bool:
    found = _LIKE_A_DATE.fullmatch(value)
    if found is None:
        return False
    try:
        date(*(int(part) for part in found.groups()))
    except ValueError:
        return True
    return False
