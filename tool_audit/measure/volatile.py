"""What changes from one call to its repeat, and comparing replies without it.

The default call and its repeat teach which places change although nothing was asked to (`differences`). Only those
places are masked later: an id or a date that stayed the same in the repeat is data, and a difference in it counts.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from tool_audit import lazy_re
from tool_audit.measure.identity import identities
from tool_audit.model import ABSENT, Call, Json, canonical

_MASK: Final = "<changes>"
_CHANGING_TEXT: Final = lazy_re.compile(
    r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b"  # a UUID
    r"|\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|\s?[+-]\d\d:?\d\d)?)?"
    r"|\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?"
    r"|\b\d+(?:\.\d+)?\s?(?:[nmµu]?s|sec|secs|seconds?|minutes?|milliseconds?)\b"
    r"|\b1[5-9]\d{8}(?:\d{3}|\d{6}|\d{9})?(?:\.\d+)?\b"  # seconds since 1970, or a thousandth of them and less
    r"|\b(?=[0-9a-f]*\d)[0-9a-f]{16,64}\b",
    re.IGNORECASE,
)
_LONG: Final = 10_000
_AROUND: Final = 200
"""Characters: no clock, duration, counter or id is as long."""
_CHANGING_KEY: Final = lazy_re.compile(
    r"(?:^|_)(?:at|now|ts|age|ttl|ms|time|date|seconds|expires|etag|nonce|seed|random|took|elapsed|uptime)(?:_|$)"
    r"|(?:At|Ms|Time|Date|Seconds|Nonce|Seed)$"
    r"|timestamp|Timestamp|duration|Duration|latency|Latency|[Ee]lapsed"
    r"|(?:request|trace|span|session|call|correlation|run)_?I?i?[Dd]$"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """Where two replies differ: JSON paths (`$.items[].seen_at`), or for texts their changing lines, masked."""

    volatile: frozenset[str] = frozenset()
    """Places that change as clocks, durations, counters and made-up ids do."""
    reordered: frozenset[str] = frozenset()
    """Lists with the same items in another order."""
    other: frozenset[str] = frozenset()
    """All other differences: the replies say different things."""


NONE: Final = Differences()


def differences(first: Call, second: Call) -> Differences:
    """Return where two replies differ and in which way; the order of keys is no difference."""
    one, two = first.measurement, second.measurement
    if one is None or two is None or type(first.observation.outcome) is not type(second.observation.outcome):
        return Differences(other=frozenset({"outcome"}))
    try:
        if one.text == two.text and one.structured == two.structured:
            return NONE
        if one.document is ABSENT or two.document is ABSENT:
            return _of_texts(one.text.splitlines(), two.text.splitlines())
        found = list(_of_values(one.document, two.document))
    except RecursionError:
        return Differences(other=frozenset({"$"}))
    return Differences(
        volatile=frozenset(path for kind, path in found if kind == "volatile"),
        reordered=frozenset(path for kind, path in found if kind == "reordered"),
        other=frozenset(path for kind, path in found if kind == "other"),
    )


def same_after_masking(first: Call, second: Call, known: Differences | None = None) -> bool:
    """Whether two replies say the same but for what is known to change.

    `known` are the differences between the default call and its repeat; without them, what looks like a clock, a
    duration, a counter or a made-up id is let pass.
    """
    found = differences(first, second)
    if found == NONE:
        return True
    if known is None:
        return not found.other and not found.reordered
    if "outcome" in found.other:
        return False
    try:
        return bool(mask_volatile(first, known) == mask_volatile(second, known))
    except RecursionError:
        return False


def mask_volatile(call: Call, known: Differences) -> Json:
    """Return the reply's document, or its text where it has none, without what is known to change.

    Lists that are known to come in any order are sorted. ABSENT where there was no reply.
    """
    if call.measurement is None:
        return ABSENT
    if call.measurement.document is not ABSENT:
        return _masked(call.measurement.document, "$", known)
    lines = call.measurement.text.splitlines()
    masked = (
        [shape if (shape := _shape(line)) in known.volatile else line for line in lines] if known.volatile else lines
    )
    return "\n".join(sorted(masked) if "text" in known.reordered else masked)


def _of_texts(one: Sequence[str], two: Sequence[str]) -> Differences:
    changed = [(a, b) for a, b in zip_longest(one, two, fillvalue="") if a != b]
    alike = [a for a, b in changed if _of_one_shape(a, b)]
    volatile = frozenset(map(_shape, alike))
    if len(one) == len(two) and len(alike) == len(changed):
        return Differences(volatile=volatile)
    # what both hold needs no look: it stays the same whatever its shape
    these, those = Counter(one), Counter(two)
    if _shapes(these - those) == _shapes(those - these):
        return Differences(volatile=volatile, reordered=frozenset({"text"}))
    return Differences(volatile=volatile, other=frozenset({"text"}))


def _of_values(one: Json, two: Json) -> Iterator[tuple[str, str]]:
    """Yield the kind of each difference and its path."""
    stack: list[tuple[str, str, Json, Json]] = [("$", "", one, two)]
    while stack:
        path, key, a, b = stack.pop()
        if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
            apart = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
            if all(x is y for x, y in apart):  # NaN equals nothing, not even itself
                continue
            these, those = [x for x, _ in apart], [y for _, y in apart]
            partners = _partners(these, those)
            if partners is not None:
                yield "reordered", path
            stack.extend((f"{path}[]", key, x, y) for x, y in zip(these, partners or those, strict=True))
        elif a == b:
            continue
        elif isinstance(a, dict) and isinstance(b, dict):
            stack.extend(
                (f"{path}.{name}", name, a.get(name, ABSENT), b.get(name, ABSENT)) for name in dict.fromkeys((*a, *b))
            )
        else:
            yield ("volatile" if _changes(path, key, a, b) else "other"), path


def _partners(one: Sequence[Json], two: Sequence[Json]) -> list[Json] | None:
    """Return the items of `two` in the order of `one`, where the same items came in another order; else None."""
    names, other_names = identities(one), identities(two)
    if names == other_names or Counter(names) != Counter(other_names):
        return None
    places: dict[str, list[Json]] = {}
    for name, item in zip(reversed(other_names), reversed(two), strict=True):
        places.setdefault(name, []).append(item)
    return [places[name].pop() for name in names]


def _changes(path: str, key: str, a: Json, b: Json) -> bool:
    """Whether a value changed as clocks, durations, counters and made-up ids do."""
    if isinstance(a, str) and isinstance(b, str):
        return _of_one_shape(a, b) or bool(_CHANGING_KEY.search(key))
    if isinstance(a, bool) or isinstance(b, bool):
        return False
    if isinstance(a, int | float) and isinstance(b, int | float):
        counter = "[]" not in path and b - a == 1
        return counter or bool(_CHANGING_KEY.search(key)) or _shape(str(a)) == _shape(str(b))
    return False


def _shape(text: str) -> str:
    return _CHANGING_TEXT.sub(_MASK, text)


def _shapes(lines: Counter[str]) -> Counter[str]:
    shapes: Counter[str] = Counter()
    for line, times in lines.items():
        shapes[_shape(line)] += times
    return shapes


def _of_one_shape(one: str, two: str) -> bool:
    """Whether two texts differ only in what looks like a clock, a duration, a counter or a made-up id.

    Of long ones only the part that differs is looked at, with as much around it as one of these may be long.
    """
    if len(one) + len(two) <= _LONG:
        return _shape(one) == _shape(two)
    start = max(common_start(one, two) - _AROUND, 0)
    rest, other = one[start:], two[start:]
    end = max(common_start(rest[::-1], other[::-1]) - _AROUND, 0)
    return _shape(rest[: len(rest) - end]) == _shape(other[: len(other) - end])


def common_start(one: str, two: str) -> int:
    """Return how many characters two texts begin with alike: by halving, for each comparison is done in C."""
    low, high = 0, min(len(one), len(two))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == two[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _masked(value: Json, path: str, known: Differences) -> Json:
    if path in known.volatile:
        return _MASK
    if not any(place.startswith(path) for place in (*known.volatile, *known.reordered)):
        return value
    match value:
        case dict():
            return {key: _masked(member, f"{path}.{key}", known) for key, member in value.items()}
        case list():
            members = [_masked(member, f"{path}[]", known) for member in value]
            return sorted(members, key=canonical) if path in known.reordered else members
    return value
