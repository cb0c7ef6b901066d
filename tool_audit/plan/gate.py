"""The safety gate: may this tool be called? Decided from names, descriptions, arguments and annotations."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from tool_audit import lazy_re
from tool_audit.effects.telling import described_effect
from tool_audit.effects.verbs import Effect, is_thing, is_told, verb_of
from tool_audit.effects.words import (
    ACTION_ARGUMENTS,
    ACTS,
    AMBIGUOUS,
    NEVER_NOUNS,
    READS,
    REPOSITORIES,
    STARTING,
    STATEMENTS,
    WRITER_ARGUMENTS,
    WRITING_NOUNS_AND_VERBS,
)
from tool_audit.model import Subject, ToolSpec
from tool_audit.plan.absent import absent_fillings
from tool_audit.plan.acting import may_ask
from tool_audit.plan.sources import Sources
from tool_audit.schema import Argument, arguments_of
from tool_audit.settings import Probing
from tool_audit.vocabulary import words_of

NOT_SELECTED = "not selected (--tool)"
DENIED = "denied (--deny)"
"""Reasons of the user's own: nothing is known of such a tool, not even that it is as it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Whether a subject is called, why, and what option would change that."""

    subject: Subject
    called: bool
    effect: Effect
    reason: str
    consent: str = ""
    only_absent: bool = False
    """It writes, and is asked only for what cannot exist."""


def decide(tools: Sequence[ToolSpec], probing: Probing) -> tuple[Decision, ...]:
    """Return a decision for every tool, or for every member of an action tool, in the order of the listing."""
    return tuple(decision for tool in tools for decision in _decide(tool, probing))


def _decide(tool: ToolSpec, probing: Probing) -> Iterator[Decision]:
    arguments = arguments_of(tool)
    action = _action(tool, arguments)
    if action is None:
        yield _consented(Subject(tool=tool.name), tool, *_effect(tool, arguments), probing)
        return
    for member in action.closed_set:
        subject = Subject(tool=tool.name, argument=action.name, member=str(member))
        yield _consented(subject, tool, *_member_effect(tool, arguments, action, str(member)), probing)


def _consented(subject: Subject, tool: ToolSpec, effect: Effect, reason: str, probing: Probing) -> Decision:
    called, option, only_absent = effect is Effect.READS, "", False
    if _named(subject, probing.deny):
        called, reason = False, DENIED
    elif probing.tools and not _named(subject, probing.tools):
        called, reason = False, NOT_SELECTED
    elif not called:
        askable = _askable(subject, tool, probing)
        if _named(subject, probing.allow):
            called, only_absent, by = True, askable and effect is Effect.WRITES, "--allow"
        else:
            called = only_absent = askable and probing.allow_writes
            by = "--allow-writes"
        how = "asked only for what cannot exist" if only_absent else "allowed"
        reason = f"{reason}; {how} ({by})" if called else reason
        option = "" if called else "--allow-writes" if askable else f"--allow '{subject.label}'"
    return Decision(
        subject=subject, called=called, effect=effect, reason=reason, consent=option, only_absent=only_absent
    )


def _askable(subject: Subject, tool: ToolSpec, probing: Probing) -> bool:
    """Return whether a tool can be asked for what cannot exist: by what it does, and because such values fit."""
    arguments = arguments_of(tool)
    given = probing.arguments_for(tool.name)
    return may_ask(subject, tool, arguments) and bool(absent_fillings(subject, tool, arguments, Sources(), given))


def _named(subject: Subject, globs: Sequence[str]) -> bool:
    # "[" is part of our labels, not a character class
    patterns = [glob.replace("[", "[[]") for glob in globs]
    return any(fnmatchcase(name, pattern) for name in (subject.tool, subject.label) for pattern in patterns)


def _action(tool: ToolSpec, arguments: Sequence[Argument]) -> Argument | None:
    """Return the argument that chooses what the tool does: by its name, and by members that are verbs."""
    for argument in arguments:
        if not _chooses(argument) or not argument.closed_set or not argument.types <= {"string"}:
            continue
        verbs = any(verb_of(str(member)) != (Effect.UNCLEAR, "") for member in argument.closed_set)
        if verbs or verb_of(tool.name)[0] is not Effect.READS:
            return argument
    return None


def _chooses(argument: Argument) -> bool:
    return "".join(words_of(argument.name)) in ACTION_ARGUMENTS


def _member_effect(tool: ToolSpec, arguments: Sequence[Argument], action: Argument, member: str) -> tuple[Effect, str]:
    effect, word = verb_of(tool.name)
    if effect is Effect.WRITES:
        return Effect.WRITES, f'writes: name "{word}"'
    effect, word = verb_of(member)
    if word == "log" and REPOSITORIES & set(words_of(tool.name)):
        effect = Effect.READS
    if word == "check" and "uncheck" in {str(other).lower() for other in action.closed_set}:
        effect = Effect.WRITES
    if effect is Effect.WRITES:
        return effect, f'writes: action "{word}"'
    if effect is Effect.READS:
        statement = _statement(tool, arguments) if word == "query" else ""
        return (Effect.UNCLEAR, f"unclear: {statement}") if statement else (effect, f'reads: action "{word}"')
    return Effect.UNCLEAR, f'unclear: action "{member}"'


