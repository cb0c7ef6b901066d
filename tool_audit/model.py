"""The nouns, in the order in which an audit gives birth to them. Data only: no I/O, no judgement."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, TypeAlias

Json: TypeAlias = Any
"""A value that came out of, or can go into, a JSON text."""

Arguments: TypeAlias = Mapping[str, Json]


class _Absent:
    """The one value that says "there is none", where None is a value of its own."""

    def __repr__(self) -> str:
        return "ABSENT"

    def __bool__(self) -> bool:
        return False


ABSENT: Final = _Absent()


def canonical(value: Json) -> str:
    """Return one text for equal JSON values: keys sorted, no spaces, 1 and true kept apart."""
    return json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))


# -- what the user named ----------------------------------------------------------------------


class TransportKind(StrEnum):
    """How a server is reached."""

    STDIO = "stdio"
    HTTP = "http"  # streamable HTTP; falls back to SSE where the URL does not speak it
    SSE = "sse"
    LISTING = "listing"  # a saved tools/list: nothing to connect to


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSpec:
    """How to reach one server. `env`, `headers` and the URL's query may hold secrets and stay out of the repr."""

    name: str
    transport: TransportKind
    command: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    cwd: str | None = None
    url: str | None = field(default=None, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    origin: str = "the command line"


# -- what the server says of itself -----------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """One entry of tools/list, read leniently; `raw` is the entry as it was received."""

    name: str
    description: str
    input_schema: Json
    output_schema: Json = ABSENT
    annotations: Mapping[str, Json] = field(default_factory=dict)
    meta: Mapping[str, Json] = field(default_factory=dict)
    raw: Json = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What the server says of itself: its name, its instructions, its tools (in its own order)."""

    name: str
    version: str
    protocol: str
    transport: TransportKind
    instructions: str = ""
    capabilities: Mapping[str, Json] = field(default_factory=dict)
    tools: tuple[ToolSpec, ...] = ()
    pages: int = 1
    notes: tuple[str, ...] = ()
    """What was odd while listing, such as "entry 3 of tools/list is not an object"."""


# -- what is called ---------------------------------------------------------------------------


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


# -- what came back ---------------------------------------------------------------------------


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
class Observation:
    """A probe and what came of it. The hinge: all that follows is pure, and can be done again from a record."""

    probe: Probe
    outcome: Outcome
    seconds: float
    bytes: int = 0
    """Bytes of the reply on the wire, JSON-RPC envelope included."""
    secrets: tuple[str, ...] = ()
    """Where the secrets came from ("env API_KEY") that were found in the reply and masked before anyone saw them."""


# -- what was measured ------------------------------------------------------------------------


class ItemKind(StrEnum):
    """What a reply's list is written in."""

    JSON = "json"
    BLOCKS = "blocks"
    JSON_LINES = "json-lines"
    TABLE = "table"
    CSV = "csv"
    BULLETS = "bullets"
    SECTIONS = "sections"
    XML = "xml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    """The list in a reply: where it is (`path`), and for each item a text that tells it apart."""

    kind: ItemKind
    path: str
    identities: tuple[str, ...] = field(repr=False)

    @property
    def count(self) -> int:
        """How many items there are."""
        return len(self.identities)


@dataclass(frozen=True, slots=True, kw_only=True)
class PathShare:
    """How much of a reply one JSON path holds; array indices are written `[]`."""

    path: str
    chars: int
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """The same data written another way; None where it cannot be written so, or was too large to try."""

    name: str  # "compact", "ascii", "indented", "toon", "csv"
    chars: int | None
    tokens: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """Facts about one reply, each computed once. `chars` (code points) and `tokens` are the headline figures.

    The headline is the text blocks, joined by a newline each; where a reply has none, the compact JSON of its
    structuredContent. `document` is the JSON value of the text (or of structuredContent), or ABSENT.
    """

    bytes: int
    chars: int
    tokens: int
    text: str = field(repr=False)
    blocks: tuple[str, ...] = field(default=(), repr=False)
    text_chars: int = 0
    structured_chars: int = 0
    media_chars: int = 0
    """Base64 characters of image, audio and blob content: not part of `chars`."""
    document: Json = field(default=ABSENT, repr=False)
    structured: Json = field(default=ABSENT, repr=False)
    items: Items | None = None
    paths: tuple[PathShare, ...] = ()
    encodings: tuple[Encoding, ...] = ()
    tokens_complete: bool = True
    reads_failed: bool = False
    """It says of itself that it failed (`{"status": "not_found"}`), flagged as an error or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """An observation and its measurement: what rules and reports look at."""

    observation: Observation
    measurement: Measurement | None

    @property
    def arguments(self) -> Arguments:
        """The arguments that were sent."""
        return self.observation.probe.arguments

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """The cap and the warning line in force for one tool, and who set them."""

    client: str
    cap_tokens: int | None
    cap_chars: int | None
    warn_tokens: int
    action: str = "no longer show its model the whole of it"
    """What the client does over the cap, as the end of "CLIENT would ..."."""
    raised_by: str = ""
    """Why the cap is not the client's own: the tool's `_meta`, or a written reason from the settings."""
    cap_bytes: int | None = None
    """Bytes of the text as UTF-8."""

    def over_cap(self, call: Measurement) -> bool:
        """Whether the client no longer shows its model the whole of this reply."""
        return (
            (self.cap_chars is not None and call.chars > self.cap_chars)
            or (self.cap_tokens is not None and call.tokens > self.cap_tokens)
            or (self.cap_bytes is not None and len(call.text.encode("utf-8", "surrogatepass")) > self.cap_bytes)
        )

    def over_warning(self, call: Measurement) -> bool:
        """Whether this reply is over the warning line (or over the cap)."""
        return call.tokens > self.warn_tokens or self.over_cap(call)


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
class ServerRun:
    """Everything known about one server: what a server rule looks at."""

    spec: ServerSpec
    listing: Listing
    definitions: Definitions
    tools: tuple[ToolRun, ...]
    lines: Lines
    noise: tuple[str, ...] = ()
    """The first lines on stdout that were no protocol messages."""
    notes: tuple[str, ...] = ()
    """What a reader should know of this audit: what was left out for a budget, what the server asked of us."""
    seconds: float = 0.0
    complete: bool = True
    """False where the audit was interrupted: what stands here is what was measured until then."""


# -- what is judged ---------------------------------------------------------------------------


class Severity(StrEnum):
    """What a finding costs the agent."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Confidence(StrEnum):
    """How sure a finding is."""

    PROVEN = "proven"  # two or more calls show it
    SEEN = "seen"  # one reply shows it
    INDICATED = "indicated"  # a sign, no proof: hidden unless asked for


class State(StrEnum):
    """What the policy made of a finding."""

    SHOWN = "shown"
    HIDDEN = "hidden"
    IGNORED = "ignored"
    KNOWN = "known"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """What a rule saw, unsigned. `severity` and `confidence` are given only where they are not the rule's own."""

    message: str
    tools: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    advice: str = ""
    send: tuple[Call, ...] = ()
    """Calls, made and measured, to make instead."""
    argument: str | None = None
    severity: Severity | None = None
    confidence: Confidence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A hit, signed by the engine with the rule's identity and settled by the policy."""

    rule: str
    summary: str
    severity: Severity
    confidence: Confidence
    tools: tuple[str, ...]
    message: str
    advice: str
    calls: tuple[Call, ...]
    send: tuple[Call, ...]
    argument: str | None
    fingerprint: str
    state: State = State.SHOWN
    why: str = ""
    """Why it is not shown, where it is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientProfile:
    """How one client treats large replies; `source` and `checked` say where that is known from."""

    name: str
    cap_tokens: int | None
    cap_chars: int | None
    warn_tokens: int
    action: str
    """What happens over the cap, as the end of "NAME would ...": "put it into a file and show the model 2 KB"."""
    meta_cap_key: str | None
    meta_cap_ceiling: int | None
    description_chars: int | None
    source: str
    checked: str
    cap_bytes: int | None = None
    """Bytes of the text as UTF-8."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerReport:
    """One server, judged."""

    run: ServerRun
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAudited:
    """A server that could not be audited, and why."""

    name: str
    message: str
    hint: str = ""
    detail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the exit code is, and what it is read off."""

    exit_code: int
    fail_on: str
    counts: Mapping[Severity, int]
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All that a renderer may say."""

    version: str
    date: str
    client: ClientProfile
    tokenizer: str
    """The method behind every token figure, such as "o200k_base, exact"."""
    servers: tuple[ServerReport, ...]
    failures: tuple[NotAudited, ...]
    verdict: Verdict
    samples: tuple[Call, ...] = ()
    """Calls whose replies are shown written otherwise; empty: the default ones."""
