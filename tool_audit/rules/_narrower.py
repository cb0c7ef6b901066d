"""Calls that choose a part of what the default gives: a shorter answer, if to a narrower question."""

from tool_audit.model import Call, ToolRun
from tool_audit.refusals.mistakes import wrong_in
from tool_audit.rules._empty import finds_nothing
from tool_audit.rules._pages import count_of
from tool_audit.rules._sizes import answers, measured
from tool_audit.rules._variations import added
from tool_audit.schema import Argument, arguments_of

LESS = 0.9
"""The share of the default's characters up to which an answer is shorter."""


def narrower(run: ToolRun) -> list[Call]:
    """Return the calls that chose one member of a closed set and rightly gave a part of the default.

    The fullest that stay under the warning line come first. Other values are of the data at hand, and no advice.
    """
    base = measured(run.default)
    choices = {argument.name: argument for argument in arguments_of(run.tool) if _is_choice(argument)}
    if base is None or not choices:
        return []
    found: dict[str, tuple[tuple[bool, int], Call]] = {}
    for name, value, call in added(run):
        reply, argument = measured(call), choices.get(name)
        if reply is None or argument is None or value not in argument.closed_set:
            continue
        if wrong_in(run, call) is not None or finds_nothing(run, call) or not answers(reply, base):
            continue
        if base.items is not None and not 0 < count_of(call) < base.items.count:
            continue
        if reply.chars <= LESS * base.chars:
            heavy = run.lines.over_warning(reply)
            found[call.sent] = ((heavy, reply.chars if heavy else -reply.chars), call)
    return [call for _, call in sorted(found.values(), key=lambda entry: entry[0])]


def _is_choice(argument: Argument) -> bool:
    """Whether it chooses among what there is, and not how much or in which form it comes: others look at that."""
    return bool(argument.closed_set) and argument.kind is None and not argument.pages and not argument.required
