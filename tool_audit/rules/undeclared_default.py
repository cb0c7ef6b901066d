"""Flags limits whose default applies and is stated nowhere."""

from collections.abc import Iterator

from tool_audit.model import Call, Confidence, Hit, Json, Severity, SweepKind, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._growth import same_size
from tool_audit.rules._same import counts_hold, item_count, same, size_words
from tool_audit.rules._sizes import is_number, measured, shown
from tool_audit.rules._variations import variations
from tool_audit.schema import Argument, arguments_of
from tool_audit.stated import stated_defaults, stated_maximum


@tool_rule(group="E", severity=Severity.INFO, confidence=Confidence.PROVEN)
def undeclared_default(run: ToolRun, _: object) -> Iterator[Hit]:
    """Leaving a limit out applies a default that neither schema nor description names."""
    default = run.default
    if default is None or measured(default) is None or run.volatile or counts_hold(run) is False:
        return
    for argument in arguments_of(run.tool):
        bounds = argument.kind in (SweepKind.COUNT, SweepKind.SIZE) and argument.numeric and not argument.pages
        if not bounds or argument.name in default.arguments or stated_defaults(argument, run.tool):
            continue
        found = _applied(run, argument, default)
        if found is None or found[0][0] == stated_maximum(argument):
            continue
        (value, like), (more, fuller) = found
        yield Hit(
            message=(
                f"Leaving {argument.name} out does what {argument.name}={shown(value)} does ({size_words(default)}),"
                f" and neither schema nor description says so; {shown(more)} gives {size_words(fuller)}."
            ),
            calls=(default, like, fuller),
            advice=f"Declare the default of {argument.name} in the schema.",
            argument=argument.name,
        )


def _applied(run: ToolRun, argument: Argument, default: Call) -> tuple[tuple[Json, Call], tuple[Json, Call]] | None:
    """Return the value that leaving out amounts to, and a larger one that gives more."""
    sent = sorted(
        ((v, c) for v, c in variations(run, argument.name) if is_number(v) and v >= 1 and measured(c) is not None),
        key=lambda pair: pair[0],
    )
    alike = [pair for pair in sent if same(run, default, pair[1]) is True]
    usual = item_count(default)
    if argument.kind is SweepKind.COUNT:
        alike = [pair for pair in alike if pair[0] == usual]
    larger = [pair for pair in sent if alike and pair[0] > alike[0][0] and _gives_more(default, pair[1])]
    return (alike[0], larger[0]) if larger else None


def _gives_more(default: Call, call: Call) -> bool:
    usual, given = item_count(default), item_count(call)
    if usual is not None and given is not None:
        return given > usual
    base, reply = measured(default), measured(call)
    return base is not None and reply is not None and reply.chars > base.chars and not same_size(base, reply)
