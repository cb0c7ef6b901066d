"""Flags errors that name the argument and keep what it takes to themselves: the next try is a guess."""

from collections.abc import Iterator

from tool_audit.model import Confidence, Hit, Mistake, ServerRun, Severity
from tool_audit.refusals.forms import names_a_tool, says_what_to_send
from tool_audit.refusals.mistakes import numbers_a_thing
from tool_audit.refusals.naming import names_argument, names_value
from tool_audit.refusals.texts import says_absent
from tool_audit.refusals.told import Failure, failures
from tool_audit.refusals.traces import find_trace
from tool_audit.rule import server_rule
from tool_audit.rules._errors import Seen, by_cause, examples, others, quoted, sent, shape_of, tools_of

_HAVE_A_FORM = frozenset(
    {
        Mistake.WRONG_TYPE,
        Mistake.NULL,
        Mistake.OUT_OF_RANGE,
        Mistake.BAD_MEMBER,
        Mistake.BAD_DATE,
        Mistake.BAD_FORMAT,
        Mistake.TOO_LONG,
    }
)
"""Mistakes for which the schema has an answer; an unknown id or cursor is corrected elsewhere."""


@server_rule(group="G", severity=Severity.INFO, confidence=Confidence.SEEN)
def no_fix_in_error(run: ServerRun, _: object) -> Iterator[Hit]:
    """An error names the argument and not what it accepts."""
    names = {tool.name for tool in run.listing.tools}
    seen = [
        Seen(run=tool, failure=failure, shape=shape_of(tool, failure))
        for tool in run.tools
        for failure in failures(tool)
        if _keeps_it(failure) and not names_a_tool(failure.text, names - {tool.tool.name})
    ]
    for group in by_cause(seen):
        first = group[0]
        wrong = first.failure.wrong
        if wrong is None:
            continue
        yield Hit(
            message=(
                f"{first.run.name} answers {sent(first.call)} with {quoted(first.failure.text)}: it names {wrong.name}"
                f" ({wrong.mistake.words}), and not what is accepted.{others(group)}"
            ),
            tools=tools_of(group),
            calls=examples(group),
            advice="Say what would be accepted: the members, the range, the type or a format with an example.",
        )


def _keeps_it(failure: Failure) -> bool:
    wrong = failure.wrong
    if wrong is None or wrong.mistake not in _HAVE_A_FORM:
        return False
    text = failure.text
    if find_trace(text) is not None:
        return False  # a trace is no message: another finding
    if wrong.mistake is Mistake.WRONG_TYPE and wrong.argument is not None and wrong.argument.types == {"string"}:
        return False  # a number that was taken for a text: for an id, say, that is not known
    numbers = wrong.argument is not None and numbers_a_thing(wrong.argument)
    looked_up = wrong.mistake is Mistake.WRONG_TYPE or (wrong.mistake is Mistake.OUT_OF_RANGE and numbers)
    if looked_up and says_absent(text):
        return False  # it was looked up all the same, and there is no such thing
    return (names_argument(text, wrong) or names_value(text, wrong)) and not says_what_to_send(text, wrong)
