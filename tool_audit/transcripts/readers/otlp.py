"""OpenTelemetry spans of generative AI and of MCP, as OTLP writes them in JSON.

Sources: the encoding (https://opentelemetry.io/docs/specs/otlp, 1.x, JSON Protobuf encoding) and the file exporter
(https://opentelemetry.io/docs/specs/otel/protocol/file-exporter: lines of TracesData, in no order); the semantic
conventions (open-telemetry/semantic-conventions-genai v0.1.0, docs/gen-ai: gen-ai-spans.md, gen-ai-agent-spans.md,
gen-ai-events.md, mcp.md; before those semantic-conventions v1.26 to v1.40, whose events of messages are read, too).

- execute_tool spans and those of MCP's tools/call are calls. The client's span, the server's, and the execute_tool
  above them are one call: what one of them does not record is taken from the others.
- invoke_agent (invoke_workflow) is a task, where it stands in no other and in no call; in a trace without one, what
  users say in the recorded messages of model spans is. Messages repeat what was said before: each is told once.
- A session without spans of tools has the calls that are recorded in the messages of its models.
- Sessions: gen_ai.conversation.id (session.id) of the span or its trace, else the trace where it has a model or an
  agent in it, else mcp.session.id, else the trace.
- The server is mcp.server.name, the service of the server's own span, server.address, or part of the tool's name.
- Calls after one model span are one step; where none is recorded, those that began before the first of them ended.
- Most telemetry keeps no contents: `Used.names` and `Used.size` are set, and empty, in place of them.
- Spans are ordered by when they began, within a window of so many spans and characters.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, TypeVar

from tool_audit.model import Json, Replied
from tool_audit.model.traffic import Event, Names, Size
from tool_audit.transcripts.otlp_models import AGENTS, MODELS, Session, model_events
from tool_audit.transcripts.otlp_values import (
    Span,
    attributes_of,
    moment_of,
    outcome_of,
    spans_in,
    structured,
)
from tool_audit.transcripts.pieces import (
    UNANSWERED,
    OfferedLists,
    Waiting,
    id_at,
    offered,
    probe_of,
    server_and_tool,
    text_in,
)
from tool_audit.transcripts.reader import Reader, Source

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

_SERVER: Final = (2, "SPAN_KIND_SERVER")
_MOST_SPANS: Final = 10_000
_MOST_CHARS: Final = 64_000_000
_MOST_KNOWN: Final = 100_000
"""Spans, traces and sessions of which a little is remembered."""
_FILLED: Final = ("gen_ai.tool.call.arguments", "gen_ai.tool.call.result", "gen_ai.tool.call.id", "error.type")


def _recognises(head: Sequence[Json]) -> bool:
    return any(isinstance(document, dict) and isinstance(document.get("resourceSpans"), list) for document in head)


def _read(documents: Iterable[Json], source: Source) -> Iterator[Event]:
    window = _Window(source)
    for document in documents:
        for one in document if isinstance(document, list) else (document,):
            for raw, service in spans_in(one) if isinstance(one, dict) else ():
                window.add(raw, service)
            while window.is_full:
                yield from window.tell()
    while window.waiting:
        yield from window.tell()
    yield from window.end()


@dataclass(slots=True)
class _Trace:
    conversation: str = ""
    has_model: bool = False
    has_agent: bool = False


class _Window:
    """Spans until they are told, the earliest first."""

    def __init__(self, source: Source) -> None:
        self.waiting: list[tuple[float, int, Span, int]] = []
        self._source = source
        self._chars = 0
        self._count = 0
        self._parents: OrderedDict[tuple[str, str], tuple[str, str, str]] = OrderedDict()
        """Span -> its parent, its tool, its operation."""
        self._below: dict[tuple[str, str], list[Span]] = {}
        self._traces: OrderedDict[str, _Trace] = OrderedDict()
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._lists = OfferedLists()

    @property
    def is_full(self) -> bool:
        return len(self.waiting) > _MOST_SPANS or (self._chars > _MOST_CHARS and bool(self.waiting))

    def add(self, raw: dict[str, Json], service: str) -> None:
        """Take a span; of one that tells of no model, agent or tool only what it stands in is kept."""
        trace, own, parent = text_in(raw, "traceId"), text_in(raw, "spanId"), text_in(raw, "parentSpanId")
        if own and (trace, own) in self._parents:
            return  # exporters send again what was not acknowledged
        start, end = moment_of(raw.get("startTimeUnixNano")), moment_of(raw.get("endTimeUnixNano"))
        span = Span(
            trace=trace,
            id=own,
            parent=parent,
            kind=raw.get("kind"),
            start=start,
            end=end,
            attributes=attributes_of(raw.get("attributes")),
            raw=raw,
            service=service,
        )
        tool, operation = span.tool, span.operation
        _kept(self._parents, (trace, own), (parent, tool, operation))
        known = self._traces.get(trace)
        if known is None:
            known = _Trace()
            _kept(self._traces, trace, known)
        known.conversation = known.conversation or text_in(span.attributes, "gen_ai.conversation.id", "session.id")
        known.has_model = known.has_model or operation in MODELS or operation in AGENTS
        known.has_agent = known.has_agent or operation in AGENTS
        if not tool and operation not in MODELS and operation not in AGENTS:
            if operation == "execute_tool" or span.is_mcp:
                self._source.skip()
            return
        if tool and parent:
            self._below.setdefault((trace, parent), []).append(span)
        size = _size([span.attributes, raw.get("events")])
        self._chars += size
        self._count += 1
        heappush(self.waiting, (start or 0.0, self._count, span, size))

    def tell(self) -> Iterator[Event]:
        """Yield the events of the earliest span."""
        _, _, span, size = heappop(self.waiting)
        self._chars -= size
        beside = self._below.get((span.trace, span.parent), [])
        if span in beside:
            beside.remove(span)
            if not beside:
                del self._below[span.trace, span.parent]
        if span.tool and self._is_part(span):
            return
        trace = self._traces.get(span.trace) or _Trace()
        name = self._session_of(span, trace)
        session = self._sessions.pop(name, None) or Session()
        _kept(self._sessions, name, session)
        tools = structured(span.attributes.get("gen_ai.tool.definitions"))
        if isinstance(tools, list) and tools != session.tools:
            session.tools = self._lists.shared(tools)
            yield from offered(name, tools)
        if span.tool:
            yield from self._call(span, name, session)
        else:
            is_inner = any(tool or operation in AGENTS for tool, operation in self._above(span))
            yield from model_events(span, name, session, is_inner=is_inner, has_agent=trace.has_agent)

    def end(self) -> Iterator[Event]:
        """Yield the calls that messages tell of, and no reply to them."""
        for session in self._sessions.values():
            yield from (one.told(UNANSWERED) for one in session.waiting.values())

    def _session_of(self, span: Span, trace: _Trace) -> str:
        own = text_in(span.attributes, "gen_ai.conversation.id", "session.id") or trace.conversation
        if own:
            return own
        within = "" if trace.has_model else text_in(span.attributes, "mcp.session.id")
        return within or span.trace or self._source.name

    def _above(self, span: Span) -> Iterator[tuple[str, str]]:
        """Yield tool and operation of what a span stands in, from within."""
        parent, seen = span.parent, {span.id}
        while parent and parent not in seen:
            seen.add(parent)
            outer = self._parents.get((span.trace, parent))
            if outer is None:
                return
            parent, tool, operation = outer
            yield tool, operation

    def _is_part(self, span: Span) -> bool:
        """Whether it is the same call as one above it."""
        for tool, operation in self._above(span):
            if operation in MODELS or operation in AGENTS:
                return False
            if tool:
                return _is_same(tool, span.tool)
        return False

    def _inner(self, span: Span) -> Iterator[Span]:
        """Yield the spans of the same call that stand in it."""
        level, seen = [span], {span.id}
        while level:
            below = [one for outer in level for one in self._below.pop((outer.trace, outer.id), ())]
            level = [one for one in below if one.id not in seen and _is_same(span.tool, one.tool)]
            seen.update(one.id for one in level)
            yield from level

    def _call(self, span: Span, name: str, session: Session) -> Iterator[Event]:
        session.has_calls = True
        session.waiting.clear()
        inner = list(self._inner(span))
        for one in inner:
            for key in _FILLED:
                if one.attributes.get(key) is not None:
                    span.attributes.setdefault(key, one.attributes[key])
            for key in ("rpc.response.status_code", "rpc.jsonrpc.error_code"):
                if span.attributes.get("error.type") is not None and key in one.attributes:
                    span.attributes.setdefault(key, one.attributes[key])
        server, tool = server_and_tool(span.tool)
        server = next((found for one in (*reversed(inner), span) if (found := _server(one))), server)
        is_new = session.first_end is None or span.start is None or span.start >= session.first_end
        if session.step == 0 or (is_new and not session.has_models):
            session.step += 1
            session.first_end = span.end
        given = structured(span.attributes.get("gen_ai.tool.call.arguments"))
        outcome = outcome_of(span)
        is_known = not (isinstance(outcome, Replied) and outcome.result is None)
        yield Waiting(
            session=name,
            server=server,
            step=session.step,
            probe=probe_of(tool, given),
            id=id_at(text_in(span.attributes, "gen_ai.tool.call.id"), session.step),
            time=span.start,
            names=Names() if given is None else None,
        ).told(outcome, span.end, None if is_known else Size())


def _server(span: Span) -> str:
    """Return what a span says of the server that it calls, or of the one that it is in."""
    told = text_in(span.attributes, "mcp.server.name")
    if not told and span.is_mcp:
        return (span.service if span.kind in _SERVER else "") or text_in(span.attributes, "server.address")
    return told


def _is_same(outer: str, inner: str) -> bool:
    """Whether two names are one tool's: clients put the server's name before it."""
    return outer == inner or (outer.endswith(inner) and outer[-len(inner) - 1] in "_-./:")


def _size(value: Json) -> int:
    """Return about how much a span holds."""
    if isinstance(value, str):
        return len(value) + 50
    if isinstance(value, dict):
        return 100 + sum(map(_size, value.values()))
    return sum(map(_size, value)) if isinstance(value, list) else 20


def _kept(known: OrderedDict[_Key, _Value], key: _Key, value: _Value) -> None:
    known[key] = value
    if len(known) > _MOST_KNOWN:
        known.popitem(last=False)


READER: Final = Reader(
    name="otlp",
    recognises=_recognises,
    read=_read,
)
