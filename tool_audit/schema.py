"""Read a tool's input schema leniently: its arguments, what each may be, and what each chooses."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tool_audit.described_values import described_values
from tool_audit.docstrings import NO_ARGUMENTS, described_arguments, names_spoken_of
from tool_audit.model import ABSENT, Json, SweepKind, ToolSpec, canonical
from tool_audit.model.remembered import remembered
from tool_audit.vocabulary import dates, kind_of, pages, pages_elsewhere, words_of

_REF_DEPTH = 16  # a chain of $ref longer than this is a loop or a bomb
_NESTED = 4
_MOST_PARTS = 500  # of one schema: nobody writes more, but a bomb of $ref stands for any number
_BEYOND = 1e300  # what no float holds, and no server means


@dataclass(frozen=True, slots=True, weakref_slot=True, kw_only=True)
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
    """The schema's; where it has none, what the tool's description says of the argument under a heading "Args:"."""
    entries: tuple[Json, ...] = ()
    """Of a list: the only values that its entries take, by the schema."""
    outer: str = ""  # the argument in whose object it stands
    as_text: bool = False  # its numbers are sent as digits in a text

    @property
    def key(self) -> str:
        """Its name where it stands: `limit` of `options.limit`."""
        return self.name.removeprefix(f"{self.outer}.") if self.outer else self.name

    @property
    def numeric(self) -> bool:
        """Whether a number can be sent."""
        return bool(self.types & {"integer", "number"})

    @property
    @remembered
    def kind(self) -> SweepKind | None:
        """What the argument chooses of a reply's size or form, if anything."""
        return kind_of(
            self.key, self.types, self.closed_set, self.description, required=self.required, minimum=self.minimum
        )

    @property
    def dated(self) -> bool:
        """Whether it takes a date, by its format, its name or its description."""
        texts = not self.types or "string" in self.types
        return texts and (
            self.schema.get("format") in ("date", "date-time")
            or (not self.closed_set and dates(self.key, self.description))
        )

    @property
    def pages(self) -> bool:
        """Whether it is a cursor, a page number or an offset; `after` a date and `from` a unit are none of them."""
        begins = self.numeric and (self.minimum in (0, 1) or self.default in (0, 1))
        if pages(self.key):
            counted = self.key not in ("from", "start") or begins or (self.numeric and self.key == "from")
            return counted and not self.dated
        return begins and pages_elsewhere(self.key, self.description)


@remembered
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
    told = described_arguments(tool.description, frozenset(properties))
    return tuple(
        _argument(name, schema, root, required=name in required, told=told.get(name, ""), about=tool.description)
        for name, schema in properties.items()
    )


def takes_others(tool: ToolSpec) -> bool:
    """Return whether the schema says that names which it does not declare are taken as well, or is unusable."""
    root = tool.input_schema
    if not isinstance(root, Mapping):
        return True
    parts = list(_parts(root, root))
    said = [part.get(key, False) for part in parts for key in ("additionalProperties", "unevaluatedProperties")]
    return any(extra is not False for extra in said) or any(part.get("patternProperties") for part in parts)


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
        if rest or not isinstance(target, Mapping):
            target = {**target, **rest} if isinstance(target, Mapping) else rest
        schema = target
    return {}


def _pointer(root: Json, ref: str) -> Json:
    if not ref.startswith("#"):
        return None
    node = root
    for step in ref[1:].strip("/").split("/") if ref != "#" else []:
        key = step.replace("~1", "/").replace("~0", "~")
        node = node.get(key) if isinstance(node, Mapping) else None
    return node


def _conjuncts(schema: Json, root: Json, walk: "_Walk | None" = None) -> Iterator[Mapping[str, Json]]:
    """Yield the schema and what allOf adds, at any depth."""
    walk = walk or _Walk()
    stack = [(schema, 0)]
    while stack and not walk.ended:
        node, depth = stack.pop()
        resolved = resolve(node, root)
        if walk.is_new(resolved):
            yield resolved
            if depth < _NESTED:
                stack.extend((part, depth + 1) for part in reversed(_list(resolved.get("allOf"))))


