"""A policy as a report would give it, and what stands on either side of a relay."""

import json

from tool_audit.guard.load import policy_of
from tool_audit.guard.relay import Relay
from tool_audit.measure import load_counter

COUNTER = load_counter()
SCHEMA = "tool-audit/guard/1"


def entry(arguments, chars, tokens):
    return {"arguments": arguments, "chars": chars, "tokens": tokens, "on": "2026-11-29"}


MODELS = {
    "arguments": ["detail", "limit", "query"],
    "lines": {"detail": {"required": True, "allowed": ["metadata", "summary"]}},
    "measured": [
        entry({}, 883_735, 351_234),
        entry({"detail": "full"}, 883_735, 351_234),
        entry({"detail": "summary"}, 16_769, 4_100),
        entry({"detail": "metadata"}, 941, 240),
    ],
}
NOTES = {
    "arguments": ["limit", "tags"],
    "lines": {"limit": {"most": 50}},
    "measured": [
        entry({}, 9_000, 2_000),
        entry({"limit": 50}, 40_000, 9_000),
        entry({"limit": 1_000}, 800_000, 180_000),
    ],
}


def document(**more):
    return {
        "schema": SCHEMA,
        "server": "memory",
        "ceiling": {"client": "claude-code", "cap_tokens": 2_000, "warn_tokens": 500},
        "tools": {"list_mental_models": MODELS, "list_notes": NOTES},
        **more,
    }


def policy(**more):
    return policy_of(document(**more), "guard.toml")


class Kept:
    """A log in a list."""

    def __init__(self):
        self.calls = []
        self.notes = []

    def call(self, entry):
        self.calls.append(entry)

    def note(self, text):
        self.notes.append(text)


def relay(log=None, clock=lambda: 0.0, **more):
    return Relay(policy(**more), COUNTER, log or Kept(), clock)


def line(method, params=None, request_id=1):
    message = {"jsonrpc": "2.0", "id": request_id, "method": method}
    return json.dumps(message if params is None else {**message, "params": params}).encode()


def call(name, arguments=None, request_id=1):
    return line("tools/call", {"name": name} | ({} if arguments is None else {"arguments": arguments}), request_id)


def answer(result, request_id=1):
    return json.dumps({"jsonrpc": "2.0", "id": request_id, "result": result}).encode()


def text(content, **more):
    return {"content": [{"type": "text", "text": content}], **more}
