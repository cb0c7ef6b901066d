"""The servers that benchmarks call: `servers.py large MIB`, `sleeping SECONDS TOOLS`, `web MIB json|sse`."""

import json
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "fixtures"))

from checked import tool
from stdio_server import definition, serve, text_result

ROW = '{"id": "m-%07d", "이름": "기억 하나", "text": "what was said, and what was meant by it", "score": 0.5}'


def text_of(mib: float) -> str:
    """A JSON list of so many MiB as UTF-8."""
    wanted, row = int(mib * 2**20), ROW % 0
    count = max(1, wanted // (len(row.encode()) + 2))
    return "[" + ", ".join(ROW % number for number in range(count)) + "]"


def large(mib: str) -> None:
    """One tool that answers with a large text."""
    text = text_of(float(mib))
    serve("large", {"get_large": (definition("Get a large text."), lambda _: text)})


def sleeping(seconds: str, tools: str) -> None:
    """Lists, each of which sleeps before it answers; every one has a limit and pages, and refuses what does not fit.

    A server that ended on such a call would be started again each time, and the time of that is not the audit's.
    """
    limit = {"type": "integer", "minimum": 1, "maximum": 50, "default": 10, "description": "How many."}
    offset = {"type": "integer", "minimum": 0, "default": 0, "description": "How many to pass over."}

    def answer(arguments: dict) -> str:
        first, count = arguments["offset"], arguments["limit"]
        rows = range(200)[first : first + count]
        return json.dumps([{"id": f"t-{n}", "name": f"thing {n}"} for n in rows])

    described, checked = tool(answer, "List things of one kind.", {"limit": limit, "offset": offset})

    def slowly(arguments: dict) -> str:
        time.sleep(float(seconds))  # before a refusal, too
        return checked(arguments)

    serve("sleeping", {f"list_{number:02}": (described, slowly) for number in range(int(tools))})


def web(mib: str, form: str) -> None:
    """The large text over streamable HTTP; the port is the first line of stdout."""
    text = text_of(float(mib))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Say nothing."""

        def do_GET(self) -> None:
            """Offer no stream."""
            self.send_response(405)
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_DELETE = do_GET

        def do_POST(self) -> None:
            """Answer a request."""
            message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if "id" not in message:
                self.send_response(202)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": self._result(message)}).encode()
            if form == "sse":
                body = b"event: message\ndata: " + body + b"\n\n"
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream" if form == "sse" else "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def _result(self, message: dict) -> dict:
            if message["method"] == "initialize":
                version = message["params"]["protocolVersion"]
                about = {"name": "web", "version": "1"}
                return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": about}
            if message["method"] == "tools/list":
                return {"tools": [{"name": "get_large", **definition("Get a large text.")}]}
            return text_result(text)

    server = HTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    {"large": large, "sleeping": sleeping, "web": web}[sys.argv[1]](*sys.argv[2:])
