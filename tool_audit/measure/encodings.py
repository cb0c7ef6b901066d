"""The same data written in other ways, and what each would cost."""

from tool_audit.measure.tokens import TokenCounter
from tool_audit.model import Encoding, Json


def encodings(document: Json, text: str, counter: TokenCounter) -> tuple[Encoding, ...]:
    """Return what `document` takes in each encoding."""
    return ()
