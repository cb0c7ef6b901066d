"""The items of OpenAI's Responses API: what each of them tells of a conversation."""

from collections.abc import Iterator
from typing import Final

from tool_audit.model import Json, NoReply, Outcome, Refused, Replied, ToolFailed, canonical
from tool_audit.model.traffic import Event, Offered, Said, Size, Task
from tool_audit.transcripts.conversations import Conversation
from tool_audit.transcripts.pieces import (
    Waiting,
    first_of,
    result_of,
    server_and_tool,
    text_in,
    texts_of,
    tools_of,
)
from tool_audit.transcripts.reader import Source

_SEPARATE: Final = frozenset(
    {
        "function_call",
        "custom_tool_call",
        "computer_call",
        "local_shell_call",
        "shell_call",
        "apply_patch_call",
        "tool_search_call",
    }
)
"""Calls whose output is an item of its own."""
_WHOLE: Final = frozenset(
    {"mcp_call", "web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call"}
)
"""Calls that have their output in them."""
_OTHERS: Final = frozenset(
    {"message", "reasoning", "mcp_list_tools", "mcp_approval_request", "mcp_approval_response", "item_reference"}
    | {"compaction"}
)
_ROLES: Final = frozenset({"user", "assistant", "system", "developer"})
_RESULTS: Final = ("output", "results", "outputs")
_GIVEN: Final = ("arguments", "action", "operation")
_PARTS: Final = ("queries", "code", "input")
_REFUSED: Final = frozenset({"mcp_protocol_error", "protocol_error", "http_error"})


def is_item(value: dict[str, Json]) -> bool:
    """Whether it is an item: one of a known type, or a message, which needs none."""
    kind = value.get("type")
    if kind is None:
        return text_in(value, "role") in _ROLES and "content" in value
    if not isinstance(kind, str):
        return False
    return kind in _OTHERS or kind in _WHOLE or kind.removesuffix("_output") in _SEPARATE


def is_call(item: dict[str, Json]) -> bool:
    """Whether the model calls something with it."""
    kind = text_in(item, "type")
    return kind in _SEPARATE or kind in _WHOLE


def is_by_model(item: dict[str, Json]) -> bool:
    """Whether it is part of an answer of the model."""
    kind = text_in(item, "type")
    if kind in ("", "message"):
        return text_in(item, "role") == "assistant"
    return kind != "item_reference" and not kind.endswith(("_output", "_response"))


def tell(
    found: Conversation, item: dict[str, Json], time: float | None, source: Source, replied: float | None = None
) -> Iterator[Event]:
    """Yield what an item tells of its conversation; an output came at `replied`, which requests do not say."""
    if is_by_model(item):
        found.answers()
    else:
        found.is_answering = False
    kind = text_in(item, "type") or "message"
    if kind in _SEPARATE:
        yield from _call(found, item, time, source)
    elif kind.endswith("_output"):
        waiting = found.waiting.pop(text_in(item, "call_id"), None)
        if waiting is None:
            source.skip()
        else:
            yield waiting.told(Replied(result=result_of(item.get("output"))), replied)
    elif kind in _WHOLE:
        yield from _whole(found, item, time, source)
    elif kind == "mcp_list_tools":
        tools = item.get("tools")
        if isinstance(tools, list) and tools:
            yield Offered(
                session=found.session,
                server=text_in(item, "server_label"),
                tools=tools_of([_as_listed(one) for one in tools]),
            )
    elif kind in ("message", "reasoning"):
        yield from _said(found, item, time)


def _said(found: Conversation, item: dict[str, Json], time: float | None) -> Iterator[Event]:
    texts = [*texts_of(item.get("summary")), *texts_of(item.get("content"))]
    text, role = "\n".join(texts), text_in(item, "role")
    if role == "user":
        yield Task(session=found.session, text=text, time=time)
    elif text:
        yield Said(session=found.session, text=text, by_model=is_by_model(item))


def _call(found: Conversation, item: dict[str, Json], time: float | None, source: Source) -> Iterator[Event]:
    kind = text_in(item, "type")
    name = text_in(item, "name") or (
        "" if kind in ("function_call", "custom_tool_call") else kind.removesuffix("_call")
    )
    call_id = text_in(item, "call_id", "id")
    if not name or not call_id:
        source.skip()
        return
    yield from found.waits(call_id, _made(found, item, name, call_id, time))


def _made(found: Conversation, item: dict[str, Json], name: str, call_id: str, time: float | None) -> Waiting:
    within = text_in(item, "namespace").rstrip("_")
    label = text_in(item, "server_label")
    called = (label, name) if label else server_and_tool(f"{within}__{name}" if within else name)
    given = first_of(item, _GIVEN)
    if given is None:
        given = {key: item[key] for key in _PARTS if item.get(key) is not None}
    return found.call(call_id, called, given, time)


def _whole(found: Conversation, item: dict[str, Json], time: float | None, source: Source) -> Iterator[Event]:
    kind = text_in(item, "type")
    name = text_in(item, "name") or ("" if kind == "mcp_call" else kind.removesuffix("_call"))
    if not name:
        source.skip()
        return
    outcome = _outcome(item)
    is_known = not (isinstance(outcome, Replied) and outcome.result is None)
    yield _made(found, item, name, text_in(item, "id"), time).told(outcome, None, None if is_known else Size())
    found.is_answering = False  # what comes next knows the reply


def _outcome(item: dict[str, Json]) -> Outcome:
    error, result = item.get("error"), first_of(item, _RESULTS)
    if error is not None:
        told = error if isinstance(error, dict) else {}
        code, message = told.get("code"), text_in(told, "message")
        if text_in(told, "type") in _REFUSED:
            is_code = isinstance(code, int) and not isinstance(code, bool)
            return Refused(code=int(code) if is_code and code is not None else 0, message=message)
        content = first_of(told, ("content", "message"))
        if content is None:
            content = canonical(error) if told else error
        return ToolFailed(result={**result_of(content), "isError": True})
    if result is not None:
        return Replied(result=result_of(result))
    status = text_in(item, "status")
    if item.get("type") == "mcp_call" or status in ("in_progress", "searching", "generating", "incomplete"):
        return NoReply(reason=f"its reply is not in the log{f' ({status})' if status else ''}")
    return ToolFailed(result=None) if status == "failed" else Replied(result=None)


def _as_listed(tool: Json) -> Json:
    """Return a tool of a list as servers write it: this API has another name for its schema."""
    if not isinstance(tool, dict):
        return tool
    schema = first_of(tool, ("inputSchema", "input_schema"))
    told = {
        key: value for key, value in tool.items() if key not in ("input_schema", "inputSchema") and value is not None
    }
    return told if schema is None else {**told, "inputSchema": schema}
