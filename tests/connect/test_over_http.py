"""Over HTTP the same holds as over stdio: raw replies, limits, fresh sessions, one clear message at the start."""

import subprocess
import sys
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from time import monotonic

import pytest
from hostile_servers import HOSTILE, QUICK, within

from tool_audit.connect.limits import ConnectLimits
from tool_audit.discover import discover
from tool_audit.errors import NotAuditedError
from tool_audit.model import Disconnected, NoReply, Refused, Replied, ServerSpec, TimedOut, TooLarge, TransportKind


@pytest.fixture
def web():
    """The address of a running hostile web server."""
    with subprocess.Popen(
        [sys.executable, str(HOSTILE / "web.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.kill()


def at(url, kind=TransportKind.HTTP, **fields):
    return ServerSpec(name="web", transport=kind, url=url, **fields)


def answer(web, tool, arguments=None, limits=QUICK):
    """The reply to a call, what came of a plain call after it, and the restarts."""

    async def story(connection):
        first = await connection.call_tool(tool, arguments or {})
        second = await connection.call_tool("plain", {})
        assert second.outcome == Replied(result={"content": [{"type": "text", "text": "z"}]})
        return first, connection.restarts

    return within(at(f"{web}/mcp"), story, limits)


FAR = "Fri, 31 Dec 2100 23:59:59 GMT"
PLAIN = Replied(result={"content": [{"type": "text", "text": "z"}]})


@pytest.mark.parametrize(
    ("tool", "outcome"),
    [
        ("plain", PLAIN),
        ("list", Replied(result=[1, 2])),
        ("events", PLAIN),
        ("events_list", Replied(result=[1, 2])),
        ("gzip", PLAIN),
        ("other_id", Replied(result={"content": []})),
        ("error_status", Refused(code=-32602, message="bad arguments")),
        ("busy", NoReply(reason="429 Too Many Requests, retry after 7000: slow down")),
        ("closed_for_now", NoReply(reason=f"503 Service Unavailable, retry after {FAR}: back tomorrow")),
    ],
)
def test_a_reply_comes_out_as_it_was_sent_and_the_session_goes_on(web, tool, outcome):
    reply, restarts = answer(web, tool)
    assert reply.outcome == outcome
    assert restarts == 0


def test_calls_that_are_answered_by_streams_have_one_connection(web):
    async def story(connection):
        return {str((await connection.call_tool("ending_events", {})).outcome) for _ in range(3)}

    assert len(within(at(f"{web}/mcp"), story)) == 1


def test_the_end_of_a_stream_is_awaited_until_one_does_not_come(web):
    async def story(connection):
        ends = []
        for tool in ("events", "events_and_more", "events_and_more"):
            reply = await connection.call_tool(tool, {})
            assert reply.outcome == PLAIN
            ends.append(connection._session.channel._habit.ends)
        return ends, connection.restarts

    assert within(at(f"{web}/mcp"), story) == ([True, False, False], 0)


def test_a_large_reply_in_an_event_is_received_whole(web):
    reply, _ = answer(web, "events", {"size": 3_000_000})
    assert len(reply.outcome.result["content"][0]["text"]) == 3_000_000
    assert reply.bytes > 3_000_000


@pytest.mark.parametrize("tool", ["plain", "events", "endless_events", "bomb", "gzip"])
def test_a_reply_over_the_limit_is_not_read_further(web, tool):
    reply, restarts = answer(web, tool, {"size": 3_000_000}, replace(QUICK, max_reply_bytes=2_000_000))
    assert reply.outcome == TooLarge(limit=2_000_000)
    assert restarts == 1


@pytest.mark.parametrize("tool", ["cut", "cut_events"])
def test_a_connection_lost_in_a_reply_is_its_outcome_and_the_next_call_works(web, tool):
    reply, _ = answer(web, tool)
    assert isinstance(reply.outcome, Disconnected)


def test_no_answer_is_a_timeout_and_the_next_call_gets_a_new_session(web):
    reply, restarts = answer(web, "mute", limits=replace(QUICK, call_timeout=0.5))
    assert reply.outcome == TimedOut(limit=0.5)
    assert restarts == 1


@pytest.mark.parametrize("tool", ["trickle", "endless_log", "endless_comments"])
def test_an_answer_that_never_ends_is_a_timeout(web, tool):
    reply, restarts = answer(web, tool, limits=replace(QUICK, call_timeout=1))
    assert reply.outcome == TimedOut(limit=1)
    assert reply.seconds < 5
    assert restarts == 1


@pytest.mark.parametrize("told", [True, False])
def test_a_server_that_turns_us_away_for_now_is_asked_again_when_it_wants_us_to(web, told):
    began = monotonic()
    reply, restarts = answer(web, "busy_once", {"told": told})
    assert reply.outcome == PLAIN
    assert 2 <= monotonic() - began < 20
    assert restarts == 0


def test_a_redirect_within_the_server_is_followed(web):
    async def story(connection):
        return await connection.call_tool("plain", {})

    assert within(at(f"{web}/moved"), story).outcome == PLAIN


class Recorder(BaseHTTPRequestHandler):
    """Another host, which notes what it is asked."""

    def do_POST(self):
        self.server.asked.append(dict(self.headers))
        self.send_response(200)
        self.end_headers()

    do_GET = do_POST  # noqa: N815

    def log_message(self, *args):
        pass


def test_a_redirect_to_another_server_is_not_followed_and_takes_no_credentials_there(web):
    spec_headers = {"Authorization": "Bearer abc-secret", "X-Api-Key": "k-5678-secret"}
    with HTTPServer(("127.0.0.1", 0), Recorder) as other:
        other.asked = []
        Thread(target=other.serve_forever, daemon=True).start()
        to = f"http://127.0.0.1:{other.server_port}/mcp"

        async def story(connection):
            return [await connection.call_tool("elsewhere", {"to": to}), await connection.call_tool("plain", {})]

        moved, plain = within(at(f"{web}/mcp", headers=spec_headers), story)
        other.shutdown()
    assert other.asked == []
    assert isinstance(moved.outcome, Refused)
    assert "not followed" in moved.outcome.message
    assert plain.outcome == PLAIN


def test_a_call_in_an_expired_session_is_made_again_in_a_new_one(web):
    reply, restarts = answer(web, "expires")
    assert reply.outcome == Replied(result={"content": [], "structuredContent": {"sessions": 2}})
    assert restarts == 1


def test_a_url_that_speaks_only_the_older_sse_is_spoken_to_in_it(web):
    async def story(connection):
        listing = await discover(connection)
        return listing, await connection.call_tool("x", {"size": 2_000_000})

    for kind in (TransportKind.HTTP, TransportKind.SSE):
        listing, reply = within(at(f"{web}/sse", kind), story)
        assert (listing.name, listing.transport) == ("web", TransportKind.SSE)
        assert len(reply.outcome.result["content"][0]["text"]) == 2_000_000


def failure(spec, limits=QUICK):
    async def story(connection):
        raise AssertionError("it was let in")

    with pytest.raises(NotAuditedError) as caught:
        within(spec, story, limits)
    return caught.value


@pytest.mark.parametrize(
    ("path", "message", "hint"),
    [
        ("/401", "answered 401: it wants authentication.", "--header 'Authorization: Bearer"),
        ("/403", "answered 403: it does not let us in.", "--header 'Authorization: Bearer"),
        ("/404", "answered 404: there is nothing at this path.", "/mcp"),
        ("/405", "answered 405 to streamable HTTP, and does not speak the older SSE either.", "/mcp"),
        ("/429", "answered 429: too many requests.", "wait"),
        ("/500", "answered 500: the server failed", "log"),
        ("/503", "answered 503: the server failed", "log"),
        ("/html", "is no MCP server: it answered with a body of text/html", "/mcp"),
        ("/text", "is no MCP server: its reply could not be read: not valid JSON", "/mcp"),
        ("/json", "is no MCP server: it answered with JSON that is no JSON-RPC message", "/mcp"),
        ("/away", "Redirect to http://localhost:1/mcp not followed", "/mcp"),
    ],
)
def test_what_is_no_server_gets_one_clear_message_without_the_query(web, path, message, hint):
    error = failure(at(f"{web}{path}?token=abc-secret"))
    assert message in error.message
    assert hint in error.hint
    assert f"{web}{path}" in error.message
    assert "abc-secret" not in error.message + error.hint + repr(error.detail)


def test_a_mute_url_is_given_the_start_timeout_and_no_more(web):
    error = failure(at(f"{web}/mute"), ConnectLimits(start_timeout=1.0))
    assert error.message == f"{web}/mute did not answer our greeting within 1 s."


def test_a_port_where_nothing_listens_says_so():
    assert "the connection was refused" in failure(at("http://127.0.0.1:1/mcp")).message


def test_a_port_that_speaks_no_tls_says_so(web):
    assert "the TLS connection failed" in failure(at(f"{web}/mcp".replace("http:", "https:"))).message


def test_a_proxy_in_the_environment_does_not_stand_between_us_and_this_machine(web, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    assert answer(web, "plain")[0].outcome == PLAIN
