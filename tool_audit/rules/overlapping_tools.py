"""Flags tools whose descriptions say the same: only their names tell them apart."""

from collections.abc import Iterator, Mapping
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import Confidence, Hit, ServerRun, Severity
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted, named
from tool_audit.vocabulary import singular

_WORD: Final = lazy_re.compile(r"[^\W_]+")
_READ: Final = 4_000
"""Characters of a description that are compared."""

_FILLERS: Final = frozenset(
    """
    a an the this that these those it its is are be been being was were will would can could may might should must
    shall do does and or but if then than so as of in on at by for from to with into onto out over about via per
    you your we our they their i me my he she his her him them us there here which who whom whose what when where
    use used using tool function method endpoint api call operation action utility helper allow allows let lets
    enable enables help helps provide provides perform performs make makes simply just only also easily quickly
    please given specified specific provided certain particular any some each every all available existing current
    please note matching relevant requested based result output response information info data back new s
    """.split()
)
"""Words that tell no tool from another."""

_SAME: Final[Mapping[str, str]] = {
    word: words.split()[0]
    for words in (
        "get fetch retrieve return obtain read load receive",
        "search find query lookup look locate",
        "list enumerate show display",
        "create add make insert",
        "delete remove erase",
        "update modify edit change",
        "document doc documentation",
        "identifier id",
        "directory folder dir",
        "repository repo",
        "database db",
    )
    for word in words.split()
}
"""Word -> the one that stands for all of its meaning."""


@server_rule(group="J", severity=Severity.INFO, confidence=Confidence.SEEN)
def overlapping_tools(run: ServerRun, _: object) -> Iterator[Hit]:
    """Two descriptions are so alike that the names alone must tell the tools apart."""
    alike: dict[frozenset[str], dict[str, None]] = {}
    for tool in run.listing.tools:
        if words := _words(tool.description):
            alike.setdefault(words, {})[tool.name] = None
    groups = [tuple(names) for names in alike.values() if len(names) > 1]
    if groups:
        tools = tuple(name for names in groups for name in names)
        yield Hit(
            message=(
                f"{counted(len(tools), 'tool')} of {len(run.listing.tools):,} share what their description says with "
                f"another: {'; '.join(named(names) for names in groups[:5])}"
                f"{f'; and {len(groups) - 5:,} more groups' if len(groups) > 5 else ''}."
            ),
            tools=tools,
            advice="Say in each description what this tool does that the other does not, and when to take which.",
        )


def _words(description: str) -> frozenset[str]:
    """Return the words of a description that may tell its tool from another, each in one form."""
    words = singular([word for word in _WORD.findall(description[:_READ].lower()) if word not in _FILLERS])
    return frozenset(_SAME.get(word, word) for word in words if word not in _FILLERS)
