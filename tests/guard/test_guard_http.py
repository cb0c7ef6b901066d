"""The guard as a server over HTTP, and in front of servers over HTTP: real servers and real clients, on loopback."""

import json
import sys
from contextlib import asynccontextmanager

import anyio
import httpx2
import pytest
from guard.over_http import (
    BOTH,
    INITIALIZE,
    KINDS,
    ONLY_JSON,
    lines_of,
    listening,
    maker,
    messages_of,
    noted,
    run,
    served,
    transport,
    value,
)
from guard.policies import call, line
from mcp.client.client import Client
from mcp_types import CreateMessageResult, ElicitResult, TextContent

from tool_audit.errors import UsageError
from tool_audit.guard.listen import address_of
from tool_audit.guard.server_process import ProcessServer
from tool_audit.guard.server_url import UrlServer

URLS = KINDS[1:]
MODES = ["legacy", "auto"]


async def sampled(context, params):
    return CreateMessageResult(role="assistant", content=TextContent(type="text", text="blue"), model="m")


async def elicited(context, params):
    return ElicitResult(action="accept", content={"colour": "green"})


def client_of(target, **more):
    return Client(target, sampling_callback=sampled, elicitation_callback=elicited, **more)


@asynccontextmanager
async def guarded_over_http(kind, notes, **more):
    with maker(kind, notes) as make:
        async with listening(make) as log, client_of(log.url, **more) as client:
            yield client


@asynccontextmanager
async def guarded_on_stdio(kind, notes, **more):
    with served(kind, notes) as url:
        async with client_of(transport(UrlServer(url)), **more) as client:
            yield client


WAYS = [(guarded_over_http, kind) for kind in KINDS] + [(guarded_on_stdio, kind) for kind in URLS]


async def story_of(client):
    """What a client sees of a server: all that answers alike each time."""
    seen = [await client.list_tools()]
    for name, arguments in [
        ("repeat", {"text": "é\u2028z", "times": 3}),
        ("repeat", {"text": "x", "times": 40_000}),
        ("repeat", {"times": "many"}),
        ("no_such_tool", {}),
        ("list_mental_models", {"detail": "metadata"}),
    ]:
        seen.append(await client.call_tool(name, arguments))
    return [one.model_dump_json(by_alias=True) for one in seen]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("way", "kind"), WAYS)
def test_every_answer_that_is_not_refused_is_the_one_of_the_server(tmp_path, way, kind, mode):
    async def story():
        with served("events", tmp_path / "direct") as url:
            async with client_of(url, mode=mode) as client:
                direct = await story_of(client)
        async with way(kind, tmp_path / "notes", mode=mode) as client:
            guarded = await story_of(client)
        assert guarded[1:] == direct[1:]
        tools = {tool["name"]: tool for tool in json.loads(guarded[0])["tools"]}
        assert tools["list_mental_models"]["inputSchema"]["required"] == ["detail"]
        untouched = [tool for tool in json.loads(direct[0])["tools"] if tool["name"] != "list_mental_models"]
        assert [tool for name, tool in tools.items() if name != "list_mental_models"] == untouched

    run(story)


@pytest.mark.parametrize(("way", "kind"), WAYS)
def test_a_refused_call_never_reaches_the_server_and_one_that_fits_does(tmp_path, way, kind):
    async def story():
        async with way(kind, tmp_path / "notes") as client:
            for arguments in ({}, {"detail": "full"}, {"detail": None}, {"Detail": "full"}, {"details": 1}):
                refused = await client.call_tool("list_mental_models", arguments)
                assert refused.is_error
                assert refused.structured_content["error"] in {"unbounded-call", "unknown-argument"}
            fits = await client.call_tool("list_mental_models", {"detail": "metadata"})
            assert not fits.is_error
        assert lines_of(tmp_path / "notes") == ["list_mental_models metadata"]

    run(story)


@pytest.mark.parametrize(("way", "kind"), [(way, kind) for way, kind in WAYS if kind != "json"])
def test_progress_sampling_and_elicitation_pass_both_ways(tmp_path, way, kind):
    async def story():
        heard = []

        async def hear(progress, total, message):
            heard.append((progress, total, message))

        async with way(kind, tmp_path / "notes", mode="legacy") as client:
            await client.call_tool("count", {"upto": 3}, progress_callback=hear)
            modelled = await client.call_tool("ask_the_model", {"question": "which?"})
            used = await client.call_tool("ask_the_user", {"question": "which?"})
        assert heard == [(0, 3, "at 0"), (1, 3, "at 1"), (2, 3, "at 2")]
        assert modelled.content[0].text == "it said blue"
        assert used.content[0].text == "accept green"

    run(story)


