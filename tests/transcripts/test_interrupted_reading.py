"""Ctrl-C while a long log is read: a clean end, and no half-written file."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path


def test_a_long_log_can_be_interrupted(tmp_path: Path):
    pipe = subprocess.Popen(
        [sys.executable, "-m", "tool_audit", "sli", "-", "--no-config", "--output=json=out.json", "--output=terminal"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert pipe.stdin is not None
    for number in range(2_000):
        call = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "get", "arguments": {}}}
        reply = {"jsonrpc": "2.0", "id": number, "result": {"content": [{"type": "text", "text": f"reply {number}"}]}}
        pipe.stdin.write(f"{json.dumps(call)}\n{json.dumps(reply)}\n".encode())
    pipe.stdin.flush()
    time.sleep(1.5)  # it waits for more of the log
    pipe.send_signal(signal.SIGINT)
    told, errors = pipe.communicate(timeout=20)
    assert pipe.returncode == 130, errors
    assert b"Traceback" not in errors
    assert told == b""
    assert list(tmp_path.iterdir()) == []
