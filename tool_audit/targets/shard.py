"""One part of what was named, so that several machines audit a large fleet together."""

import re
from dataclasses import dataclass, replace
from typing import TypeVar

from tool_audit.errors import UsageError
from tool_audit.targets.resolve import Resolution

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Shard:
    """Part `number` (from 1) of `count`."""

    number: int
    count: int

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


def read_shard(text: str) -> Shard:
    """Return what "2/5" means; UsageError where it means nothing."""
    match = re.fullmatch(r"\s*(\d{1,6})\s*/\s*(\d{1,6})\s*", text)
    if match is None:
        raise UsageError(f"--shard {text!r} is no part of a whole", hint="write --shard 2/5 for the second of five")
    number, count = map(int, match.groups())
    if not 1 <= number <= count:
        raise UsageError(f"--shard {text}: there is no part {number} of {count}", hint=f"1/{count} to {count}/{count}")
    return Shard(number, count)


def part_of(whole: Resolution, shard: Shard) -> Resolution:
    """Return every `count`-th of what is to be audited, from the `number`-th on; every part keeps the notes.

    Together the parts are the whole, and each entry is in one of them. Where an entry is added at the end, all others
    stay where they were.
    """
    specs = len(whole.specs)
    listings = specs + len(whole.listings)
    records = listings + len(whole.records)
    part = replace(
        whole,
        specs=_dealt(whole.specs, shard, 0),
        listings=_dealt(whole.listings, shard, specs),
        records=_dealt(whole.records, shard, listings),
        failures=_dealt(whole.failures, shard, records),
    )
    if part.specs or part.listings or part.records or part.failures:
        return part
    return replace(part, notes=(*part.notes, f"--shard {shard}: there are fewer servers than parts, and none for this"))


def _dealt(entries: tuple[T, ...], shard: Shard, before: int) -> tuple[T, ...]:
    return entries[(shard.number - 1 - before) % shard.count :: shard.count]
