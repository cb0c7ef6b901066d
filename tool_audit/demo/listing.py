"""What the bank's tools/list says, and the check of a call's arguments against it."""

from collections.abc import Mapping
from typing import Any, Final

from tool_audit.demo.mental_models import DETAILS
from tool_audit.demo.prose import TAGS
from tool_audit.demo.tools import BadArgumentError

_READS: Final = {"readOnlyHint": True, "openWorldHint": False}
_TYPES: Final = {"string": str, "integer": int}


def _tool(
    name: str,
    description: str,
    properties: dict[str, dict[str, Any]],
    *,
    required: tuple[str, ...] = (),
    annotations: dict[str, bool] | None = None,
) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        schema["required"] = list(required)
    tool: dict[str, Any] = {"name": name, "description": description, "inputSchema": schema}
    if annotations is not None:
        tool["annotations"] = annotations
    return tool


TOOLS: Final = (
    # no annotations: this one is older than they are
    _tool("list_banks", "List the memory banks on this server with the number of records in each.", {}),
    _tool(
        "list_mental_models",
        "List the mental models of the bank: what was concluded from its memories, by subject.",
        {
            "detail": {
                "type": "string",
                "enum": list(DETAILS),
                "default": "full",
                "description": "How much of each mental model to return.",
            },
        },
        annotations=_READS,
    ),
    _tool(
        "get_mental_model",
        "Get one mental model: its summary and the titles of its sections.",
        {"model_id": {"type": "string", "description": "The id of a mental model, as list_mental_models gives it."}},
        required=("model_id",),
        annotations=_READS,
    ),
    _tool(
        "list_memories",
        "List the memories of the bank, newest first.",
        {
            "limit": {
                "type": "integer",
                "minimum": 1,
                "default": 100,
                "description": "How many memories to return.",
            },
            "tag": {"type": "string", "enum": list(TAGS), "description": "Only memories with this tag."},
        },
        annotations=_READS,
    ),
    _tool(
        "recall",
        "Search the memories of the bank by meaning and return those that are most like the query.",
        {
            "query": {"type": "string", "examples": ["결제"], "description": "What to look for, in any words."},
            "max_tokens": {
                "type": "integer",
                "minimum": 1,
                "default": 4096,
                "description": "Budget for the returned memories, in tokens.",
            },
        },
        required=("query",),
        annotations=_READS,
    ),
    _tool(
        "delete_memory",
        "Delete a memory from the bank.",
        {"memory_id": {"type": "string", "description": "The id of the memory."}},
        required=("memory_id",),
        annotations={"readOnlyHint": False, "destructiveHint": True, "openWorldHint": False},
    ),
)


def checked(tool: Mapping[str, Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments that the tool knows, defaults filled in. Raises BadArgumentError for a bad one.

    Unknown arguments are left out without a word, as many a framework does.
    """
    schema = tool["inputSchema"]
    known: dict[str, Any] = {}
    for name, rule in schema["properties"].items():
        if name in arguments:
            known[name] = _good(name, rule, arguments[name])
        elif name in schema.get("required", ()):
            raise BadArgumentError(f"{name}: is required; {rule['description']}")
        elif "default" in rule:
            known[name] = rule["default"]
    return known


def _good(name: str, rule: Mapping[str, Any], value: Any) -> Any:
    wanted = rule["type"]
    if wanted == "integer" and isinstance(value, float) and value.is_integer():
        value = int(value)  # 5.0 is an integer in JSON Schema
    if not isinstance(value, _TYPES[wanted]) or isinstance(value, bool):
        raise BadArgumentError(f"{name}: must be of type {wanted}, not {value!r:.60}")
    if "enum" in rule and value not in rule["enum"]:
        raise BadArgumentError(f"{name}: must be one of {', '.join(rule['enum'])}, not {value!r:.60}")
    if "minimum" in rule and value < rule["minimum"]:
        raise BadArgumentError(f"{name}: must be {rule['minimum']} or more, not {value!r:.60}")
    return value
