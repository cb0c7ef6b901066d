"""Flags replies that say that they were cut, and leave the agent no way to the rest."""

from collections.abc import Iterator

from tool_audit.model import ABSENT, Call, Confidence, Hit, Measurement, Severity, SweepKind, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._fuller import bounded_calls
from tool_audit.rules._pages import same_names
from tool_audit.rules._purpose import bounds_a_list, is_query_language, offered
from tool_audit.rules._sizes import measured
from tool_audit.rules.count_contradicts_items import certainly_wrong
from tool_audit.rules.marker_buried import signs_of_more
from tool_audit.rules.no_way_to_page import SEARCHED
from tool_audit.schema import Argument
from tool_audit.vocabulary import words_of


@tool_rule(group="B", severity=Severity.WARNING, confidence=Confidence.SEEN)
def truncated_without_continuation(run: ToolRun, _: object) -> Iterator[Hit]:
    """A reply says that it was cut, and there is no cursor, offset or narrower argument to get the rest."""
    limits = [argument for argument in offered(run) if argument.numeric and argument.kind in _BOUNDS]
    others = [argument for argument in offered(run) if argument not in limits]
    if any(_leads_on(run, argument) for argument in others):
        return
    call = _fullest(run, limits)
    reply = measured(call)
    if call is None or reply is None or not reply.signs.says_more or _continues(reply) or reply.reads_failed:
        return
    if _moves_on(run, call):
        return  # of a queue that moves on there is no rest to lead to
    signs = signs_of_more(reply)
    if not signs or any(argument.name in sign.where for sign in signs for argument in offered(run)):
        return
    if {sign.where for sign in signs} <= {sign.where for _, sign in certainly_wrong(run)}:
        return  # a wrong count tells of nothing that is left out
    most = f", even with {limits[0].name} at its maximum" if limits else ""
    yield Hit(
        message=f"The reply says that it is not all ({signs[0].where}){most}, and nothing leads to the rest.",
        calls=(call,),
        advice="Return a cursor, or take an offset, or an argument that narrows what is asked for.",
    )


_BOUNDS = (SweepKind.COUNT, SweepKind.SIZE)


def _leads_on(run: ToolRun, argument: Argument) -> bool:
    """Whether an argument pages, or narrows what is asked for; a place or an id that is required does not."""
    if argument.pages or is_query_language(run.tool, argument) or SEARCHED & set(words_of(argument.name)):
        return True
    if argument.kind in (SweepKind.DETAIL, SweepKind.FORMAT):
        return argument.kind is SweepKind.DETAIL and argument.numeric
    return not argument.required or bounds_a_list(run, argument)


def _fullest(run: ToolRun, limits: list[Argument]) -> Call | None:
    """Return the reply that no limit can make fuller: the default, or the one at the maximum where there is a limit."""
    if not limits:
        return run.default
    if len(limits) > 1 or limits[0].maximum is None:
        return None
    at_most = [call for value, call in bounded_calls(run, limits[0]) if value == limits[0].maximum]
    return at_most[0] if at_most else None


def _moves_on(run: ToolRun, call: Call) -> bool:
    """Whether the fullest reply lacks items that the default had: the list was another one by then."""
    if run.default is None or call is run.default:
        return False
    first, most = same_names((run.default, call))
    return bool(first and most) and not set(first) <= set(most)


def _continues(reply: Measurement) -> bool:
    return reply.signs.cursor is not ABSENT or reply.signs.next_offset is not None
