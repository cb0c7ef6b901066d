"""Which tools that write may be asked for what cannot exist: those that act on one thing which the caller names."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tool_audit import lazy_re
from tool_audit.effects.foreign import in_english
from tool_audit.effects.telling import described_effect
from tool_audit.effects.verbs import Effect, verb_of
from tool_audit.effects.words import STATEMENTS
from tool_audit.experiments.bad_input import is_date
from tool_audit.model import Call, Json, Subject, ToolSpec
from tool_audit.plan.sources import ID_WORDS, NAME_WORDS, PATH_WORDS
from tool_audit.schema import Argument, arguments_of
from tool_audit.strangers import QUERY_WORDS, reaches_somebody
from tool_audit.vocabulary import singular, words_of

_POINTING = frozenset(
    """
    delete remove del close reopen archive unarchive restore cancel enable disable activate deactivate pin unpin lock
    unlock dismiss snooze acknowledge ack star unstar hide unhide mute unmute forget erase discard trash unlink unset
    hdel srem zrem expire persist invalidate deprovision
    """.split()
)
"""Verbs of what is done to a thing that is there: whatever text they take can only say which one."""
_CHANGING = frozenset(
    "update modify edit amend patch change rename move mark toggle complete assign unassign tag untag label".split()
)
"""Verbs that also take what is new: only an argument that is surely an identifier says which thing is meant."""
_MOVING = frozenset({"rename", "move"})
"""Verbs of two names: the old one says which thing is meant."""
_MAKING = frozenset(
    """
    create add insert append set put write save store upsert replace increment incr decrement decr push note record
    register import copy duplicate log remember make new enqueue pop dequeue consume claim swap
    """.split()
)
"""Verbs that make what is not there: only where the server itself says that the tool reads."""
_FETCHING = frozenset("get fetch read show describe retrieve lookup inspect view load open".split())
_OUT_OF_REPLY = "$"
"""What the origin of a harvested value begins with: "$.notes[].id of list_notes"."""
_STRICT = frozenset("id uid uuid guid identifier sha number".split())
_PLACES = frozenset("line row column page index cell position slot phone".split())
_OLD = frozenset("old source src from current existing".split())
_MATCHING = QUERY_WORDS | frozenset("filter where condition selector glob regex prefix expression".split())
"""Words of arguments that match things instead of naming one: what they match may exist."""
_EVERY = frozenset(
    """
    all every everything any alle alles todos todas todo toda tous toutes tout tutti tutte wszystkie
    все всех 全て 全部 모두
    """.split()
)
_IDENTIFIES = lazy_re.compile(
    r"\bids?\b|\bidentif|\bname of\b|\bexisting\b|\bwhich\b|\buuid\b|식별자|아이디|番号|标识", re.IGNORECASE
)
_MAKES_IT = lazy_re.compile(
    r"\bcreates?\b|\b(?:is|are|be|gets?) created\b|\bupserts?\b|\binserts?\b"
    r"|생성|만들|作成|创建|新建|\berstellt\b|созда",
    re.IGNORECASE,
)


def may_ask(subject: Subject, tool: ToolSpec, arguments: Sequence[Argument]) -> bool:
    """Return whether a tool that writes can be asked for what does not exist, so that nothing is there to be changed.

    By its verb it acts on what is there, its arguments name one thing, and none of them matches several, is one of a
    few that are there, or reaches somebody. Of the tools that say of themselves that they only read (`readOnlyHint`),
    also those that make something.
    """
    verb, needed = _verb(subject, tool), asked_with(subject, arguments)
    words = frozenset(word for argument in needed for word in singular(words_of(argument.name)))
    if words & STATEMENTS or _EVERY & set(words_of(f"{tool.name} {subject.member or ''}")):
        return False
    if any(reaches_somebody(argument, tool) or "enum" in items_of(argument) for argument in needed):
        return False
    marked = tool.annotations.get("readOnlyHint") is True
    if marked and verb in _MAKING:
        return True
    if verb in _CHANGING:
        upserts = _MAKES_IT.search(tool.description) is not None and not marked
        return not upserts and any(_is_identifier(argument, tool, needed, verb) for argument in needed)
    if any(is_strict(argument) for argument in needed):
        return verb in _POINTING
    name = subject.member or tool.name
    surely = verb in _POINTING and verb in (verb_of(name)[1], in_english(words_of(name)))
    return surely and not words & _MATCHING and any(names_one(argument, tool) for argument in needed)


def asked_with(subject: Subject, arguments: Sequence[Argument]) -> tuple[Argument, ...]:
    """Return the arguments that are filled in: what is required, and where nothing is, what says which one is meant.

    A member of an action tool requires what its action needs, and no schema says what that is.
    """
    own = [a for a in arguments if a.name != subject.argument]
    required = [a for a in own if a.required]
    if subject.argument is not None:
        required += [a for a in own if not a.required and is_strict(a)][:2]
    elif not required and len(own) == 1:
        required = own
    return tuple(required)


def fetched_by(subject: Subject, tool: ToolSpec, base: Call | None) -> Argument | None:
    """Return the argument that says which one thing a tool fetches, where its default call holds one out of a reply."""
    if base is None or verb_of(subject.member or tool.name)[1] not in _FETCHING:
        return None
    origins = base.observation.probe.origins
    known = (a for a in arguments_of(tool) if origins.get(a.name, "").startswith(_OUT_OF_REPLY))
    return next((argument for argument in known if is_strict(argument)), None)


def _verb(subject: Subject, tool: ToolSpec) -> str:
    """Return the verb of what is done; of a name and a description that disagree, none."""
    named, verb = verb_of(subject.member or tool.name)
    told, telling = described_effect(tool.description)
    if subject.member is not None:
        outer = verb_of(tool.name)
        return verb if outer[0] is not Effect.WRITES or outer[1] == verb else ""
    if named is Effect.READS or (named is not Effect.WRITES and told is not Effect.WRITES):
        return ""
    return verb if named is Effect.WRITES else in_english([telling]) or telling


def names_one(argument: Argument, tool: ToolSpec) -> bool:
    """Return whether an argument names a thing: by an identifier, a name, a path, or as what the tool is about."""
    if argument.closed_set or is_date(argument):
        return False
    return any(
        is_strict(one) or (_takes_text(one) and bool(words_of(one.name)) and _named_words(one) & _called(tool))
        for one in (argument, *inner_arguments(argument, tool))
    )


def _named_words(argument: Argument) -> frozenset[str]:
    return frozenset(singular(words_of(argument.name)))


def _called(tool: ToolSpec) -> frozenset[str]:
    """Return the words that name things, for this tool: what it is about, too."""
    return ID_WORDS | NAME_WORDS | PATH_WORDS | frozenset(singular(words_of(tool.name)))


def is_strict(argument: Argument) -> bool:
    """Return whether an argument is an identifier by its last word, and no place in a list."""
    words = singular(words_of(argument.name))
    counted = words[-1:] == ("number",) and bool(_PLACES & set(words))
    takes = _takes_text(argument) or argument.numeric
    return bool(words) and words[-1] in _STRICT and not counted and takes


def _is_identifier(argument: Argument, tool: ToolSpec, needed: Sequence[Argument], verb: str) -> bool:
    """Return whether an argument surely says which thing is changed, and not what it becomes."""
    words = _named_words(argument)
    if argument.closed_set or is_date(argument):
        return False
    if is_strict(argument) or (verb in _MOVING and _takes_text(argument) and words & _OLD):
        return True
    about = words <= set(singular(words_of(tool.name))) | {"name"} and len(needed) > 1
    return _takes_text(argument) and about and bool(_IDENTIFIES.search(argument.description))


def _takes_text(argument: Argument) -> bool:
    return not argument.types or "string" in argument.types or bool(items_of(argument))


def items_of(argument: Argument) -> Mapping[str, Json]:
    items = argument.schema.get("items")
    return items if "array" in argument.types and isinstance(items, Mapping) else {}


def inner_arguments(argument: Argument, tool: ToolSpec) -> Iterator[Argument]:
    """Yield what the objects of a list, or an object, must hold: `deletions[].entityName`."""
    schema = items_of(argument) or argument.schema
    if not isinstance(schema.get("properties"), Mapping):
        return
    root = tool.input_schema if isinstance(tool.input_schema, Mapping) else {}
    definitions = {key: root[key] for key in ("$defs", "definitions") if key in root}
    yield from (one for one in arguments_of(replace(tool, input_schema={**definitions, **schema})) if one.required)
