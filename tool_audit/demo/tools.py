"""The bank's six tools: what they do with arguments that were found good, and how each writes its reply.

Three hands wrote this server, as it seems: one escapes and indents (`_escaped`), one indents (`_indented`), one does
neither (`_compact`). That, the default details and the silent cut of `recall` are the flaws; the rest is in order.
"""

import json
from collections.abc import Callable
from typing import Any, Final

from tool_audit.demo.memories import COUNT, Record, memories, search
from tool_audit.demo.mental_models import identifiers, mental_models, overview


class BadArgumentError(Exception):
    """The call cannot be served as it is; the message says which argument and what would do."""


def list_banks() -> str:
    """Return the one bank."""
    bank = {"id": "ops", "name": "운영팀 기억 은행", "memories": COUNT, "mental_models": len(identifiers())}
    return _compact({"banks": [bank]})


def list_mental_models(*, detail: str) -> str:
    """Return all mental models: by default with all that is known of them."""
    return _escaped({"mental_models": mental_models(detail)})


def get_mental_model(*, model_id: str) -> str:
    """Return one mental model, without its sources."""
    try:
        return _compact(overview(model_id))
    except KeyError:
        known = ", ".join(identifiers())
        raise BadArgumentError(f"model_id: there is no mental model {model_id!r:.60}; the ids are {known}") from None


def list_memories(*, limit: int, tag: str | None = None) -> str:
    """Return the newest memories and how many there are in all."""
    found = [memory for memory in memories() if tag is None or tag in memory["tags"]]
    return _escaped({"total": len(found), "memories": found[:limit]})


def recall(*, query: str, max_tokens: int) -> str:
    """Return the likest memories that the budget has room for, and not a word of the others."""
    if not query.strip():
        raise BadArgumentError("query: must not be empty; send the words to look for")
    hits: list[Record] = []
    left = max_tokens
    for score, memory in search(query):
        left -= _estimated_tokens(memory["text"])
        if left < 0:
            break
        shown = {key: memory[key] for key in ("kind", "recorded_at", "confidence", "tags", "text")}
        hits.append({"id": memory["id"], "score": score, **shown})
    return _indented({"query": query, "hits": hits})


def delete_memory(*, memory_id: str) -> str:
    """Report success. Memories are derived: only the document behind one could be deleted, and this bank keeps them."""
    if memory_id.startswith("d-"):
        raise BadArgumentError(f"memory_id: the documents of this bank are kept, {memory_id!r:.60} too")
    return _compact({"success": True})


FUNCTIONS: Final[dict[str, Callable[..., str]]] = {
    function.__name__: function
    for function in (list_banks, list_mental_models, get_mental_model, list_memories, recall, delete_memory)
}


def _estimated_tokens(text: str) -> int:
    return len(text) * 2 // 5


def _escaped(value: Any) -> str:
    return json.dumps(value, indent=2)


def _indented(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
