"""Logs of OpenAI's Chat Completions API, and of the many that speak it: requests, responses, messages.

Sources: the reference of the endpoint (https://platform.openai.com/docs/api-reference/chat, read 2026-11: messages,
tool_calls, the older function_call, tools), the guide to fine-tuning (lines of {"messages", "tools"}) and the Batch API
(https://platform.openai.com/docs/api-reference/batch: {"custom_id", "body"}, {"response": {"body"}}); types in
openai/openai-python, src/openai/types/chat.

Read are, one a line or in a list: requests; {"request", "response"} pairs, each as itself, as JSON text or with a
"body"; responses alone, which belong to the request before them; examples for fine-tuning; messages alone, which are
one session. Streamed chunks are not. A request repeats what was said before; each message is told once. Of several
choices the first counts. The API knows no flag for a tool that failed: its reply is a text like any other. How long a
call took is told where each message has its own time.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tool_audit.model import Json, Replied
from tool_audit.model.traffic import Event, Said, Task
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
    result_of,
    seconds_of,
    server_and_tool,
    text_in,
    texts_of,
)
from tool_audit.transcripts.reader import Reader, Source

_ROLES: Final = frozenset({"system", "developer", "user", "assistant", "tool", "function"})
_REQUESTS: Final = ("request", "req", "body")
_RESPONSES: Final = ("response", "res", "completion")
_OTHERS: Final = frozenset({"tool_use", "tool_result", "thinking", "server_tool_use", "mcp_tool_use"})
"""Types of parts that Anthropic's messages have and these have not."""


def _recognises(head: Sequence[Json]) -> bool:
    documents = [one for document in head for one in flat(document)]
    return any(_is_chat(one) for one in documents) and not any(_is_of_another(one) for one in documents)


def _is_chat(document: Json) -> bool:
    if _is_message(document):
        return True
    if not isinstance(document, dict):
        return False
    request, response = _halves(document)
    messages = request.get("messages")
    if isinstance(messages, list) and messages and all(_is_message(one) for one in messages):
        return True
    return _answer(response) is not None


def _is_message(value: Json) -> bool:
    return (
        isinstance(value, dict)
        and text_in(value, "role") in _ROLES
        and not value.keys().isdisjoint(("content", "tool_calls", "function_call"))
        and "type" not in value
    )


def _is_of_another(document: Json) -> bool:
    """Whether there is what only Anthropic's messages have."""
    if not isinstance(document, dict):
        return False
    request, response = _halves(document)
    if "system" in request or response.get("type") == "message" or document.get("type") == "message":
        return True
    tools = request.get("tools")
    if isinstance(tools, list) and any(isinstance(one, dict) and "input_schema" in one for one in tools):
        return True
    messages = request.get("messages")
    for message in messages if isinstance(messages, list) else (document,):
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, list) and any(
            isinstance(one, dict) and text_in(one, "type") in _OTHERS for one in content
        ):
            return True
    return False


def _halves(document: dict[str, Json]) -> tuple[dict[str, Json], dict[str, Json]]:
    """Return the request and the response that a document holds; either may be empty."""
    is_request = isinstance(document.get("messages"), list)
    request = document if is_request else body_of(first_of(document, _REQUESTS))
    response = document if "choices" in document else body_of(first_of(document, _RESPONSES))
    return request, response


def _answer(response: dict[str, Json]) -> dict[str, Json] | None:
    choices = response.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    return {"role": "assistant", **message} if isinstance(message, dict) else None


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
            return
        if isinstance(document.get("role"), str):
            time = seconds_of(first_of(document, TIMES))
            yield from self._message(self.all.named(""), document, time, time)
            return
        request, response = _halves(document)
        messages, answer = request.get("messages"), _answer(response)
        time = seconds_of(first_of(document, TIMES) or first_of(response, TIMES))
        if isinstance(messages, list):
            yield from self._request(document, request, answer, time)
        elif answer is not None:
            found = self.all.latest if self.all.latest is not None else self.all.named("")
            self.all.answered(found, _marked(answer))
            yield from self._message(found, answer, time)
        elif not document.keys().isdisjoint(("messages", "choices")):
            self._source.skip()

    def _request(
        self, document: dict[str, Json], request: dict[str, Json], answer: dict[str, Json] | None, time: float | None
    ) -> Iterator[Event]:
        messages = [one for one in request["messages"] if isinstance(one, dict)]
        self._source.skip(len(request["messages"]) - len(messages))
        found, new = self.all.exchange(text_in(document, *SESSIONS), messages, answer, _marked)
        yield from self.all.offered(found, first_of(request, ("tools", "functions")))
        for message in new:
            yield from self._message(found, message, time)

    def _message(
        self, found: Conversation, message: dict[str, Json], time: float | None, replied: float | None = None
    ) -> Iterator[Event]:
        """Tell of a message that came at `time`; a reply came at `replied`, which requests do not say."""
        role = text_in(message, "role")
        if role == "assistant":
            yield from self._answer(found, message, time)
        elif role in ("tool", "function"):
            call_id = text_in(message, "tool_call_id")
            waiting = found.reply_of(call_id, text_in(message, "name"))
            if waiting is None:
                self._source.skip()
            else:
                yield waiting.told(Replied(result=result_of(message.get("content"))), replied)
        elif role in _ROLES:
            text = "\n".join(texts_of(message.get("content")))
            if role == "user":
                yield Task(session=found.session, text=text, time=time)
            elif text:
                yield Said(session=found.session, text=text, by_model=False)
        else:
            self._source.skip()

    def _answer(self, found: Conversation, message: dict[str, Json], time: float | None) -> Iterator[Event]:
        found.step += 1
        for said in (message.get("reasoning_content") or message.get("reasoning"), message.get("content")):
            for text in texts_of(said):
                yield Said(session=found.session, text=text)
        for number, call in enumerate(_calls(message)):
            name = text_in(call, "name")
            if not name:
                self._source.skip()
                continue
            call_id = text_in(call, "id")
            given = {"input": call["input"]} if isinstance(call.get("input"), str) else call.get("arguments")
            made = found.call(call_id, server_and_tool(name), given, time)
            yield from found.waits(call_id or f"{found.step} {number}", made)


def _calls(message: dict[str, Json]) -> list[dict[str, Json]]:
    """Return the calls of a message, each with what is in its "function" (or "custom") beside its id."""
    entries = message.get("tool_calls")
    calls: list[dict[str, Json]] = []
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict):
            inner = first_of(entry, ("function", "custom"))
            calls.append({**inner, "id": entry.get("id")} if isinstance(inner, dict) else entry)
        else:
            calls.append({})
    older = message.get("function_call")
    if isinstance(older, dict):
        calls.append(older)
    return calls


def _marked(message: dict[str, Json]) -> Marked:
    role = text_in(message, "role")
    calls = _calls(message) if role == "assistant" else []
    told = tuple((text_in(one, "id"), text_in(one, "name"), str(one.get("arguments"))) for one in calls)
    mark = hash((role, texts_of(message.get("content")), text_in(message, "tool_call_id"), told))
    return Marked(mark, role == "assistant", any(is_telling(one) for one, _, _ in told))


READER: Final = Reader(
    name="openai-chat",
    recognises=_recognises,
    read=_read,
)
