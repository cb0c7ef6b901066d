"""A server behind a URL, as the guard reaches it: what comes is passed on as it came, what goes wrong is an error."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx2
import pytest
from guard.over_http import BOTH, WELCOME, in_front_of, listening, messages_of, run, value
from guard.policies import call, line

from tool_audit.errors import NotAuditedError
from tool_audit.guard.server_url import UrlServer


class Scripted:
    """A web server whose answers a test writes: what it got, and what it says to each."""

    def __init__(self, answer):
        self.got = []
        scripted = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                scripted.got.append((self.command, dict(self.headers), body))
                answer(self, json.loads(body) if body else None)

            do_GET = do_DELETE = do_POST  # noqa: N815  # the names that the library looks for

            def log_message(self, *args):
                pass

            def reply(self, status, body=b"", kind="application/json", **headers):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                for name, text in headers.items():
                    self.send_header(name.replace("_", "-"), text)
                self.end_headers()
                self.wfile.write(body)

        self.web = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.web.server_port}/mcp"

    def __enter__(self):
        Thread(target=self.web.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.web.shutdown()
        self.web.server_close()


ANSWER = b'{ "jsonrpc":"2.0", "id":1, "result":{"n":1.0e2, "text":"\\u00e9", "more":[ ]}, "unknown":1 }'


def test_an_answer_is_passed_on_as_it_came_whatever_carries_it():
    def answer(handler, message):
        if message is None:
            handler.reply(405)
        elif message["method"] == "as/json":
            handler.reply(200, ANSWER)
        else:
            data = ANSWER.replace(b", ", b",\ndata: ")
            handler.reply(200, b": hello\r\n\r\nid: 4\r\ndata: " + data + b"\r\n\r\n", "text/event-stream")

    async def story():
        with Scripted(answer) as web:
            async with in_front_of(UrlServer(web.url)) as client:
                assert await client.ask(line("as/json")) == ANSWER
                assert value(await client.ask(line("as/events"))) == value(ANSWER)
            assert web.got[0][2] == line("as/json")

    run(story)


@pytest.mark.parametrize(
    ("status", "headers", "told"),
    [
        (401, {}, "answered 401 Unauthorized; whoever runs the guard can give it credentials with --header"),
        (403, {}, "answered 403 Forbidden"),
        (404, {}, "answered 404 Not Found"),
        (429, {"Retry_After": "7"}, "answered 429 Too Many Requests, retry after 7"),
        (500, {}, "answered 500 Internal Server Error"),
        (307, {"Location": "http://127.0.0.2:1/mcp"}, "answered 307 Temporary Redirect"),
        (202, {}, "answered 202 without a message of the protocol"),
        (200, {}, "answered with something else than an answer"),
    ],
)
def test_a_status_is_an_error_of_the_request_and_says_nothing_of_our_credentials(status, headers, told):
    def answer(handler, message):
        body = json.dumps({"no": handler.headers.get("Authorization")}).encode()
        handler.reply(status, body, "text/html" if status == 202 else "application/json", **headers)

    async def story():
        with Scripted(answer) as web:
            async with in_front_of(UrlServer(web.url, {"Authorization": "Bearer s3cret"})) as client:
                error = value(await client.ask(line("initialize", WELCOME)))["error"]
                assert error["message"] == f"The server behind the guard {told}."
                assert web.got[0][1]["Authorization"] == "Bearer s3cret"
                assert client.ended is None

    run(story)


def test_no_server_at_all_is_an_error_of_the_request():
    async def story():
        async with in_front_of(UrlServer("http://127.0.0.1:9/mcp")) as client:
            error = value(await client.ask(line("initialize", WELCOME)))["error"]
            assert "did not answer: nothing listens there" in error["message"]

    run(story)


@pytest.mark.parametrize("url", ["ftp://127.0.0.1/mcp", "http://", "mcp"])
def test_what_is_no_address_is_told_at_once(url):
    with pytest.raises(NotAuditedError):
        UrlServer(url)


def test_a_session_is_kept_its_version_is_said_and_it_is_ended():
    def answer(handler, message):
        if message is None:
            handler.reply(200 if handler.command == "DELETE" else 405)
        elif message["method"] == "initialize":
            result = {"jsonrpc": "2.0", "id": message["id"], "result": {"protocolVersion": "2025-03-26"}}
            handler.reply(200, json.dumps(result).encode(), Mcp_Session_Id="s-1")
        elif "id" in message:
            handler.reply(200, b'{"jsonrpc":"2.0","id":1,"result":{}}')
        else:
            handler.reply(202)

    async def story():
        with Scripted(answer) as web:
            async with in_front_of(UrlServer(web.url)) as client:
                await client.ask(line("initialize", WELCOME))
                await client.asked.send(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
                await client.ask(line("ping"))
        told = [(command, head.get("mcp-session-id"), head.get("mcp-protocol-version")) for command, head, _ in web.got]
        assert told[0] == ("POST", None, None)
        assert set(told[1:]) == {(command, "s-1", "2025-03-26") for command in ("POST", "GET", "DELETE")}
        assert told[-1][0] == "DELETE"

    run(story)


def test_a_session_that_the_server_has_ended_ends_the_guard_with_an_error_to_what_waits():
    def answer(handler, message):
        if message and message["method"] == "initialize":
            handler.reply(200, b'{"jsonrpc":"2.0","id":1,"result":{}}', Mcp_Session_Id="s-1")
        else:
            error = {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "Session not found"}}
            handler.reply(404, json.dumps(error).encode())

    async def story():
        with Scripted(answer) as web:
            async with in_front_of(UrlServer(web.url)) as client:
                await client.ask(line("initialize", WELCOME))
                error = value(await client.ask(call("repeat", {}, 8)))
                assert error["id"] == 8
                assert "has ended the session: it answered 404 Not Found" in error["error"]["message"]
            assert "has ended the session" in client.ended

    run(story)


def test_a_stream_that_breaks_before_its_answer_is_taken_up_where_it_broke():
    def answer(handler, message):
        if message is not None:
            handler.reply(200, b"id: e-1\nretry: 1\ndata:\n\n", "text/event-stream")
        elif handler.headers.get("Last-Event-ID") == "e-1":
            note = b'id: e-2\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n'
            handler.reply(200, note, "text/event-stream")
        elif handler.headers.get("Last-Event-ID") == "e-2":
            handler.reply(200, b"data: " + ANSWER + b"\n\n", "text/event-stream")
        else:
            handler.reply(405)

    async def story():
        with Scripted(answer) as web:
            async with in_front_of(UrlServer(web.url)) as client:
                assert value(await client.ask(call("repeat")))["method"] == "notifications/progress"
                assert await client.told.receive() == ANSWER

    run(story)


def test_a_stream_that_breaks_for_good_is_an_error():
    def answer(handler, message):
        handler.reply(200, b"data: {}\n\n", "text/event-stream")

    async def story():
        with Scripted(answer) as web:
            async with in_front_of(UrlServer(web.url)) as client:
                error = value(await client.ask(call("repeat")))["error"]
                assert "ended its event stream before the answer" in error["message"]

    run(story)


def test_without_a_session_headers_repeat_what_the_message_says():
    def answer(handler, message):
        schema = {"type": "object", "properties": {"place": {"type": "string", "x-mcp-header": "Place"}}}
        result = {"tools": [{"name": "find", "inputSchema": schema}]} if message["method"] == "tools/list" else {}
        handler.reply(200, json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode())

    meta = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}

    async def story():
        with Scripted(answer) as web:
            async with in_front_of(UrlServer(web.url)) as client:
                await client.ask(line("tools/list", meta))
                await client.ask(line("tools/call", {"name": "find", "arguments": {"place": "Köln"}, **meta}))
        listed, called = (head for _, head, _ in web.got)
        assert (listed["mcp-protocol-version"], listed["mcp-method"]) == ("2026-07-28", "tools/list")
        assert (called["mcp-method"], called["mcp-name"]) == ("tools/call", "find")
        assert called["Mcp-Param-Place"] == "=?base64?S8O2bG4=?="

    run(story)


def test_a_redirect_within_the_server_is_followed_with_the_message():
    def answer(handler, message):
        if handler.path == "/mcp":
            handler.reply(307, Location="/mcp/")
        else:
            handler.reply(200, ANSWER)

    async def story():
        with Scripted(answer) as web:
            async with in_front_of(UrlServer(web.url)) as client:
                assert await client.ask(call("repeat")) == ANSWER

    run(story)


def test_a_large_answer_comes_through_whole(tmp_path):
    async def story():
        text = b'{"jsonrpc":"2.0","id":1,"result":{"contents":"' + b"x" * 20_000_000 + b'"}}'

        def answer(handler, message):
            handler.reply(200, b"data: " + text + b"\n\n", "text/event-stream")

        with Scripted(answer) as web:
            async with in_front_of(UrlServer(web.url)) as client:
                assert await client.ask(line("resources/read")) == text
            async with listening(lambda: UrlServer(web.url)) as log, httpx2.AsyncClient(timeout=30) as caller:
                begun = await caller.post(log.url, content=line("initialize", WELCOME), headers=BOTH)
                assert messages_of(begun) == [text]

    run(story)
