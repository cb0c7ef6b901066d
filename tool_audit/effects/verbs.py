"""What a tool's name says that it does."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise

from tool_audit.effects.words import (
    ACTING_NOUNS_AND_VERBS,
    ACTS,
    AMBIGUOUS,
    COMPOUNDS,
    IDENTITIES,
    PHRASAL,
    QUANTITIES,
    READING_NOUNS,
    READING_NOUNS_AND_VERBS,
    READS,
    REPOSITORIES,
    WRITES,
    WRITING_NOUNS_AND_VERBS,
)
from tool_audit.vocabulary import words_of


class Effect(StrEnum):
    """What calling a tool would do, as far as its words tell."""

    READS = "reads"
    WRITES = "writes"
    UNCLEAR = "unclear"


_LAST = frozenset("get fetch find retrieve describe lookup".split())
"""Verbs that stand at the end where a thing comes first: `order_get`."""


def verb_of(name: str) -> tuple[Effect, str]:
    """Return what a name's verb says and the verb; (UNCLEAR, "") where no word of it is a verb that we know.

    The first verb decides (`get_commit` reads, `github_update_list` writes) unless a later word can only be a writing
    verb in its place: `get_or_create`, `search_replace`, `list_add`.
    """
    words = _without_compounds([word for word in words_of(name) if word not in {"tool", "mcp", "api"}])
    if len(words) > 3 and words[-2] == "to" and words[0] in READS | READING_NOUNS_AND_VERBS:
        words = words[:-2]  # list_files_to_delete
    return _joined(words) or _ending(words) or _first_verb(words)


def _without_compounds(words: Sequence[str]) -> list[str]:
    kept: list[str] = []
    for word in words:
        if kept and (kept[-1], word) in COMPOUNDS and len(words) > 2:
            kept[-1] = f"{kept[-1]}_{word}"
        else:
            kept.append(word)
    return kept


def _joined(words: Sequence[str]) -> tuple[Effect, str] | None:
    """Return what "and", "or" and "then" add, and verbs of two words."""
    for word, after in pairwise(words):
        if after in PHRASAL.get(word, ()):
            return Effect.WRITES, f"{word} {after}"
        if word in {"and", "or", "then"} and after in WRITES | WRITING_NOUNS_AND_VERBS:
            return Effect.WRITES, after
        if word in {"and", "or", "then"} and after in ACTS:
            return Effect.UNCLEAR, after
        if word in REPOSITORIES and after == "fetch":
            return Effect.WRITES, after
    return None


def _ending(words: Sequence[str]) -> tuple[Effect, str] | None:
    """Return the writing verb that ends a name: nothing else than the verb of what comes before it."""
    if len(words) > 1 and words[-1] in WRITES and not (words[0] == "get" and len(words) == 2):
        return Effect.WRITES, words[-1]  # get_train: one of them
    return None


def _first_verb(words: Sequence[str]) -> tuple[Effect, str]:
    for place, word in enumerate(words):
        rest = words[place + 1 :]
        if word in READS:
            return Effect.READS, word
        if word in READING_NOUNS_AND_VERBS:
            return _reading_thing(word, rest, at_end=place > 0 and not rest and word not in {"search", "diff"})
        if word in WRITES:
            return Effect.WRITES, word
        if word in WRITING_NOUNS_AND_VERBS:
            return _thing_or_verb(word, rest, Effect.WRITES)
        if word in ACTS:
            return Effect.UNCLEAR, word
        if word in ACTING_NOUNS_AND_VERBS:
            return _thing_or_verb(word, rest, Effect.UNCLEAR)
        if word in AMBIGUOUS:
            return _ambiguous(word, rest)
        if word == "log" and rest:  # log_message notes down; git_log tells
            return Effect.UNCLEAR, word
    noun = next((word for word in words if word in READING_NOUNS), "")
    told = noun and (len(words) == 1 or (words[0] in REPOSITORIES and len(words) == 2)) and words != ["log"]
    return (Effect.READS if told else Effect.UNCLEAR), noun


def _reading_thing(word: str, rest: Sequence[str], *, at_end: bool) -> tuple[Effect, str]:
    if writing := next((other for other in rest if other in WRITES), ""):
        return Effect.WRITES, writing
    if rest and rest[-1] in ACTS:
        return Effect.UNCLEAR, rest[-1]
    if word == "list" and len(rest) == 1 and rest[0] in WRITING_NOUNS_AND_VERBS:
        return Effect.UNCLEAR, rest[0]  # list_archive: of what is in the archive, or of a list
    return (Effect.UNCLEAR if at_end else Effect.READS), word  # what stands before it may be the verb


def _thing_or_verb(word: str, rest: Sequence[str], verb: Effect) -> tuple[Effect, str]:
    """Judge a word that is a thing where a reading word ends the name: `order_get` reads, `order_pizza` does not."""
    if not rest or {"and", "or", "then"} & set(rest):
        return verb, word
    if other := next((other for other in rest if other in WRITES | ACTS), ""):
        return (Effect.WRITES if other in WRITES else Effect.UNCLEAR), other
    if rest[-1] in _LAST or rest[0] == "get":
        return Effect.READS, rest[-1] if rest[-1] in _LAST else "get"
    told_by_noun = rest[-1] in READS | READING_NOUNS_AND_VERBS | READING_NOUNS
    return (Effect.UNCLEAR if told_by_noun else verb), word


def _ambiguous(word: str, rest: Sequence[str]) -> tuple[Effect, str]:
    if word == "convert" and QUANTITIES & set(rest):
        return Effect.READS, word
    if word == "resolve" and rest and rest[-1] in IDENTITIES:
        return Effect.READS, word
    if writing := next((other for other in rest if other in WRITES), ""):
        return Effect.WRITES, writing
    return _thing_or_verb(word, rest, Effect.UNCLEAR)


def is_thing(word: str) -> bool:
    """Return whether a verb of a name may be a thing that is written, so that only a description can tell."""
    return word in WRITING_NOUNS_AND_VERBS | ACTING_NOUNS_AND_VERBS


def is_told(word: str) -> bool:
    """Return whether a verb of a name may be a thing that is told, so that description or annotation must tell."""
    return word in READING_NOUNS_AND_VERBS | READING_NOUNS
