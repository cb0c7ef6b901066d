"""Facts about one reply."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tool_audit.model.signs import Signs
from tool_audit.model.values import ABSENT, Json


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
