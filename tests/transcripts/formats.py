"""The small logs of fixtures/sessions, and which of the readers knows each."""

import json
from pathlib import Path

from sessions import Claude

from tool_audit.transcripts.readers import READERS

FOLDER = Path(__file__).parents[2] / "fixtures" / "sessions"


def sample(name):
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


def known_by(documents):
    return [reader.name for reader in READERS if reader.recognises(documents)]


TRAFFIC = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}'
"""A text that speaks of another format, as any session may hold one."""
FOREIGN = [
    Claude().asks(TRAFFIC).says(TRAFFIC).calls("mcp__notes__read", "toolu_0123456789", id="n-1").lines,
    [
        {"timestamp": "2026-03-04T10:00:00Z", "type": "session_meta", "payload": {"id": "r1", "cwd": "/"}},
        {
            "timestamp": "2026-03-04T10:00:00Z",
            "type": "event_msg",
            "payload": {"type": "user_message", "message": TRAFFIC},
        },
        {"type": "response_item", "payload": {"type": "function_call_output", "call_id": "c", "output": TRAFFIC}},
    ],
    [
        {
            "request": {
                "model": "m",
                "messages": [{"role": "user", "content": TRAFFIC}],
                "tools": [{"name": "read", "input_schema": {"type": "object"}}],
            },
            "response": {
                "type": "message",
                "role": "assistant",
                "content": [{"type": "tool_use", "id": "toolu_1", "name": "read", "input": {}}],
            },
        }
    ],
    [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "x"}]}],
    [{"level": "info", "msg": "started", "time": "2026-03-04T10:00:00Z"}],
    [{"model": "text-embedding", "input": "tea"}, {"model": "text-embedding", "input": ["tea"]}],
    [{"name": "x", "version": "1", "jsonrpc": "2.0"}, {"from": "a", "method": "tools/build"}],
    [{"request": {"method": "GET"}, "response": {"status": 200}}, {"instruction": "a", "input": "b", "output": "c"}],
    [None, 1, "x", [], {}, [[]], {"messages": []}, {"choices": []}, {"input": []}, {"resourceSpans": None}],
]
"""Files of formats that none of the readers tested here may take."""
