"""Values that texts name: errors that offer them, descriptions that list them or give examples."""

import re
from collections.abc import Iterator, Mapping, Sequence

from tool_audit import lazy_re
from tool_audit.described_values import OR
from tool_audit.model import ToolSpec
from tool_audit.plan.examples import examples_in, numbers_in
from tool_audit.plan.sources import Candidate
from tool_audit.refusals.demanded import demanded_of
from tool_audit.refusals.quoted_schemas import without_schemas
from tool_audit.refusals.texts import says_missing
from tool_audit.schema import Argument
from tool_audit.strangers import reaches_somebody
from tool_audit.vocabulary import singular, words_of

_OFFER = lazy_re.compile(
    r"\b(?:available|valid|allowed|expected|supported|one of|known|choose from|options|such as|try|did you mean)\b"
    r"(?![\"'`]\s*:)"
    r"(?:[^:\n\[{(\"'`]{0,40}(?:[:\[{(]|(?=[\"'`]))|\s)\s*([^\n]{1,400})",
    re.IGNORECASE,
)
_OFFERED_WORD = lazy_re.compile(r"[\"'`]([^\"'`\n]{1,80})[\"'`]|(?<=[\s,\[])([\w][\w./-]{1,60})(?=[\s,\].]|$)")


_NOT_OFFERED = frozenset(
    """
    string str integer int number float boolean bool array list object dict null none undefined received type value
    values input argument arguments field required missing a an the or and of invalid expected format numeric e.g eg
    example
    """.split()
)
"""Words of a validator's own: what kind of value was expected, and what came."""
_OFFERED = 3
_LIST_AT_THE_END = lazy_re.compile(
    r"[:\uff1a]\s*([\w][\w./ -]{0,40}(?:\s*[,\u3001\uff0c]\s*[\w][\w./ -]{0,40}){1,30})\s*[.)\u3002]?\s*$"
)
"""A message may end with what there is, in any language: "Vorhanden: roesti, linsensuppe"."""


def offered(argument: Argument, errors: Sequence[str], names: frozenset[str]) -> Iterator[Candidate]:
    """Yield what a failed call's message offers instead ("available: a, b"), where it speaks of this argument.

    The names of the tool's arguments are no values, and neither are the words of a quoted schema.
    """
    words = {word for word in words_of(argument.name) if len(word) > 2} or {argument.name}
    for error in errors:
        text = without_schemas(error[:4_000])
        if any(word in text.lower() for word in words):
            for named in _offered_in(text):
                if named.lower() not in _NOT_OFFERED and named != argument.name and named not in names:
                    yield named, "named in an error"


def _offered_in(text: str) -> Iterator[str]:
    for offer in _OFFER.finditer(text):
        words_offered = list(_OFFERED_WORD.finditer(" " + offer.group(1)))
        quoted = [word for word in words_offered if word.group(1)]
        for word in (quoted or words_offered)[:_OFFERED]:
            named = (word.group(1) or word.group(2)).rstrip(".,")
            if re.search(r"\w", named):
                yield named
    yield from _listed_last(text)[:_OFFERED]


def _listed_last(text: str) -> list[str]:
    found = None if says_missing(text) else _LIST_AT_THE_END.search(text)
    return [part.strip() for part in re.split(r"[,\u3001\uff0c]", found.group(1))] if found is not None else []


_CRASHED = lazy_re.compile(
    r"\(reading '(\w+)'\)|KeyError\W{1,4}(\w+)|Cannot read property '(\w+)' of|no attribute '(\w+)'"
)


def members_missed(argument: Argument, errors: Sequence[str]) -> frozenset[str]:
    """Return the declared members of an object that a failed call's message asks for, or over which it crashed."""
    declared = argument.schema.get("properties")
    if "object" not in argument.types or not isinstance(declared, Mapping):
        return frozenset()
    crashed = {name for text in errors for found in _CRASHED.findall(text[:4_000]) for name in found if name}
    return demanded_of(tuple(map(str, declared)), errors) | (crashed & declared.keys())


_LISTED = lazy_re.compile(r"available \w+:\s*([\w-]+(?:\s*,\s*[\w-]+)+)", re.IGNORECASE)


NAMED = "named in the description"
_CODES = lazy_re.compile(r"[(:]\s*([A-Z][\w-]{0,19}(?:\s*[,/|\u3001]\s*[A-Z][\w-]{0,19}){2,11})\s*(?=[).;]|$)")
"""At least three codes or names in parentheses or behind a colon: "(DE, PT, NO)"."""
_CHOSEN = lazy_re.compile(r":\s*([\w-]{1,20}(?:\s*,\s*[\w-]{1,20}){0,10},?\s+" + OR + r"\s+[\w-]{1,20})\s*[.)]?\s*$")
_BETWEEN = lazy_re.compile(rf"\s*[,/|\u3001]\s*(?:{OR}\s+)?|\s+{OR}\s+")
_NUMBERED = lazy_re.compile(
    r"(?<![\w-])((?=[\w-]*\d)[A-Z][\w-]{1,19}(?:(?:, | or )(?=[\w-]*\d)[A-Z][\w-]{1,19})+)(?![\w-])"
)


def exemplified(argument: Argument, tool: ToolSpec) -> Iterator[Candidate]:
    """Yield the examples of an argument's own description, then the words among which it lets choose."""
    for example in examples_in(argument.description, bare=not reaches_somebody(argument, tool)):
        yield example, "example of the description"
    if not argument.closed_set and not reaches_somebody(argument, tool):
        yield from ((word, NAMED) for word in _choices(argument.description))


def named_for(argument: Argument, tool: ToolSpec, *, alone: bool) -> Iterator[Candidate]:
    """Yield the words among which an argument's description lets choose, or the tool's where it speaks of no other."""
    if argument.closed_set or argument.types != {"string"} or reaches_somebody(argument, tool):
        return
    words = _choices(argument.description) or (_choices(tool.description) if alone else [])
    yield from ((word, NAMED) for word in words)


def _choices(text: str) -> list[str]:
    found = next(filter(None, (pattern.search(text) for pattern in (_CODES, _CHOSEN, _NUMBERED))), None)
    return [word for word in _BETWEEN.split(found.group(1)) if word] if found is not None else []


def described(argument: Argument, tool: ToolSpec) -> Iterator[Candidate]:
    """Yield the numbers that an argument's description lets choose, then what the tool's description lists for it."""
    if argument.numeric:
        yield from ((number, "named in the description") for number in numbers_in(argument.description))
    last = singular(words_of(argument.name))
    for listed in _LISTED.finditer(tool.description):
        if set(last) & set(singular(words_of(listed.group().split(":")[0]))):
            for word in listed.group(1).split(","):
                yield word.strip(), "listed in the tool's description"
    for bullet in re.findall(r"^\s*[-*]\s+([\w-]+):", tool.description, re.MULTILINE):
        if last and last[-1] + "s" in tool.description.lower():
            yield bullet, "listed in the tool's description"
