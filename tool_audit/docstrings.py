"""What a tool's description says of each argument, where it is a function's documentation handed on as it stands."""

import re
from collections.abc import Iterator, Mapping

from tool_audit import lazy_re

_HEADING = lazy_re.compile(
    r"^[ \t]*(?:args|arguments|parameters|params|inputs?)[ \t]*:?[ \t]*$", re.IGNORECASE | re.MULTILINE
)
_ENTRY = lazy_re.compile(
    r"^([ \t]*)(?:[-*][ \t]+)?[`*]{0,2}(\w+)[`*]{0,2}[ \t]*(?:\([^)\n]*\))?[ \t]*(?::|[ \t]-)[ \t]+(\S.*)$"
)
_FIELD = lazy_re.compile(r"^[ \t]*:param(?:[ \t]+\w+)?[ \t]+(\w+):[ \t]*(\S.*)$", re.MULTILINE)
_LONGEST = 20_000


def described_arguments(description: str, names: frozenset[str]) -> Mapping[str, str]:
    """Return name -> text for the arguments of these names that a description lists under "Args:" or as `:param`."""
    text = description[:_LONGEST]
    found = {name: told.strip() for name, told in _FIELD.findall(text) if name in names}
    heading = _HEADING.search(text)
    current, depth = "", 0
    for line in text[heading.end() :].splitlines() if heading else ():
        entry = _ENTRY.match(line)
        if entry and entry.group(2) in names and (not current or len(entry.group(1)) <= depth):
            depth, current = len(entry.group(1)), entry.group(2)
            found.setdefault(current, entry.group(3).strip())
        elif not line.strip():
            current = ""
        elif current and len(line) - len(line.lstrip()) > depth:
            found[current] += " " + line.strip()
        elif current:
            break
    return found


_ARGUMENTS = lazy_re.compile(
    r"^[ \t]*(?:args|arguments|parameters|params|inputs?)\s*:?[ \t]*\n((?:[ \t]*\S.*\n?)+)",
    re.IGNORECASE | re.MULTILINE,
)
_LINE = lazy_re.compile(
    r"^([ \t]*)(?:[-*][ \t]*)?`?([a-z_][A-Za-z0-9_]{1,30})`?[ \t]*(?:\([^)\n]*\))?[ \t]*(?::|-|\u2013)[ \t]",
    re.MULTILINE,
)
_CALLED_SO = lazy_re.compile(
    r"`([a-z_][A-Za-z0-9_]{1,30})`\s+(?:parameter|argument)\b(?!s?\s+(?:of|in|to|for|from|on|with|when)\b)"
    r"|\b(?:parameter|argument)\s+`([a-z_][A-Za-z0-9_]{1,30})`(?!\s+(?:of|in|to|for|from|on|with|when)\b)"
)
_INLINE = lazy_re.compile(
    r"(?:^|[.;(]\s*|\n\s*)`?([a-z_][A-Za-z0-9_]{1,30})`?\s*:\s+"
    r"(?:how many|number of|max(?:imum)?|the |a |an |whether|filter|optional|only|page|sort|default)",
    re.IGNORECASE,
)
_RETURNS = lazy_re.compile(
    r"^[ \t]*(?:returns?|yields?|raises|outputs?|response|result)[ \t]*:.*\n?(?:[ \t]*\S.*\n?)*",
    re.IGNORECASE | re.MULTILINE,
)
_IN_A_ROW = lazy_re.compile(
    r"(?:^|[.;]\s*|\n\s*)(?:args|arguments?|param(?:eter|[eè]tre|ètro|etro)?s?|parámetros?|매개변수|인자|引数|参数|參數)"
    r"[ \t]*[:\uff1a][ \t]*([^\n]+)",
    re.IGNORECASE,
)
_ONE = lazy_re.compile(r"`?\b([a-z_][A-Za-z0-9_]{1,30})`?\s*[(:=\uff08]")
_TO_SEND = lazy_re.compile(
    r"\b(?:pass|set|use|give|specify|send|with|via)\s+(?:an? |the )?`([a-z_][A-Za-z0-9_]{1,30})`", re.IGNORECASE
)
NO_ARGUMENTS = frozenset(
    """
    ctx context self cls args kwargs returns return raises yields example examples note notes warning tip see default
    optional required output result response usage e i http https
    """.split()
)
"""What a documented function has besides, and the headings of what follows."""


def names_spoken_of(description: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names that a description lists as arguments, and those of which its sentences speak as if they were.

    The second kind may be prose ("note: the ..."): it needs a look at what the name means.
    """
    text = _RETURNS.sub("", description[:_LONGEST])
    listed = [name for section in _ARGUMENTS.findall(text) for name in _entries(section)]
    listed += [first or second for first, second in _CALLED_SO.findall(text)]
    listed += [name for row in _IN_A_ROW.findall(text) for name in _ONE.findall(_outside_parentheses(row))]
    return tuple(listed), (*_INLINE.findall(text), *_TO_SEND.findall(text))


def _entries(section: str) -> Iterator[str]:
    """Yield the names at the margin of the first: what is indented further explains one of them."""
    found = _LINE.findall(section)
    return (name for margin, name in found if margin == found[0][0])


def _outside_parentheses(text: str) -> str:
    return re.sub(r"([(\uff08])[^()\uff08\uff09]*", r"\1", text)
