"""What was measured: one reply, one call, one tool, one server."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tool_audit.model.calls import Observation, Replied, Subject
from tool_audit.model.clients import DefinitionLimits
from tool_audit.model.server import Listing, ServerSpec, ToolSpec
from tool_audit.model.signs import Signs
from tool_audit.model.values import ABSENT, Arguments, Json


class ItemKind(StrEnum):
    """What a reply's list is written in."""

    JSON = "json"
    BLOCKS = "blocks"
    JSON_LINES = "json-lines"
    TABLE = "table"
    CSV = "csv"
    YAML = "yaml"
    BULLETS = "bullets"
    SECTIONS = "sections"
    XML = "xml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    """The list in a reply: where it is (`path`), and for each item a text that tells it apart."""

    kind: ItemKind
    path: str
    identities: tuple[str, ...] = field(repr=False)
    records: Sequence[Json] = field(default=(), repr=False, compare=False)
    """The items themselves, one for each identity: objects of the reply, rows as objects, or parts of its text."""
    span: tuple[int, int] | None = field(default=None, compare=False)
    """The characters of the text between which they stand; None for JSON documents and separate blocks."""

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
    signs: Signs = field(default_factory=Signs)
    """What it says of its own completeness."""
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
