"""The closed set of words that a description names, where a schema has none."""

import re
from itertools import pairwise

from tool_audit import lazy_re

_QUOTED = lazy_re.compile(r"""["'`\u201c\u2018]([A-Za-z][\w.-]{0,30})["'`\u201d\u2019]""")
_PATH = lazy_re.compile(r"\w\.[A-Za-z]")
_BETWEEN = lazy_re.compile(r"[\s,;/|]*(?:\b(?:or|and)\b)?\s*")
_DEFINED = lazy_re.compile(
    r"\s*(?:\(|[:=\u2013\u2014-]|(?:to|for|returns?|gives?|means?|shows?|includes?|adds?|keeps?|lists?|is|omits?)\b"
    r"|\w+s\b(?! (?:field|column|table)))"
)
_ALTERNATIVES = lazy_re.compile(r"(?<![\w|/])(?<!\.\{)[a-z][\w-]{1,20}(?:\s?\|\s?[a-z][\w-]{1,20})+(?![\w|/])")
_WORD_LIST = (
    r"[a-z][\w-]*(?:\s*,\s*(?:or\s+|and\s+)?[a-z][\w-]*)+(?:,?\s+(?:or|and)\s+[a-z][\w-]*)?|[a-z][\w-]* or [a-z][\w-]*"
)
_ONE_OF = lazy_re.compile(
    r"(?:\b(?:(?:must be |can be )?(?:one of|either)|choose (?:from|between))(?: the following)?\s*:?"
    r"|\b(?:allowed|valid|possible|supported|available)?\s*(?:options?|values?|levels?|modes?|formats?)\s*(?:are\b|:))"
    rf"\s*({_WORD_LIST})(?=\s*(?:[.;()\[\n]|$|-\s|default))",
    re.IGNORECASE,
)
_NOT_VALUES = {"default", "or", "and", "the", "a", "an", "if", "omitted", "none", "null", "true", "false"}
_EXAMPLES = lazy_re.compile(r"\b(?:e\.g\.?|for example|for instance|such as|like|examples?|etc)\b", re.IGNORECASE)


def described_values(description: str) -> tuple[str, ...]:
    """Return the closed set of words that a description names, or () where it names none or only gives examples.

    A set is two to eight words: `a|b|c`, "one of: a, b, c", quoted in a row, or quoted and explained each
    ('"standard" (default) ..., "minimal" returns ...').
    """
    if _EXAMPLES.search(description):
        return ()
    if found := _ALTERNATIVES.search(description):
        return _closed(re.split(r"\s?\|\s?", found.group()))
    if found := _ONE_OF.search(description):
        return _closed(re.split(r"\s*,\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+", found.group(1)))
    return _closed(_quoted(description))


def _quoted(description: str) -> list[str]:
    quotes = list(_QUOTED.finditer(description))
    if any(_PATH.search(quote.group(1)) for quote in quotes):
        return []  # files and names of a system are examples of more
    in_a_row = all(_BETWEEN.fullmatch(description, one.end(), other.start()) for one, other in pairwise(quotes))
    explained = [_enclosed(quote) or bool(_DEFINED.match(description, quote.end())) for quote in quotes]
    return [quote.group(1) for quote in quotes] if in_a_row or sum(explained) >= len(quotes) - 1 else []


def _enclosed(quote: re.Match[str]) -> bool:
    """Return whether a quoted word stands in parentheses of its own, behind what it means."""
    return quote.string[: quote.start()].endswith("(") and quote.string.startswith(")", quote.end())


def _closed(words: list[str]) -> tuple[str, ...]:
    unique = tuple(dict.fromkeys(word.strip() for word in words if word and word.lower() not in _NOT_VALUES))
    return unique if 2 <= len(unique) <= 8 else ()
