"""Flags base64 or hex data in a text block: a model pays for each character and can read none."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Confidence, Hit, Measurement, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._encoded import encoded
from tool_audit.rules._replies import worst_reply
from tool_audit.vocabulary import words_of

_PURPOSES = frozenset("encode encoder encrypt hexdump sign".split())
_NAMES = ("base64", "b64", "to_base64", "hex", "to_hex")


@dataclass(frozen=True)
class Options:
    chars: int = 2_000


@tool_rule(group="A", severity=Severity.ERROR, confidence=Confidence.SEEN, options=Options)
def binary_in_text(run: ToolRun, options: Options) -> Iterator[Hit]:
    """A text block holds binary data as base64 or hex."""
    if _PURPOSES.intersection(words_of(run.tool.name)) or run.tool.name.lower().startswith(_NAMES):
        return
    worst = worst_reply(run, lambda _run, _call, reply: _binary(reply, options.chars))
    if worst is None:
        return
    reply = worst.measurement
    pieces = list(encoded(reply.text, options.chars))
    kinds = ", ".join(dict.fromkeys(piece.kind for piece in pieces if piece.kind))
    image = any("image" in piece.kind for piece in pieces)
    yield Hit(
        message=(
            f"{worst.waste:,} of the {reply.chars:,} characters of the text ({worst.waste / reply.chars:.0%}) are "
            f"{' and '.join(dict.fromkeys(piece.encoding for piece in pieces))} data{kinds and f' ({kinds})'}; "
            f"the reply is {reply.tokens:,} tokens."
        ),
        calls=(worst.call,),
        advice=(
            "Send it as an image block, or a link to it."
            if image
            else "Send it as a resource with a blob, or a link to it."
        ),
    )


def _binary(reply: Measurement, least: int) -> int:
    """Count the characters of such data in the text blocks; what stands only in structuredContent is in none."""
    return sum(piece.chars for piece in encoded(reply.text, least)) if reply.text_chars else 0
