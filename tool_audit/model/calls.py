"""What is called, and what came back: probes, outcomes, observations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from tool_audit.model.values import ABSENT, Arguments, Json, canonical


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is measured as one: a tool, or one member of an action tool (`manage[action=list]`)."""

    tool: str
    argument: str | None = None
    member: str | None = None

    @property
    def label(self) -> str:
        """The name that reports use."""
        return self.tool if self.argument is None else f"{self.tool}[{self.argument}={self.member}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """One intended call and its purpose.

    `argument` is the one that is varied and `value` what it is set to (ABSENT: left out). `attempt` tells deliberate
    repeats of an equal call apart. `origins` says for each filled-in argument where its value is from.
    """

    subject: Subject
    arguments: Arguments
    experiment: str
    argument: str | None = None
    value: Json = ABSENT
    attempt: int = 0
    origins: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str, int]:
        """Probes with equal keys are one call, made once and shared."""
        return (self.subject.tool, canonical(self.arguments), self.attempt)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied:
    """A result without isError; `result` as received, whatever its shape."""

    result: Json = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFailed:
    """A result with isError true."""

    result: Json = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A JSON-RPC error (-32602 and its kin), or an HTTP status where the reply had no JSON-RPC body."""

    code: int
    message: str
    data: Json = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedOut:
    """No answer within the call limit, in seconds."""

    limit: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Disconnected:
    """The server ended or closed the connection on this call."""

    reason: str
    exit_code: int | None = None
    stderr: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TooLarge:
    """The reply went over --max-reply-bytes and was not read further."""

    limit: int


Outcome: TypeAlias = Replied | ToolFailed | Refused | TimedOut | Disconnected | TooLarge


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """What became of one file (or folder, with a slash at its end) of a watched folder; `path` is relative to it."""

    path: str
    what: str
    """One of new, gone, changed, or rewritten: written again with the same content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """A probe and what came of it. The hinge: all that follows is pure, and can be done again from a record."""

    probe: Probe
    outcome: Outcome
    seconds: float
    bytes: int = 0
    """Bytes of the reply on the wire, JSON-RPC envelope included."""
    secrets: tuple[str, ...] = ()
    """Where the secrets came from ("env API_KEY") that were found in the reply and masked before anyone saw them."""
    files: tuple[FileChange, ...] = ()
    """What changed in the watched folders while the call was under way."""
