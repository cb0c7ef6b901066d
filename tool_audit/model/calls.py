"""What is called, and what came back: probes, outcomes, observations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
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


class Again(StrEnum):
    """How a call is made again whose first outcome may be another's doing."""

    ALONE = "alone"  # as the first of a fresh process
    NEXT = "next"  # in the process of the call before it, right behind that


class Form(StrEnum):
    """What stands as the arguments of a call."""

    OBJECT = "object"
    NONE = "none"  # they are left out altogether
    TEXT = "text"  # a text, which no server should take


@dataclass(frozen=True, kw_only=True)
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
    again: Again | None = None
    form: Form = Form.OBJECT

    @cached_property
    def canonical_arguments(self) -> str:
        """The arguments as one text, equal for equal ones (true and 1 are kept apart)."""
        return canonical(self.arguments)

    @property
    def key(self) -> tuple[str, str, int, Form, Again | None]:
        """Probes with equal keys are one call, made once and shared."""
        return (self.subject.tool, self.canonical_arguments, self.attempt, self.form, self.again)


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
    """No answer within the call limit, in seconds; `progress` is how often the server said that it is at work."""

    limit: float
    progress: int = 0


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


@dataclass(frozen=True, slots=True, kw_only=True)
class NoReply:
    """There is nothing to look at, though the server neither ended nor hung on this call: `reason` says why.

    It was never made, or turned away before it reached the tool, or answered with what cannot be read.
    """

    reason: str


Outcome: TypeAlias = Replied | ToolFailed | Refused | TimedOut | Disconnected | TooLarge | NoReply


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
