"""What differs between the traffic of two times: each figure of each tool, and whether chance alone would do that."""

from dataclasses import dataclass
from enum import StrEnum


class Direction(StrEnum):
    """What became of a figure."""

    WORSE = "worse"
    BETTER = "better"
    SAME = "no difference beyond noise"
    FEW = "too few to tell"


class ShiftUnit(StrEnum):
    """What a figure is told in."""

    TOKENS = "tokens"
    CHARS = "characters"
    STEPS = "round trips"
    SHARE = "share"  # from 0 to 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """One figure before and after. `tool` is empty where it is of all tasks."""

    server: str
    tool: str
    figure: str
    """"p90", or the name of a rate."""
    unit: ShiftUnit
    more_is_better: bool
    before: float
    after: float
    n_before: int
    n_after: int
    direction: Direction
    low: float | None = None
    """Between `low` and `high` lies the difference with a confidence of 95 %; None where there are too few."""
    high: float | None = None
    chance: float | None = None
    """How often so many comparisons would show one like this by chance alone (adjusted for their number)."""

    @property
    def difference(self) -> float:
        """How much more it is after."""
        return self.after - self.before


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """One of the two: what its logs hold."""

    date: str
    first: str
    last: str
    sessions: int
    tasks: int
    calls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shifts:
    """All that was compared, what matters first."""

    before: Period
    after: Period
    shifts: tuple[Shift, ...]
    added: tuple[tuple[str, str], ...] = ()
    """Server and tool of what is called now, and was not."""
    gone: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    """What could not be compared, and why."""

    def of(self, direction: Direction) -> tuple[Shift, ...]:
        """Return those that went one way."""
        return tuple(shift for shift in self.shifts if shift.direction is direction)
