"""What a tool's description says that it does."""

import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile

from tool_audit import lazy_re
from tool_audit.effects.foreign import foreign_verb
from tool_audit.effects.verbs import Effect
from tool_audit.effects.words import (
    ACTS,
    ANSWERING,
    AUXILIARIES,
    DETERMINERS,
    FILLERS,
    NEVER_NOUNS,
    READING_NOUNS,
    READING_NOUNS_AND_VERBS,
    READS,
    STARTING,
    TELLING,
    WRITES,
    WRITING_NOUNS_AND_VERBS,
)

_READS = (READS | READING_NOUNS_AND_VERBS | READING_NOUNS | ANSWERING) - AUXILIARIES
_PLACES = frozenset({"to", "on", "as", "into"})
"""They follow a thing as well as a verb: "changes to the file"."""

_WRITING_PHRASE = lazy_re.compile(
    r"cannot be undone|can't be undone|irreversibl[ey]"
    r"|(?:permanently|irrevocably) (?:delet|remov|eras|destroy)(?:es|e|s)?\b"
    r"|this will (?:delete|modify|overwrite|change|remove|create|send)|will (?:be )?overwrit|\boverwrites\b"
    r"|destructive operation|modifies the|(?:written|saved|stored) (?:to|on) (?:disk|file)|pages are written"
    r"|\bwrites to\b|side[- ]effects?\b|will be charged|costs? (?:real )?money"
)
_READING_PHRASE = lazy_re.compile(
    r"(?<!non-)(?<!non )\bread[- ]?only\b(?! (?:mode|replica|flag|attribute|user|role|token|copy|link))"
    r"|(?:does|do|will|would) not (?:modify|change|write|alter)|(?:doesn't|won't) (?:modify|change|write|alter)"
    r"|without (?:modifying|changing|altering)|\bno side[- ]effects?\b|never (?:modifies|changes|writes)"
)
_NEGATION = lazy_re.compile(r"\b(?:no|not|never|without|isn't|doesn't|don't|won't|neither|nor|any)(?:\W+\w+){0,1}\W+$")
_CONDITION = lazy_re.compile(r"\bunless\b|\bexcept when\b|\bwhen (?:apply|confirm)|\bif (?:apply|confirm)")
_PREFIX = lazy_re.compile(
    r"^\s*(?:[\[(*_`#>~-]+[^\])*_`\n]{0,30}[\])*_`]+[\s:.,-]*|[\w .'/-]{1,30}(?::|\s[\u2013\u2014-])\s+)"
)
_TOKEN = lazy_re.compile(r"[^\W\d_][\w'-]*")
_SENTENCES = lazy_re.compile(r"(?<=[.!?;])\s+|\n+")
_AND = lazy_re.compile(
    r"(?:\b(?:and|then|or|also)|,|;)\s+(?:(?:also|then|and|automatically|immediately|optionally)\s+)*([a-z]+)(?:\s+([a-z]+))?"
)
_READ_FURTHER = 1_500
"""Characters of a description that are read: what a tool does is said early."""


def described_effect(description: str) -> tuple[Effect, str]:
    """Return what a description says, and by which words.

    Writing is said by the verb that opens it, by a later "deletes ..." of the tool, or by a phrase ("cannot be
    undone"); reading by a phrase ("read-only") or by the verb that opens it, where nothing says that it writes.
    """
    text = description.lower().replace("\u2019", "'")[:_READ_FURTHER]
    sentences = [part for part in _SENTENCES.split(text) if part.strip()]
    verb, effect = _opening(sentences)
    if effect is Effect.WRITES:
        return effect, verb
    if writing := _writing_phrase(text) or next(_later(sentences, verb if effect is Effect.READS else ""), ""):
        return Effect.WRITES, writing
    if foreign := foreign_verb(description):
        writes, stem = foreign
        return (Effect.WRITES if writes else Effect.READS), stem
    if verb in STARTING:
        return Effect.UNCLEAR, verb
    if (phrase := _reading_phrase(text)) and verb not in ACTS:
        return Effect.READS, phrase
    return effect, verb


