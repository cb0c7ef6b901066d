"""Flags servers with many tools whose names share nothing: beside those of other servers they collide."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tool_audit.effects.words import ACTS, AMBIGUOUS, READING_NOUNS_AND_VERBS, READS, WRITES
from tool_audit.model import Confidence, Hit, ServerRun, Severity
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted, named
from tool_audit.vocabulary import singular, words_of

_VERBS: Final = READS | READING_NOUNS_AND_VERBS | WRITES | ACTS | AMBIGUOUS
_SMALL: Final = frozenset(
    "a an the by to from in of on with for and or all my me id ids name info data detail is not as at new".split()
)
_SHARED: Final = 0.5  # of the tools with one word: a service's name, or a suffix that a framework adds
_GROUPED: Final = 2 / 3  # of the tools in groups around a resource
_GROUP: Final = 3


@dataclass(frozen=True)
class Options:
    tools: int = 10


@server_rule(group="J", severity=Severity.INFO, confidence=Confidence.SEEN, options=Options)
def missing_namespace(run: ServerRun, options: Options) -> Iterator[Hit]:
    """Many tools have no service or resource in common in their names."""
    names = tuple(dict.fromkeys(tool.name for tool in run.listing.tools))
    words = [singular(words_of(name)) for name in names]
    if len(names) < options.tools or not all(map(_is_read, words)) or _share_a_word(words) or _stand_in_groups(words):
        return
    yield Hit(
        message=(
            f"The names of {counted(len(names), 'tool')} have no service or resource in common: {named(names)}. Beside "
            "other servers, two tools may have one name, and a model sees no family."
        ),
        tools=names,
        advice="Put the service or the resource first: crm_search_contacts, crm_get_contact.",
    )


def _is_read(words: Sequence[str]) -> bool:
    """Whether a name's words are told apart: in scripts that write them without blanks, they are not."""
    return bool(words) and all(word.isdigit() or word.lower() != word.upper() for word in words)


def _share_a_word(words: Sequence[Sequence[str]]) -> bool:
    """Whether half of the names have a word in common that is no verb, or nearly all begin with the same."""
    anywhere = Counter(word for each in words for word in set(each) if word not in _VERBS | _SMALL)
    beginnings = Counter(each[0] for each in words)
    most = max(anywhere.values(), default=0)
    return most >= _SHARED * len(words) or max(beginnings.values()) >= (1 - 0.1) * len(words)


def _stand_in_groups(words: Sequence[Sequence[str]]) -> bool:
    """Whether most names begin or end with a resource that others have there, too: issue_list, list_issues."""
    ends = [{each[0], each[-1]} - _VERBS - _SMALL for each in words]
    shared = Counter(word for each in ends for word in each)
    return sum(any(shared[word] >= _GROUP for word in each) for each in ends) >= _GROUPED * len(words)
