"""Flags tools whose lists pile up at one count, whatever agents ask for, and do not say that there is more."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Confidence, Hit, Severity
from tool_audit.model.indicators import ServerTraffic
from tool_audit.model.spread import Rate
from tool_audit.rule import traffic_rule
from tool_audit.rules._in_use import share_of


@dataclass(frozen=True)
class Options:
    lists: int = 20
    count: int = 5
    share: float = 0.1
    questions: int = 5


@traffic_rule(group="K", severity=Severity.WARNING, confidence=Confidence.SEEN, options=Options)
def silent_truncation_in_use(server: ServerTraffic, options: Options) -> Iterator[Hit]:
    """Lists of a tool end at one count for many different calls, and nothing says that there is more."""
    for tool in server.tools:
        stop = tool.stop
        if stop is None or stop.lists < options.lists or stop.count < options.count:
            continue
        rate = Rate(stop.at, stop.lists)
        if stop.questions >= options.questions and stop.at >= options.share * stop.lists:
            yield Hit(
                message=f"{share_of(rate)} lists hold exactly {stop.count:,} items, none holds more, for "
                f"{stop.questions:,} different calls; nothing in them says whether there is more.",
                tools=(tool.name,),
                advice="State the total, or that more follows and how to ask for it.",
            )
