"""Over HTTP the same holds as over stdio: raw replies, limits, fresh sessions, one clear message at the start."""

import subprocess
import sys
from dataclasses import replace

import pytest
from hostile_servers import HOSTILE, QUICK, within

from tool_audit.connect import ConnectLimits
from tool_audit.discover import discover
from tool_audit.errors import NotAuditedError
from tool_audit.model import Disconnected, Refused, Replied, ServerSpec, TimedOut, TooLarge, TransportKind


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
        ("busy", Refused(code=429, message="429 Too Many Requests, retry after 7: slow down")),
    ],
)
def test_a_reply_comes_out_as_it_was_sent_and_the_session_goes_on(web, tool, outcome):
    reply, restarts = answer(web, tool)
    assert reply.outcome == outcome
    assert restarts == 0


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
