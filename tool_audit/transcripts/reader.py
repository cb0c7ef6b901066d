"""What a reader of one format is: it knows its format when it sees it, and turns documents into events."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from tool_audit.model import Json
from tool_audit.model.traffic import Event


@dataclass(slots=True)
class Source:
    """One file while it is read. `name` stands for its session where the format names none."""

    name: str
    broken: int = 0
    """Lines that are no JSON, or not what the format says; each was skipped."""
    told: set[int] = field(default_factory=set, repr=False)
    """Shared by the files that are read together; see `is_new`."""

    def skip(self, count: int = 1) -> None:
        """Count a document, or several, that are not what the format says."""
        self.broken += count

    def is_new(self, key: str) -> bool:
        """Whether nothing of this key was told before, in this file or another; from now on something was.

        A session that is taken up again copies what came before into a new file.
        """
        mark = hash(key)  # of 64 bits: a set of these stays small where the keys are millions
        if mark in self.told:
            return False
        self.told.add(mark)
        return True


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
