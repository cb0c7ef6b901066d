"""Flags arguments that a description speaks of and the schema does not have."""

from collections.abc import Iterator

from tool_audit.model import Call, Confidence, Hit, ServerRun, Severity, SweepKind, ToolRun, ToolSpec
from tool_audit.refusals.texts import layer
from tool_audit.rule import server_rule
from tool_audit.rules._listing import runs_by_tool
from tool_audit.rules._same import item_count, same, size_words
from tool_audit.rules._sizes import measured, shown
from tool_audit.schema import arguments_of, undeclared_arguments
from tool_audit.vocabulary import kind_of


@server_rule(group="E", severity=Severity.WARNING, confidence=Confidence.SEEN)
def described_not_in_schema(run: ServerRun, _: object) -> Iterator[Hit]:
    """The description names an argument that the schema lacks."""
    runs_of = runs_by_tool(run)
    for tool in run.listing.tools:
        runs = runs_of.get(tool.name, ())
        for name in undeclared_arguments(tool):
            if _is_anothers(run, tool, name):
                continue
            sent = next(((one, call) for one in runs if (call := _sent(one, name)) is not None), None)
            told, calls, severity = _told(*sent, name) if sent is not None else ("", (), Severity.WARNING)
            yield Hit(
                message=f"The description of {tool.name} speaks of {name}, and the schema does not have it.{told}",
                tools=(tool.name,),
                calls=calls,
                advice=f"Declare {name} in the schema, or take it out of the description.",
                argument=name,
                severity=severity,
                confidence=Confidence.PROVEN if len(calls) > 1 else None,
            )


def _is_anothers(run: ServerRun, tool: ToolSpec, name: str) -> bool:
    """Whether the description names another tool, which has the argument: "use `get_log` with `offset`"."""
    others = (other for other in run.listing.tools if other.name != tool.name and other.name in tool.description)
    return any(argument.name == name for other in others for argument in arguments_of(other))


def _sent(run: ToolRun, name: str) -> Call | None:
    """Return the call that tried the argument, where there is a default to hold it against."""
    if run.default is None:
        return None
    return next(
        (call for call in run.calls if call.observation.probe.experiment == "described" and name in call.arguments),
        None,
    )


def _told(run: ToolRun, call: Call, name: str) -> tuple[str, tuple[Call, ...], Severity]:
    default, value = run.default, shown(call.arguments[name])
    if default is None:
        return "", (), Severity.WARNING
    if measured(call) is None:
        return f" {name}={value} was refused {layer(call)}.", (default, call), Severity.WARNING
    alike = same(run, default, call)
    if alike is True and _should_differ(run, name):
        return f" {name}={value} changes nothing: {size_words(call)}.", (default, call), Severity.ERROR
    if alike is False:
        return f" {name}={value} works all the same: {size_words(call)}.", (default, call), Severity.WARNING
    return "", (default, call), Severity.WARNING


def _should_differ(run: ToolRun, name: str) -> bool:
    kind = kind_of(name, frozenset({"integer"}), (), "", required=False)
    reply = measured(run.default)
    if kind is SweepKind.COUNT:
        return (item_count(run.default) or 0) > 1
    return kind is SweepKind.SIZE and reply is not None and reply.tokens > 512
