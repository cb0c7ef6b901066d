"""Read a tool's input schema leniently: its arguments, what each may be, and what each chooses."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tool_audit.model import ABSENT, Json, SweepKind, ToolSpec
from tool_audit.vocabulary import kind_of, pages

_REF_DEPTH = 16  # a chain of $ref longer than this is a loop or a bomb


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One argument of a tool. `types` are JSON Schema names without null; `closed_set`: the only values it takes."""

    name: str
    schema: Mapping[str, Json]
    required: bool
    types: frozenset[str]
    default: Json
    closed_set: tuple[Json, ...]
    """From enum, const or boolean; else read out of the description."""
    closed_by_schema: bool
    minimum: float | None
    maximum: float | None
    description: str

    @property
    def numeric(self) -> bool:
        """Whether a number can be sent."""
        return bool(self.types & {"integer", "number"})

    @property
    def kind(self) -> SweepKind | None:
        """What the argument chooses of a reply's size or form, if anything."""
        return kind_of(self.name, self.types, self.closed_set)

    @property
    def pages(self) -> bool:
        """Whether it is a cursor, a page number or an offset."""
        return pages(self.name)


def arguments_of(tool: ToolSpec) -> tuple[Argument, ...]:
    """Return the arguments that the input schema declares, in its order; an unusable schema has none."""
    root = tool.input_schema
    if not isinstance(root, Mapping):
        return ()
    required = {name for part in _conjuncts(root, root) for name in _strings(part.get("required"))}
    properties: dict[str, Json] = {}
    for part in _parts(root, root):
        declared = part.get("properties")
        if isinstance(declared, Mapping):
            for name, schema in declared.items():
                properties.setdefault(str(name), schema)
    return tuple(_argument(name, schema, root, required=name in required) for name, schema in properties.items())


def resolve(schema: Json, root: Json) -> Mapping[str, Json]:
    """Follow local $ref; anything that is not an object schema is an empty one."""
    for _ in range(_REF_DEPTH):
        if not isinstance(schema, Mapping):
            return {}
        ref = schema.get("$ref")
        if not isinstance(ref, str):
            return schema
        target = _pointer(root, ref)
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        schema = {**target, **rest} if isinstance(target, Mapping) else rest
    return {}


def _pointer(root: Json, ref: str) -> Json:
    if not ref.startswith("#"):
        return None
    node = root
    for step in ref[1:].strip("/").split("/") if ref != "#" else []:
        key = step.replace("~1", "/").replace("~0", "~")
        node = node.get(key) if isinstance(node, Mapping) else None
    return node


def _conjuncts(schema: Json, root: Json) -> Iterator[Mapping[str, Json]]:
    resolved = resolve(schema, root)
    yield resolved
    for part in _list(resolved.get("allOf")):
        yield resolve(part, root)


def _parts(schema: Json, root: Json) -> Iterator[Mapping[str, Json]]:
    yield from _conjuncts(schema, root)
    resolved = resolve(schema, root)
    for key in ("anyOf", "oneOf"):
        for part in _list(resolved.get(key)):
            yield resolve(part, root)


def _argument(name: str, schema: Json, root: Json, *, required: bool) -> Argument:
    parts = [part for part in _parts(schema, root) if part.get("type") != "null"]
    merged: dict[str, Json] = {}
    for part in parts:
        for key, value in part.items():
            merged.setdefault(key, value)
    types = frozenset(kind for part in parts for kind in _strings(part.get("type"))) - {"null"}
    description = str(merged.get("description") or "")
    by_schema = _schema_values(parts, types)
    numbers = [merged.get(key) for key in ("minimum", "maximum")]
    minimum, maximum = (float(n) if isinstance(n, int | float) and not isinstance(n, bool) else None for n in numbers)
    if isinstance(low := merged.get("exclusiveMinimum"), int | float) and not isinstance(low, bool) and minimum is None:
        minimum = low + 1
    if (
        isinstance(high := merged.get("exclusiveMaximum"), int | float)
        and not isinstance(high, bool)
        and maximum is None
    ):
        maximum = high - 1
    return Argument(
        name=name,
        schema=merged,
        required=required,
        types=types,
        default=merged.get("default", ABSENT),
        closed_set=by_schema or (described_values(description) if types <= {"string"} else ()),
        closed_by_schema=bool(by_schema),
        minimum=minimum,
        maximum=maximum,
        description=description,
    )


def _schema_values(parts: list[Mapping[str, Json]], types: frozenset[str]) -> tuple[Json, ...]:
    values: list[Json] = []
    for part in parts:
        if isinstance(part.get("enum"), list):
            values += [value for value in part["enum"] if value is not None]
        elif "const" in part and part["const"] is not None:
            values.append(part["const"])
    if not values and types == {"boolean"}:
        return (False, True)
    return tuple(values)


_QUOTED = re.compile(r"""["'`\u201c\u2018]([A-Za-z][\w.-]{0,30})["'`\u201d\u2019]""")
_ALTERNATIVES = re.compile(r"(?<![\w|/])[a-z][\w-]{1,20}(?:\s?\|\s?[a-z][\w-]{1,20})+(?![\w|/])")
_ONE_OF = re.compile(
    r"(?:one of|either|allowed(?: values)?|options?|values?|levels?|modes?|choose (?:from|between))"
    r"\s*(?:are|is)?\s*:?\s*"
    r"("
    r"[a-z][\w-]*(?:\s*,\s*(?:or\s+|and\s+)?[a-z][\w-]*)+(?:,?\s+(?:or|and)\s+[a-z][\w-]*)?"
    r"|[a-z][\w-]* or [a-z][\w-]*"
    r")",
    re.IGNORECASE,
)
_NOT_VALUES = {"default", "or", "and", "the", "a", "an", "if", "omitted", "none", "null", "true", "false"}
_EXAMPLES = re.compile(r"\b(?:e\.g\.?|for example|such as|like|example)\b", re.IGNORECASE)


def described_values(description: str) -> tuple[str, ...]:
    """Return the closed set of words that a description names, or () where it names none or only gives examples.

    A set is two to eight words: quoted ('"standard" (default) ..., "minimal" ...'), `a|b|c`, or "one of: a, b, c".
    """
    if found := _ALTERNATIVES.search(description):
        return _closed(re.split(r"\s?\|\s?", found.group()))
    if found := _ONE_OF.search(description):
        return _closed(re.split(r"\s*,\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+", found.group(1)))
    if _EXAMPLES.search(description):
        return ()
    return _closed(_QUOTED.findall(description))


def _closed(words: list[str]) -> tuple[str, ...]:
    unique = tuple(dict.fromkeys(word.strip() for word in words if word and word.lower() not in _NOT_VALUES))
    return unique if 2 <= len(unique) <= 8 else ()


def _strings(value: Json) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []
