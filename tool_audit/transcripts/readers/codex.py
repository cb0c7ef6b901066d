"""Rollouts of Codex: ~/.codex/sessions/*/*/*/rollout-*.jsonl, and archived ones.

Sources: openai/codex, codex-rs/protocol/src (protocol.rs: RolloutLine, EventMsg, McpToolCallEndEvent; models.rs:
ResponseItem, FunctionCallOutputPayload; items.rs: TurnItem) and codex-rs/rollout; docs of public viewers of the files.

A line is `{timestamp, type, payload}`; until September 2025 it was the bare item, after a first line with the session's
id. A call stands there as the item that the model wrote (function_call, custom_tool_call, local_shell_call), mostly
also as an event of its end, which names the server and says how long it took, and as the item that the model was given
back: that is the reply, since the client may have cut it. A call of which there is only the event counts as well: code
that the model wrote has made it. Forked sessions repeat the lines of the one that they come from.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tool_audit.model import Json
from tool_audit.model.traffic import Event, Said, Task
from tool_audit.transcripts.codex_replies import end_outcome, output_outcome, seconds_in
from tool_audit.transcripts.conversations import Conversation
from tool_audit.transcripts.pieces import (
    UNANSWERED,
    Waiting,
    id_at,
    probe_of,
    seconds_of,
    server_and_tool,
    text_in,
    texts_of,
)
from tool_audit.transcripts.reader import Reader, Source

_ENVELOPES: Final = ("session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state")
_CALLS: Final = ("function_call", "custom_tool_call", "local_shell_call", "mcp_tool_call", "tool_search_call")
_OUTPUTS: Final = (
    "function_call_output",
    "custom_tool_call_output",
    "local_shell_call_output",
    "mcp_tool_call_output",
    "tool_search_output",
)
_INJECTED: Final = (
    "<environment_context>",
    "<user_instructions>",
    "<permissions instructions>",
    "<collaboration_mode>",
    "<multi_agent_mode>",
    "<apps_instructions>",
    "<skills_instructions>",
    "<turn_aborted>",
    "<subagent_notification>",
    "# AGENTS.md",
)
"""What the client writes in the person's name begins so."""


def _recognises(head: Sequence[Json]) -> bool:
    lines = [line for line in head if isinstance(line, dict)]
    if any(line.get("type") in _ENVELOPES and isinstance(line.get("payload"), dict) for line in lines):
        return True
    return any(_is_bare_meta(line) or ("record_type" in line and "type" not in line) for line in lines)


def _is_bare_meta(line: Json) -> bool:
    return "type" not in line and "instructions" in line and isinstance(line.get("id"), str) and "timestamp" in line


def _read(documents: Iterable[Json], source: Source) -> Iterator[Event]:
    reading = _Reading(source)
    for line in documents:
        if not isinstance(line, dict):
            source.skip()
            continue
        time = seconds_of(line.get("timestamp"))
        kind, payload = line.get("type"), line.get("payload")
        if not isinstance(payload, dict):
            if kind in _ENVELOPES:
                source.skip()
            elif _is_bare_meta(line):
                reading.begins(line)
            else:
                yield from reading.item(line, time)
        elif kind == "response_item":
            yield from reading.item(payload, time)
        elif kind == "event_msg":
            yield from reading.happened(payload, time)
        elif kind == "session_meta":
            reading.begins(payload)
        elif kind == "compacted" and isinstance(text := payload.get("message"), str) and text:
            yield Said(session=reading.found.session, text=text, by_model=False)
    yield from reading.rest()


