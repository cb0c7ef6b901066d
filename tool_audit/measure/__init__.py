"""Facts about one reply, each computed once: how long it is, what it holds, what it is spent on."""

from typing import Final

from tool_audit.measure.definitions import measure_definitions
from tool_audit.measure.encodings import encodings
from tool_audit.measure.failing import reads_failed
from tool_audit.measure.items import find_items
from tool_audit.measure.paths import heaviest_paths
from tool_audit.measure.payload import payload
from tool_audit.measure.signs import find_signs
from tool_audit.measure.tokens import TokenCounter, load_counter
from tool_audit.model import Call, Measurement, Observation

__all__ = ["TokenCounter", "load_counter", "measure", "measure_definitions"]

_TOLD_REWRITTEN: Final = frozenset({"default", "sample"})
"""The experiments of whose replies is told what other encodings than compact JSON would take: to write those of every
reply would be half of the work."""


def measure(observation: Observation, counter: TokenCounter) -> Call:
    """Return the call with the facts about its reply; without them where there was no reply."""
    parts = payload(observation.outcome)
    if parts is None:
        return Call(observation=observation, measurement=None)
    tokens = counter.count(parts.text)
    items = find_items(parts.document, parts.text, parts.blocks)
    told = observation.probe.experiment in _TOLD_REWRITTEN
    written = encodings(parts.document, parts.text, counter, text_tokens=tokens, only_compact=not told)
    measurement = Measurement(
        bytes=observation.bytes,
        chars=len(parts.text),
        tokens=tokens,
        text=parts.text,
        blocks=parts.blocks,
        text_chars=parts.text_chars,
        structured_chars=len(parts.structured_text),
        media_chars=parts.media_chars,
        document=parts.document,
        structured=parts.structured,
        items=items,
        signs=find_signs(parts.document, parts.text, items, parts.structured, parts.blocks),
        paths=heaviest_paths(parts.document, written[0].chars if written else None),
        reads_failed=reads_failed(parts.document, parts.text),
        encodings=written,
    )
    return Call(observation=observation, measurement=measurement)
