"""What a server's definitions cost in every turn adds up."""

import json

from tool_audit.measure import load_counter, measure_definitions
from tool_audit.model import ABSENT, Listing, ToolSpec, TransportKind

COUNTER = load_counter()


def listing(*tools: ToolSpec, instructions: str = "") -> Listing:
    return Listing(
        name="s", version="1", protocol="", transport=TransportKind.STDIO, tools=tools, instructions=instructions
    )


def tool(name: str, schema: object) -> ToolSpec:
    return ToolSpec(name=name, description="설명", input_schema=schema, raw={"title": "not counted"})


def test_chars_are_those_of_the_compact_array_and_tokens_add_up_by_tool() -> None:
    schemas = {"a": {"type": "object"}, "b": {"type": "object", "properties": {"x": {"type": "string"}}}}
    found = measure_definitions(listing(*(tool(*pair) for pair in schemas.items())), COUNTER)
    array = [{"name": name, "description": "설명", "inputSchema": schema} for name, schema in schemas.items()]
    assert found.chars == len(json.dumps(array, ensure_ascii=False, separators=(",", ":")))
    assert list(found.by_tool) == ["a", "b"]
    assert found.tokens == sum(found.by_tool.values())
    assert found.by_tool["b"] > found.by_tool["a"] > 0


def test_a_missing_schema_and_a_name_used_twice_are_survived() -> None:
    found = measure_definitions(listing(tool("a", ABSENT), tool("a", None)), COUNTER)
    assert list(found.by_tool) == ["a"]
    assert found.tokens == found.by_tool["a"]


def test_no_tools_and_instructions() -> None:
    found = measure_definitions(listing(instructions="Call list first."), COUNTER)
    assert (found.chars, found.tokens, found.instructions_tokens) == (2, 0, COUNTER.count("Call list first."))