def _opening(sentences: Sequence[str]) -> tuple[str, Effect]:
    """Return the verb that opens the first sentence that is more than fillers, and what it says."""
    for sentence in sentences[:3]:
        for start in (sentence, _PREFIX.sub("", sentence, count=1)):
            tokens = _TOKEN.findall(start)
            place = next((i for i, token in enumerate(tokens[:14]) if token not in FILLERS), None)
            if place is None:
                continue
            following, behind = [*tokens[place + 1 : place + 3], "", ""][:2]
            article = place > 0 and tokens[place - 1] in _ARTICLES  # "The text as it stands": a thing
            if article or (following in {"on", "as"} and behind not in DETERMINERS):
                following = "of"  # "Books on sale", but "Comments on the issue"
            verb, effect = _judged(tokens[place], following)
            if article and effect is not Effect.READS and not set(stems(tokens[place])) & NEVER_NOUNS:
                continue  # "The queue moves", "The type of a file"
            if verb:
                return verb, effect
        if any(token not in FILLERS for token in _TOKEN.findall(sentence)):
            break
    return "", Effect.UNCLEAR


def _judged(word: str, following: str) -> tuple[str, Effect]:
    forms = stems(word)
    if word == "reports":
        return word, Effect.READS
    if word in {"start", "begin"} and following in {"here", "with", "by"}:
        return "", Effect.UNCLEAR  # it is the reader who starts
    if _is_thing(word, following):
        return "", Effect.UNCLEAR
    if stem := next((form for form in forms if form in WRITES), ""):
        return stem, Effect.WRITES
    if stem := next((form for form in forms if form in STARTING | ACTS), ""):
        return stem, Effect.UNCLEAR
    things = WRITING_NOUNS_AND_VERBS | TELLING
    if (stem := next((form for form in forms if form in things), "")) and following in DETERMINERS:
        return stem, Effect.WRITES
    stem = next((form for form in forms if form in _READS), "")
    return stem, Effect.READS if stem else Effect.UNCLEAR


_OF_WHAT = frozenset({"of", "per", "between"})
_OF_THINGS = frozenset({"", "of", "from", "for", "per", "between", "near"})


def _is_thing(word: str, following: str) -> bool:
    """Return whether the word that opens a description is a plural or an adjective: "Trains from", "Closing prices"."""
    forms = set(stems(word))
    if word in WRITES or forms & NEVER_NOUNS or not forms & (WRITES | STARTING | ACTS):
        return False
    if word in STARTING and following in _OF_WHAT:
        return True  # "Queue of the printer", but "Queue a job"
    if word.endswith("ing"):
        return bool(following) and following not in DETERMINERS
    return word.endswith("s") and following in _OF_THINGS


_ARTICLES = frozenset({"the", "a", "an"})
_SUBJECTS = frozenset({"it", "also", "then", "this", "tool"})


def _later(sentences: Sequence[str], opening: str) -> Iterator[str]:
    """Yield verbs by which a description goes on to write: "... Marks it as taken", "fetch the page and store it"."""
    for sentence in sentences[1:]:
        tokens = list(dropwhile(_SUBJECTS.__contains__, _TOKEN.findall(sentence)[:6]))
        if len(tokens) > 1 and _third_person(tokens[0], tokens[1]):
            yield tokens[0]
    for sentence in sentences:
        for word, following in _AND.findall(sentence):
            if _third_person(word, following):
                yield word
    if opening and sentences:
        for found in _AND.finditer(sentences[0]):
            word, following = found.groups()
            verbs = WRITES if following not in DETERMINERS else WRITES | WRITING_NOUNS_AND_VERBS
            begins = len(_TOKEN.findall(sentences[0][: found.start()])) <= 1
            if word in verbs and (following in {"it", "them", "the", "that", "this"} or begins):
                yield word


def _third_person(word: str, following: str) -> bool:
    if not word.endswith("s"):
        return False
    certain = any(stem in NEVER_NOUNS for stem in stems(word)[1:])
    possible = any(stem in WRITES | WRITING_NOUNS_AND_VERBS for stem in stems(word)[1:])
    if certain and following not in {"get", "http", "request", "requests"}:
        return True
    return possible and following in DETERMINERS - _PLACES


def _writing_phrase(text: str) -> str:
    for found in _WRITING_PHRASE.finditer(text):
        if not _NEGATION.search(text[max(0, found.start() - 40) : found.start()]):
            return found.group()
    return ""


def _reading_phrase(text: str) -> str:
    found = _READING_PHRASE.search(text)
    if found is None or _CONDITION.search(text):
        return ""
    return "" if re.search(r"\b(?:not|isn't)\W+(?:\w+\W+)?$", text[: found.start()]) else found.group()


def stems(word: str) -> tuple[str, ...]:
    """Return the base forms that an English verb form may have: creates, creating -> create, creat."""
    forms = [word]
    for ending in ("ies", "es", "s", "ing"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            root = word[: -len(ending)]
            forms += [root, root + "e", root + "y"]
            if len(root) > 2 and root[-1] == root[-2]:
                forms.append(root[:-1])
    return tuple(forms)
