"""The safety gate: may this tool be called? Decided from names, descriptions, arguments and annotations."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from itertools import pairwise

from tool_audit.model import Subject, ToolSpec
from tool_audit.plan.words import (
    ACTION_ARGUMENTS,
    ACTS,
    AMBIGUOUS,
    READING_PHRASES,
    READS,
    WRITER_ARGUMENTS,
    WRITES,
    WRITING_PHRASES,
)
from tool_audit.schema import Argument, arguments_of
from tool_audit.settings import Probing
from tool_audit.vocabulary import words_of


class Effect(StrEnum):
    """What calling a tool would do, as far as its words tell."""

    READS = "reads"
    WRITES = "writes"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Whether a subject is called, why, and what option would change that."""

    subject: Subject
    called: bool
    effect: Effect
    reason: str
    consent: str = ""


def decide(tools: Sequence[ToolSpec], probing: Probing) -> tuple[Decision, ...]:
    """Return a decision for every tool, or for every member of an action tool, in the order of the listing."""
    return tuple(decision for tool in tools for decision in _decide(tool, probing))


def _decide(tool: ToolSpec, probing: Probing) -> Iterator[Decision]:
    arguments = arguments_of(tool)
    action = _action(arguments)
    if action is None:
        yield _consented(Subject(tool=tool.name), *_effect(tool, arguments), probing)
        return
    for member in action.closed_set:
        subject = Subject(tool=tool.name, argument=action.name, member=str(member))
        yield _consented(subject, *_member_effect(tool, str(member)), probing)


def _consented(subject: Subject, effect: Effect, reason: str, probing: Probing) -> Decision:
    called, option = effect is Effect.READS, ""
    if _named(subject, probing.deny):
        called, reason = False, "denied (--deny)"
    elif probing.tools and not _named(subject, probing.tools):
        called, reason = False, "not selected (--tool)"
    elif not called and _named(subject, probing.allow):
        called, reason = True, f"{reason}; allowed (--allow)"
    elif not called and probing.allow_writes:
        called, reason = True, f"{reason}; allowed (--allow-writes)"
    elif not called:
        option = "--allow-writes" if effect is Effect.WRITES else f"--allow '{subject.label}'"
    return Decision(subject=subject, called=called, effect=effect, reason=reason, consent=option)


def _named(subject: Subject, globs: Sequence[str]) -> bool:
    # "[" is part of our labels, not a character class
    patterns = [glob.replace("[", "[[]") for glob in globs]
    return any(fnmatchcase(name, pattern) for name in (subject.tool, subject.label) for pattern in patterns)


def _action(arguments: Sequence[Argument]) -> Argument | None:
    for argument in arguments:
        chooses = "".join(words_of(argument.name)) in ACTION_ARGUMENTS
        if chooses and argument.closed_set and argument.types <= {"string"}:
            return argument
    return None


def _member_effect(tool: ToolSpec, member: str) -> tuple[Effect, str]:
    effect, word = verb_of(tool.name)
    if effect is Effect.WRITES:
        return Effect.WRITES, f'writes: name "{word}"'
    effect, word = verb_of(member)
    if effect is Effect.READS:
        return effect, f'reads: action "{word}"'
    if effect is Effect.WRITES:
        return effect, f'writes: action "{word}"'
    return Effect.UNCLEAR, f'unclear: action "{member}"'


def _effect(tool: ToolSpec, arguments: Sequence[Argument]) -> tuple[Effect, str]:
    named, verb = verb_of(tool.name)
    told, telling = described_effect(tool.description)
    marked_read = tool.annotations.get("readOnlyHint") is True
    by_name, by_text = f'name "{verb}"', f'description "{telling}"'

    writing = [by_name] if named is Effect.WRITES else []
    writing += [by_text] if told is Effect.WRITES and named is not Effect.READS else []
    writing += ["destructiveHint"] if tool.annotations.get("destructiveHint") is True and not marked_read else []
    doubts = [by_name] if verb in ACTS and named is Effect.UNCLEAR else []
    doubts += [by_text] if told is Effect.WRITES and named is Effect.READS else []
    doubts += ["readOnlyHint false"] if tool.annotations.get("readOnlyHint") is False else []
    if not marked_read:
        doubts += [by_name] if verb in AMBIGUOUS and named is Effect.UNCLEAR else []
        doubts += [f"argument {a.name}" for a in arguments if "".join(words_of(a.name)) in WRITER_ARGUMENTS][:1]
    reading = [by_name] if named is Effect.READS else []
    reading += ["readOnlyHint"] if marked_read else []
    reading += [by_text] if told is Effect.READS and not reading else []

    if writing and marked_read:
        return Effect.UNCLEAR, f"unclear: readOnlyHint, but {', '.join(writing)}"
    if writing:
        return Effect.WRITES, f"writes: {', '.join(writing + doubts)}"
    if doubts:
        return Effect.UNCLEAR, f"unclear: {', '.join(doubts)}"
    if reading:
        return Effect.READS, f"reads: {', '.join(reading)}"
    return Effect.UNCLEAR, "unclear: neither name, description nor annotations say that it only reads"


def verb_of(name: str) -> tuple[Effect, str]:
    """Return what a name's verb says and the verb; (UNCLEAR, "") where no word of it is a verb that we know.

    The first word decides where it is a verb (`get_commit` reads), unless a joined second one writes (`get_or_create`).
    After a namespace (`git_commit`) any writing verb decides, then any unclear one, then the first reading one.
    """
    words = [word for word in words_of(name) if word not in {"tool", "mcp"}]
    joined = [after for word, after in pairwise(words) if word in {"and", "or"}]
    if found := _first(joined, WRITES):
        return Effect.WRITES, found
    if found := _first(joined, ACTS):
        return Effect.UNCLEAR, found
    if words and words[0] in READS:
        return Effect.READS, words[0]
    if words and words[0] in ACTS:
        return Effect.UNCLEAR, words[0]
    if found := _first(words, WRITES):
        return Effect.WRITES, found
    if found := _first(words, ACTS | AMBIGUOUS):
        return Effect.UNCLEAR, found
    if found := _first(words, READS):
        return Effect.READS, found
    return Effect.UNCLEAR, ""


def _first(words: Sequence[str], known: frozenset[str]) -> str:
    return next((word for word in words if word in known), "")


_FIRST_WORD = re.compile(r"[^\W\d_]+")


def described_effect(description: str) -> tuple[Effect, str]:
    """Return what a description says: by its phrases, then by the verb that opens it ("Creates a ...")."""
    lowered = description.lower()
    if phrase := next((phrase for phrase in READING_PHRASES if phrase in lowered), None):
        return Effect.READS, phrase
    if phrase := next((phrase for phrase in WRITING_PHRASES if phrase in lowered), None):
        return Effect.WRITES, phrase
    opening = _FIRST_WORD.search(lowered)
    for stem in _stems(opening.group()) if opening else ():
        if stem in WRITES:
            return Effect.WRITES, stem
        if stem in READS or stem in {"return", "give", "provide", "print", "load", "echo"}:
            return Effect.READS, stem
    return Effect.UNCLEAR, ""


def _stems(word: str) -> tuple[str, ...]:
    """Return the base forms that an English verb form may have: creates, creating, created -> create, creat."""
    stems = [word]
    for ending in ("ies", "es", "s", "ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            root = word[: -len(ending)]
            stems += [root, root + "e", root + "y"]
            if len(root) > 2 and root[-1] == root[-2]:
                stems.append(root[:-1])
    return tuple(stems)
