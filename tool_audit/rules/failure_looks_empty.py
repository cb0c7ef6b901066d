"""Flags mistakes that are answered like a search without a match: the model takes its own error for a fact."""

from collections.abc import Iterator, Mapping

from tool_audit.model import ABSENT, Call, Confidence, Hit, Mistake, Severity, ToolRun
from tool_audit.refusals.mistakes import Wrong, reads_honestly, wrong_in
from tool_audit.refusals.unflagged import unflagged
from tool_audit.rule import tool_rule
from tool_audit.rules._empty import finds_nothing
from tool_audit.rules._listing import named
from tool_audit.rules._promises import promises_fallback
from tool_audit.rules._same import holds_something, no_list_inside, same, size_words
from tool_audit.rules._sizes import measured, shown

_CANNOT_BE: Mapping[Mistake, str] = {
    Mistake.MISSING: "is required, and was left out",
    Mistake.WRONG_TYPE: "is of another type than the schema says",
    Mistake.BAD_MEMBER: "is none of its members",
    Mistake.BAD_DATE: "is no date",
    Mistake.BAD_CURSOR: "was never given by the tool",
    Mistake.BAD_CREDENTIAL: "is no credential that anybody was given",
}
"""Mistakes that cannot be a search for what is not there. Values out of range are the matter of other rules."""


@tool_rule(group="G", severity=Severity.ERROR, confidence=Confidence.PROVEN)
def failure_looks_empty(run: ToolRun, _: object) -> Iterator[Hit]:
    """An invalid request is answered like a valid one without a match."""
    base = measured(run.default)
    if run.default is None or base is None or not holds_something(base) or no_list_inside(base):
        return
    if finds_nothing(run, run.default):
        return  # "0 commits contain 'test'": all replies of such a search are alike
    found: dict[str, tuple[Wrong, Call]] = {}
    for call in run.calls:
        wrong = wrong_in(run, call)
        if wrong is None or wrong.mistake not in _CANNOT_BE or not _is_mistaken(run, call, wrong):
            continue
        if finds_nothing(run, call) and unflagged(run, call) is None:
            found.setdefault(wrong.name, (wrong, call))
    if not found:
        return
    empty = [call for call in run.calls if wrong_in(run, call) is None and finds_nothing(run, call)]
    name, (wrong, call) = next(iter(found.items()))
    twin = next((other for other in empty if same(run, other, call) is True), None)
    value = "" if wrong.mistake is Mistake.MISSING else f"={shown(wrong.value)[:60]}"
    as_well = ", as a valid call does that finds nothing" if twin is not None else ""
    more = f" The same for {named([other for other in found if other != name])}." if len(found) > 1 else ""
    sure = any(one.proven for one, _ in found.values())
    yield Hit(
        message=(
            f"{name}{value} {_CANNOT_BE[wrong.mistake]}; it is answered with success and nothing in it{as_well}"
            f" ({size_words(call)}; the default: {size_words(run.default)}).{more}"
        ),
        calls=(run.default, call, *([twin] if twin is not None else [])),
        advice=f"Refuse what {name} cannot be, and say what it can be; an empty reply is for an honest search.",
        argument=name,
        confidence=None if sure else Confidence.INDICATED,
    )


def _is_mistaken(run: ToolRun, call: Call, wrong: Wrong) -> bool:
    """Whether a value is surely none that the tool could know."""
    if reads_honestly(run, call, wrong):
        return False  # 12345 is searched for as "12345", and rightly not found
    if wrong.argument is not None and promises_fallback(wrong.argument, run.tool, wrong.value):
        return False
    if wrong.mistake is Mistake.BAD_CURSOR:
        reply = measured(run.default)
        return reply is not None and reply.signs.cursor is not ABSENT
    return True
