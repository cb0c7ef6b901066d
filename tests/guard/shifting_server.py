"""A server whose tools and replies are read from a file at each start: `shifting_server.py FILE`.

{"tools": {"list_models": {"properties": {...}, "required": [...], "reads": true,
           "chars": [[{"detail": "full"}, 90000], ...], "otherwise": 50}}}: how long the reply to each call is;
-1 is an error. Every call is noted in FILE.calls.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "fixtures"))

from stdio_server import READS, ToolError, definition, serve

FILE = Path(sys.argv[1])
STATE = json.loads(FILE.read_text(encoding="utf-8"))


def tool(name, told):
    def answer(arguments):
        with FILE.with_name(FILE.name + ".calls").open("a") as calls:
            calls.write(json.dumps([name, arguments]) + "\n")
        chars = next((size for sent, size in told.get("chars", []) if sent == arguments), told.get("otherwise", 50))
        if chars < 0:
            raise ToolError("detail must be one of metadata, summary")
        return ("word " * (chars // 5 + 1))[:chars]

    annotations = READS if told.get("reads", True) else {"readOnlyHint": False, "destructiveHint": True}
    entry = definition(
        told.get("description", f"{name}: get it."),
        told.get("properties"),
        required=told.get("required", ()),
        annotations=annotations,
    )
    return entry, answer


if __name__ == "__main__":
    serve("shifting", {name: tool(name, told) for name, told in STATE["tools"].items()})
