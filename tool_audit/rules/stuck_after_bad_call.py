"""Flags servers that a bad call brings to a stop: one slip of an agent costs it every tool."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tool_audit.measure.endings import answered_elsewhere, broken_pairs, felled, hung
from tool_audit.model import Call, Confidence, Form, Hit, ServerRun, Severity, TimedOut
from tool_audit.rule import server_rule
from tool_audit.rules._sent import said


@server_rule(group="H", severity=Severity.ERROR, confidence=Confidence.SEEN)
def stuck_after_bad_call(run: ServerRun, _: object) -> Iterator[Hit]:
    """After a bad call the server answers nothing more."""
    stuck = [(bad, after) for bad, after in felled(run.calls) if hung(after)]
    if not stuck:
        return
    bad, after = stuck[0]
    outcome = after.observation.outcome
    limit = f" within {outcome.limit:g} s" if isinstance(outcome, TimedOut) else ""
    done = "was not answered" if hung(bad) else "was refused"
    plain = answered_elsewhere(run.calls, after)
    proper = [one for one, _ in stuck if one.observation.probe.form is Form.OBJECT]
    yield Hit(
        message=f"After {said(bad)} {done}, the next call{_of(run.calls, bad, after)} ({said(after)}) had no"
        f" answer{limit}; in a process where no bad call came before it is answered. {_often(len(stuck))}",
        tools=tuple(dict.fromkeys(one.observation.probe.subject.label for one in proper or [bad])),
        calls=(bad, after, *((plain,) if plain is not None else ())),
        advice="Answer a bad call as any other, with an error; let go of what it took, and go on reading.",
        confidence=Confidence.PROVEN if broken_pairs(run.calls) or len(stuck) > 1 else Confidence.SEEN,
    )


def _of(calls: Sequence[Call], bad: Call, after: Call) -> str:
    """Say of which tool the call was the next, where others were answered in between."""
    behind = any(one is bad and other is after for one, other in pairwise(calls))
    return "" if behind else f" of {after.observation.probe.subject.tool}"


def _often(times: int) -> str:
    return "Seen once." if times == 1 else f"Seen {times:,} times."
