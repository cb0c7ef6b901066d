"""Flags texts that are longer than allowed and are shortened without a word."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit import lazy_re
from tool_audit.model import Call, Confidence, Hit, Json, Measurement, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._empty import finds_nothing
from tool_audit.rules._sizes import measured
from tool_audit.rules._variations import variations
from tool_audit.schema import arguments_of
from tool_audit.vocabulary import words_of

_LENGTHS = {"length", "len", "chars", "characters", "size"}
_BOUNDS = {"max", "maximum", "limit", "allowed"}
_SAYS_SO = lazy_re.compile(r"\s*(?:\.\.\.|\u2026|\[|\()")  # an echo that is shortened to be shown, and says so
_SHORTENS = lazy_re.compile(
    r"\b(?:previews?|excerpts?|snippets?|teasers?|truncat\w+|shorten\w*|abbreviat\w+|ellips\w+|clip\w*|crop\w*|trim\w*"
    r"|pad|(?:first|leading|last|initial) (?:\w+ )?(?:char\w*|letters|words|lines|part)|slugs?|slugify|initials)\b",
    re.IGNORECASE,
)
"""Tools whose work it is to show a part of a text."""


@dataclass(frozen=True)
class Options:
    shortest: int = 16


@tool_rule(group="D", severity=Severity.WARNING, confidence=Confidence.PROVEN, options=Options)
def long_text_cut(run: ToolRun, options: Options) -> Iterator[Hit]:
    """A text that is too long is accepted, and only a part of it is used."""
    if _SHORTENS.search(f"{run.tool.name.replace('_', ' ')} {run.tool.description}"):
        return
    meant = [call.arguments.get(a.name, a.default) for call in run.calls for a in arguments_of(run.tool) if a.numeric]
    for argument in arguments_of(run.tool):
        texts = sorted(
            (
                (len(value), call)
                for value, call in variations(run, argument.name)
                if isinstance(value, str) and len(value) >= options.shortest and len(set(value)) == 1
            ),
            key=lambda pair: pair[0],
        )
        for length, call in reversed(texts):
            bounds = [size for size, _ in texts if size < length] + [argument.schema.get("maxLength")]
            bounds += _told([other for size, other in texts if size != length])
            used = _used(call, call.arguments[argument.name][0], length, bounds, options.shortest)
            if used is None or used in meant or finds_nothing(run, call):
                continue  # what finds nothing repeats of a text as much as it likes
            shorter = [other for size, other in texts if size <= used]
            bound = argument.schema.get("maxLength")
            declared = f" (maxLength {bound:,})" if isinstance(bound, int) else " (no maxLength is declared)"
            yield Hit(
                message=(
                    f"{argument.name} took {length:,} characters with success and used {used:,} of them;"
                    f" {length - used:,} were dropped without a word{declared}."
                ),
                calls=(*shorter[-1:], call),
                advice=f"Refuse a {argument.name} that is too long, and say how long it may be.",
                argument=argument.name,
                confidence=None if shorter else Confidence.SEEN,
            )
            break


def _used(call: Call, letter: str, length: int, bounds: list[Json], shortest: int) -> int | None:
    """Return how many of the characters that were sent the reply shows to have been used, None where all or unknown."""
    reply = measured(call)
    if reply is None or reply.reads_failed or reply.signs.says_more:
        return None
    runs = list(re.finditer(f"{re.escape(letter)}{{{shortest},}}", reply.text))
    if runs:
        longest = max(runs, key=lambda found: len(found.group()))
        shortened = _SAYS_SO.match(reply.text, longest.end())
        used = len(longest.group())
        return None if used >= length or shortened else used
    told = [number for number in _lengths(reply) if shortest <= number]
    return told[0] if len(told) == 1 and told[0] < length and told[0] in bounds else None


def _told(calls: list[Call]) -> list[Json]:
    """Return what the replies to texts of other lengths give as a length: where it is the same, it is a bound."""
    return [told for call in calls if (reply := measured(call)) is not None for told in _lengths(reply)]


def _lengths(reply: Measurement) -> Iterator[int]:
    """Yield the numbers that the reply gives as a length."""
    document: Json = reply.document
    for key, value in document.items() if isinstance(document, dict) else ():
        words = set(words_of(str(key)))
        if isinstance(value, int) and not isinstance(value, bool) and words & _LENGTHS and not words & _BOUNDS:
            yield value
