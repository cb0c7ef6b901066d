"""Flags arguments whose default is the most expensive of their settings."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Confidence, Hit, Measurement, Severity, SweepKind, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._growth import Setting, leaves_nothing_out, same_size, usable
from tool_audit.rules._purpose import reads_one_thing
from tool_audit.rules._sizes import answers, chars, left_out, measured, unsteady
from tool_audit.schema import Argument, arguments_of
from tool_audit.stated import stated_default


@dataclass(frozen=True)
class Options:
    ratio: float = 10
    tokens: int = 2_000
    few_items: int = 20


@tool_rule(group="A", severity=Severity.ERROR, confidence=Confidence.PROVEN, options=Options)
def default_is_maximum(run: ToolRun, options: Options) -> Iterator[Hit]:
    """Leaving an argument out gives the largest of its settings."""
    arguments = {argument.name: argument for argument in arguments_of(run.tool)}
    for sweep in run.sweeps:
        call, argument = left_out(run, sweep), arguments.get(sweep.argument)
        base = measured(call)
        if call is None or base is None or argument is None or base.tokens <= options.tokens:
            continue
        if sweep.kind in (SweepKind.COUNT, SweepKind.SIZE) and reads_one_thing(run.tool, run.default):
            continue  # a file or a page is asked for whole; the window into it is the caller's choice
        tried = usable(sweep)
        smaller = [setting for setting in tried if answers(setting.reply, base)]
        smallest = min(smaller, key=lambda setting: setting.reply.chars, default=None)
        if (
            smallest is None
            or smallest.reply.chars * options.ratio > base.chars
            or any(setting.reply.chars > base.chars and not same_size(setting.reply, base) for setting in tried)
            or (argument.numeric and not leaves_nothing_out(argument, sweep.kind, base, tried))
        ):
            continue
        best = _best(run, smaller, smallest, base)
        largest = next((setting for setting in tried if same_size(setting.reply, base)), None)
        yield Hit(
            message=_message(argument, base, largest, smallest) + (_UNSTEADY if unsteady(run) else ""),
            calls=(call, *([largest.call] if largest else []), smallest.call),
            send=(best.call,),
            advice=f"send {best.words}: {chars(best.reply.chars)}",
            argument=argument.name,
            severity=Severity.ERROR if run.lines.over_warning(base) else Severity.WARNING,
            confidence=_confidence(run, argument, sweep.kind, base, options),
        )


_UNSTEADY = " The size of the default answer changes from call to call, so this may be chance."


def _best(run: ToolRun, smaller: list[Setting], smallest: Setting, base: Measurement) -> Setting:
    """Return the fullest setting that stays under the warning line and below the default, else the smallest."""
    fitting = [
        setting
        for setting in smaller
        if not run.lines.over_warning(setting.reply) and not same_size(setting.reply, base)
    ]
    numeric = [setting for setting in fitting if setting.is_number]
    return max(numeric, key=lambda setting: setting.reply.chars, default=smallest)


def _message(argument: Argument, base: Measurement, largest: Setting | None, smallest: Setting) -> str:
    small = f"{smallest.words if smallest.is_number else smallest.value_words} gives {smallest.reply.chars:,}."
    if argument.numeric:
        items = f"{base.items.count:,} items, " if base.items else ""
        as_much = f", as much as {largest.words}" if largest else ""
        return f"Leaving {argument.name} out gives its largest answer: {items}{chars(base.chars)}{as_much}; {small}"
    which = f" ({largest.value_words})" if largest else ""
    return f"Leaving {argument.name} out gives its largest setting{which}: {chars(base.chars)}; {small}"


def _confidence(
    run: ToolRun, argument: Argument, kind: SweepKind, base: Measurement, options: Options
) -> Confidence | None:
    """Drop what a store with few rows under a default that is nowhere stated would show just as well."""
    few = kind is SweepKind.COUNT and (base.items is None or base.items.count < options.few_items)
    return Confidence.INDICATED if unsteady(run) or (few and stated_default(argument) is None) else None
