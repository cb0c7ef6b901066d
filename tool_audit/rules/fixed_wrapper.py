"""Flags text that a tool sends round its data in every reply, whatever it is asked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tool_audit.model import Call, Confidence, Hit, ServerRun, Severity, SweepKind, ToolRun
from tool_audit.rule import server_rule
from tool_audit.rules._common import Common, same_in_all
from tool_audit.schema import arguments_of

_CHANGES_THE_FORM = (SweepKind.DETAIL, SweepKind.FORMAT, SweepKind.SIZE)
_MOST = 6
_CLOCK = 40  # characters of a time stamp or an id that changes with every call


@dataclass(frozen=True)
class Options:
    chars: int = 300
    share: float = 0.5


@server_rule(group="A", severity=Severity.INFO, confidence=Confidence.PROVEN, options=Options)
def fixed_wrapper(run: ServerRun, options: Options) -> Iterator[Hit]:
    """More than half of the reply is the same in every reply of the tool."""
    alike: dict[str, list[tuple[ToolRun, Common, list[Call]]]] = {}
    for tool in run.tools:
        calls = _telling(tool)
        common = _common(calls)
        if common and _varies_by_itself(tool, common):
            continue
        typical = calls[0].measurement if calls else None
        if common and typical and common.chars > max(options.chars, options.share * typical.chars):
            alike.setdefault(common.what, []).append((tool, common, calls))
    for found in alike.values():
        tool, common, calls = max(found, key=lambda entry: entry[1].chars)
        measured = calls[0].measurement
        whole = measured.chars if measured else 0
        yield Hit(
            message=(
                f"{common.chars:,} of {whole:,} characters ({common.chars / whole:.0%}) are the same in each of "
                f"{len(calls)} replies of {tool.name} to different arguments, though the rest differs: {common.shown}."
            ),
            tools=tuple(entry[0].name for entry in found),
            calls=tuple(calls[:_MOST]),
            advice="Say what never changes once, in the tool's description or the server's instructions.",
            confidence=None if common.in_members or len(calls) > 2 else Confidence.INDICATED,
        )


def _common(calls: Sequence[Call]) -> Common | None:
    replies = [call.measurement for call in calls if call.measurement is not None]
    return same_in_all(replies) if len(replies) > 1 else None


def _varies_by_itself(run: ToolRun, common: Common) -> bool:
    """Whether the default call, made again, differs as much as the others do: a clock changed, not the data."""
    if run.default is None or run.repeat is None or run.default.measurement is None or run.repeat.measurement is None:
        return False
    if run.default.measurement.text == run.repeat.measurement.text:
        return False
    steady = _common([run.default, run.repeat])
    return steady is None or steady.chars - common.chars <= _CLOCK


def _telling(run: ToolRun) -> list[Call]:
    """Return replies that differ in arguments and in text, the default first; none that chose another form of the data.

    A larger limit repeats the data of a smaller one: such replies tell only where the data can be told from the rest.
    """
    form = {id(call) for sweep in run.sweeps if sweep.kind in _CHANGES_THE_FORM for call in sweep.calls}
    more = {id(call) for sweep in run.sweeps if sweep.kind is SweepKind.COUNT for call in sweep.calls}
    declared = {argument.name for argument in arguments_of(run.tool)}
    chosen: list[Call] = []
    asked: set[str] = set()
    told: set[int] = set()
    for call in sorted(run.replies, key=lambda call: call is not run.default):
        reply = call.measurement
        if reply is None or not declared.issuperset(call.arguments) or (call is not run.default and id(call) in form):
            continue
        if call is not run.default and id(call) in more and not isinstance(reply.document, dict):
            continue
        if call.sent not in asked and hash(reply.text) not in told:
            asked.add(call.sent)
            told.add(hash(reply.text))
            chosen.append(call)
    return chosen
