"""Whether a value is what its type hint says, all the way down: for dataclasses built from what a file says."""

from collections.abc import Mapping
from dataclasses import is_dataclass
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints


def conforms(value: object, hint: object) -> bool:
    """Return whether the value is of that type; numbers are finite, and what is hinted as Any is not looked into."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if origin in (Union, UnionType):
        return any(conforms(value, one) for one in inner)
    if origin in (tuple, list):
        return isinstance(value, origin) and all(conforms(member, inner[0]) for member in value)
    if origin is Mapping:
        return isinstance(value, Mapping) and all(
            conforms(key, inner[0]) and conforms(member, inner[1]) for key, member in value.items()
        )
    if hint in (int, float):
        number = isinstance(value, int) or (hint is float and isinstance(value, float) and isfinite(value))
        return number and not isinstance(value, bool)
    kind = NoneType if hint is None else hint
    if not isinstance(kind, type) or not isinstance(value, kind):
        return False
    fields = get_type_hints(kind) if is_dataclass(kind) else {}
    return all(conforms(getattr(value, name), inner_hint) for name, inner_hint in fields.items())
