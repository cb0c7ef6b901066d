"""The wrong calls of a tool and what came of each: what the rules on errors and the table of errors are made from."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tool_audit.model import Answer, Call, Disconnected, Mistake, Refused, ToolFailed, ToolRun, WrongCall
from tool_audit.refusals.forms import names_a_tool, says_what_to_send
from tool_audit.refusals.limits import turned_away
from tool_audit.refusals.mistakes import Wrong, wrong_in
from tool_audit.refusals.naming import names_argument, names_value
from tool_audit.refusals.texts import is_by_schema, refusal
from tool_audit.refusals.unflagged import Unflagged, unflagged

_MOST = 20_000
_WITHOUT_A_FORM = frozenset({Mistake.NO_SUCH_ID, Mistake.BAD_CURSOR, Mistake.BAD_CREDENTIAL})
"""Mistakes of which an error need not say what would be right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A call that failed with words, flagged as an error or not, and what was wrong with it, if anything was."""

    call: Call
    text: str
    wrong: Wrong | None
    disguise: Unflagged | None = None


def failures(run: ToolRun) -> Iterator[Failure]:
    """Yield the failed calls of a tool; equal ones are made once, so none comes twice but by intent."""
    for call in run.calls:
        failure = failure_of(run, call)
        if failure is not None:
            yield failure


def failure_of(run: ToolRun, call: Call) -> Failure | None:
    """Return what a call failed with, None where it did not, or where nothing came back."""
    text, disguise = refusal(call, _MOST), None
    if text is None:
        disguise = unflagged(run, call)
        if disguise is None or call.measurement is None:
            return None
        text = call.measurement.text[:_MOST]
    wrong = None if turned_away(call) else wrong_in(run, call)
    return Failure(call=call, text=text, wrong=wrong, disguise=disguise)


def wrong_calls(runs: Iterable[ToolRun]) -> tuple[WrongCall, ...]:
    """Return for each tool and kind of mistake the call that was answered worst."""
    worst: dict[tuple[str, str], WrongCall] = {}
    runs = tuple(runs)
    names = frozenset(run.tool.name for run in runs)
    for run in runs:
        for call in run.calls:
            wrong = wrong_in(run, call)
            if wrong is None or turned_away(call):
                continue
            told = _told(run, call, wrong, names - {run.tool.name})
            key = (told.tool, told.mistake)
            if key not in worst or _badness(told) > _badness(worst[key]):
                worst[key] = told
    return tuple(worst.values())


def _told(run: ToolRun, call: Call, wrong: Wrong, others: frozenset[str]) -> WrongCall:
    failure = failure_of(run, call)
    chars = call.measurement.chars if call.measurement is not None else None
    named = fix = None
    if failure is not None:
        named = names_argument(failure.text, wrong) or names_value(failure.text, wrong)
        mends = says_what_to_send(failure.text, wrong) or names_a_tool(failure.text, others)
        fix = mends or (None if wrong.mistake in _WITHOUT_A_FORM else False)
    return WrongCall(
        tool=run.name,
        mistake=wrong.mistake,
        argument=", ".join(wrong.missing) or wrong.name,
        call=call,
        answer=_answer(call, failure),
        names_argument=named,
        says_what_to_send=fix,
        chars=chars,
    )


def _answer(call: Call, failure: Failure | None) -> Answer:
    match call.observation.outcome:
        case Refused() if is_by_schema(call):
            return Answer.SCHEMA
        case Refused():
            return Answer.PROTOCOL
        case ToolFailed():
            return Answer.SCHEMA if is_by_schema(call) else Answer.TOOL
        case Disconnected():
            return Answer.CRASHED
    if call.measurement is None:
        return Answer.UNANSWERED
    return Answer.ACCEPTED if failure is None else Answer.UNFLAGGED


_ORDER = (
    Answer.SCHEMA,
    Answer.TOOL,
    Answer.PROTOCOL,
    Answer.ACCEPTED,
    Answer.UNFLAGGED,
    Answer.UNANSWERED,
    Answer.CRASHED,
)


def _badness(told: WrongCall) -> tuple[int, int]:
    return _ORDER.index(told.answer), (told.names_argument is False) + (told.says_what_to_send is False)
