"""What was measured: one call, one tool, one server."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tool_audit.model.calls import Observation, Replied, Subject
from tool_audit.model.caps import Lines
from tool_audit.model.clients import DefinitionLimits
from tool_audit.model.measured import Measurement
from tool_audit.model.server import Listing, ServerSpec, ToolSpec
from tool_audit.model.values import Arguments, Json


@dataclass(frozen=True, slots=True, weakref_slot=True, kw_only=True)
class Call:
    """An observation and its measurement: what rules and reports look at."""

    observation: Observation
    measurement: Measurement | None

    @property
    def arguments(self) -> Arguments:
        """The arguments that were sent."""
        return self.observation.probe.arguments

    @property
    def sent(self) -> str:
        """The arguments as one text, equal for equal ones."""
        return self.observation.probe.canonical_arguments

    @property
    def succeeded(self) -> bool:
        """Whether the server answered without saying that it failed."""
        return isinstance(self.observation.outcome, Replied)


class SweepKind(StrEnum):
    """What an argument chooses."""

    DETAIL = "detail"
    COUNT = "count"  # a number of items
    SIZE = "size"  # a budget of tokens, characters or bytes
    FORMAT = "format"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """Calls that differ in one argument only; `values[i]` was sent with `calls[i]`, ABSENT where it was left out."""

    argument: str
    kind: SweepKind
    values: tuple[Json, ...]
    calls: tuple[Call, ...]
    members: tuple[Json, ...] = ()
    """The only values that the argument takes; empty where it is no closed set."""


class Status(StrEnum):
    """What became of a subject."""

    MEASURED = "measured"
    REFUSED = "refused"  # by our gate: not called
    UNMEASURED = "unmeasured"  # called, never answered with success; or no value could be found


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRun:
    """Everything known about one subject: what a tool rule looks at."""

    subject: Subject
    tool: ToolSpec
    status: Status
    reason: str
    lines: Lines
    calls: tuple[Call, ...] = ()
    default: Call | None = None
    """The first successful call with nothing filled in but what is required."""
    repeat: Call | None = None
    """The default call made again; None where that was not done."""
    sweeps: tuple[Sweep, ...] = ()
    declared: tuple[str, ...] | None = None
    """The names of the arguments that the schema declares; None where it takes others as well, or is unusable."""
    volatile: bool = False
    """The default says more or less when it is asked again: its sizes prove nothing about an argument."""

    @property
    def name(self) -> str:
        """The name that reports use."""
        return self.subject.label

    @property
    def replies(self) -> tuple[Call, ...]:
        """The calls that succeeded and were measured."""
        return tuple(call for call in self.calls if call.succeeded and call.measurement is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Definitions:
    """What the model pays in every turn: names, descriptions and input schemas, as compact JSON."""

    chars: int
    tokens: int
    by_tool: Mapping[str, int] = field(default_factory=dict)
    """Tokens of each tool's definition."""
    instructions_tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """Lines on stdout that were no protocol messages: the first of them, and how many there were."""

    lines: tuple[str, ...] = ()
    at_start: int = 0
    """Before its first process had answered our greeting."""
    later: int = 0
    """While it served."""


class Survivor(StrEnum):
    """What of a server still ran after its stdin had been closed and SIGTERM sent."""

    SERVER = "server"
    CHILD = "child"  # a process of its group
    STRAY = "stray"  # a process that it had started and that left its group


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerRun:
    """Everything known about one server: what a server rule looks at."""

    spec: ServerSpec
    listing: Listing
    definitions: Definitions
    tools: tuple[ToolRun, ...]
    lines: Lines
    calls: tuple[Call, ...] = ()
    """Every call in the order in which it was made, those included that no tool's run holds: what was made again to
    see whose doing it was, and what had no object as its arguments."""
    noise: Noise = field(default_factory=Noise)
    survivor: Survivor | None = None
    """What outlived an orderly shutdown, None where nothing did or it was not seen."""
    notes: tuple[str, ...] = ()
    """What a reader should know of this audit: what was left out for a budget, what the server asked of us."""
    seconds: float = 0.0
    complete: bool = True
    """False where the audit was interrupted: what stands here is what was measured until then."""
    clients: tuple[DefinitionLimits, ...] = ()
    """What each known client takes of definitions."""
