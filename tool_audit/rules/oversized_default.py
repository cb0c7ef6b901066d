"""Flags tools whose shortest call, the one an agent makes first, answers with more than a client shows its model."""

from collections.abc import Iterator, Sequence

from tool_audit.model import Call, Confidence, Hit, Measurement, Severity, TooLarge, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._narrower import LESS, narrower
from tool_audit.rules._sizes import answers, assignments, call_words, cap_words, chars, cost, measured, useful_calls


@tool_rule(group="A", severity=Severity.ERROR, confidence=Confidence.SEEN)
def oversized_default(run: ToolRun, _: object) -> Iterator[Hit]:
    """The call with nothing filled in answers with more than the client shows its model."""
    if overflow := _not_read(run):
        limit = overflow.observation.outcome.limit if isinstance(overflow.observation.outcome, TooLarge) else 0
        yield Hit(
            message=f"{_how(run, overflow)}, the answer is over {limit / 2**20:,.0f} MiB; it was not read further.",
            calls=(overflow,),
            send=tuple(useful_calls(run)[:1]),
            advice="Bound the answer by default.",
        )
        return
    if run.default is None or (reply := measured(run.default)) is None or not run.lines.over_warning(reply):
        return
    over_cap = run.lines.over_cap(reply)
    where = (
        f"{run.lines.client} would {run.lines.action} (over {cap_words(run.lines)})"
        if over_cap
        else f"over the warning line of {run.lines.warn_tokens:,} tokens"
    )
    items = f" for {reply.items.count:,} items" if reply.items and reply.items.count > 1 else ""
    send = useful_calls(run)[:1]
    smaller = measured(send[0]) if send else None
    if smaller is None or smaller.chars >= reply.chars:
        send = [call for call in narrower(run) if call.measurement and not run.lines.over_cap(call.measurement)][:1]
        advice = f"{_least(run, reply, send)}: bound the answer by default, or give it a limit."
    else:
        advice = f"send {call_words(send[0], run.default)}: {chars(smaller.chars)}"
    yield Hit(
        message=f"{_how(run, run.default)}, the answer is {cost(reply)}{items}: {where}.",
        calls=(run.default,),
        send=tuple(send),
        advice=advice,
        severity=Severity.ERROR if over_cap else Severity.WARNING,
    )


def _least(run: ToolRun, reply: Measurement, part: Sequence[Call]) -> str:
    """Say what of the tried calls answers with less than the default."""
    if part and (shorter := measured(part[0])) is not None and run.default is not None:
        return f"Only a part of it is shorter ({call_words(part[0], run.default)}: {chars(shorter.chars)})"
    others = [one for call in run.calls if (one := measured(call)) is not None and answers(one, reply)]
    if any(one.chars < LESS * reply.chars for one in others):
        return "Nothing that was tried makes it short enough"
    return "No call that was tried answers with less"


def _how(run: ToolRun, call: Call) -> str:
    filled = {name: value for name, value in call.arguments.items() if name != run.subject.argument}
    return f"With only what is required ({assignments(filled.items())})" if filled else "With nothing filled in"


def _not_read(run: ToolRun) -> Call | None:
    """Return the default call whose reply was too large to be read."""
    return next(
        (
            call
            for call in run.calls
            if isinstance(call.observation.outcome, TooLarge) and call.observation.probe.experiment == "default"
        ),
        None,
    )
