"""Flags arguments whose stated default is not what leaving them out does."""

from collections.abc import Iterator

from tool_audit.model import Call, Confidence, Hit, Json, Severity, SweepKind, ToolRun, canonical
from tool_audit.rule import tool_rule
from tool_audit.rules._same import counts_hold, item_count, same, size_words
from tool_audit.rules._sizes import is_number, measured, shown
from tool_audit.rules._variations import answer, variations
from tool_audit.schema import Argument, arguments_of
from tool_audit.stated import Stated, stated_defaults


@tool_rule(group="E", severity=Severity.ERROR, confidence=Confidence.PROVEN)
def default_differs(run: ToolRun, _: object) -> Iterator[Hit]:
    """The stated default is not what leaving the argument out does."""
    default = run.default
    if default is None or measured(default) is None or run.volatile:
        return
    for argument in arguments_of(run.tool):
        if argument.name in default.arguments or argument.name == run.subject.argument:
            continue
        for stated in stated_defaults(argument, run.tool):
            hit = _held_to(run, argument, default, stated)
            if hit is not None:
                yield hit
                break


def _held_to(run: ToolRun, argument: Argument, default: Call, stated: Stated) -> Hit | None:
    """Return what is wrong with a stated default, None where nothing is or where it cannot be told."""
    sent = answer(run, argument.name, stated.value)
    real = _real(run, argument, default, stated)
    if sent is None:  # never sent: what another value does tells it, where that value is no mere "all there is"
        if real is None or not _is_the_default(run, argument, default, real, stated):
            return None
    elif not _differs(run, argument, default, sent) and not (real is not None and _is_turned(run, default, sent)):
        return None
    elif real is None and argument.kind is not SweepKind.COUNT and not _counts(run, default, sent, stated):
        return None  # a value that is sent may be treated otherwise than one that is left out
    told = real if real is not None and real[0] not in (None, "") else None  # null is no value to state
    acts = f", the same as {argument.name}={shown(told[0])}" if told is not None else ""
    against = f", and {argument.name}={shown(stated.value)} gives {size_words(sent)}" if sent is not None else ""
    return Hit(
        message=(
            f"By {stated.where} the default of {argument.name} is {shown(stated.value)}; left out, it gives"
            f" {size_words(default)}{acts}{against}."
        ),
        calls=(default, *([sent] if sent is not None else []), *([told[1]] if told is not None else [])),
        advice=f"State the default of {argument.name} that applies, or apply the one that is stated.",
        argument=argument.name,
        confidence=None if real is not None or counts_hold(run) else Confidence.INDICATED,
    )


def _is_the_default(run: ToolRun, argument: Argument, default: Call, real: tuple[Json, Call], stated: Stated) -> bool:
    """Whether a count that acts like none gives just as many items, more than stated, and there are still more."""
    usual = item_count(default)
    if argument.kind is not SweepKind.COUNT or usual is None or real[0] != usual or not is_number(stated.value):
        return False
    larger = (item_count(c) or 0 for v, c in variations(run, argument.name) if is_number(v) and v > usual)
    return usual > stated.value >= 1 and max(larger, default=0) > usual and counts_hold(run) is True


def _differs(run: ToolRun, argument: Argument, default: Call, sent: Call) -> bool:
    """Whether sending the stated default gives something else than leaving it out."""
    reply = measured(sent)
    if reply is None or reply.reads_failed:
        return False
    usual, given = item_count(default), item_count(sent)
    if argument.kind is SweepKind.COUNT and usual is not None and given is not None:
        return usual != given and counts_hold(run) is not False
    return same(run, default, sent) is False


def _counts(run: ToolRun, default: Call, sent: Call, stated: Stated) -> bool:
    """Whether a number that is no limit by its name is how many items come: 7 days are 7 items, and left out 30."""
    given = item_count(sent)
    return is_number(stated.value) and given == stated.value and item_count(default) != given and bool(counts_hold(run))


def _is_turned(run: ToolRun, default: Call, sent: Call) -> bool:
    """Whether the same items come in another order, while the default gives them in one."""
    replies = [measured(call) for call in (default, run.repeat, sent)]
    first, again, other = ((r.items.identities if r is not None and r.items is not None else ()) for r in replies)
    return len(set(first)) > 1 and first == again != other and sorted(first) == sorted(other)


def _real(run: ToolRun, argument: Argument, default: Call, stated: Stated) -> tuple[Json, Call] | None:
    """Return the smallest other value that gives what leaving the argument out gives; null only where no other does."""
    found = [
        (value, call)
        for value, call in variations(run, argument.name)
        if canonical(value) != canonical(stated.value)
        and (not is_number(value) or value >= 1 or argument.kind is None)
        and (not argument.closed_set or value in argument.closed_set)
        and same(run, default, call) is True
    ]
    usual = item_count(default)
    exact = [pair for pair in found if argument.kind is SweepKind.COUNT and pair[0] == usual]
    told = [pair for pair in found if pair[0] not in (None, "")]
    return next(iter(exact or told or found), None)
