"""Two replies of one tool, held against each other: what the one lacks, whether they say the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tool_audit.measure.identity import id_key, identities_by
from tool_audit.measure.volatile import NONE, Differences, differences, mask_volatile
from tool_audit.model import Call, Items

_EXAMPLES: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """What one reply has and another lacks."""

    count: int
    examples: tuple[str, ...] = ()
    """The identities of the first three at most."""
    strictly: bool = False
    """The fuller reply has all that the shorter one has, and more."""


def missing_from(fuller: Call, shorter: Call) -> Missing | None:
    """Return which items of `fuller` are not in `shorter`; None where either is no list."""
    lists = shared_identities((fuller, shorter))
    if lists is None:
        return None
    full, short = lists
    there, here = set(full), set(short)
    lacking = [name for name in dict.fromkeys(full) if name not in here]
    return Missing(count=len(lacking), examples=tuple(lacking[:_EXAMPLES]), strictly=bool(lacking) and here <= there)


def shared_identities(calls: Sequence[Call]) -> list[tuple[str, ...]] | None:
    """Return the items of each reply, told apart by one key for all of them; None where one is no list.

    What is unique in one reply need not be in the next: a `name` that serves as an id in a short page can come twice in
    a longer one, and then it serves in none.
    """
    lists = [None if call.measurement is None else call.measurement.items for call in calls]
    found = [items for items in lists if items is not None]
    if not found or len(found) < len(lists):
        return None
    key = shared_identity(found)
    return [_named(items, key) for items in found]


def shared_identity(lists: Sequence[Items]) -> str | None:
    """Return the one member that tells the items of all these lists apart, or None: their content does."""
    return id_key([items.records for items in lists])


def same_reply(first: Call, second: Call, known: Differences | None) -> bool | None:
    """Whether two replies say the same; None where it cannot be told.

    `known` are the differences between the default and its repeat, None where it was not repeated. What differs like a
    clock or an order, but was not seen to change by itself, is neither a difference nor none; and so is all that is
    different in a place where the repeat was different too.
    """
    found = differences(first, second)
    if found == NONE:
        return True
    if known is not None and "outcome" not in found.other:
        try:
            if mask_volatile(first, known) == mask_volatile(second, known):
                return True
        except RecursionError:
            return None
    return False if found.other - (known.other if known else frozenset()) else None


def shows_the_same(before: Call, after: Call, base: Call | None, repeat: Call | None) -> bool | None:
    """Whether a reader shows the same at two looks; None where it cannot be told.

    Of what its default and the repeat differ in, only what changes as a clock does is let pass: all else may be what is
    looked for.
    """
    if base is None or repeat is None:
        return same_reply(before, after, None)
    return same_reply(before, after, Differences(volatile=differences(base, repeat).volatile))


def _named(items: Items, key: str | None) -> tuple[str, ...]:
    """Return the identities by a key that was chosen for several lists; those of a map stay its keys."""
    if not items.records or (key is None and not isinstance(items.records[0], dict)):
        return items.identities
    return identities_by(items.records, key)
