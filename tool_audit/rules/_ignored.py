"""Arguments without effect: every value gives the reply of the default, though the data must differ."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tool_audit.model import ABSENT, Call, Confidence, Json, Measurement, Severity, SweepKind, ToolRun
from tool_audit.rules import _could_differ as data
from tool_audit.rules._filtered import flag_left_there, should_convert, should_filter, should_sort
from tool_audit.rules._same import same, size_words
from tool_audit.rules._sizes import is_number, measured, shown
from tool_audit.rules._variations import arguments_everywhere, sent_in, variations
from tool_audit.schema import Argument
from tool_audit.vocabulary import words_of

_SHOWN = 5
_OFFSETS = frozenset("offset skip startindex startat".split())
_PAGES = frozenset("page pageno pagenumber pageindex".split())
_INCLUDING = frozenset("include with show expand return".split())
_LEAVING_OUT = frozenset("exclude omit hide without".split())
_TURNING = frozenset("reverse reversed descending ascending desc asc".split())
_DIRECTIONS = frozenset("asc desc ascending descending".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignored:
    """An argument without effect, the calls that show it, and how grave and how sure that is."""

    argument: Argument
    calls: tuple[Call, ...]
    message: str
    severity: Severity
    confidence: Confidence | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Proof:
    why: str
    severity: Severity = Severity.ERROR
    confidence: Confidence | None = None


def ignored(run: ToolRun, detail_chars: int) -> Iterator[Ignored]:
    """Yield the arguments whose values all give the default's reply, where the reply shows that they should not."""
    base = measured(run.default)
    if run.default is None or base is None or base.reads_failed:
        return
    for argument in arguments_everywhere(run):
        sent = _meant(run, argument)
        calls = [call for _, call in sent if call is not run.default]
        if not calls or not all(same(run, run.default, call) for call in calls):
            continue
        proof = _must_differ(run, argument, [value for value, _ in sent], base, detail_chars)
        if proof is None:
            continue
        values = ", ".join(dict.fromkeys(shown(value)[:40] for value, _ in sent[:_SHOWN]))
        left_out = "" if sent_in(run.default, argument) is not ABSENT else " and leaving it out"
        yield Ignored(
            argument=argument,
            calls=(run.default, *calls[:_SHOWN]),
            message=(
                f"{argument.name} has no effect: {values}{left_out} give the same reply ({size_words(run.default)}),"
                f" and {proof.why}."
            ),
            severity=proof.severity,
            confidence=proof.confidence if _is_for(run, argument) else Confidence.INDICATED,
        )


def _is_for(run: ToolRun, argument: Argument) -> bool:
    """Whether an argument is surely meant for what was called: those of an action tool serve some of its actions."""
    return run.subject.argument is None or argument.kind is SweepKind.COUNT or argument.pages


def _meant(run: ToolRun, argument: Argument) -> list[tuple[Json, Call]]:
    """Return the successful calls with values that a caller could mean, the default's own value among them."""
    pairs = variations(run, argument)
    if run.default is not None and (given := sent_in(run.default, argument)) is not ABSENT:
        pairs = [(given, run.default), *pairs]
    return [(value, call) for value, call in pairs if _is_meant(argument, value) and measured(call) is not None]


def _is_meant(argument: Argument, value: Json) -> bool:
    if argument.types == {"boolean"}:
        return isinstance(value, bool)
    if argument.closed_set:
        return value in argument.closed_set
    if argument.numeric:
        return is_number(value) and value >= (0 if argument.kind is SweepKind.DETAIL else 1)
    return value is not None


def _must_differ(
    run: ToolRun, argument: Argument, sent: list[Json], base: Measurement, detail_chars: int
) -> _Proof | None:
    lowest: Any = min((value for value in sent if is_number(value)), default=ABSENT)
    match argument.kind:
        case SweepKind.COUNT if lowest is not ABSENT and data.holds_more_items(argument, run, base, lowest):
            return _Proof(why=f"{argument.name}={shown(lowest)} should give no more than that")
        case SweepKind.SIZE if lowest is not ABSENT and data.over_budget(argument, base, lowest):
            return _Proof(why=f"its {base.tokens:,} tokens are far more than {argument.name}={shown(lowest)} allows")
        case SweepKind.FORMAT:
            kinds = sorted({kind for value in sent if (kind := data.family(value))})
            if len(kinds) > 1 and data.holds_detail(base, detail_chars // 2):
                return _Proof(why=f"{' and '.join(kinds)} cannot look alike", severity=Severity.WARNING)
        case SweepKind.DETAIL:
            return _detail(argument, sent, base, detail_chars)
        case None if argument.pages:
            return _paging(argument, base)
        case None:
            why = should_filter(argument, sent, base)
            return _Proof(why=why) if why else _form(argument, sent, base)
    return None


def _detail(argument: Argument, sent: list[Json], base: Measurement, detail_chars: int) -> _Proof | None:
    words = words_of(argument.key)
    if argument.numeric and "depth" in words:
        lowest, levels = min(sent), data.depth_of(base)
        why = f"{argument.name}={lowest} should give fewer than its {levels} levels"
        return _Proof(why=why) if levels >= max(lowest, 1) + 2 else None
    if len({shown(value) for value in sent}) < 2:
        return None
    left_there = flag_left_there(argument, sent, base) if argument.types == {"boolean"} else None
    if left_there is not None:
        return _Proof(why=left_there)
    if not data.holds_detail(base, detail_chars):
        return None
    if argument.types == {"boolean"} and words[0] in _INCLUDING | _LEAVING_OUT:
        if data.still_holds(argument.key, base):
            return _Proof(why=f"what it should take out ({' '.join(words[1:])}) is there either way")
        return _Proof(why="nothing tells whether the data hold what it chooses", confidence=Confidence.INDICATED)
    return _Proof(why="there is detail that the lowest should leave out")


def _paging(argument: Argument, base: Measurement) -> _Proof | None:
    name = "".join(words_of(argument.key))
    count = base.items.count if base.items is not None else 0
    if argument.numeric and ((name in _OFFSETS and count > 1) or (name in _PAGES and count and base.signs.says_more)):
        return _Proof(why="a later part of the list cannot be the same as its beginning")
    return None


def _form(argument: Argument, sent: list[Json], base: Measurement) -> _Proof | None:
    """Judge what changes no choice of items: their order, and the units of their numbers."""
    words = {word for value in sent if isinstance(value, str) for word in words_of(value)}
    turned = len(words & _DIRECTIONS) > 1
    turned = turned or (
        argument.types == {"boolean"} and bool(_TURNING & set(words_of(argument.key))) and len(sent) > 1
    )
    if turned and data.in_order(base):
        return _Proof(why="one order cannot be the other", severity=Severity.WARNING)
    why = should_sort(argument, sent, base) or should_convert(argument, sent, base)
    return _Proof(why=why, severity=Severity.WARNING) if why else None