def _parts(schema: Json, root: Json) -> Iterator[Mapping[str, Json]]:
    """Yield the schema, what allOf adds, and the branches of anyOf and oneOf, at any depth."""
    walk = _Walk()
    stack = [(schema, 0)]
    while stack and not walk.ended:
        node, depth = stack.pop()
        conjuncts = tuple(_conjuncts(node, root, walk))
        yield from conjuncts
        if depth < _NESTED:
            branches = (b for part in conjuncts for key in ("anyOf", "oneOf") for b in _list(part.get(key)))
            stack.extend((branch, depth + 1) for branch in reversed(list(branches)))


class _Walk:
    """What was walked over: each schema is looked at once, however many lead to it, and no more than can be written."""

    def __init__(self) -> None:
        self._seen: dict[int, Mapping[str, Json]] = {}  # holds what was resolved, so that no id is given twice

    def is_new(self, schema: Mapping[str, Json]) -> bool:
        if id(schema) in self._seen or self.ended:
            return False
        self._seen[id(schema)] = schema
        return True

    @property
    def ended(self) -> bool:
        return len(self._seen) >= _MOST_PARTS


def _argument(name: str, schema: Json, root: Json, *, required: bool, told: str, about: str) -> Argument:
    parts = [part for part in _parts(schema, root) if part.get("type") != "null"]
    merged: dict[str, Json] = {}
    for part in parts:
        for key, value in part.items():
            merged.setdefault(key, value)
    types = frozenset(kind for part in parts for kind in _strings(part.get("type"))) - {"null"}
    description = str(merged.get("description") or told)
    by_schema = _schema_values(parts, types)
    default = merged.get("default", ABSENT)
    if not types and isinstance(default, int | float):
        types = frozenset({"boolean" if isinstance(default, bool) else "integer"})
    lows = [_number(merged.get("minimum")), _stepped(merged.get("exclusiveMinimum"), 1)]
    highs = [_number(merged.get("maximum")), _stepped(merged.get("exclusiveMaximum"), -1)]
    return Argument(
        name=name,
        schema=merged,
        required=required,
        types=types,
        default=default,
        closed_set=by_schema or (described_values(description, words_of(name), about) if types <= {"string"} else ()),
        closed_by_schema=bool(by_schema),
        minimum=max((low for low in lows if low is not None), default=None),
        maximum=min((high for high in highs if high is not None), default=None),
        description=description,
        entries=_schema_values(list(_parts(merged.get("items"), root)), frozenset()) if "array" in types else (),
    )


def _number(value: Json) -> float | None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if number and -_BEYOND < value < _BEYOND else None


def _stepped(value: Json, step: int) -> float | None:
    number = _number(value)  # a boolean is draft 4's way, where the bound itself stands in the other keyword
    return None if number is None else number + step


def _schema_values(parts: list[Mapping[str, Json]], types: frozenset[str]) -> tuple[Json, ...]:
    values: dict[str, Json] = {}
    for part in parts:
        named = part["enum"] if isinstance(part.get("enum"), list) else [part.get("const")]
        values.update((canonical(value), value) for value in named if value is not None)
    if not values and types == {"boolean"}:
        return (False, True)
    return tuple(values.values())


def _strings(value: Json) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def undeclared_arguments(tool: ToolSpec) -> tuple[str, ...]:
    """Return the names that the description speaks of as arguments and the schema does not have, in their order."""
    known = {argument.name.lower() for argument in arguments_of(tool)} | _nested_names(tool.input_schema) | NO_ARGUMENTS
    listed, in_prose = names_spoken_of(tool.description)
    named = dict.fromkeys((*listed, *filter(_chooses, in_prose)))
    return tuple(name for name in named if name.lower() not in known)


def _chooses(name: str) -> bool:
    # in running text only the field's own words are taken for arguments: "note: the ..." is prose
    return kind_of(name, frozenset({"integer"}), (), "", required=False) is not None or pages(name)


def _nested_names(schema: Json) -> set[str]:
    names: set[str] = set()
    stack: list[Json] = [schema]
    for _ in range(2_000):
        if not stack:
            break
        node = stack.pop()
        if isinstance(node, Mapping):
            properties = node.get("properties")
            names |= {str(name).lower() for name in properties} if isinstance(properties, Mapping) else set()
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node)
    return names
