"""The command line for a program that runs us: it writes the words to our stdin, and we end where that ends.

Words in a command line are there for every user of the machine to read, and the values of --env may be secrets. And
however the other program ends, an open stdin of ours ends with it: no server outlives what wanted it audited.
"""

import json
import os
import signal
import sys
import threading

from tool_audit.cli import main


def piped() -> int:
    """Read the words, one line of JSON, run them and return the exit code; stop where stdin ends before."""
    words = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_stop_at_the_end, daemon=True).start()
    return main(words)


def _stop_at_the_end() -> None:
    # not by sys.stdin: a thread that holds its lock upsets an interpreter that ends
    while os.read(0, 1024):
        continue
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(piped())
