"""Content blocks of Anthropic's messages: what the results of tools hold, as a result of tools/call would hold it.

Source: the Messages API reference on docs.anthropic.com (tool_use, tool_result, MCP connector).
"""

from tool_audit.model import Json, Outcome, Replied
from tool_audit.model.traffic import Size
from tool_audit.transcripts.pieces import first_text, result_of
from tool_audit.transcripts.told_errors import over_the_cap, told_outcome


def outcome_of(block: Json) -> tuple[Outcome, Size | None]:
    """Return what a tool_result (or mcp_tool_result) block says became of its call."""
    content = block.get("content")
    result = result_of([_as_mcp(member) for member in content] if isinstance(content, list) else content)
    text = first_text(result["content"])
    if (capped := over_the_cap(text)) is not None:
        return capped
    if block.get("is_error") is True or text.startswith("<tool_use_error>"):
        return told_outcome(text, result), None
    return Replied(result=result), None


def _as_mcp(block: Json) -> Json:
    """Return the block as MCP has it; texts are the same in both."""
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
