"""A tool's policy and what the server lists of it now -> where they do not agree."""

from collections.abc import Iterator, Sequence

from tool_audit.guard.decide import shown
from tool_audit.guard.drift import ANEW, Drift, Kind
from tool_audit.guard.policy import GuardPolicy, Line, ToolPolicy
from tool_audit.model import ToolSpec, canonical
from tool_audit.schema import Argument, arguments_of
from tool_audit.settings.nearest import closest


def drifts(policy: GuardPolicy, listed: Sequence[ToolSpec]) -> Iterator[Drift]:
    """Yield where a policy does not agree with what the server lists: no call is needed to see that."""
    by_name = {one.name: one for one in listed}
    for tool in policy.tools.values():
        if tool.name in by_name:
            yield from _schema_drifts(policy, tool, arguments_of(by_name[tool.name]))
        else:
            yield _tool_gone(policy, tool, [*by_name])


def _tool_gone(policy: GuardPolicy, tool: ToolPolicy, listed: Sequence[str]) -> Drift:
    """Return what is said of a tool of the policy that is not among those that are listed."""
    near = closest(tool.name, [name for name in listed if name not in policy.tools])
    called = f" (is it called {near} now?)" if near else ""
    lines = f"its {len(tool.lines)} lines enforce nothing" if len(tool.lines) != 1 else "its line enforces nothing"
    what = lines if tool.lines else "nothing of it is enforced"
    return Drift(
        kind=Kind.TOOL_GONE,
        tool=tool.name,
        message=f"the server does not list {tool.name} any more{called}: {what}.",
        advice=ANEW if near else f"remove [tools.{tool.name}] from {policy.source}, or {ANEW}",
    )


def _schema_drifts(policy: GuardPolicy, tool: ToolPolicy, declared: Sequence[Argument]) -> Iterator[Drift]:
    """Yield where a tool's policy does not agree with the arguments that it declares."""
    by_name = {one.name: one for one in declared}
    for line in tool.lines:
        argument = by_name.get(line.argument)
        if argument is not None:
            yield from _of_values(tool, line, argument)
        elif tool.arguments is not None:  # else it was declared as little then
            near = closest(line.argument, [name for name in by_name if name not in tool.arguments])
            called = f" (is it called {near} now?)" if near else ""
            yield Drift(
                kind=Kind.ARGUMENT_GONE,
                tool=tool.name,
                argument=line.argument,
                message=f"{tool.name} does not declare {line.argument} any more{called}; the policy has a line for it.",
                advice=ANEW,
            )
    if policy.refuse_unknown and tool.arguments is not None:
        for name in by_name:
            if name not in tool.arguments:
                yield Drift(
                    kind=Kind.ARGUMENT_UNKNOWN,
                    tool=tool.name,
                    argument=name,
                    message=f"{tool.name} declares {name} now, and the guard refuses every call that sends it.",
                    advice=f"add it to `arguments` of [tools.{tool.name}], or {ANEW}",
                )


def _of_values(tool: ToolPolicy, line: Line, argument: Argument) -> Iterator[Drift]:
    known = {canonical(value) for value in argument.closed_set}
    for value in line.allowed if argument.closed_by_schema else ():
        if canonical(value) not in known:
            members = ", ".join(map(shown, argument.closed_set))
            yield Drift(
                kind=Kind.VALUE_GONE,
                tool=tool.name,
                argument=line.argument,
                message=f"{tool.name} does not take {line.argument}={shown(value)} any more: it takes {members}. "
                "The guard would tell callers to send it.",
                advice=ANEW,
            )
    if line.most is not None and argument.minimum is not None and argument.minimum > line.most:
        yield Drift(
            kind=Kind.VALUE_GONE,
            tool=tool.name,
            argument=line.argument,
            message=f"{tool.name} takes {line.argument} from {argument.minimum:g} on, and the guard refuses what is "
            f"over {line.most:g}: no call can be answered.",
            advice=ANEW,
        )
