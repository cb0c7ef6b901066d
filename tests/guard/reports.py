"""JSON reports made by hand: what `guard init` reads of them, and the least that the schema wants beside it."""

import json

ALL_OUT = object()
POLICY = {
    "cap_tokens": 25_000,
    "cap_chars": 50_000,
    "cap_bytes": None,
    "cap_lines": None,
    "warn_tokens": 10_000,
    "counted": "reply",
    "raised_by": "",
}


def swept(sent, chars, **more):
    """One call of a sweep; ALL_OUT where the argument was left out."""
    value = {"left_out": True} if sent is ALL_OUT else {"sent": sent}
    return {**value, "chars": chars, "tokens": None if chars is None else chars // 4, "outcome": "replied", **more}


def sweep(argument, kind, *calls, members=()):
    """The calls of one argument, the default one left to `tool`."""
    return {"argument": argument, "kind": kind, "members": list(members), "calls": list(calls)}


def tool(name, chars, *sweeps, arguments=None, declared=None, **more):
    """A measured tool whose default reply has so many characters."""
    reply = {
        "chars": chars,
        "tokens": chars // 4,
        "media_chars": 0,
        "bytes": chars,
        "items": None,
        "outcome": "replied",
        "arguments": arguments or {},
    }
    whole = []
    for one in sweeps:
        sent = (arguments or {}).get(one["argument"], ALL_OUT)
        whole.append({**one, "calls": [swept(sent, chars), *one["calls"]]})
    return {
        "name": name,
        "default": reply,
        "smallest": reply,
        "largest": reply,
        "ratio": None,
        "declared": declared or list(dict.fromkeys([*(arguments or {}), *(one["argument"] for one in sweeps)])),
        "sweeps": whole,
        "serialization": None,
        "clients": {},
        **more,
    }


def server(*tools, name="notes", **more):
    """An audited server."""
    return {
        "name": name,
        "configured_name": name,
        "version": "1",
        "protocol": "2025-06-18",
        "transport": "stdio",
        "definitions": {"chars": 1, "tokens": 1},
        "coverage": {
            "listed": len(tools),
            "measured": len(tools),
            "refused": [],
            "unmeasured": [],
            "calls": 1,
            "varied": 0,
        },
        "remarks": [],
        "tools": list(tools),
        "findings": [],
        "errors": [],
        **more,
    }


def report(*servers, **more):
    """A report of these servers."""
    return {
        "schema": "tool-audit/report/1",
        "version": "0.1.0",
        "date": "2026-11-29",
        "client": "claude-code",
        "policy": POLICY,
        "tokenizer": "o200k_base, exact (toktok-rs 0.3.0)",
        "servers": list(servers),
        "failures": [],
        "verdict": {
            "exit_code": 0,
            "fail_on": "error",
            "counts": {"error": 0, "warning": 0, "info": 0},
            "reason": "",
        },
        **more,
    }


def saved(folder, document, name="report.json"):
    """Save it, and return where."""
    path = folder / name
    path.write_text(json.dumps(document), encoding="utf-8")
    return path