# a server that answers in JSON does not see that its caller has left
@pytest.mark.parametrize(
    ("way", "kind", "mode"),
    [(*way, mode) for way in WAYS for mode in MODES if (way[1], mode) != ("json", "auto")],
)
def test_a_call_that_is_given_up_is_cancelled_at_the_server_while_others_go_on(tmp_path, way, kind, mode):
    notes = tmp_path / "notes"

    async def story():
        async with way(kind, notes, mode=mode) as client:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(client.call_tool, "wait", {})
                await noted(notes, "waits")
                assert (await client.call_tool("repeat", {"text": "a"})).content[0].text == "a"
                tasks.cancel_scope.cancel()
            await noted(notes, "cancelled")

    run(story)


@pytest.mark.parametrize("kind", KINDS)
def test_the_messages_of_two_clients_do_not_meet(tmp_path, kind):
    async def story():
        with maker(kind, tmp_path / "notes") as make:
            async with listening(make) as log, client_of(log.url) as one, client_of(log.url) as other:
                answers = {}

                async def ask(client, text):
                    answers[text] = (await client.call_tool("repeat", {"text": text})).content[0].text

                async with anyio.create_task_group() as tasks:
                    for number in range(20):
                        tasks.start_soon(ask, (one, other)[number % 2], f"t{number}")
        assert answers == {text: text for text in answers}
        assert len(answers) == 20

    run(story)


# ---- as a server over HTTP, byte for byte


@asynccontextmanager
async def poster(tmp_path, make=None, **more):
    """A way to post to a guard, in a session that has begun."""
    with maker("stdio", tmp_path / "notes") as usual:
        async with listening(make or usual, **more) as log, httpx2.AsyncClient(timeout=30) as client:
            begun = await client.post(log.url, content=INITIALIZE, headers=BOTH)
            session = {"mcp-session-id": begun.headers.get("mcp-session-id", "")}

            async def post(content, headers=BOTH, url=log.url, **named):
                return await client.post(url, content=content, headers={**headers, **(session | named)})

            post.log, post.client, post.session, post.begun = log, client, session, begun
            yield post


def test_an_answer_comes_as_an_event_or_as_json_as_the_caller_accepts_it_and_notes_get_202(tmp_path):
    async def story():
        async with poster(tmp_path) as post:
            assert (await post(line("notifications/initialized", {}).replace(b'"id": 1, ', b""))).status_code == 202
            asked = call("repeat", {"text": "a"}, 7)
            by_event, by_json = await post(asked), await post(asked, ONLY_JSON)
            assert by_event.headers["content-type"] == "text/event-stream"
            assert by_json.headers["content-type"] == "application/json"
            assert messages_of(by_event) == messages_of(by_json) == [by_json.content]
            assert value(by_json.content)["id"] == 7

    run(story)


def test_a_batch_is_answered_by_all_its_answers_the_refused_ones_too(tmp_path):
    # a server of an age in which there were batches
    echoes = (
        "import sys,json\n"
        "for line in sys.stdin:\n"
        "  asked = json.loads(line)\n"
        "  many = asked if isinstance(asked, list) else [asked]\n"
        "  print(json.dumps([{'jsonrpc':'2.0','id':one['id'],'result':{}} for one in many]), flush=True)\n"
    )

    async def story():
        async with poster(tmp_path, lambda: ProcessServer((sys.executable, "-c", echoes))) as post:
            calls = [call("repeat", {"text": "a"}, 1), call("list_mental_models", {}, 2), call("repeat", {}, 3)]
            answered = await post(b"[" + b",\n".join(calls) + b"]", ONLY_JSON)
            flat = [one for part in value(answered.content) for one in (part if isinstance(part, list) else [part])]
            assert sorted(one["id"] for one in flat) == [1, 2, 3]
            assert [one["id"] for one in flat if one["result"].get("isError")] == [2]

    run(story)


def test_an_answer_whose_id_is_a_text_finds_its_caller(tmp_path):
    echoes = (
        "import sys,json\n"
        "for line in sys.stdin:\n"
        "  asked = json.loads(line)\n"
        "  print(json.dumps({'jsonrpc':'2.0','id':str(asked['id']),'result':{}}), flush=True)\n"
    )

    async def story():
        async with poster(tmp_path, lambda: ProcessServer((sys.executable, "-c", echoes))) as post:
            answered = await post(call("repeat", {"text": "a"}, 5), ONLY_JSON)
            assert value(answered.content)["id"] == "5"

    run(story)


