"""What a reader of one format is: it knows its format when it sees it, and turns documents into events."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tool_audit.model import Json
from tool_audit.model.traffic import Event

_REMEMBERED: Final = 2_000_000
"""Keys that are remembered at least, and twice as many at most: some 300 MB where logs have that many lines."""


class Told:
    """What was told before, by a hash of 64 bits for each key: of the latest millions, so that memory is bounded."""

    def __init__(self, remembered: int = _REMEMBERED) -> None:
        self._remembered = remembered
        self._lately: set[int] = set()
        self._before: set[int] = set()

    def is_new(self, key: str) -> bool:
        """Whether nothing of this key was told lately; from now on something was."""
        mark = hash(key)
        if mark in self._lately or mark in self._before:
            return False
        self._lately.add(mark)
        if len(self._lately) >= self._remembered:
            self._before, self._lately = self._lately, set()
        return True


@dataclass(slots=True)
class Source:
    """One file while it is read. `name` stands for its session where the format names none."""

    name: str
    broken: int = 0
    """Lines that are no JSON, or not what the format says; each was skipped."""
    told: Told = field(default_factory=Told, repr=False)
    """Shared by the files that are read together; see `is_new`."""

    def skip(self, count: int = 1) -> None:
        """Count a document, or several, that are not what the format says."""
        self.broken += count

    def is_new(self, key: str) -> bool:
        """Whether nothing of this key was told before, in this file or another; from now on something was.

        A session that is taken up again copies what came before into a new file.
        """
        return self.told.is_new(key)


Recognise: TypeAlias = Callable[[Sequence[Json]], bool]
Read: TypeAlias = Callable[[Iterable[Json], Source], Iterator[Event]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """One format. `recognises` looks at the first documents of a file, `read` makes events of all of them.

    Neither raises, whatever the documents hold: what has another shape than the format's is counted by `Source.skip`
    where it was meant to be a call, a reply or a text, and passed over in silence where the format has other things.
    """

    name: str
    recognises: Recognise
    read: Read
