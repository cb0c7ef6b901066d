"""Which arguments a failed call's message asks for: those of which it says so, and not all that it lists."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from tool_audit import lazy_re
from tool_audit.refusals.quoted_schemas import without_schemas
from tool_audit.refusals.texts import says_missing, speaks_of

_READ = 4_000
_PRETTY = lazy_re.compile(r"(?<=[\[{,])\s*\n\s*|\s*\n\s*(?=[\]}])")
_HEADING = lazy_re.compile(r"^([ \t]*[\w.$\[\]]{1,60}):?\n[ \t]+(?=\S)", re.MULTILINE)
"""A name on a line of its own, and below it what is said of it."""
_CLAUSES = lazy_re.compile(r"(?<=[.!?;])\s+|\n+|\u3002|\}\s*,\s*\{")
_NEXT_TO = lazy_re.compile(r"[\s,\"'`&/|\[\]\u201c-\u201e]*(?:and|or|und|oder|et|ou|[yoeи])?[\s\"'`\[\u201c-\u201e]*")
"""Between the names of one list."""
_OF_THE_LEFT = lazy_re.compile(
    r"[\"'`\u201d\])]*[\s:(]*(?:is|are|was|were|field)?\s*(?:an?\s+)?(?:required|missing|mandatory|needed)\b",
    re.IGNORECASE,
)
_CUT = lazy_re.compile(r".*[,;:.(\[{]", re.DOTALL)
_NOT_SO = lazy_re.compile(r"required[\"']?\s*[:=]\s*[\"']?(?:false|no)\b|(?:\bnot|n't)\s+required", re.IGNORECASE)


def demanded_of(names: tuple[str, ...], errors: Sequence[str]) -> frozenset[str]:
    """Return those of a tool's arguments of which a message says that they are required, missing or must be given.

    A list of all that there are, of what was received, a usage line or a quoted schema demands nothing.
    """
    return frozenset(name for text in errors for name in _demanded(names, text[:_READ]))


@lru_cache(1_024)
def _demanded(names: tuple[str, ...], text: str) -> frozenset[str]:
    # planning asks again with each round
    alternatives = "|".join(map(re.escape, sorted(filter(None, names), key=len, reverse=True)))
    if not alternatives:
        return frozenset()
    name = re.compile(rf"(?<![A-Za-z0-9_-])(?:{alternatives})(?![A-Za-z0-9_-])")
    laid_out = _HEADING.sub(r"\1: ", _PRETTY.sub(" ", without_schemas(text)))
    return frozenset(
        named
        for clause in _CLAUSES.split(laid_out)
        for before, group, behind in _spoken_of(clause, name)
        for named in set(name.findall(group))
        if _asks(f"{before}{named}{behind}", named)
    )


def _spoken_of(clause: str, name: re.Pattern[str]) -> Iterator[tuple[str, str, str]]:
    """Yield each list of names, or single name, between the words that belong to it."""
    spans: list[tuple[int, int]] = []
    for found in name.finditer(clause):
        if spans and _NEXT_TO.fullmatch(clause, spans[-1][1], found.start()):
            spans[-1] = (spans[-1][0], found.end())
        else:
            spans.append(found.span())
    before = clause[: spans[0][0]] if spans else ""
    for place, (start, end) in enumerate(spans):
        following = clause[end : spans[place + 1][0]] if place + 1 < len(spans) else clause[end:]
        behind, next_before = _divided(following) if place + 1 < len(spans) else (following, "")
        yield before, clause[start:end], behind
        before = f"x {next_before}"  # what follows does not open the message


def _divided(between: str) -> tuple[str, str]:
    """Return what the words between two names say of the first, and what of the second; without a sign, of both."""
    cut = _CUT.match(between.rstrip(" \t\"'`:([{\u201c\u201e"))
    if cut is not None:
        return between[: cut.end()], between[cut.end() :]
    return (between, "") if _OF_THE_LEFT.match(between) else (between, between)


def _asks(part: str, name: str) -> bool:
    part = _NOT_SO.sub(" ", part)
    escaped = re.escape(name)
    asked = re.compile(
        r"\b(?:specify|provide|pass|give|set|supply|requires?|needs?|missing|must (?:have|be given))\b"
        rf"[^.\n]{{0,60}}[\"'`]{escaped}[\"'`]|[\"'`]{escaped}[\"'`][^.\n]{{0,20}}"
        r"\b(?:is (?:required|missing|needed|mandatory)|must be (?:given|set|provided|specified))\b"
        rf"|(?<![\w-]){escaped}\s*:?\s+(?:is |was |field )?(?:required|missing|mandatory)\b"
        rf"|\b(?:missing|required)\b[^.\n]{{0,30}}[:\s]{escaped}(?![\w-])"
    )
    return bool(asked.search(part)) or (says_missing(part) and speaks_of(part, name))
