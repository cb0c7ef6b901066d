"""What a model pays in every turn for a server's tools, before it calls any."""

from tool_audit.measure.payload import compact
from tool_audit.measure.tokens import TokenCounter
from tool_audit.model import ABSENT, Definitions, Listing, ToolSpec


def measure_definitions(listing: Listing, counter: TokenCounter) -> Definitions:
    """Return the size of all definitions as one compact JSON array, and the tokens of each tool (which add up).

    Tools that share a name share an entry.
    """
    texts = [(tool.name, _definition(tool)) for tool in listing.tools]
    by_tool: dict[str, int] = {}
    for name, text in texts:
        by_tool[name] = by_tool.get(name, 0) + counter.count(text)
    return Definitions(
        chars=sum(len(text) for _, text in texts) + max(0, len(texts) - 1) + 2,
        tokens=sum(by_tool.values()),
        by_tool=by_tool,
        instructions_tokens=counter.count(listing.instructions),
    )


def _definition(tool: ToolSpec) -> str:
    schema = {} if tool.input_schema is ABSENT else {"inputSchema": tool.input_schema}
    return compact({"name": tool.name, "description": tool.description} | schema)