def _effect(tool: ToolSpec, arguments: Sequence[Argument]) -> tuple[Effect, str]:
    named, verb = verb_of(tool.name)
    told, telling = described_effect(tool.description)
    marked_read = tool.annotations.get("readOnlyHint") is True
    by_name, by_text = f'name "{verb}"', f'description "{telling}"'

    plain_telling = told is Effect.READS and " " not in telling and "-" not in telling
    quiet = marked_read and told is not Effect.WRITES and telling not in STARTING | ACTS
    shown = (marked_read and plain_telling and _ends_as_thing(tool, verb)) or (quiet and _fetches_thing(tool, verb))
    listed = quiet and _lists_thing(tool, verb)
    writing = [by_name] if named is Effect.WRITES and not shown else []
    writing += [by_text] if told is Effect.WRITES and named is not Effect.READS else []
    writing += ["destructiveHint"] if tool.annotations.get("destructiveHint") is True and not marked_read else []
    doubts = [by_name] if verb in ACTS and named is Effect.UNCLEAR else []
    thing = is_thing(verb) and not listed
    doubts += [by_name] if thing and named is Effect.UNCLEAR and told is not Effect.READS else []
    doubts += (
        [by_name] if is_told(verb) and named is Effect.UNCLEAR and not (told is Effect.READS or marked_read) else []
    )
    doubts += [by_text] if named is Effect.READS and (told is Effect.WRITES or telling in STARTING) else []
    doubts += [by_name] if verb == "open" and _ON_SCREEN.search(tool.description) else []
    doubts += ["readOnlyHint false"] if tool.annotations.get("readOnlyHint") is False else []
    doubts += _doubtful_arguments(tool, arguments, verb, marked_read=marked_read)
    if not marked_read:
        doubts += [by_name] if verb in AMBIGUOUS and named is Effect.UNCLEAR else []
        titled, title = verb_of(str(tool.annotations.get("title") or ""))
        doubts += [f'title "{title}"'] if titled is Effect.WRITES and named is not Effect.READS else []
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


def _ends_as_thing(tool: ToolSpec, verb: str) -> bool:
    """Return whether a name ends in a thing (`complexity_report`), which its tool may show as well as make."""
    words = words_of(tool.name)
    return is_thing(verb) and len(words) > 1 and words[-1] == verb and not {"and", "or", "then"} & set(words)


def _fetches_thing(tool: ToolSpec, verb: str) -> bool:
    """Return whether a name says that it gets something, and ends in its kind: `get_best_move`, `get_file_type`."""
    words = words_of(tool.name)
    return (
        words[:1] == ["get"]
        and words[-1] == verb
        and verb not in NEVER_NOUNS
        and not {"and", "or", "then"} & set(words)
    )


def _lists_thing(tool: ToolSpec, verb: str) -> bool:
    """Return whether a name says that it lists what may be a verb elsewhere: `list_trash`."""
    return words_of(tool.name) == ["list", verb] and verb in WRITING_NOUNS_AND_VERBS


def _doubtful_arguments(
    tool: ToolSpec, arguments: Sequence[Argument], verb: str, *, marked_read: bool
) -> Iterator[str]:
    """Yield what arguments speak against reading: an action of any kind, a text that is carried out, a writer's own."""
    if nested := _nested_action(arguments):
        yield nested
    free = next((a for a in arguments if _chooses(a) and not a.closed_set and a.types <= {"string"}), None)
    looking = verb in READS
    if free is not None and not looking and not (marked_read and free.name not in STATEMENTS):
        yield f"argument {free.name} says what is done"
    if not looking and not marked_read and (statement := _statement(tool, arguments)):
        yield statement
    if not marked_read:
        yield from (f"argument {a.name}" for a in arguments if "".join(words_of(a.name)) in WRITER_ARGUMENTS)


def _statement(tool: ToolSpec, arguments: Sequence[Argument]) -> str:
    """Say which argument's text is carried out, unless the tool's words allow nothing but reading."""
    if _SELECTS.search(tool.description) or described_effect(tool.description)[1].startswith("read"):
        return ""
    for argument in arguments:
        if argument.closed_set or not argument.types <= {"string"}:
            continue
        name = "".join(words_of(argument.name))
        speaks = name in {"query", "q", "input", "text"} and _LANGUAGE.search(argument.description or tool.description)
        if name in STATEMENTS or speaks:
            return f"argument {argument.name} is carried out"
    return ""


_ON_SCREEN = lazy_re.compile(r"\b(?:browser|window|tab|desktop|screen)s?\b", re.IGNORECASE)
_SELECTS = lazy_re.compile(r"\bSELECT\b(?!\s+(?:an?|the|one)\b)|\bread[- ]only\b", re.IGNORECASE)
_LANGUAGE = lazy_re.compile(r"\bSQL\b|\bcypher\b|\bgraphql\b|\bsparql\b|\bGAQL\b|\bflux\b|\bshell\b", re.IGNORECASE)


def _nested_action(arguments: Sequence[Argument]) -> str:
    """Say which action inside an object argument may write: it is filled in from within the set."""
    for argument in arguments:
        properties = argument.schema.get("properties")
        for name, schema in properties.items() if isinstance(properties, Mapping) else ():
            members = schema.get("enum") if isinstance(schema, Mapping) else None
            if "".join(words_of(str(name))) in ACTION_ARGUMENTS and isinstance(members, list):
                other = next((str(m) for m in members if verb_of(str(m))[0] is not Effect.READS), None)
                if other is not None:
                    return f'argument {argument.name}.{name} takes "{other}"'
    return ""
