"""Flags heavy tools that leave an agent no way to ask for less."""

from collections.abc import Iterator

from tool_audit.model import Confidence, Hit, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._purpose import Effect, effect, may_control_size, offered
from tool_audit.rules._sizes import cost, measured, unsteady


@tool_rule(group="A", severity=Severity.WARNING, confidence=Confidence.SEEN)
def no_size_control(run: ToolRun, _: object) -> Iterator[Hit]:
    """The answer is over the warning line, and no argument changes its size."""
    reply = measured(run.default)
    if run.default is None or reply is None or not run.lines.over_warning(reply):
        return
    arguments = offered(run)
    if any(may_control_size(run, argument) for argument in arguments):
        return
    dead = [argument.name for argument in arguments if effect(run, argument) is Effect.NONE]
    tried = [call for sweep in run.sweeps if sweep.argument in dead for call in sweep.calls if measured(call)]
    yield Hit(
        message=f"The answer is {cost(reply)}, and {_why(len(arguments), dead)}.",
        calls=(run.default, *[call for call in tried if call is not run.default][:5]),
        advice="Give the tool a limit, a level of detail or a cursor, and a default that stays under the warning line.",
        confidence=Confidence.INDICATED if unsteady(run) and dead else None,
    )


def _why(arguments: int, dead: list[str]) -> str:
    if not arguments:
        return "the tool has no argument that could make it smaller"
    if not dead:
        return "none of the tool's arguments chooses how much is returned"
    return f"no argument changes its size: varying {', '.join(dead)} does not"
