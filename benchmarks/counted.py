"""A server behind a counter: `counted.py LOG COMMAND ARG...` passes every byte on, and logs which tools are called."""

import json
import subprocess
import sys
import threading
from pathlib import Path


def main() -> None:
    """Pass on stdin line by line; the server writes to our stdout itself."""
    log, *command = sys.argv[1:]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process, Path(log).open("a", encoding="utf-8") as names:

        def pass_on() -> None:
            for line in sys.stdin.buffer:
                _note(line, names)
                process.stdin.write(line)
                process.stdin.flush()
            process.stdin.close()

        threading.Thread(target=pass_on, daemon=True).start()
        sys.exit(process.wait())


def _note(line: bytes, names: object) -> None:
    try:
        message = json.loads(line)
    except ValueError:
        return
    if isinstance(message, dict) and message.get("method") == "tools/call":
        names.write(f"{message['params'].get('name')}\n")
        names.flush()


if __name__ == "__main__":
    main()
