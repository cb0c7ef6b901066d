"""Flags listings that nothing keeps short: they cost what the store happens to hold."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Call, Confidence, Hit, ItemKind, Items, Measurement, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._purpose import Effect, bounds_a_list, effect, gives_a_list, offered, reads_one_thing
from tool_audit.rules._sizes import cap_words, cost, measured, says_failed, useful_calls
from tool_audit.rules._stops import says_more

_PROSE = {ItemKind.BULLETS, ItemKind.SECTIONS, ItemKind.XML}


@dataclass(frozen=True)
class Options:
    items: int = 50


@tool_rule(group="A", severity=Severity.WARNING, confidence=Confidence.SEEN, options=Options)
def unbounded_listing(run: ToolRun, options: Options) -> Iterator[Hit]:
    """The default answer is a long list, and no argument or cursor bounds it."""
    reply = measured(run.default)
    if run.default is None or reply is None or not (items := _listed(run, reply)):
        return
    if items.count < options.items and not run.lines.over_warning(reply):
        return
    if says_more(reply) or reply.signs.says_more or any(bounds_a_list(run, argument) for argument in offered(run)):
        return
    if items.count < options.items and _is_light_otherwise(run):
        return  # few items that say much: how much is another argument's matter
    dead = [argument.name for argument in offered(run) if effect(run, argument) is Effect.NONE]
    over = run.lines.over_cap(reply)
    tried = [call for sweep in run.sweeps if sweep.argument in dead for call in sweep.calls if _told(call)]
    size = cost(reply) + (f", over {cap_words(run.lines)}" if over else "")
    yield Hit(
        message=(
            f"The answer lists {items.count:,} items ({size}), and no argument or cursor "
            f"bounds it{_without_effect(dead)}."
        ),
        calls=(run.default, *[call for call in tried if call is not run.default][:4]),
        advice="Give the tool a limit with a default and a maximum, and a cursor for the rest.",
        severity=Severity.ERROR if over else Severity.WARNING,
    )


def _listed(run: ToolRun, reply: Measurement) -> Items | None:
    """Return the list that the reply is; what merely holds a list, such as a page or a file, is none."""
    items = reply.items
    if items is None or items.count < 2 or reads_one_thing(run.tool, run.default):
        return None
    return None if items.kind in _PROSE and not gives_a_list(run.tool) else items


def _is_light_otherwise(run: ToolRun) -> bool:
    """Whether a setting that was tried gives the list below the warning line."""
    light = (measured(call) for call in useful_calls(run)[:1])
    return any(reply is not None and not run.lines.over_warning(reply) for reply in light)


def _told(call: Call) -> bool:
    said = measured(call)
    return said is not None and not says_failed(said)


def _without_effect(names: list[str]) -> str:
    return f" (varying {', '.join(names)} does not shorten it)" if names else ""
