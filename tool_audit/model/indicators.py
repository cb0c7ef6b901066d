"""What the tools of agents' sessions came to: service level indicators, by server and tool."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from tool_audit.model.caps import Lines
from tool_audit.model.clients import ClientProfile
from tool_audit.model.report import Finding, Verdict
from tool_audit.model.spread import Rate, Spread


class Ending(StrEnum):
    """How a call ended."""

    SUCCESS = "success"
    TOOL_ERROR = "tool error"  # isError, or what the client marks as one
    UNFLAGGED = "unflagged error"  # a success whose text is nothing but an error
    INVALID = "invalid arguments"  # refused before the tool ran
    UNKNOWN_TOOL = "unknown tool"
    REFUSED = "protocol error"
    TIMEOUT = "timeout"
    ENDED = "server ended"
    TOO_LARGE = "too large"  # the client, or a guard, kept the reply from the model
    GUARD = "refused by the guard"
    DECLINED = "declined"  # a person said no, or stopped it: nobody's error
    NO_REPLY = "no reply"  # the log ends before it, or does not tell


NEITHER: frozenset[Ending] = frozenset({Ending.DECLINED, Ending.NO_REPLY})
"""No success, and no error of the tool: such calls are in no rate of errors."""


_LEAST_TOLD: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One call to look at: where it stands, and its arguments, or a hash of them."""

    session: str
    arguments: str
    tokens: int | None = None
    chars: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorShape:
    """Errors whose texts differ only in numbers, quoted words and paths."""

    shape: str
    ending: Ending
    count: int
    recovered: Rate
    """Followed by a success of the same tool within so many steps; those that the log could not show are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BadArgument:
    """An argument that calls got wrong. `declared`: False where the schema has no such argument."""

    name: str
    declared: bool
    what: str
    """"undeclared", "missing", or the keyword of the schema that it breaks ("type", "enum", "maximum" ...)."""
    count: int
    example: str = ""
    """A value that was sent, where arguments may be shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of replies: in how many it stood, and in how many of them a later call or text referred to its value."""

    path: str
    seen: int
    referred: int
    share: float
    """Of the characters of the replies that it was looked for in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Lists that end at one count, whatever was asked: `at` of `lists` hold exactly `count` items, none holds more.

    Those only are counted that say nothing of being a part; `questions` is how many different arguments brought them.
    """

    count: int
    at: int
    lists: int
    questions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolTraffic:
    """One tool of one server in use. What could not be told, for the log does not hold it, is None or of n = 0."""

    server: str
    name: str
    calls: int
    sessions: int
    tokens: Spread | None
    chars: Spread
    milliseconds: Spread
    share: float | None
    """Of all tokens of the context (of all characters where no tokens were counted)."""
    over_warning: Rate
    over_cap: Rate
    endings: Mapping[Ending, int]
    errors: Rate
    recovered: Rate
    shapes: tuple[ErrorShape, ...]
    invalid: Rate
    """Calls that break the schema, of those whose schema is known."""
    bad_arguments: tuple[BadArgument, ...]
    again: Rate
    """Calls that the same task had made before, with the same arguments."""
    again_after_error: int
    loops: int
    """Times that one call came three times or more in a task, and was answered the same each time."""
    longest_loop: int
    parts: Rate
    """Replies that say that they are a part, of those looked at."""
    followed: Rate
    """Such replies that were followed by a call for more."""
    stop: Stop | None
    unreferred: Rate
    """Replies nothing of which was seen again in what the model wrote or sent: a heuristic."""
    fields: tuple[Field, ...]
    declared: bool | None
    """Whether a known list of tools has it; None: no list of its server is known."""
    definition_tokens: int | None
    largest: Shown | None
    lines: Lines
    alike: Mapping[str, float] = field(default_factory=dict)
    """Rate, or "sizes" -> design effect: so many calls tell as much as one, for those of a session are alike."""

    @property
    def told_fields(self) -> tuple[Field, ...]:
        """Return the fields that stood in several replies: the key of a few may be data, as where it is a name."""
        return tuple(one for one in self.fields if one.seen >= _LEAST_TOLD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """Tools of one server that follow each other, each alone in its step: candidates to be merged."""

    server: str
    tools: tuple[str, ...]
    count: int
    """How often they came in this order."""
    follows: Rate
    """Of the calls of the first, those that all the others followed."""
    sessions: int
    tokens: int
    """What all replies but the last cost: they were read to make the next call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unused:
    """A tool that was offered and never called; its definition was paid for in each of the sessions."""

    server: str
    name: str
    definition_tokens: int | None
    sessions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Which tool tasks with a label used first, against the one they should have used."""

    first: Rate
    """Tasks whose first call was of an expected tool."""
    ever: Rate
    """Tasks in which an expected tool was called at all."""
    confusion: Mapping[tuple[str, str], int]
    """(expected, first called) -> tasks; "" where no tool was called."""
    unmatched: int
    """Labels that no task of the logs answers to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What filled the contexts of the sessions, each text once: in tokens, or in characters where none were counted."""

    prompts: int
    """What people asked, and what else was told to the model."""
    model: int
    """What the model wrote and thought."""
    arguments: int
    replies: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.prompts + self.model + self.arguments + self.replies


@dataclass(frozen=True, slots=True, kw_only=True)
class Logs:
    """What was read."""

    files: Mapping[str, int]
    """Format -> files."""
    bytes: int
    """As they were read, unpacked."""
    lines: int
    broken: int
    """Lines that were skipped: no JSON, or not what the format says."""
    unknown: tuple[str, ...]
    """Files in no format that is read."""
    repeated: int
    """Calls that an earlier log had told, left out."""
    notes: tuple[str, ...]
    first: str = ""
    last: str = ""
    """Of all times in the logs, in UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Potential:
    """What an audit says of a tool beside what is seen in use."""

    server: str
    tool: str
    largest: int | None
    """Tokens of the largest reply that the audit measured."""
    default: int | None
    p99: int | None
    measured: bool
    """False: the audit has no figure of this tool."""
    listed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerTraffic:
    """One server in use; `name` is empty for the client's own tools, and where logs do not say."""

    name: str
    tools: tuple[ToolTraffic, ...]
    chains: tuple[Chain, ...]
    unused: tuple[Unused, ...]
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Indicators:
    """All that the logs say."""

    logs: Logs
    servers: tuple[ServerTraffic, ...]
    sessions: int
    tasks: int
    steps: Spread
    """Round trips per task: answers of the model that call a tool. Tasks without any are counted as 0."""
    calls: int
    left_out: int
    """Calls that were not asked for: of other servers, tools or days."""
    context: Context
    within: int
    """Steps within which a success after an error counts as a recovery, and a call for more as a further page."""
    looked_at: int
    """Replies whose contents were looked at; sizes and endings are of all."""
    choice: Choice | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrafficReport:
    """All that a renderer may say of sessions."""

    version: str
    date: str
    client: ClientProfile
    tokenizer: str
    """The method behind every token figure; empty where none were counted."""
    indicators: Indicators
    verdict: Verdict
    shows_arguments: bool
    potentials: tuple[Potential, ...] = ()
    audited: bool = False
    """Whether a report of an audit stood beside the logs."""
    notes: tuple[str, ...] = ()
    """What a reader should know of the settings: entries that have lapsed, or that nothing was found for."""
