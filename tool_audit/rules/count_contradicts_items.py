"""Flags counts that are not those of the list beside them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

from tool_audit.bounds import without
from tool_audit.model import Call, Confidence, Hit, Json, Measurement, Severity, Sign, SignKind, ToolRun, canonical
from tool_audit.rule import tool_rule
from tool_audit.rules._fuller import bounding
from tool_audit.rules._pages import count_of, steady
from tool_audit.rules._sizes import assignments
from tool_audit.schema import Argument
from tool_audit.vocabulary import english_words

_COUNTING = frozenset("count num number n".split())
_HERE = frozenset("returned shown displayed fetched included".split())


@tool_rule(group="B", severity=Severity.ERROR, confidence=Confidence.SEEN)
def count_contradicts_items(run: ToolRun, _: object) -> Iterator[Hit]:
    """A count field and the items in the same reply disagree."""
    wrong, certain = _wrong(run), certainly_wrong(run)
    if not certain and not _follows_the_page(run, wrong):
        return
    found = certain or wrong
    call, sign = found[0]
    yield Hit(
        message=(
            f"{sign.where} says {sign.value:,} where the list has {count_of(call):,} items "
            f"({assignments(call.arguments.items()) or 'the default'}); so in {len(found):,} of "
            f"{len(run.replies):,} replies."
        ),
        calls=tuple(call for call, _ in found[:3]),
        advice="Count the items that the reply has, and call what counts all of them a total.",
        confidence=Confidence.SEEN if certain else Confidence.PROVEN,
    )


def _follows_the_page(run: ToolRun, wrong: Sequence[tuple[Call, Sign]]) -> bool:
    """Whether counts change with the limit or the page alone, of one and the same query.

    A number that changes with the query, and never with how much of it is shown, counts all that matches.
    """
    bounds = bounding(run)
    places = {sign.where for _, sign in wrong if sign.kind is SignKind.COUNT}
    if not bounds or not places or steady(run) is False:
        return False
    counts: dict[tuple[str, str], set[int]] = {}
    for call in run.replies:
        for sign in call.measurement.signs.all if call.measurement is not None and count_of(call) else ():
            if sign.where in places and sign.kind is SignKind.COUNT:
                counts.setdefault((_query(call, bounds), sign.where), set()).add(sign.value)
    return any(len(values) > 1 for values in counts.values())


def _query(call: Call, bounds: Sequence[Argument]) -> str:
    """Return what a call asked for, without how much of it."""
    return canonical(reduce(without, bounds, call.arguments))


def certainly_wrong(run: ToolRun) -> list[tuple[Call, Sign]]:
    """Return the replies of which each proves by itself that a count is not its list's, and that count."""
    return [(call, sign) for call, sign in _wrong(run) if _is_certain(run, call, sign)]


def _wrong(run: ToolRun) -> list[tuple[Call, Sign]]:
    return [(call, sign) for call in run.replies if (sign := _wrong_count(call.measurement)) is not None]


def _wrong_count(reply: Measurement | None) -> Sign | None:
    """Return a count beside the list that is not the list's, nor that of anything else there; None where none is."""
    if reply is None or reply.items is None or not reply.items.count or reply.reads_failed:
        return None
    items, siblings = reply.items, _beside(reply.document, reply.items.path)
    if siblings is None:
        return None
    parent = items.path.rpartition(".")[0]
    lengths = {len(value) for value in siblings.values() if isinstance(value, list | Mapping)}
    for sign in reply.signs.all:
        if sign.kind not in (SignKind.COUNT, SignKind.TOTAL) or sign.where.rpartition(".")[0] != parent:
            continue
        value = sign.value
        if (
            not isinstance(value, int)
            or value in lengths
            or value == items.count
            or value in _inner_counts(items.records)
        ):
            continue
        if sign.kind is SignKind.COUNT or value < items.count:
            return sign
    return None


def _is_certain(run: ToolRun, call: Call, sign: Sign) -> bool:
    """Whether one reply proves it: fewer are counted than are there, or the count cannot mean all that there are."""
    if sign.value < count_of(call):
        return True
    if sign.kind is SignKind.TOTAL:
        return False
    words = set(english_words(sign.where.rpartition(".")[2]))
    if _HERE & words:
        return True
    if not _COUNTING & words:
        return False  # "matches": 20 may be all that match
    signs = call.measurement.signs if call.measurement is not None else None
    others = signs is not None and any(other.kind is not SignKind.COUNT for other in signs.all)
    return call is run.default and not bounding(run) and (not others or (signs is not None and signs.has_more is False))


def _beside(document: Json, path: str) -> Mapping[str, Json] | None:
    """Return the object that holds the list of a path such as `$.data.rows`."""
    *keys, _ = path.removeprefix("$.").split(".")
    node = document
    for key in keys:
        node = node.get(key) if isinstance(node, Mapping) else None
    return node if isinstance(node, Mapping) and path.startswith("$.") else None


def _inner_counts(records: object) -> set[int]:
    """Return what the items' own lists come to: a count of hits beside a list of files is right."""
    rows = [record for record in records if isinstance(record, Mapping)] if isinstance(records, list | tuple) else []
    names = [key for key, value in rows[0].items() if isinstance(value, list)] if rows else []
    return {sum(len(row[name]) for row in rows if isinstance(row.get(name), list)) for name in names}