def test_no_header_no_query_and_no_line_break_lifts_a_refusal(tmp_path):
    async def story():
        async with poster(tmp_path) as post:
            refused = call("list_mental_models", {"detail": "full"})
            url = f"{post.log.url}?allow=all&detail=metadata&override=1"
            by_query = await post(refused, ONLY_JSON, url=url, **{"x-tool-audit-allow": "1", "mcp-name": "repeat"})
            assert value(by_query.content)["result"]["isError"] is True
            within = (
                b'{"jsonrpc":"2.0","id":2,"method":"ping","params":{"x":[\r' + refused + b",\r\n" + refused + b"\n]}}"
            )
            told = await post(within, ONLY_JSON)
            assert told.status_code == 200, told.content
            as_utf_16 = refused.decode().encode("utf-16")
            assert (await post(as_utf_16, ONLY_JSON)).status_code == 400
            assert value((await post(call("repeat", {"text": "a"}, 9), ONLY_JSON)).content)["id"] == 9
        assert lines_of(tmp_path / "notes") == ["repeat"]

    run(story)


@pytest.mark.parametrize(
    ("content", "headers", "status", "code"),
    [
        (b"rubbish", BOTH, 400, -32700),
        (b"[]", BOTH, 400, -32600),
        (b"[1]", BOTH, 400, -32600),
        (b'"text"', BOTH, 400, -32600),
        (b"\xff\xfe", BOTH, 400, -32700),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","Params":{}}', BOTH, 400, -32600),
        (b"{}", {**BOTH, "content-type": "text/plain"}, 415, -32600),
        (call("repeat"), {**BOTH, "accept": "text/html"}, 406, -32600),
        (call("repeat"), {**BOTH, "host": "evil.example"}, 403, -32600),
        (call("repeat"), {**BOTH, "host": "127.0.0.1.evil.example:80"}, 403, -32600),
        (call("repeat"), {**BOTH, "origin": "https://evil.example"}, 403, -32600),
        (call("repeat"), {**BOTH, "origin": "null"}, 403, -32600),
    ],
)
def test_what_may_not_come_in_is_answered_with_an_error_and_reaches_no_server(tmp_path, content, headers, status, code):
    async def story():
        async with poster(tmp_path) as post:
            answered = await post(content, headers)
            assert (answered.status_code, value(answered.content)["error"]["code"]) == (status, code)
            assert (await post(call("repeat", {"text": "a"}), ONLY_JSON)).status_code == 200
        assert lines_of(tmp_path / "notes") == ["repeat"]

    run(story)


def test_a_page_on_this_machine_is_let_in(tmp_path):
    async def story():
        async with poster(tmp_path) as post:
            answered = await post(call("repeat", {"text": "a"}), {**ONLY_JSON, "origin": "http://localhost:6274"})
            assert answered.status_code == 200

    run(story)


def test_a_session_that_is_not_known_or_has_ended_is_404_and_its_process_is_gone(tmp_path):
    made = []

    async def story():
        with maker("stdio", tmp_path / "notes") as usual:

            def counted():
                made.append(usual())
                return made[-1]

            async with poster(tmp_path, counted) as post:
                other = await post(call("repeat"), **{"mcp-session-id": "other"})
                assert other.status_code == 404
                assert (await post.client.delete(post.log.url, headers=post.session)).status_code == 204
                assert (await post(call("repeat"))).status_code == 404
                assert (await post.client.get(post.log.url, headers={**BOTH, **post.session})).status_code == 404
                assert await made[0]._process.exited(10) == 0

    run(story)


def test_what_answers_no_request_comes_on_the_stream_of_its_own_also_if_that_is_opened_later(tmp_path):
    tells = (
        "import sys,json\n"
        "for line in sys.stdin:\n"
        "  asked = json.loads(line)\n"
        "  print(json.dumps({'jsonrpc':'2.0','id':asked['id'],'result':{}}))\n"
        "  print(json.dumps({'jsonrpc':'2.0','method':'notifications/'+asked['method']}), flush=True)\n"
    )

    async def story():
        async with (
            poster(tmp_path, lambda: ProcessServer((sys.executable, "-c", tells))) as post,
            post.client.stream("GET", post.log.url, headers=BOTH | post.session) as stream,
        ):
            lines = stream.aiter_lines()
            heard = [await anext(lines) for _ in range(3)]
            await post(line("second"))
            heard += [await anext(lines) for _ in range(3)]
        told = [value(one.removeprefix("data: "))["method"] for one in heard if one.startswith("data: ")]
        assert told == ["notifications/initialize", "notifications/second"]

    run(story)


