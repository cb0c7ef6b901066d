"""What the guard enforces: for each tool, which values of which arguments fit, and what a reply may be."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from unicodedata import category, normalize

from tool_audit.model import ABSENT, Arguments, Json, Lines, Unit, canonical

SCHEMA: Final = "tool-audit/guard/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A call that the audit made, and the size of its reply; `date` is the day, as in 2026-11-29."""

    arguments: Arguments
    chars: int
    tokens: int
    date: str
    bytes: int | None = None
    """Of the text as UTF-8; None where no cap was in bytes."""
    lines: int | None = None
    """Of the text; None where no cap was in lines."""

    def fits(self, ceiling: Lines) -> bool:
        """Whether the reply was within the ceiling; what was not measured is taken for the least that it can be."""
        sizes = {
            Unit.TOKENS: self.tokens,
            Unit.CHARS: self.chars,
            Unit.BYTES: self.chars if self.bytes is None else self.bytes,
            Unit.LINES: self.lines or 0,
        }
        return all(sizes[unit] <= cap for unit, cap in ceiling.caps)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What a call may send for one argument: one of `allowed`, or a number from `least` to `most`.

    `required`: the argument may not be left out, for the server then fills in more than fits.
    """

    argument: str
    required: bool = False
    allowed: tuple[Json, ...] = ()
    """Empty: any value, or any number from `least` to `most`."""
    most: float | None = None
    least: float = 1
    """Zero and negative numbers often mean "no limit"."""

    @property
    def can_be_met(self) -> bool:
        """Whether there is a value that is on the right side."""
        return bool(self.allowed) or self.most is None or self.least <= self.most

    def takes(self, value: Json) -> bool:
        """Whether a value is on the right side as it is: one that a server may only turn into such a value is not."""
        if self.allowed:
            return any(_equal(value, one) for one in self.allowed)
        if self.most is None:
            return True
        return isinstance(value, int | float) and not isinstance(value, bool) and self.least <= value <= self.most


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolPolicy:
    """What the guard enforces for one tool. `lines` are met one by one; `arguments` are the names that it takes."""

    name: str
    lines: tuple[Line, ...] = ()
    arguments: tuple[str, ...] | None = None
    """None: not known, so that none is refused for its name."""
    measured: tuple[Measured, ...] = ()
    ceiling: Lines | None = None
    """What a reply of this tool may be, where that is not what all others may be."""

    def line(self, argument: str) -> Line | None:
        """Return the line of an argument, None where any value is passed on."""
        return next((line for line in self.lines if line.argument == argument), None)

    def as_measured(self, argument: str, value: Json) -> Measured | None:
        """Return the plainest measured call with this value of the argument (ABSENT: left out), None without one."""
        alike = [one for one in self.measured if _equal(one.arguments.get(argument, ABSENT), value)]
        return min(alike, key=lambda one: len(one.arguments), default=None)

    def fitting(self, argument: str) -> Iterator[tuple[Json, Measured]]:
        """Yield the measured values of an argument that its line takes, the smallest reply first."""
        line = self.line(argument)
        taken = [
            (value, one)
            for one in self.measured
            if line is not None and (value := one.arguments.get(argument, ABSENT)) is not ABSENT and line.takes(value)
        ]
        yield from sorted(taken, key=lambda pair: pair[1].chars)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardPolicy:
    """All that the guard enforces in front of one server; `source` is the file's name, as refusals give it."""

    server: str
    source: str
    ceiling: Lines
    tools: Mapping[str, ToolPolicy] = field(default_factory=dict)
    tokenizer: str = "o200k_base"
    refuse_unknown: bool = True
    """An argument that the server did not declare is refused."""
    as_error: bool = False
    """A refusal is a JSON-RPC error, and no result with isError."""

    def of(self, name: str) -> ToolPolicy | None:
        """Return a tool's policy; a name that a lenient server would take for the tool's is the tool's."""
        found = self.tools.get(name)
        if found is not None:
            return found
        plain = plain_name(name)
        return next((tool for known, tool in self.tools.items() if plain_name(known) == plain), None)


def plain_name(name: str) -> str:
    """Return a name as a lenient server reads it: in small letters, without blanks around it, with _ for -.

    Wide and other forms of a letter are the letter, and what is invisible is not there.
    """
    if not name.isascii():
        name = "".join(letter for letter in normalize("NFKC", name) if category(letter) != "Cf")
    return name.strip().casefold().replace("-", "_")


def _equal(value: Json, other: Json) -> bool:
    if value is ABSENT or other is ABSENT:
        return value is other
    numbers = [one for one in (value, other) if isinstance(one, int | float) and not isinstance(one, bool)]
    return value == other if len(numbers) == 2 else canonical(value) == canonical(other)
