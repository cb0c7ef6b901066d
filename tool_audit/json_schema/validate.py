"""Checks a value against a schema that nobody vouches for: no depth, loop, reference or pattern makes this hang."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from threading import local
from typing import Any

from tool_audit.json_schema.faults import kind, subschemas
from tool_audit.model import Json, canonical
from tool_audit.patterns import BACKTRACKS, TRIED_ON

_MOST_SUBSCHEMAS = 5_000
_MOST_REFERENCES = 20_000  # followed in one check: more are a bomb
_LIST = 200  # entries of a list that are looked at
_MOST_NODES = 20_000
_SHOWN = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What is wrong with a value, and where: `path` as `$.items[0].name`, "[]" for any entry of a list."""

    path: str
    place: str
    what: str


class _ExhaustedError(Exception):
    """The schema asks for more work than a check is worth."""


def problems(schema: Json, value: Json, most: int = 20) -> list[Problem] | None:
    """Return what is wrong with a value, [] where nothing is, None where the schema is unusable or too costly to ask.

    Long lists are checked in their first entries only. References to other documents are never fetched.
    """
    found = Checker(schema).faults(value, most)
    return None if found is None else [_problem(error) for error in found]


class Checker:
    """A schema that many values are held to: it is looked at once."""

    def __init__(self, schema: Json) -> None:
        self._validator = _validator(schema)

    @property
    def usable(self) -> bool:
        """Whether it is a schema, and one that can be asked."""
        return self._validator is not None

    def faults(self, value: Json, most: int = 20) -> list[Any] | None:
        """Return the validator's errors, [] where there is none, None where the schema is unusable or too costly."""
        if self._validator is None:
            return None
        from referencing.exceptions import Unresolvable  # noqa: PLC0415 - slow, and the CLI must start without it

        _left.references = _MOST_REFERENCES
        try:
            return list(islice(self._validator.iter_errors(_shortened(value)), most))
        except (RecursionError, _ExhaustedError, Unresolvable, re.error):
            return None


def _validator(schema: Json) -> Any:
    """Return a validator; None where the schema is none, or asks for more than a check is worth."""
    if not isinstance(schema, Mapping):
        return None
    nodes = list(subschemas(schema))
    if len(nodes) > _MOST_SUBSCHEMAS or any(_refers_elsewhere(node.schema) for node in nodes):
        return None
    try:
        if not _is_schema(canonical(schema)):
            return None
        return _limited(_dialect(schema))(schema)
    except (RecursionError, re.error):
        return None


def _refers_elsewhere(schema: Json) -> bool:
    refs = [schema.get(key) for key in ("$ref", "$dynamicRef", "$recursiveRef")] if isinstance(schema, Mapping) else []
    return any(isinstance(ref, str) and not ref.startswith("#") for ref in refs)


@lru_cache(maxsize=1_024)
def _is_schema(text: str) -> bool:
    """Return whether the JSON text is a schema of its dialect; that takes longer than most checks against it."""
    from jsonschema.exceptions import SchemaError  # noqa: PLC0415 - slow, and the CLI must start without it

    schema = json.loads(text)
    try:
        _dialect(schema).check_schema(schema)
    except (RecursionError, SchemaError, re.error):
        return False
    return True


def _dialect(schema: Mapping[str, Json]) -> Any:
    import jsonschema  # noqa: PLC0415 - slow, and the CLI must start without it

    by_name = {
        "draft-03": jsonschema.Draft3Validator,
        "draft-04": jsonschema.Draft4Validator,
        "draft-06": jsonschema.Draft6Validator,
        "draft-07": jsonschema.Draft7Validator,
        "2019-09": jsonschema.Draft201909Validator,
    }
    uri = str(schema.get("$schema", ""))
    return next((validator for name, validator in by_name.items() if name in uri), jsonschema.Draft202012Validator)


_left = local()
"""`references`: how many more the check that goes on in this thread may follow."""


