"""Flags arguments whose bare name hides what is meant, or in what form, while nothing else tells."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Confidence, Hit, ServerRun, Severity
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted, named
from tool_audit.schema import Argument, arguments_of
from tool_audit.vocabulary import singular, words_of

_TELLING: Final = ("format", "pattern", "example", "examples", "properties", "contentMediaType")
_MOMENTS: Final = frozenset({"date"})
_MOMENT: Final = lazy_re.compile(
    r"yyyy|yy-mm|jjjj|aaaa|\biso\b|\d|\b(?:unix|epoch|timestamp|format\w*|utc|relative|today|e\.?g\.?)\b"
    r"|\b(?:such as|example|like)\b|형식|形式|格式|예:|例|формат",
    re.IGNORECASE,
)
_WORD: Final = lazy_re.compile(r"[^\W\d_]+")
_FILLERS: Final = frozenset(
    """
    a an the of to for this that is be it in on or and with by from your any some which what parameter param argument
    arg input required optional given specified provided string number integer object text value
    """.split()
)


@dataclass(frozen=True)
class Options:
    names: tuple[str, ...] = ("user", "date", "id", "q", "data", "type", "name", "value")


@server_rule(group="J", severity=Severity.INFO, confidence=Confidence.SEEN, options=Options)
def ambiguous_parameter(run: ServerRun, options: Options) -> Iterator[Hit]:
    """The bare name of an argument hides its meaning or its form, and nothing else tells it."""
    bare = frozenset(options.names)
    found: dict[str, list[str]] = {}
    for tool in run.listing.tools:
        if names := [argument.name for argument in arguments_of(tool) if _hides(argument, bare)]:
            found[tool.name] = names
    if found:
        places = [f"{tool}.{name}" for tool, names in found.items() for name in names]
        yield Hit(
            message=(
                f"{counted(len(places), 'argument')} with a bare name and no format, pattern, enum, example or telling "
                f"description, on {len(found):,} of {counted(len(run.listing.tools), 'tool')}: "
                f"{named(places)}."
            ),
            tools=tuple(found),
            argument=places[0].rpartition(".")[2] if len(places) == 1 else None,
            advice="Say what is meant in the name (user_id, start_date), or in the description with an example.",
        )


def _hides(argument: Argument, bare: frozenset[str]) -> bool:
    words = words_of(argument.name)
    if "".join(words) not in bare or argument.closed_set or argument.default not in (ABSENT, None, ""):
        return False
    if any(key in argument.schema for key in _TELLING) or argument.types == {"boolean"}:
        return False
    if _MOMENTS & set(words) and argument.types <= {"string"}:
        return not _MOMENT.search(argument.description)
    items = argument.schema.get("items")
    if isinstance(items, Mapping) and "properties" in items:
        return False
    said = {word for word in _WORD.findall(argument.description.lower()) if word not in _FILLERS}
    return not set(singular(sorted(said))) - set(singular(words))
