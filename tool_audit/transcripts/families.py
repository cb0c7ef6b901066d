"""The families of indicators, and who of them is told of what: session by session, in bounded memory."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from hashlib import sha256
from math import inf
from typing import Final

from tool_audit.measure.tokens import TokenCounter
from tool_audit.model import Lines, ToolSpec
from tool_audit.model.indicators import Unused
from tool_audit.model.traffic import Event, Offered, Said, Task, Used
from tool_audit.transcripts.expected import Label
from tool_audit.transcripts.indicators.arguments import ArgumentChecks
from tool_audit.transcripts.indicators.choice import Choices
from tool_audit.transcripts.indicators.context import Contexts
from tool_audit.transcripts.indicators.likeness import Likeness
from tool_audit.transcripts.indicators.offered import Offers, unused_anywhere
from tool_audit.transcripts.indicators.outcomes import Outcomes
from tool_audit.transcripts.indicators.parts import Parts
from tool_audit.transcripts.indicators.references import References
from tool_audit.transcripts.indicators.retries import Retries
from tool_audit.transcripts.indicators.sizes import Sizes
from tool_audit.transcripts.indicators.steps import Steps
from tool_audit.transcripts.look import Looks
from tool_audit.transcripts.names import told_session
from tool_audit.transcripts.redact import redacted
from tool_audit.transcripts.seen import Key, Seen, seen

_MOST_OPEN: Final = 512
"""Sessions that may go on at a time; of more, the one that was longest silent is taken to be over."""
_LONGEST_SHOWN: Final = 200
_MOST_TOOLS: Final = 5_000
"""Tools that are told apart: models make up names, and some programs number theirs."""
OTHERS: Final[Key] = ("", "(other tools)")
"""In place of further ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the user wants to know. `tools` are lists beside the logs: server (or "", for any) -> tools."""

    within: int = 3
    servers: Sequence[str] = ()
    """Globs; none: all."""
    names: Sequence[str] = ()
    """Globs of tools; none: all."""
    since: float | None = None
    until: float | None = None
    """Seconds since 1970; calls without a time are left out where one of them is given."""
    shows_arguments: bool = False
    labels: Sequence[Label] = ()
    tools: Mapping[str, Sequence[ToolSpec]] = field(default_factory=dict)


class Families:
    """All families of indicators, and which sessions go on."""

    def __init__(self, asked: Asked, counter: TokenCounter | None, lines_of: Callable[[str, ToolSpec], Lines]) -> None:
        self._asked = asked
        self._is_timed = asked.since is not None or asked.until is not None
        self._counter = counter
        self._lines_of = lines_of
        self._open: OrderedDict[str, None] = OrderedDict()
        self._sessions: set[int] = set()
        self._wanted: dict[Key, bool] = {}
        self._specs: dict[Key, ToolSpec] = {}
        self._anywhere = {tool.name: tool for tool in asked.tools.get("", ())}
        self._first, self._last = inf, -inf
        """Of the times of what counts, where days were chosen."""
        self.calls = 0
        self.left_out = 0
        self.looks = Looks()
        self.sizes = Sizes(self._lines, self._shown, self._named)
        self.outcomes = Outcomes(asked.within)
        self.retries = Retries(self._shown)
        self.arguments = ArgumentChecks(shows=asked.shows_arguments)
        self.parts = Parts(asked.within)
        self.steps = Steps()
        self.offers = Offers(counter)
        self.references = References()
        self.context = Contexts(counter)
        self.choices = Choices(asked.labels)
        self.likeness = Likeness()
        for server, tools in asked.tools.items():
            for tool in tools if server else ():
                self._offered((server, tool.name), tool, None)

    def take(self, event: Event) -> None:
        """Tell all families of what happened."""
        match event:
            case Used():
                self._used(event)
            case Said(session=session) if self._is_timed and session not in self._open:
                pass  # it has no time of its own, and stands with what is out of time
            case Said(session=session, text=text, by_model=True):
                self._touch(session)
                self.context.wrote(text)
                self.references.wrote(session, text)
                self.outcomes.wrote(session)
                self.parts.wrote(session)
            case Said(text=text):
                self.context.prompt(text)
            case Task(session=session, text=text, time=time):
                if self._in_time(session, time):
                    self._task(session, text)
            case Offered(session=session, server=server, tools=tools):
                for tool in tools:
                    if self._wants((server, tool.name)):
                        self._offered((server, tool.name), tool, session)

    def _used(self, event: Used) -> None:
        key = (event.server, event.observation.probe.subject.tool)
        if not self._wants(key) or not self._in_time(event.session, event.time):
            self.left_out += 1
            return
        self._touch(event.session)
        if key[1] in self._anywhere and key not in self._specs:
            self._offered(key, self._anywhere[key[1]], None)
        call = seen(event, self._counter)
        if len(self.sizes.tools) >= _MOST_TOOLS and key not in self.sizes.tools:
            key, call = OTHERS, replace(call, key=OTHERS)
        look = self.looks.into(call)
        self.calls += 1
        self.sizes.call(call)
        self.outcomes.call(call)
        self.retries.call(call)
        self.arguments.call(call)
        self.parts.call(call, look)
        self.steps.call(call)
        self.references.call(call, look)
        self.context.call(call)
        self.choices.call(call)
        self.likeness.call(call, self._totals(key))

    def _totals(self, key: Key) -> tuple[tuple[int, int], ...]:
        sizes, checks, retries = self.sizes.tools[key], self.arguments.tools.get(key), self.retries.tools[key]
        return (
            (sizes.over_warning, sizes.tokens.n),
            (sizes.over_cap, sizes.sized),
            (0, 0) if checks is None else (checks.invalid, checks.calls),
            (retries.again, retries.calls),
        )

    def _task(self, session: str, text: str) -> None:
        self._touch(session)
        self.context.prompt(text)
        self.retries.end_task(session)
        self.steps.task(session)
        self.references.task(session)
        if self._asked.labels:
            self.choices.task(session, text)

    def _touch(self, session: str) -> None:
        if session in self._open:
            self._open.move_to_end(session)
            return
        self._open[session] = None
        self._sessions.add(hash(session))
        if len(self._open) > _MOST_OPEN:
            self._end(self._open.popitem(last=False)[0])

    def _end(self, session: str) -> None:
        for family in (self.outcomes, self.parts, self.steps, self.references, self.choices, self.likeness):
            family.end(session)
        self.retries.end_task(session)

    def _offered(self, key: Key, tool: ToolSpec, session: str | None) -> None:
        known = self._specs.get(key)
        if known is None and len(self._specs) >= _MOST_TOOLS:
            return
        if known is None or known.raw != tool.raw:
            self._specs[key] = tool
            self.arguments.offered(key, tool)
        self.offers.offered(key, tool, session)

    def _wants(self, key: Key) -> bool:
        known = self._wanted.get(key)
        if known is None:
            server, tool = key
            full = f"{server}/{tool}"
            servers, names = self._asked.servers, self._asked.names
            known = (not servers or any(fnmatchcase(server, glob) for glob in servers)) and (
                not names or any(fnmatchcase(tool, glob) or fnmatchcase(full, glob) for glob in names)
            )
            if len(self._wanted) < 2 * _MOST_TOOLS:
                self._wanted[key] = known
        return known

    def _in_time(self, session: str, time: float | None) -> bool:
        """Whether something counts by its time; where it does not, its session is over, or has not begun."""
        if not self._is_timed:
            return True
        since, until = self._asked.since, self._asked.until
        if time is not None and (since is None or time >= since) and (until is None or time < until):
            self._first, self._last = min(self._first, time), max(self._last, time)
            return True
        if session in self._open:
            del self._open[session]
            self._end(session)
        return False

    def _lines(self, key: Key) -> Lines:
        return self._lines_of(key[0], self._specs.get(key) or ToolSpec(name=key[1], description="", input_schema={}))

    def _shown(self, call: Seen) -> str:
        """Return the arguments of a call as they may be shown: themselves, or a hash that equal ones share."""
        if call.sent and self._asked.shows_arguments:
            return redacted(call.sent)[:_LONGEST_SHOWN]
        return sha256(call.digest.encode("utf-8", "surrogatepass")).hexdigest()[:12] if call.digest else ""

    def _named(self, session: str) -> str:
        return redacted(session)[:_LONGEST_SHOWN] if self._asked.shows_arguments else told_session(session)

    def end(self) -> None:
        """End all sessions that go on: nothing more happens."""
        while self._open:
            self._end(self._open.popitem(last=False)[0])

    @property
    def sessions(self) -> int:
        """How many sessions there were."""
        return len(self._sessions)

    @property
    def in_time(self) -> tuple[float, float]:
        """The first and the last time of what counts, where days were chosen; infinite where nothing is left."""
        return self._first, self._last

    def unused(self) -> tuple[Unused, ...]:
        """Return the tools that nobody called, of lists in the logs and beside them."""
        called = set(self.sizes.tools)
        return self.offers.unused(called) + unused_anywhere(self._anywhere, called, self._counter)
