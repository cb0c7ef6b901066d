"""Flags arguments that agents get wrong again and again: the schema or its words do not say what is wanted."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Confidence, Hit, Severity
from tool_audit.model.indicators import Ending, ServerTraffic, ToolTraffic
from tool_audit.model.spread import Rate
from tool_audit.rule import traffic_rule
from tool_audit.rules._in_use import share_of

_NO_NAMES = "*"
"""In place of names that may be data."""


@dataclass(frozen=True)
class Options:
    calls: int = 20
    count: int = 3
    share: float = 0.05


@traffic_rule(group="K", severity=Severity.WARNING, confidence=Confidence.SEEN, options=Options)
def ambiguous_argument_in_use(server: ServerTraffic, options: Options) -> Iterator[Hit]:
    """Agents get an argument of the tool wrong again and again."""
    for tool in server.tools:
        told = list(_by_argument(tool, options))
        yield from told
        refused = Rate(tool.endings.get(Ending.INVALID, 0), tool.errors.n)
        if not told and _often(refused, options):
            yield Hit(
                message=f"{share_of(refused)} calls were refused for their arguments.",
                tools=(tool.name,),
                advice="Read how these calls were refused (errors by shape), and say in the schema what is wanted. "
                "With the list of tools (--tools FILE) the arguments can be named.",
            )


def _by_argument(tool: ToolTraffic, options: Options) -> Iterator[Hit]:
    for bad in tool.bad_arguments:
        rate = Rate(min(bad.count, tool.invalid.n), tool.invalid.n)
        if not _often(rate, options):
            continue
        if not bad.declared and bad.name == _NO_NAMES:
            message = (
                f"{share_of(rate)} calls send arguments whose names look like data, and which the schema does not have."
            )
            advice = "Say in the description where such a value belongs, or take a map of them as one argument."
        elif not bad.declared:
            message = f"{share_of(rate)} calls send {bad.name}, which the schema does not have."
            advice = f"Take {bad.name}, or say in the description what stands in its place; agents expect it."
        elif bad.what == "missing":
            message = f"{share_of(rate)} calls leave out {bad.name}, which is required."
            advice = f"Give {bad.name} a default, or say in the description where its value comes from."
        else:
            message = f"{share_of(rate)} calls send a {bad.name} that breaks its schema ({bad.what})."
            advice = f"Say in the description of {bad.name} what is wanted, with an example, or take what agents send."
        yield Hit(message=message, tools=(tool.name,), argument=bad.name, advice=advice)


def _often(rate: Rate, options: Options) -> bool:
    share = rate.share
    return share is not None and rate.n >= options.calls and rate.count >= options.count and share >= options.share