def test_what_a_server_prints_by_mistake_is_no_answer_and_one_that_is_nested_deeply_is(tmp_path):
    prints = (
        "import sys,json\n"
        "for line in sys.stdin:\n"
        "  print('starting ...')\n"
        "  print('{\"id\":%d,\"result\":%s}' % (json.loads(line)['id'], '['*700+']'*700), flush=True)\n"
    )

    async def story():
        async with poster(tmp_path, lambda: ProcessServer((sys.executable, "-c", prints))) as post:
            deep = b'{"id":7,"result":' + b"[" * 700 + b"]" * 700 + b"}"
            assert (await post(line("any", {}, 7), ONLY_JSON)).content == deep
            assert messages_of(await post(line("any", {}, 7))) == [deep]

    run(story)


def test_a_session_that_nobody_uses_ends(tmp_path):
    async def story():
        async with poster(tmp_path, idle=0.0) as post:
            with anyio.fail_after(10):
                while (await post(line("ping"))).status_code != 404:
                    pass

    run(story)


def test_without_a_session_a_call_of_an_older_version_is_told_to_begin_one(tmp_path):
    async def story():
        async with poster(tmp_path) as post:
            answered = await post.client.post(post.log.url, content=call("repeat"), headers=BOTH)
            assert answered.status_code == 400
            assert "begin one with initialize" in value(answered.content)["error"]["message"]
            assert (await post.client.get(post.log.url, headers=BOTH)).status_code == 405
            assert (await post.client.put(post.log.url, headers=BOTH)).status_code == 405
            assert (await post.client.get(post.log.url[:-4] + "/", headers=BOTH)).status_code == 404

    run(story)


def test_a_server_that_dies_in_a_call_is_an_error_and_then_404(tmp_path):
    async def story():
        async with poster(tmp_path) as post:
            died = await post(call("die", {}, 5), ONLY_JSON)
            told = value(died.content)
            assert (told["id"], told["error"]["message"]) == (5, "The server behind the guard exited with 5.")
            assert (await post(call("repeat", {"text": "a"}))).status_code == 404

    run(story)


def test_a_server_that_cannot_be_started_is_an_error(tmp_path):
    async def story():
        async with poster(tmp_path, lambda: ProcessServer(("/no/such/program",))) as post:
            assert post.begun.status_code == 502
            assert "cannot be started" in value(post.begun.content)["error"]["message"]

    run(story)


def test_the_end_of_the_guard_ends_every_server_and_answers_what_waits(tmp_path):
    made = []

    async def story():
        with maker("stdio", tmp_path / "notes") as usual:

            def counted():
                made.append(usual())
                return made[-1]

            told = []
            async with httpx2.AsyncClient(timeout=30) as client, anyio.create_task_group() as tasks:  # noqa: SIM117  # ends last
                async with listening(counted) as log:
                    begun = await client.post(log.url, content=INITIALIZE, headers=BOTH)
                    headers = {**ONLY_JSON, "mcp-session-id": begun.headers["mcp-session-id"]}

                    async def ask():
                        told.append(await client.post(log.url, content=call("wait"), headers=headers))

                    tasks.start_soon(ask)
                    await noted(tmp_path / "notes", "waits")
            assert value(told[0].content)["error"]["message"] == "The server behind the guard was stopped."
            assert all(one._process.exit_code is not None for one in made)

    run(story)


@pytest.mark.parametrize("text", ["", "host", "1:2:x", "127.0.0.1:70000", "127.0.0.1:-1"])
def test_what_is_no_address_to_listen_on_is_a_usage_error(text):
    with pytest.raises(UsageError):
        address_of(text)


def test_a_port_alone_is_on_loopback():
    assert address_of("0") == ("127.0.0.1", 0)
    assert address_of("[::1]:80") == ("::1", 80)


def test_a_port_that_is_taken_is_a_usage_error(tmp_path):
    async def story():
        async with poster(tmp_path) as post:
            port = httpx2.URL(post.log.url).port
            with pytest.raises(BaseExceptionGroup) as failed:
                async with listening(lambda: None, address=("127.0.0.1", port)):
                    pass
            assert failed.group_contains(UsageError, match="cannot listen on")

    run(story)
