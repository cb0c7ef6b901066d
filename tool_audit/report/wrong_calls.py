"""The table of errors: how each tool answers each kind of mistake, and whether the answer helps."""

from collections.abc import Iterable, Mapping
from typing import Final

from tool_audit.model import Answer, Mistake, WrongCall
from tool_audit.report.figures import number
from tool_audit.report.markdown_text import code, table
from tool_audit.report.safe import cut, json_text

_TITLES: Final = ("tool", "mistake", "sent", "answer", "names it", "says what to send", "chars")
_ORDER: Final = {mistake: place for place, mistake in enumerate(Mistake)}
_ANSWERS: Final[Mapping[Answer, str]] = {
    Answer.ACCEPTED: "accepted",
    Answer.SCHEMA: "refused by the schema layer",
    Answer.TOOL: "refused by the tool",
    Answer.PROTOCOL: "refused with another code",
    Answer.UNFLAGGED: "**a success that is an error**",
    Answer.CRASHED: "**crashed**",
    Answer.UNANSWERED: "**not answered**",
}
_LONGEST: Final = 60


def in_order(wrong_calls: Iterable[WrongCall]) -> tuple[WrongCall, ...]:
    """Return them by tool, and for each tool by kind of mistake."""
    return tuple(sorted(wrong_calls, key=lambda one: (one.tool, _ORDER[one.mistake])))


def errors_section(wrong_calls: Iterable[WrongCall]) -> list[str]:
    """Return the section with the table; nothing where no wrong call was made."""
    rows = [_row(one) for one in in_order(wrong_calls)]
    if not rows:
        return []
    intro = (
        "What each tool answers to a caller's mistakes; of several of one kind, the worst. The schema layer refuses"
        " before the tool runs (-32602, or a check in front of the tool), the tool from within (isError)."
    )
    return ["### Errors", intro, table(_TITLES, rows, right=frozenset({6}))]


def _row(one: WrongCall) -> tuple[str, ...]:
    return (
        code(one.tool),
        one.mistake.words,
        _sent(one),
        _ANSWERS[one.answer],
        _yes_or_no(one.names_argument),
        _yes_or_no(one.says_what_to_send),
        number(one.chars),
    )


def _sent(one: WrongCall) -> str:
    """Return what was wrong: the argument with its value, or which were left out."""
    name = one.argument.partition(".")[0]
    if one.mistake is Mistake.MISSING or name not in one.call.arguments:
        return f"without {code(cut(one.argument, _LONGEST))}"
    return code(cut(f"{name}={json_text(one.call.arguments[name])}", _LONGEST))


def _yes_or_no(value: bool | None) -> str:
    return "" if value is None else "yes" if value else "no"
