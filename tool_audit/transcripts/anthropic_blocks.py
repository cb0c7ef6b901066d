"""Content blocks of Anthropic's messages: what the results of tools hold, as a result of tools/call would hold it.

Source: the Messages API reference on docs.anthropic.com (tool_use, tool_result, MCP connector).
"""

from typing import Final

from tool_audit.model import Json, Outcome, Replied
from tool_audit.model.traffic import Size
from tool_audit.transcripts.told_errors import over_the_cap, told_outcome

_NO_CONTENT: Final[Json] = {"content": []}


def outcome_of(block: Json) -> tuple[Outcome, Size | None]:
    """Return what a tool_result (or mcp_tool_result) block says became of its call."""
    content = block.get("content")
    if isinstance(content, str):
        text, result = content, {"content": [{"type": "text", "text": content}]}
    elif isinstance(content, list):
        blocks = [_as_mcp(member) for member in content]
        text, result = _first_text(blocks), {"content": blocks}
    else:
        text, result = "", _NO_CONTENT if content is None else {"content": [content]}
    if (capped := over_the_cap(text)) is not None:
        return capped
    if block.get("is_error") is True or text.startswith("<tool_use_error>"):
        return told_outcome(text, result), None
    return Replied(result=result), None


def _first_text(blocks: list[Json]) -> str:
    for block in blocks:
        if isinstance(block, dict) and isinstance(text := block.get("text"), str):
            return text
    return ""


def _as_mcp(block: Json) -> Json:
    """Return the block as MCP has it; texts are the same in both."""
    if isinstance(block, str):
        return {"type": "text", "text": block}
    if not isinstance(block, dict) or block.get("type") == "text":
        return block
    source = block.get("source")
    if isinstance(source, dict) and isinstance(data := source.get("data"), str):
        if source.get("type") == "text":
            return {"type": "text", "text": data}
        mime = source.get("media_type")
        if block.get("type") == "image":
            return {"type": "image", "data": data, "mimeType": mime if isinstance(mime, str) else ""}
        return {"type": "resource", "resource": {"uri": "", "blob": data, "mimeType": mime}}
    return block
