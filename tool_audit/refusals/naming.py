"""Whether an error names what was sent wrong: the argument in any common spelling, or the value."""

import re
from collections.abc import Iterator
from typing import Final

from tool_audit.model import ABSENT, Json, canonical
from tool_audit.refusals.mistakes import Wrong
from tool_audit.refusals.texts import speaks_of
from tool_audit.vocabulary import words_of

_PLAIN_WORDS: Final = frozenset(
    """
    input inputs value values argument arguments parameter parameters params request data type error message field
    body payload tool code format call result response object string number text content name
    """.split()
)
"""Names that an error says of anything: they must be marked as a name to count as one."""
_LEAST: Final = 3
_LONGEST: Final = 200


def names_argument(text: str, wrong: Wrong) -> bool:
    """Return whether an error says which argument was wrong; of several missing ones, any."""
    return any(_named(text, name) for name in (wrong.missing or (wrong.name,)))


def names_value(text: str, wrong: Wrong) -> bool:
    """Return whether an error repeats the value that was wrong."""
    value = wrong.value
    if value is ABSENT or value is None or isinstance(value, bool):
        return False
    shown = value if isinstance(value, str) else canonical(value)
    if isinstance(value, int | float):
        return re.search(rf"(?<![\w.-]){re.escape(shown)}(?![\w])", text) is not None
    return len(shown) >= _LEAST and shown[:_LONGEST] in text


def _named(text: str, path: str) -> bool:
    inner = path.rpartition(".")[2]
    return any(_stands(text, name) for name in {path, inner})


def _stands(text: str, name: str) -> bool:
    if name.lower() in _PLAIN_WORDS:
        inner = re.escape(name)
        placed = rf"\b(?:at|in|for|named|called) {inner}(?=\W*$|\W*\n)|(?<![\w-]){inner}\s*:"
        return speaks_of(text, name) or re.search(placed, text, re.MULTILINE) is not None
    return any(re.search(rf"(?<!\w){form}(?!\w)", text, re.IGNORECASE) for form in _spellings(name))


def _spellings(name: str) -> Iterator[str]:
    """Yield patterns for a name as it is, and as its words in snake, kebab, camel or plain writing."""
    yield re.escape(name)
    words = words_of(name)
    if len(words) > 1:
        yield r"[\s_-]?".join(map(re.escape, words))


def values_told(text: str, values: tuple[Json, ...], sent: Json) -> list[str]:
    """Return which of these values an error tells, without the one that was sent."""
    told = []
    for value in values:
        shown = value if isinstance(value, str) else canonical(value)
        if shown and value != sent and re.search(rf"(?<!\w){re.escape(shown)}(?!\w)", text, re.IGNORECASE):
            told.append(shown)
    return told
