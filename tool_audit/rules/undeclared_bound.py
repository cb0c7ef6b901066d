"""Flags arguments that bound a reply while their own default or maximum is not in the schema."""

import re
from collections.abc import Iterator

from tool_audit import lazy_re
from tool_audit.bounds import everywhere
from tool_audit.model import ABSENT, Confidence, Hit, ServerRun, Severity, SweepKind, ToolSpec
from tool_audit.rule import server_rule
from tool_audit.rules._listing import named
from tool_audit.rules._purpose import reads_one_thing
from tool_audit.schema import Argument, arguments_of
from tool_audit.vocabulary import words_of

_STORING = frozenset(
    """
    add append apply cancel configure create delete edit generate insert move patch post put register remove rename
    replace reset resize roll save schedule send set start store update upload write
    """.split()
)
_NOT_OF_THE_REPLY = frozenset("number num n k count size length lines take first head tail top output chunk".split())
"""Names that are as often the tool's own operand (an issue's number, a picture's size) or a part of one file."""

_BATCH = lazy_re.compile(
    r"\b(?:per|each|every) (?:iteration|batch|scan|step|round)\b|\bat (?:a time|once)\b", re.IGNORECASE
)


@server_rule(group="J", severity=Severity.WARNING, confidence=Confidence.SEEN)
def undeclared_bound(run: ServerRun, _: object) -> Iterator[Hit]:
    """An argument bounds the reply, but the schema does not say its default or its maximum."""
    for tool in run.listing.tools:
        missing = {argument.name: _missing(argument) for argument in _bounds(tool)}
        missing = {name: lacks for name, lacks in missing.items() if lacks}
        if missing:
            told = [f"{name} (no {' and no '.join(lacks)})" for name, lacks in missing.items()]
            yield Hit(
                message=f"The schema of {tool.name} leaves open how large a reply can be: {named(told)}.",
                tools=(tool.name,),
                argument=next(iter(missing)) if len(missing) == 1 else None,
                advice="Declare `default` and `maximum` in the input schema, and keep to both.",
            )


def _bounds(tool: ToolSpec) -> Iterator[Argument]:
    verb = words_of(tool.name)[:1]
    if _STORING.intersection(verb) or tool.annotations.get("readOnlyHint") is False:
        return
    for argument in everywhere(arguments_of(tool), tool):
        if argument.kind not in (SweepKind.COUNT, SweepKind.SIZE) or argument.pages:
            continue
        if _BATCH.search(argument.description) and "batch" in words_of(argument.key):
            continue  # how the work is cut up, and not how much comes back
        operand = "".join(words_of(argument.key)) in _NOT_OF_THE_REPLY
        if not (operand and (argument.required or reads_one_thing(tool))):
            yield argument


def _missing(argument: Argument) -> list[str]:
    lacks = []
    if not argument.required and (argument.default is ABSENT or argument.default is None):
        lacks.append("default")
    if argument.maximum is None and not argument.closed_by_schema:
        lacks.append("maximum")
    return lacks
