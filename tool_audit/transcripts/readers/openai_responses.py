"""Logs of OpenAI's Responses API: requests, responses, pairs of them, items.

Sources: the reference of the endpoint (https://platform.openai.com/docs/api-reference/responses, read 2026-11), the
guides to function calling and to remote MCP (https://platform.openai.com/docs/guides/tools-remote-mcp); types in
openai/openai-python, src/openai/types/responses (response_output_item, response_input_item).

Read are, one a line or in a list: {"request", "response"} pairs, each as itself, as JSON text or with a "body";
requests alone (`input`); responses alone (`object: "response"`), which belong to the response they name as the previous
one, else to the request before them; items alone, which are one session. Streamed events are not, except for the
response in the last of them ({"type": "response.completed", "response"}).

- Sessions: `conversation`, or the chain of `previous_response_id`; a request that repeats what was said before belongs
  to the session that it repeats. Each item is told once.
- function_call and custom_tool_call wait for their output. mcp_call, and what the provider does itself
  (web_search_call, ...), have their reply in them; where it is not recorded, `Used.size` is set and empty. The error
  of an mcp_call is a Refused where the protocol or HTTP is at fault, else a ToolFailed. No flag tells that a function
  failed.
- A response is one step; after a call that has its reply in it, the next is another. How long a function took is told
  where each item has its own time.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tool_audit.model import Json, canonical
from tool_audit.model.traffic import Event, Said
from tool_audit.transcripts.conversations import TIMES, Conversation, Conversations, Marked, flat
from tool_audit.transcripts.pieces import body_of, first_of, is_telling, seconds_of, text_in, texts_of
from tool_audit.transcripts.reader import Reader, Source
from tool_audit.transcripts.response_items import is_by_model, is_call, is_item, tell

_REQUESTS: Final = ("request", "req", "body")
_RESPONSES: Final = ("response", "res")
_ITS_OWN: Final = ("instructions", "previous_response_id", "conversation", "reasoning", "store", "text", "truncation")
"""Members that a request has beside an `input` that is a text, and that one of another endpoint has not."""


def _recognises(head: Sequence[Json]) -> bool:
    return any(_is_ours(one) for document in head for one in flat(document))


def _is_ours(document: Json) -> bool:
    if not isinstance(document, dict) or "payload" in document:
        return False
    if is_item(document) and (is_call(document) or text_in(document, "type").endswith(("_call_output", "_list_tools"))):
        return True
    request, response = _halves(document)
    if response.get("object") == "response" and isinstance(response.get("output"), list):
        return True
    given = request.get("input")
    if isinstance(given, list):
        return bool(given) and all(isinstance(one, dict) and is_item(one) for one in given)
    return isinstance(given, str) and "model" in request and not request.keys().isdisjoint(_ITS_OWN)


def _halves(document: dict[str, Json]) -> tuple[dict[str, Json], dict[str, Json]]:
    """Return the request and the response that a document holds; either may be empty."""
    if document.get("object") == "response":
        return {}, document
    request = document if "input" in document else body_of(first_of(document, _REQUESTS))
    return request, body_of(first_of(document, _RESPONSES))


def _read(documents: Iterable[Json], source: Source) -> Iterator[Event]:
    reading = _Reading(source)
    for document in documents:
        for one in flat(document):
            if isinstance(one, dict):
                yield from reading.document(one)
                yield from reading.all.late()
    yield from reading.all.end()


class _Reading:
    """One file while it is read."""

    def __init__(self, source: Source) -> None:
        self.all = Conversations(source.name)
        self._source = source

    def document(self, document: dict[str, Json]) -> Iterator[Event]:
        request, response = _halves(document)
        time = seconds_of(first_of(document, TIMES) or first_of(response, TIMES))
        given, output = request.get("input"), response.get("output")
        if isinstance(given, str):
            given = [{"role": "user", "content": given}]
        if isinstance(given, list):
            yield from self._pair(request, response, given, time)
        elif isinstance(output, list):
            yield from self._pair({}, response, [], time)
        elif is_item(document):
            yield from self._item(self.all.named(""), document, time, time)
        elif not document.keys().isdisjoint(("input", "output")):
            self._source.skip()

    def _pair(
        self, request: dict[str, Json], response: dict[str, Json], given: list[Json], time: float | None
    ) -> Iterator[Event]:
        """Tell what is new in a request and the response to it; either may be missing."""
        answer = response.get("output")
        answer_id = text_in(response, "id")
        if not isinstance(answer, list) or (answer_id and self.all.known(f"response {answer_id}") is not None):
            answer = []  # told before, or still to come
        items = [one for one in [*given, *answer] if isinstance(one, dict)]
        self._source.skip(len(given) + len(answer) - len(items))
        if not items:
            return
        entries = [_marked(one) for one in items]
        found, repeats = self._found(request, response, entries)
        self.all.latest = found if request and not answer else None
        if answer and answer_id:
            self.all.name(f"response {answer_id}", found)
        yield from self._context(found, request or response)
        before = sum(isinstance(one, dict) for one in given)
        for index in found.fresh(entries, always=not repeats):
            if index == before:
                found.is_answering = False
            yield from self._item(found, items[index], time)

    def _found(
        self, request: dict[str, Json], response: dict[str, Json], entries: Sequence[Marked]
    ) -> tuple[Conversation, bool]:
        """Return the conversation, and whether what is said now may repeat what was said before."""
        for half in (request, response):
            told = half.get("conversation")
            session = told if isinstance(told, str) else text_in(told, "id") if isinstance(told, dict) else ""
            if session:
                return self.all.named(f"conversation {session}", session), False
            previous = text_in(half, "previous_response_id")
            if previous:
                # one whose beginning is not in the log gets that name
                return self.all.named(f"response {previous}"), False
        if not request and self.all.latest is not None:
            self.all.own(self.all.latest, entries)
            return self.all.latest, False
        return self.all.of(entries), True

    def _context(self, found: Conversation, half: dict[str, Json]) -> Iterator[Event]:
        yield from self.all.offered(found, half.get("tools"))
        instructions = "\n".join(texts_of(half.get("instructions")))
        if instructions and instructions != found.instructions:
            found.instructions = instructions
            yield Said(session=found.session, text=instructions, by_model=False)

    def _item(
        self, found: Conversation, item: dict[str, Json], time: float | None, replied: float | None = None
    ) -> Iterator[Event]:
        if not is_item(item):
            self._source.skip()
            return
        yield from tell(found, item, time, self._source, replied)


def _marked(item: dict[str, Json]) -> Marked:
    """Return what tells an item apart, in an output and where a request repeats it."""
    call_id = text_in(item, "call_id")
    given = first_of(item, ("arguments", "input", "action"))
    mark = hash(
        (
            text_in(item, "type") or "message",
            text_in(item, "role", "name"),
            call_id or text_in(item, "id") if is_call(item) else call_id,
            texts_of(item.get("content")),
            texts_of(item.get("summary")),
            given if isinstance(given, str) else canonical(given),
        )
    )
    return Marked(mark, is_by_model(item), is_call(item) and is_telling(call_id or text_in(item, "id")))


READER: Final = Reader(
    name="openai-responses",
    recognises=_recognises,
    read=_read,
)