class _Reading:
    """One file while it is read."""

    def __init__(self, source: Source) -> None:
        self.found = Conversation(source.name)
        self._source = source
        self._has_begun = False
        self._asked = ""
        self._ends: dict[str, tuple[Json, Waiting, float | None]] = {}
        self._done: set[int] = set()

    def begins(self, meta: Json) -> None:
        """Read the head of a session; those behind the first are of the sessions that it comes from."""
        if not self._has_begun and isinstance(meta.get("id"), str):
            self.found.session = meta["id"]
        self._has_begun = True

    def item(self, item: Json, time: float | None) -> Iterator[Event]:
        """Read what the model wrote or was given."""
        kind = item.get("type")
        if kind in _OUTPUTS:
            self.found.is_answering = False
            yield from self._replied(item, time)
        elif kind in _CALLS:
            self._answers()
            yield from self._called(item, time)
        elif kind == "reasoning":
            self._answers()
            for text in (*texts_of(item.get("summary")), *texts_of(item.get("content"))):
                yield Said(session=self.found.session, text=text)
        elif kind == "message":
            yield from self._message(item, time)

    def happened(self, event: Json, time: float | None) -> Iterator[Event]:
        """Read what the client tells of a turn."""
        kind = event.get("type")
        if kind == "user_message":
            if isinstance(text := event.get("message"), str):
                yield from self._task(text, time)
        elif kind == "mcp_tool_call_end":
            yield from self._ended(text_in(event, "call_id"), event.get("invocation"), event, time)
        elif kind == "item_completed" and isinstance(item := event.get("item"), dict):
            if item.get("type") in ("McpToolCall", "mcp_tool_call"):
                yield from self._ended(text_in(item, "id", "call_id"), item, item, time)
        elif kind in ("task_started", "turn_started", "turn_aborted"):
            self.found.is_answering, self._asked = False, ""

    def rest(self) -> Iterator[Event]:
        """Tell of the calls whose reply did not come."""
        for call_id, waiting in self.found.waiting.items():
            ended = self._ends.get(call_id)
            if ended is None:
                yield waiting.told(UNANSWERED)
            else:
                yield ended[1].told(end_outcome(ended[0]), ended[2])

    def _answers(self) -> None:
        self.found.answers()
        self._asked = ""

    def _message(self, item: Json, time: float | None) -> Iterator[Event]:
        texts = texts_of(item.get("content"))
        role = item.get("role")
        if role == "assistant":
            self._answers()
        self.found.is_answering = role == "assistant"
        for text in texts:
            if role == "user" and not text.lstrip().startswith(_INJECTED):
                yield from self._task(text, time)
            else:
                yield Said(session=self.found.session, text=text, by_model=role == "assistant")

    def _task(self, text: str, time: float | None) -> Iterator[Event]:
        # the same words stand there as what the model was given, and as what a person typed
        if not text.strip() or text.strip() in self._asked:
            return
        self._asked += f"\n{text}"
        self.found.is_answering = False
        if time is None or self._source.is_new(f"{time} {text}"):
            yield Task(session=self.found.session, text=text, time=time)

    def _called(self, item: Json, time: float | None) -> Iterator[Event]:
        kind = item.get("type")
        call_id = text_in(item, "call_id", "id")
        name = text_in(item, "name", "tool") or str(kind).removesuffix("_call")
        server, tool = server_and_tool(name)
        if (named := text_in(item, "namespace", "server").removeprefix("mcp__").strip("_")) and not server:
            server = named
        given = item.get("arguments")
        if kind == "custom_tool_call":
            given = {"input": item.get("input")}
        elif kind == "local_shell_call":
            given = item.get("action")
        if not call_id:
            self._source.skip()
            return
        yield from self.found.waits(call_id, self.found.call(call_id, (server, tool), given, time))

    def _ended(self, call_id: str, call: Json, event: Json, time: float | None) -> Iterator[Event]:
        tool = text_in(call, "tool") if isinstance(call, dict) else ""
        if not call_id or not tool or hash(call_id) in self._done:
            if not tool:
                self._source.skip()
            return
        took = seconds_in(event.get("duration"))
        before = self.found.waiting.get(call_id)
        waiting = Waiting(
            session=self.found.session,
            server=text_in(call, "server"),
            step=self.found.step if before is None else before.step,
            probe=probe_of(tool, call.get("arguments")),
            id=id_at(call_id, self.found.step if before is None else before.step),
            time=before.time if took is None and before is not None else _before(time, took),
        )
        if before is None:
            self._done.add(hash(call_id))
            yield waiting.told(end_outcome(event), time)
        else:
            self._ends[call_id] = (event, waiting, time)

    def _replied(self, item: Json, time: float | None) -> Iterator[Event]:
        call_id = text_in(item, "call_id", "id")
        waiting = self.found.waiting.pop(call_id, None)
        if waiting is None:
            if hash(call_id) not in self._done:
                self._source.skip()
            return
        self._done.add(hash(call_id))
        event, ended, at = self._ends.pop(call_id, (None, waiting, time))
        output = item.get("result") if item.get("type") == "mcp_tool_call_output" else item.get("output")
        yield ended.told(output_outcome(output, event, ended.server), at)


def _before(time: float | None, took: float | None) -> float | None:
    return time if time is None or took is None else time - took


READER: Final = Reader(
    name="codex",
    recognises=_recognises,
    read=_read,
)
