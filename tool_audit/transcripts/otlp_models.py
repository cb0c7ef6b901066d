"""Spans of models and agents: tasks, what was said, and calls in messages, where no span of their own tells of them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tool_audit.model import Json, Replied
from tool_audit.model.traffic import Event, Said, Task
from tool_audit.transcripts.otlp_values import Span, attributes_of, objects, result_in, structured
from tool_audit.transcripts.pieces import Waiting, first_of, id_at, probe_of, server_and_tool, text_in, texts_of

MODELS: Final = frozenset({"chat", "generate_content", "text_completion"})
AGENTS: Final = frozenset({"invoke_agent", "invoke_workflow"})
_MOST_TOLD: Final = 100_000
"""Messages and calls of one session that are remembered."""
_INPUT: Final = "gen_ai.input.messages"
_OUTPUT: Final = "gen_ai.output.messages"
_DETAILS: Final = "gen_ai.client.inference.operation.details"
_OLDER: Final = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.choice": "assistant",
}


@dataclass(slots=True)
class Session:
    """What is known of one session."""

    step: int = 0
    first_end: float | None = None
    """When the first call of the latest step ended."""
    has_models: bool = False
    has_calls: bool = False
    """Whether calls have spans of their own."""
    told: set[int] = field(default_factory=set)
    tools: Json = None
    waiting: dict[str, Waiting] = field(default_factory=dict)
    """Calls in messages whose replies did not come yet."""


def model_events(span: Span, name: str, session: Session, *, is_inner: bool, has_agent: bool) -> Iterator[Event]:
    """Yield what the span of a model or an agent tells; `is_inner`: it stands in an agent or a call."""
    if span.operation in AGENTS:
        if not is_inner:
            asked = [text for role, text, _ in _said_in(span) if role == "user"]
            yield Task(session=name, text=asked[-1] if asked else "", time=span.start)
            if asked:
                _is_new(session, ("user", asked[-1], asked.count(asked[-1]) - 1))
        return
    session.step += 1
    session.has_models = True
    seen: dict[tuple[str, str], int] = {}
    for role, text, is_output in _said_in(span):
        before = seen.get((role, text), 0)
        seen[role, text] = before + 1
        if role == "tool" or not _is_new(session, (role, text, before)):
            continue
        if role == "user" and not has_agent:
            yield Task(session=name, text=text, time=span.start)
        else:
            yield Said(session=name, text=text, by_model=is_output or role in ("assistant", "model"))
    if not session.has_calls:
        yield from _calls(span, name, session)


def _is_new(session: Session, key: tuple[str | int, ...]) -> bool:
    mark = hash(key)
    if mark in session.told:
        return False
    if len(session.told) < _MOST_TOLD:
        session.told.add(mark)
    return True


def _calls(span: Span, name: str, session: Session) -> Iterator[Event]:
    """Yield the calls whose replies the messages of a span hold; what is called in it waits for its own."""
    for part in _parts_in(span):
        kind, call_id = part.get("type"), text_in(part, "id")
        if kind == "tool_call_response":
            waiting = session.waiting.pop(call_id, None)
            if waiting is not None:
                yield waiting.told(Replied(result=result_in(first_of(part, ("response", "result", "content")))))
        elif kind == "tool_call" and call_id and text_in(part, "name") and _is_new(session, ("call", call_id)):
            server, tool = server_and_tool(text_in(part, "name"))
            session.waiting[call_id] = Waiting(
                session=name,
                server=server,
                step=session.step,
                probe=probe_of(tool, part.get("arguments")),
                id=id_at(call_id, session.step),
                time=span.end,
            )


def _parts_in(span: Span) -> Iterator[dict[str, Json]]:
    for attributes in _recorded(span):
        for key in (_INPUT, _OUTPUT):
            for message in objects(structured(attributes.get(key))):
                yield from objects(message.get("parts"))


def _recorded(span: Span) -> Iterator[dict[str, Json]]:
    """Yield the attributes that messages may be in: the span's, and those of events."""
    yield span.attributes
    for event in objects(span.raw.get("events")):
        if event.get("name") == _DETAILS:
            yield attributes_of(event.get("attributes"))


def _said_in(span: Span) -> Iterator[tuple[str, str, bool]]:
    """Yield role and text of the messages that are recorded in a span, and whether they came out of the model."""
    for attributes in _recorded(span):
        yield from _said(attributes)
    for event in objects(span.raw.get("events")):
        name = text_in(event, "name")
        if name in _OLDER:
            told = attributes_of(event.get("attributes"))
            inner = structured(first_of(told, ("gen_ai.event.content", "message", "content", "body")))
            content = first_of(inner, ("content", "message")) if isinstance(inner, dict) else inner
            content = content.get("content") if isinstance(content, dict) else content
            for text in texts_of(content):
                yield _OLDER[name], text, name == "gen_ai.choice"


def _said(attributes: dict[str, Json]) -> Iterator[tuple[str, str, bool]]:
    for text in _texts(structured(attributes.get("gen_ai.system_instructions"))):
        yield "system", text, False
    for key, is_new in ((_INPUT, False), (_OUTPUT, True)):
        for message in objects(structured(attributes.get(key))):
            text = "\n".join(_texts(first_of(message, ("parts", "content"))))
            if text:
                yield text_in(message, "role") or ("assistant" if is_new else "user"), text, is_new


def _texts(parts: Json) -> list[str]:
    if isinstance(parts, str):
        return [parts] if parts else []
    kept = [one for one in objects(parts) if one.get("type") in ("text", "reasoning", None)]
    return [text for one in kept if (text := text_in(one, "content", "text"))]