@cache
def _limited(base: Any) -> Any:
    """Return a validator class that stops at too many references and tries no pattern that could run for ever."""
    from jsonschema import validators  # noqa: PLC0415 - slow, and the CLI must start without it

    def counted(keyword: str) -> Any:
        plain = base.VALIDATORS[keyword]

        def follow(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[Any]:
            _left.references -= 1
            if _left.references < 0:
                raise _ExhaustedError
            yield from plain(validator, value, instance, schema) or ()

        return follow

    def pattern(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[Any]:
        if isinstance(instance, str) and len(instance) <= TRIED_ON and not BACKTRACKS.search(value):
            yield from base.VALIDATORS["pattern"](validator, value, instance, schema) or ()

    follows = {key: counted(key) for key in ("$ref", "$dynamicRef", "$recursiveRef") if key in base.VALIDATORS}
    extended: Any = validators.extend  # untyped
    return extended(base, {**follows, "pattern": pattern})


def _shortened(root: Json) -> Json:
    """Return a value with its long lists cut, and beyond so many nodes with all lists cut to few."""
    if not isinstance(root, dict | list):
        return root
    looked = 0
    top: list[Json] = [None]
    stack: list[tuple[Json, Any, Any]] = [(root, top, 0)]
    while stack:
        node, into, key = stack.pop()
        looked += 1
        if isinstance(node, dict):
            into[key] = copy = dict.fromkeys(node)
            stack.extend((value, copy, name) for name, value in node.items())
        elif isinstance(node, list):
            kept = node[: _LIST if looked < _MOST_NODES else 2]
            into[key] = entries = [None] * len(kept)
            stack.extend((value, entries, place) for place, value in enumerate(kept))
        else:
            into[key] = node
    return top[0]


def _problem(error: Any) -> Problem:
    best = error
    while best.context and best.validator in ("anyOf", "oneOf"):  # the branch that comes nearest tells most
        best = max(best.context, key=lambda inner: (len(inner.absolute_path), inner.validator != "type"))
        if best.validator == "type" and len(best.absolute_path) == len(error.absolute_path):
            best = error
            break
    steps = list(best.absolute_path)
    return Problem(
        path="$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps),
        place="$" + "".join("[]" if isinstance(step, int) else f".{step}" for step in steps),
        what=_said(best),
    )


def _said(error: Any) -> str:
    value, wanted = error.instance, error.validator_value
    match error.validator:
        case "type":
            types = wanted if isinstance(wanted, list) else [wanted]
            return f"is {_shown(value)} and the schema says {' or '.join(map(str, types))}"
        case "required":
            lacking = [name for name in wanted if name not in value] if isinstance(value, dict) else []
            return f"lacks {', '.join(lacking[:5])}, which is required" if lacking else "lacks what is required"
        case "additionalProperties" | "unevaluatedProperties":
            known = error.schema.get("properties", {})
            extra = [str(name) for name in value if name not in known] if isinstance(value, dict) else []
            return f"has {', '.join(extra[:5]) or 'a member'}, which the schema does not allow"
        case "enum" | "const":
            members = wanted if isinstance(wanted, list) else [wanted]
            return f"is {_shown(value)}, none of {', '.join(map(str, members))[:100]}"
        case "anyOf" | "oneOf":
            return f"is {_shown(value)}, which fits none (or too many) of the {len(wanted)} schemas that it may be"
        case "pattern" | "minimum" | "maximum" | "minLength" | "maxLength" | "minItems" | "maxItems":
            return f"is {_shown(value)} and breaks {error.validator} {str(wanted)[:_SHOWN]}"
    return f"is {_shown(value)} and breaks {error.validator}"


def _shown(value: Json) -> str:
    match value:
        case None | bool():
            return kind(value)
        case str():
            return f'"{value[:_SHOWN]}{"..." if len(value) > _SHOWN else ""}" (a string)'
        case int() | float():
            return f"{value} (a number)"
    return f"{kind(value)} of {len(value):,} {'entries' if isinstance(value, list) else 'members'}"
