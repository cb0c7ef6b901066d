"""What a tool is for, read off its name and arguments, and which of its arguments can make its answer smaller."""

import re
from enum import Enum

from tool_audit import lazy_re
from tool_audit.model import Call, Json, Measurement, Sweep, SweepKind, ToolRun, ToolSpec
from tool_audit.rules._sizes import answers, below_one, is_number, left_out, measured, settings
from tool_audit.schema import Argument, arguments_of
from tool_audit.vocabulary import words_of

_LISTING = frozenset(
    """
    list ls search find query recent all scan enumerate browse history log logs dump tree directory catalog
    inventory
    """.split()
)
_READING = frozenset(
    """
    read get fetch open view show download load cat describe inspect render convert retrieve lookup scrape extract
    """.split()
)
_PLACES = frozenset("path paths file files filename filepath url urls uri uris href".split())
_ONE = _PLACES | frozenset(
    "id ids identifier uuid title permalink handle key name ref slug sha hash document page resource node title".split()
)
_NOT_PLURAL = frozenset(
    "contents details stats status docs instructions settings news help analysis access address process".split()
)
_DOCUMENTS = frozenset(
    "guide guidance guideline guidelines manual tutorial handbook practices tips faq reference documentation".split()
)
"""What is read from one end to the other, however many points it makes."""
_LANGUAGES = frozenset("sql statement cypher graphql jq jql jsonpath expression script code command".split())
_QUERY_LANGUAGE = lazy_re.compile(r"\b(?:sql|select|cypher|sparql|graphql|promql|logql|jq)\b", re.IGNORECASE)
_WINDOWS = frozenset("since until days hours minutes weeks months window date timestamp start end time".split())
_PLACE_OR_OWNER = _ONE | frozenset(
    """
    root repo repository project workspace session user account tenant region env environment database bank
    server host branch org organization organisation team directory dir folder cwd schema locale language timezone
    """.split()
)

_SMALLER = 0.9
_FEW_LINES = 5  # a text without a list that we see: only a limit this small must show
_TOKENS_PER_KB = 250
_REWRITTEN = 0.5  # another format is a control of the size only where it leaves things out


class Effect(Enum):
    """What varying an argument did to the size of the answer."""

    SHRINKS = "shrinks"
    GROWS = "grows"
    NONE = "none"
    UNKNOWN = "unknown"


def reads_one_thing(tool: ToolSpec, default: Call | None = None) -> bool:
    """Whether a tool hands over one thing that the caller names, such as a file: its parts are no listing."""
    words = _name(tool)
    names = {argument.name for argument in arguments_of(tool) if argument.required}
    if default is not None:
        names |= set(default.arguments)  # some tools want one of several, and can require none
    needed = {word for name in names for word in words_of(name)[-1:]}
    if _LISTING & set(words) or not _READING & set(words) or not needed & _ONE:
        return False
    return bool(needed & _PLACES) or not _plural(words[-1])


def gives_a_list(tool: ToolSpec) -> bool:
    """Whether the name of a tool promises a list: `list_x`, `search_x`, `recent_x`, `get_xs`."""
    words = _name(tool)
    listed = bool(words) and _plural(words[-1]) and not _DOCUMENTS & set(words)
    return bool(_LISTING & set(words)) or listed


def effect(run: ToolRun, argument: Argument) -> Effect:
    """Return what the sweeps of an argument did to the size of the answer."""
    seen = Effect.UNKNOWN
    for sweep in run.sweeps:
        base = measured(left_out(run, sweep) if not argument.required else run.default)
        if sweep.argument != argument.name or base is None:
            continue
        smallest = _REWRITTEN if sweep.kind is SweepKind.FORMAT else _SMALLER
        for value, _, reply in settings(sweep):
            if below_one(value) or not answers(reply, base):
                continue
            if reply.chars <= smallest * base.chars:
                return Effect.SHRINKS
            if reply.chars * smallest >= base.chars:
                seen = Effect.GROWS
            elif seen is Effect.UNKNOWN and not _too_large_to_tell(sweep, value, base):
                seen = Effect.NONE
    return seen


def offered(run: ToolRun) -> tuple[Argument, ...]:
    """Return the tool's arguments without the one that chooses the action of an action tool."""
    return tuple(argument for argument in arguments_of(run.tool) if argument.name != run.subject.argument)


def bounds_a_list(run: ToolRun, argument: Argument) -> bool:
    """Whether an argument can keep a listing short, as far as is known: only a sweep without effect proves that not."""
    if argument.pages or is_query_language(run.tool, argument) or _WINDOWS & set(words_of(argument.name)):
        return True
    seen = effect(run, argument)
    if argument.kind in (SweepKind.COUNT, SweepKind.SIZE):
        return seen is not Effect.NONE
    return argument.kind is SweepKind.DETAIL and argument.numeric and seen is not Effect.NONE


def may_control_size(run: ToolRun, argument: Argument) -> bool:
    """Whether an argument changes the size of the answer, or might: what was never varied may."""
    seen = effect(run, argument)
    if seen is not Effect.UNKNOWN:
        return seen is not Effect.NONE
    if argument.kind is SweepKind.FORMAT:
        return False
    if argument.pages or argument.kind is not None or is_query_language(run.tool, argument):
        return True
    return not argument.required and not _PLACE_OR_OWNER & set(words_of(argument.name)[-1:])


def is_query_language(tool: ToolSpec, argument: Argument) -> bool:
    """Whether the caller writes in an argument how much is wanted, as in the LIMIT of an SQL statement."""
    words = set(words_of(argument.name))
    said = f"{tool.name.replace('_', ' ')} {tool.description} {argument.description}"
    return bool(words & _LANGUAGES) or ("query" in words and bool(_QUERY_LANGUAGE.search(said)))


def _too_large_to_tell(sweep: Sweep, value: Json, base: Measurement) -> bool:
    """Whether a limit is so large that the answer need not be shorter for it."""
    if not is_number(value):
        return False
    if sweep.kind is SweepKind.COUNT:
        return bool(value >= (base.items.count if base.items else _FEW_LINES))
    thousands = "kb" in words_of(sweep.argument)
    return sweep.kind is SweepKind.SIZE and bool(value * (_TOKENS_PER_KB if thousands else 1) >= base.tokens)


def _name(tool: ToolSpec) -> list[str]:
    words = words_of(tool.name)
    return words[:-1] if words[-1:] == ["tool"] and len(words) > 1 else words


def _plural(word: str) -> bool:
    return len(word) > 3 and word.endswith("s") and not word.endswith("ss") and word not in _NOT_PLURAL
