"""Flags replies whose text is a mere label, so that a client that shows text shows nothing of the data."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tool_audit.model import ABSENT, Call, Confidence, Hit, Json, Measurement, Replied, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._replies import distinct_replies

_MOST_VALUES = 1_000


@dataclass(frozen=True)
class Options:
    label_chars: int = 300
    values: int = 3
    missing: float = 0.8


@tool_rule(group="F", severity=Severity.WARNING, confidence=Confidence.SEEN, options=Options)
def payload_only_in_structured(run: ToolRun, options: Options) -> Iterator[Hit]:
    """Only structuredContent holds the data, and the text is a label."""
    worst: tuple[int, Call, Measurement, list[str], list[str]] | None = None
    for call, measurement in distinct_replies(run):
        text = "\n".join(measurement.blocks)
        if measurement.structured is ABSENT or len(text) > options.label_chars or _has_other_blocks(call):
            continue
        values = _values(measurement.structured)
        lacking = [value for value in values if value not in text]
        enough = len(lacking) >= options.values and len(lacking) >= options.missing * len(values)
        if (
            enough
            and measurement.structured_chars >= 2 * len(text)
            and (worst is None or measurement.structured_chars > worst[0])
        ):
            worst = (measurement.structured_chars, call, measurement, values, lacking)
    if worst is None:
        return
    chars, call, measurement, values, lacking = worst
    text = " ".join(" ".join(measurement.blocks).split())
    label = f'the text is "{text[:60]}"' if text else "there is no text"
    of = "the first 1,000" if len(values) == _MOST_VALUES else f"{len(values):,}"
    yield Hit(
        message=(
            f"structuredContent holds {chars:,} characters of data and {label} ({measurement.text_chars:,} characters):"
            f" {len(lacking):,} of {of} values stand only in structuredContent."
        ),
        calls=(call,),
        advice="Give the data, or what of them the next call needs (ids, names), in the text too.",
    )


def _has_other_blocks(call: Call) -> bool:
    """Whether content holds more than text: an image or a link can be the payload."""
    outcome = call.observation.outcome
    content = outcome.result.get("content") if isinstance(outcome, Replied) and isinstance(outcome.result, dict) else []
    return isinstance(content, list) and any(
        isinstance(block, Mapping) and block.get("type", "text") != "text" for block in content
    )


def _values(root: Json) -> list[str]:
    """Return the different strings and numbers in a value, up to a bound; true, false and null tell nothing."""
    found: dict[str, None] = {}
    stack = [root]
    while stack and len(found) < _MOST_VALUES:
        node = stack.pop()
        if isinstance(node, Mapping):
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node)
        elif isinstance(node, str | int | float) and not isinstance(node, bool) and node != "":
            found[str(node).strip()] = None
    return list(found)
