"""Flags searches that give the same number of items for whatever is asked, and no way to the rest."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Call, Confidence, Hit, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._fuller import bounding
from tool_audit.rules._pages import count_of, same_names
from tool_audit.rules._purpose import gives_a_list, is_query_language
from tool_audit.rules._sizes import call_words, measured
from tool_audit.rules._variations import variations
from tool_audit.schema import Argument, arguments_of
from tool_audit.vocabulary import SEARCHED_ELSEWHERE, words_of

SEARCHED = SEARCHED_ELSEWHERE | frozenset(
    """
    query q search keyword keywords term terms text phrase question pattern needle topic word words
    """.split()
)
"""The words of arguments that say what to look for."""
_NAMES = frozenset("name title prefix".split())
_ROUND = 5  # caps are round: where the count is not, two equal counts may be a coincidence


@dataclass(frozen=True)
class Options:
    items: int = 5
    calls: int = 2


@tool_rule(group="C", severity=Severity.WARNING, confidence=Confidence.PROVEN, options=Options)
def no_way_to_page(run: ToolRun, options: Options) -> Iterator[Hit]:
    """The same full count comes for every broad call, and there is no limit, cursor or total."""
    base, reply = run.default, measured(run.default)
    if base is None or reply is None or bounding(run) or count_of(base) < options.items:
        return
    signs = reply.signs
    if signs.says_more or signs.says_complete or signs.total is not None:
        return
    for argument in arguments_of(run.tool):
        if argument.name == run.subject.argument or not _searches(run, argument):
            continue
        full = [base, *_others_as_full(run, base, argument)]
        needed = options.calls if count_of(base) % _ROUND == 0 else options.calls + 1
        if len(full) >= needed and full[1:]:
            yield Hit(
                message=(
                    f"{len(full):,} different calls ({', '.join(call_words(call, base) for call in full[1:4])} "
                    f"beside the default) return just {count_of(base):,} items each, none returns more, "
                    "and there is no limit, cursor or total."
                ),
                calls=tuple(full[:4]),
                advice="State the total, and take a limit and a cursor or offset.",
                argument=argument.name,
            )
            return


def _searches(run: ToolRun, argument: Argument) -> bool:
    """Whether an argument chooses among the items by a text, or by a field of theirs (then a filter was tried)."""
    if argument.closed_set or is_query_language(run.tool, argument):
        filtered = any(call.observation.probe.experiment == "filter" for _, call in variations(run, argument.name))
        return bool(argument.closed_set) and filtered
    words = set(words_of(argument.name))
    asked = any(call.observation.probe.experiment == "broad" for _, call in variations(run, argument.name))
    return asked or bool(SEARCHED & words) or (bool(_NAMES & words) and gives_a_list(run.tool))


def _others_as_full(run: ToolRun, base: Call, argument: Argument) -> list[Call]:
    """Return the calls with other items and as many of them; none where one has more, or all have the same."""
    full: list[Call] = []
    for _, call in variations(run, argument.name):
        reply = measured(call)
        if reply is None or reply.reads_failed:
            continue
        first, second = same_names((base, call))
        if len(second) > len(first) or reply.signs.says_more or reply.signs.total is not None:
            return []
        if len(second) == len(first) and set(second) != set(first):
            full.append(call)
    return full
