"""JSON, what stands for no value, and one text for equal values."""

import json
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

Json: TypeAlias = Any
"""A value that came out of, or can go into, a JSON text."""

Arguments: TypeAlias = Mapping[str, Json]


class _Absent:
    """The one value that says "there is none", where None is a value of its own."""

    def __repr__(self) -> str:
        return "ABSENT"

    def __bool__(self) -> bool:
        return False

    def __reduce__(self) -> str:
        return "ABSENT"  # there is one, in whatever is read back, too


ABSENT: Final = _Absent()


# what came out of a JSON text holds itself nowhere: not to look for that saves a third of the time
_canonical = json.JSONEncoder(sort_keys=True, ensure_ascii=True, separators=(",", ":"), check_circular=False)


def canonical(value: Json) -> str:
    """Return one text for equal JSON values: keys sorted, no spaces, 1 and true kept apart."""
    return _canonical.encode(value)
