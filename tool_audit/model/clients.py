"""What clients do with large replies, and what they take of definitions: names, descriptions, schemas."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tool_audit.model.caps import Counted, Lines, Unit


class Action(StrEnum):
    """What a client does with a reply that is over its cap."""

    ERROR = "error"  # an error in its place
    FILE = "file"  # it is put into a file; the model sees the path, and perhaps a preview
    HEAD = "head"  # the end is left out
    HEAD_AND_TAIL = "head-and-tail"  # the middle is left out
    DROP = "drop"  # nothing of it is shown
    NONE = "none"  # it is shown whole
    OTHER = "other"  # not known, or known in words only


class Shows(StrEnum):
    """Which part of a reply a client shows its model."""

    TEXT = "text"
    STRUCTURED = "structured"  # structuredContent where there is one, else the text
    BOTH = "both"
    UNKNOWN = "unknown"


class Certainty(StrEnum):
    """How well a profile is known."""

    GOOD = "good"  # the client's source, its manual, or several reports
    DATED = "dated"  # of a version that is not the newest
    SECOND_HAND = "second-hand"
    UNVERIFIED = "unverified"
    PROPOSED = "proposed"  # a change that was not taken over yet


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientProfile:
    """How one client treats large replies; `source`, `checked` and `certainty` say where that is known from."""

    name: str
    cap_tokens: int | None
    cap_chars: int | None
    warn_tokens: int
    would: str
    """What happens over the cap, as the end of "NAME would ...": "put it into a file and show the model the path"."""
    meta_cap_key: str | None
    meta_cap_ceiling: int | None
    description_chars: int | None
    source: str
    checked: str
    cap_bytes: int | None = None
    """Bytes of the text as UTF-8."""
    cap_lines: int | None = None
    counted: Counted = Counted.REPLY
    action: Action = Action.OTHER
    head_share: float = 0.5
    """Of what `HEAD_AND_TAIL` keeps, the share at the beginning."""
    preview_bytes: int | None = None
    """What `FILE` shows beside the path."""
    saves: bool = False
    """The whole goes to a file that the model can read, whatever it is shown."""
    marked: bool | None = None
    """Whether the model is told that something was left out; None: not known."""
    shows: Shows = Shows.UNKNOWN
    tool_count: int | None = None
    """Tools that it takes; those beyond are left out."""
    certainty: Certainty = Certainty.GOOD
    note: str = ""

    @property
    def lines(self) -> Lines:
        """The lines that hold where neither a tool nor the settings say otherwise."""
        return Lines(
            client=self.name,
            cap_tokens=self.cap_tokens,
            cap_chars=self.cap_chars,
            cap_bytes=self.cap_bytes,
            cap_lines=self.cap_lines,
            counted=self.counted,
            warn_tokens=self.warn_tokens,
            action=self.would,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """What one client would show its model of one reply; figures of tokens and bytes in characters are estimates."""

    client: str
    whole: bool
    sees: str
    """In words, without the name: "first and last 5,000 tokens; 391,994 in the middle lost, marked"."""
    structured: bool = False
    """It is structuredContent that is shown, in place of the text."""
    over: Unit | None = None
    """The unit of the cap that it is over, the cap, and how much it has of it."""
    cap: int | None = None
    size: int | None = None
    shown_chars: int | None = None
    """None where that is not known."""
    unseen_chars: int | None = None
    """What is not shown, whether it is lost or in a file."""


class Construct(StrEnum):
    """What is valid in a schema, and refused by some clients or by the model APIs behind them."""

    ROOT_COMBINATOR = "root-combinator"  # anyOf, oneOf or allOf beside the root's properties
    ARRAY_WITHOUT_ITEMS = "array-without-items"
    TUPLE_ITEMS = "tuple-items"  # `items` as a list, as in draft-07 and before
    PREFIX_ITEMS = "prefix-items"  # a tuple as 2020-12 writes it
    TYPE_ARRAY = "type-array"  # several types in one list
    NULLABLE_TYPE = "nullable-type"  # one type and null in a list
    EXTERNAL_REF = "external-ref"  # a $ref out of the schema
    PROPERTY_NAME = "property-name"  # characters, or a length, of an argument's name


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionLimits:
    """What one client takes of definitions, as far as that is known; patterns hold for the whole name."""

    client: str
    checked: str
    """The day on which the sources were looked at."""
    name_pattern: str | None = None
    name_chars: int | None = None
    """The longest name, with the prefix."""
    name_prefix: str = ""
    """What the client puts before a tool's name; {server} stands for the server's."""
    names_source: str = ""
    property_pattern: str | None = None
    """Names of arguments; others are `PROPERTY_NAME`."""
    description_chars: int | None = None
    """The longest description or instructions; what stands behind is cut without a word."""
    refuses: Mapping[Construct, str] = field(default_factory=dict)
    """Construct -> where that is known from."""
