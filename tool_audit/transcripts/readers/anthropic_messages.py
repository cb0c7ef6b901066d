"""Logs of Anthropic's Messages API: requests, responses, batches, messages.

Sources: the reference of the endpoint and of message batches (https://docs.anthropic.com/en/api/messages), the guides
to tool use and to the MCP connector (mcp_tool_use and mcp_tool_result, which name their server), and the types in
anthropics/anthropic-sdk-python, src/anthropic/types.

Read are, one a line or in a list: requests; {"request", "response"} pairs, each as itself, as JSON text or with a
"body"; responses alone, which belong to the request before them; a batch's requests ("params") and results; messages
alone, which are one session. Streamed events are not. A request repeats what was said before; each message is told
once.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tool_audit.model import Json
from tool_audit.model.traffic import Event, Said, Task
from tool_audit.transcripts.anthropic_blocks import outcome_of
from tool_audit.transcripts.conversations import (
    SESSIONS,
    TIMES,
    Conversation,
    Conversations,
    Marked,
    flat,
    with_conversations,
)
from tool_audit.transcripts.pieces import (
    body_of,
    first_of,
    is_telling,
    seconds_of,
    server_and_tool,
    text_in,
    texts_of,
)
from tool_audit.transcripts.reader import Reader, Source

_ROLES: Final = ("user", "assistant", "system")
_OWN: Final = ("tool_use", "tool_result", "thinking", "server_tool_use", "mcp_tool_use", "mcp_tool_result")
"""Types of blocks that no other API has."""
_CALLS: Final = ("tool_use", "mcp_tool_use")
_RESULTS: Final = ("tool_result", "mcp_tool_result")


def _recognises(head: Sequence[Json]) -> bool:
    return any(_is_ours(one) for document in head for one in flat(document))


def _is_ours(document: Json) -> bool:
    if not isinstance(document, dict):
        return False
    if _is_message(document):
        return _has_own(document)
    request, response = _halves(document)
    if response.get("type") == "message" and _is_message(response):
        return True
    messages = request.get("messages")
    if not isinstance(messages, list) or not messages or not all(_is_message(one) for one in messages):
        return False
    tools = request.get("tools")
    return (
        "system" in request
        or (isinstance(tools, list) and any(isinstance(one, dict) and "input_schema" in one for one in tools))
        or any(_has_own(one) for one in messages)
    )


def _is_message(value: Json) -> bool:
    return isinstance(value, dict) and value.get("role") in _ROLES and isinstance(value.get("content"), str | list)


def _has_own(message: Json) -> bool:
    return any(block.get("type") in _OWN for block in _blocks(message))


def _blocks(message: Json) -> list[Json]:
    content = message.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _halves(document: dict[str, Json]) -> tuple[dict[str, Json], dict[str, Json]]:
    """Return the request and the response that a document holds; either may be empty."""
    has_messages = isinstance(document.get("messages"), list)
    request = document if has_messages else body_of(first_of(document, ("request", "req", "params", "body")))
    if document.get("type") == "message":
        return request, document
    response = body_of(first_of(document, ("response", "res", "result")))
    message = response.get("message")  # as the results of batches have it
    return request, message if isinstance(message, dict) else response


def _read(documents: Iterable[Json], source: Source) -> Iterator[Event]:
    reading = _Reading(source)
    for document in with_conversations(documents, _is_message):
        yield from reading.document(document)
        yield from reading.all.late()
    yield from reading.all.end()


class _Reading:
    """One file while it is read."""

    def __init__(self, source: Source) -> None:
        self.all = Conversations(source.name)
        self._source = source

    def document(self, document: Json) -> Iterator[Event]:
        if not isinstance(document, dict):
            self._source.skip()
            return
        time = seconds_of(first_of(document, TIMES))
        if _is_message(document) and document.get("type") != "message":
            yield from self._message(self.all.named(""), document, time)
            return
        request, response = _halves(document)
        answer = response if _is_message(response) else None
        messages = request.get("messages")
        if isinstance(messages, list):
            yield from self._request(document, request, answer, time)
        elif answer is not None:
            key = text_in(document, "custom_id")
            found = self.all.known(key) if key else self.all.latest
            if found is None:
                found = self.all.named(key)
            self.all.answered(found, _marked(answer))
            yield from self._message(found, answer, time)
        elif "messages" in document or "role" in document:
            self._source.skip()

    def _request(
        self, document: dict[str, Json], request: dict[str, Json], answer: Json, time: float | None
    ) -> Iterator[Event]:
        messages = [one for one in request["messages"] if _is_message(one)]
        self._source.skip(len(request["messages"]) - len(messages))
        found, new = self.all.exchange(text_in(document, *SESSIONS), messages, answer, _marked)
        if key := text_in(document, "custom_id"):
            self.all.name(key, found)
        instructions = "\n".join(texts_of(request.get("system")))
        if instructions and instructions != found.instructions:
            found.instructions = instructions
            yield Said(session=found.session, text=instructions, by_model=False)
        yield from self.all.offered(found, request.get("tools"))
        for message in new:
            yield from self._message(found, message, time)

    def _message(self, found: Conversation, message: Json, time: float | None) -> Iterator[Event]:
        by_model = message.get("role") == "assistant"
        found.step += by_model
        asked = []
        has_results = False
        for block in _blocks(message):
            kind = block.get("type")
            if kind in _CALLS:
                yield from self._called(found, block, time)
            elif kind in _RESULTS:
                has_results = True
                waiting = found.reply_of(text_in(block, "tool_use_id"))
                if waiting is None:
                    self._source.skip()
                else:
                    outcome, size = outcome_of(block)
                    yield waiting.told(outcome, time, size)
            elif isinstance(text := block.get("text") or block.get("thinking"), str):
                if by_model:
                    yield Said(session=found.session, text=text)
                else:
                    asked.append(text)
        if by_model or (has_results and not asked):
            return
        text = "\n".join(asked)
        if has_results or message.get("role") == "system":  # a note beside replies is not a person's
            yield Said(session=found.session, text=text, by_model=False)
        else:
            yield Task(session=found.session, text=text, time=time)

    def _called(self, found: Conversation, block: Json, time: float | None) -> Iterator[Event]:
        name, id_ = text_in(block, "name"), text_in(block, "id")
        if not name or not id_:
            self._source.skip()
            return
        server = text_in(block, "server_name")
        called = (server, name) if server else server_and_tool(name)
        yield from found.waits(id_, found.call(id_, called, block.get("input"), time))


def _marked(message: Json) -> Marked:
    """Return what is remembered of a message; marks for the cache, which move from request to request, are not."""
    told = []
    is_telling_one = False
    for block in _blocks(message):
        id_ = text_in(block, "id", "tool_use_id")
        told.append((id_, text_in(block, "text", "thinking", "name")))
        is_telling_one = is_telling_one or (block.get("type") in _CALLS and is_telling(id_))
    return Marked(hash((message.get("role"), *told)), message.get("role") == "assistant", is_telling_one)


READER: Final = Reader(
    name="anthropic-messages",
    recognises=_recognises,
    read=_read,
)
