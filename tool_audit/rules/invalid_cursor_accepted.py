"""Flags cursors that nobody gave and that are taken for none: the agent reads page one again and believes it is new."""

from collections.abc import Iterator

from tool_audit.bounds import value_in
from tool_audit.model import Call, Confidence, Hit, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._pages import Walk, count_of, same_names, walks
from tool_audit.rules._same import same
from tool_audit.rules._sizes import call_words
from tool_audit.rules.stuck_cursor import gives_nothing_new
from tool_audit.vocabulary import words_of

_OPAQUE = {"cursor", "token", "continuation"}


@tool_rule(group="C", severity=Severity.WARNING, confidence=Confidence.PROVEN)
def invalid_cursor_accepted(run: ToolRun, _: object) -> Iterator[Hit]:
    """A made-up cursor answers like no cursor at all."""
    for walk in walks(run):
        call = walk.made_up
        if call is None or run.default is None or not count_of(run.default) or not _is_opaque(walk):
            continue
        if any(gives_nothing_new(walk, place) for place in range(1, len(walk.pages))):
            continue  # no cursor is heeded at all, or the walk sticks: that is the fault
        if _answers_like(run, call, run.default):
            yield Hit(
                message=(
                    f"{call_words(call, run.default)} was never given by this tool, and is answered like no "
                    f"{walk.argument.name}: the same {count_of(call):,} items."
                ),
                calls=(run.default, call),
                advice=f"Refuse a {walk.argument.name} that was not given, and say how to begin again: without it.",
                argument=walk.argument.name,
            )


def _is_opaque(walk: Walk) -> bool:
    """Whether values of the argument have no meaning of their own, as a name, a date or a number has."""
    if _OPAQUE & set(words_of(walk.argument.name)):
        return True
    told = [value_in(page.arguments, walk.argument) for page in walk.pages[1:]]
    names = {name for page in walk.lists for name in page}
    return bool(told) and not any(isinstance(value, str) and (value in names or value.isdigit()) for value in told)


def _answers_like(run: ToolRun, call: Call, default: Call) -> bool:
    if call.measurement is None or not call.succeeded or call.measurement.reads_failed:
        return False
    first, second = same_names((default, call))
    return first == second or same(run, default, call) is True
