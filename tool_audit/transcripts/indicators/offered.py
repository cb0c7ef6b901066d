"""Which tools were offered, what their definitions cost, and which of them were never called."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tool_audit.measure.payload import compact
from tool_audit.measure.tokens import TokenCounter
from tool_audit.model import ToolSpec
from tool_audit.model.indicators import Unused
from tool_audit.transcripts.seen import Key

_MOST_SESSIONS: Final = 1_000_000


@dataclass(slots=True)
class _Offer:
    tokens: int | None
    sessions: set[int] = field(default_factory=set)


class Offers:
    """All lists of tools in the logs, and those that were given beside them."""

    def __init__(self, counter: TokenCounter | None) -> None:
        self.servers: set[str] = set()
        """Those of which a list is known."""
        self._offers: dict[Key, _Offer] = {}
        self._counter = counter

    def offered(self, key: Key, tool: ToolSpec, session: str | None) -> None:
        """Learn of a tool; `session`: where it was offered, None where a file says that it exists."""
        self.servers.add(key[0])
        offer = self._offers.get(key)
        if offer is None:
            definition = compact(tool.raw)
            offer = self._offers[key] = _Offer(None if self._counter is None else self._counter.count(definition))
        if session is not None and len(offer.sessions) < _MOST_SESSIONS:
            offer.sessions.add(hash(session))

    def declared(self, key: Key) -> bool | None:
        """Whether a list of its server has a tool; None where there is no list of that server."""
        return key in self._offers if key[0] in self.servers else None

    def tokens(self, key: Key) -> int | None:
        """Return what its definition costs; None where that is not known."""
        offer = self._offers.get(key)
        return None if offer is None else offer.tokens

    def unused(self, called: set[Key]) -> tuple[Unused, ...]:
        """Return the tools that nobody called, the most expensive first."""
        idle = [
            Unused(server=key[0], name=key[1], definition_tokens=offer.tokens, sessions=len(offer.sessions))
            for key, offer in self._offers.items()
            if key not in called
        ]
        return tuple(sorted(idle, key=lambda one: (-(one.definition_tokens or 0), one.server, one.name)))


def unused_anywhere(
    tools: Mapping[str, ToolSpec], called: set[Key], counter: TokenCounter | None
) -> tuple[Unused, ...]:
    """Return the tools of no known server, by name, that nobody called under any server."""
    offers = Offers(counter)
    for name in tools.keys() - {name for _, name in called}:
        offers.offered(("", name), tools[name], None)
    return offers.unused(set())
