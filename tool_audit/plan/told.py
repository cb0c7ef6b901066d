"""Values that texts name: errors that offer them, descriptions that list them or give examples."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from tool_audit.model import Json, ToolSpec
from tool_audit.plan.harvest import singular
from tool_audit.schema import Argument
from tool_audit.vocabulary import words_of

_OFFER = re.compile(
    r"\b(?:available|valid|allowed|expected|supported|one of|known|choose from|options|such as|try|did you mean)\b"
    r"(?:[^:\n\[{(\"'`]{0,40}(?:[:\[{(]|(?=[\"'`]))|\s)\s*([^\n]{1,400})",
    re.IGNORECASE,
)
_OFFERED_WORD = re.compile(r"[\"'`]([^\"'`\n]{1,80})[\"'`]|(?<=[\s,\[])([\w][\w./-]{1,60})(?=[\s,\].]|$)")


def offered(argument: Argument, errors: Sequence[str]) -> Iterator[tuple[Json, str]]:
    """Yield what a failed call's message offers instead ("available: a, b"), where it speaks of this argument."""
    words = {word for word in words_of(argument.name) if len(word) > 2} or {argument.name}
    for text in errors:
        if not any(word in text.lower() for word in words):
            continue
        for offer in _OFFER.finditer(text[:4_000]):
            for word in islice(_OFFERED_WORD.finditer(" " + offer.group(1)), 3):
                yield (word.group(1) or word.group(2)).rstrip("."), "named in an error"


_QUOTED_EXAMPLE = re.compile(
    r"(?:e\.g\.?,?|for example,?|such as|like|example:?)\s*[\"'`(]?\s*[\"'`]([^\"'`\n]{1,80})[\"'`]", re.IGNORECASE
)
_LISTED = re.compile(r"available \w+:\s*([\w-]+(?:\s*,\s*[\w-]+)+)", re.IGNORECASE)


def described(argument: Argument, tool: ToolSpec) -> Iterator[tuple[Json, str]]:
    """Yield the examples of an argument's description, then what the tool's description lists for it."""
    for example in _QUOTED_EXAMPLE.findall(argument.description):
        yield example, "example of the description"
    last = singular(words_of(argument.name))
    for listed in _LISTED.finditer(tool.description):
        if set(last) & set(singular(words_of(listed.group().split(":")[0]))):
            for word in listed.group(1).split(","):
                yield word.strip(), "listed in the tool's description"
    for bullet in re.findall(r"^\s*[-*]\s+([\w-]+):", tool.description, re.MULTILINE):
        if last and last[-1] + "s" in tool.description.lower():
            yield bullet, "listed in the tool's description"
