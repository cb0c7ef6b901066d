"""Flags item counts that a caller may set as high as it likes."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from tool_audit.model import Confidence, Hit, Refused, Severity, Sweep, SweepKind, ToolFailed, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._growth import Setting, numbered
from tool_audit.rules._purpose import reads_one_thing
from tool_audit.rules._sizes import chars, is_number, measured, unsteady
from tool_audit.schema import arguments_of
from tool_audit.stated import stated_maximum


@dataclass(frozen=True)
class Options:
    proportion: float = 0.9
    projected: tuple[int, ...] = (1_000, 10_000)


@tool_rule(group="A", severity=Severity.WARNING, confidence=Confidence.PROVEN, options=Options)
def no_upper_bound(run: ToolRun, options: Options) -> Iterator[Hit]:
    """An item count has no maximum, and the answer still grows at the largest value tried."""
    arguments = {argument.name: argument for argument in arguments_of(run.tool)}
    for sweep in run.sweeps:
        argument = arguments.get(sweep.argument)
        if sweep.kind is not SweepKind.COUNT or argument is None or not argument.numeric or argument.closed_set:
            continue
        found = numbered(sweep)
        if argument.maximum is not None or len(found) < 2 or reads_one_thing(run.tool, run.default):
            continue
        last = found[-1]
        named = stated_maximum(argument)  # in prose: believed until a larger value was served
        if (named is not None and last.value <= named) or _refused_above(sweep, last):
            continue
        if not _beyond_default(run, last) or not _still_grows(found, options.proportion):
            continue
        first = found[0]
        each = (last.reply.chars - first.reply.chars) / (last.value - first.value)
        most = _most_there_are(run, last)
        sizes = [
            f"{round(last.reply.chars + each * (n - last.value)):,} at {n:,}"
            for n in options.projected
            if last.value < n <= most
        ]
        yield Hit(
            message=(
                f"{argument.name} has no maximum, and the answer still grows in proportion at {last.value:,}, the "
                f"largest value tried: {chars(last.reply.chars)}, about {round(each):,} for each item"
                f"{', so about ' + ' and '.join(sizes) if sizes else ''}." + (_UNSTEADY if unsteady(run) else "")
            ),
            calls=tuple(setting.call for setting in (found if len(found) < 5 else [*found[:2], *found[-2:]])),
            advice=f"Declare a maximum for {argument.name} in the schema, and refuse what is above it.",
            argument=argument.name,
            confidence=Confidence.INDICATED if unsteady(run) else None,
        )


_UNSTEADY = " The size of the default answer changes from call to call, so the figures may move."


def _refused_above(sweep: Sweep, last: Setting) -> bool:
    """Whether the server has a bound that the schema does not tell: a larger value was refused."""
    return any(
        is_number(value) and value > last.value and isinstance(call.observation.outcome, Refused | ToolFailed)
        for value, call in zip(sweep.values, sweep.calls, strict=True)
    )


def _most_there_are(run: ToolRun, last: Setting) -> float:
    """Return how many items there can be: as many as came where no limit was in force, if such a call was seen."""
    larger = [
        reply.items.count
        for call in run.calls
        if (reply := measured(call)) is not None and reply.items is not None and reply.chars > last.reply.chars
    ]
    return max(larger, default=inf)


def _beyond_default(run: ToolRun, last: Setting) -> bool:
    """Whether the largest value gave more than the default does, or more than a client shows."""
    default = measured(run.default)
    return default is None or last.reply.chars > default.chars or run.lines.over_cap(last.reply)


def _still_grows(found: list[Setting], proportion: float) -> bool:
    """Whether the last step brought its share of new items, or of characters where no items are seen."""
    before, last = found[-2], found[-1]
    if before.reply.items and last.reply.items:
        asked = max(last.value - before.value, 1)
        per_unit = max(1.0, before.reply.items.count / before.value)
        return bool(last.reply.items.count - before.reply.items.count >= proportion * per_unit * asked)
    if len(found) < 3:
        return False
    first = found[0]
    early = (before.reply.chars - first.reply.chars) / max(before.value - first.value, 1)
    late = (last.reply.chars - before.reply.chars) / max(last.value - before.value, 1)
    return bool(early > 0 and late >= proportion * early)
