"""The guard between public clients and public servers: what is not refused is answered as by the server itself.

Every server is asked twice directly, so that what differs anyway (a time, a random number) is compared with nothing.
"""

import json
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import httpx2
import pytest
from guard.over_http import BOTH, listening, messages_of
from guard.policies import Kept, line
from servers import installed

from tool_audit.guard.load import policy_of
from tool_audit.guard.policy import SCHEMA
from tool_audit.guard.server_process import ProcessServer

pytestmark = [pytest.mark.real, pytest.mark.timeout(600)]
SERVERS = ("fastmcp", "everything", "git", "time")
HERE = Path(__file__).parent
WELCOME = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
DOCUMENT = {"schema": SCHEMA, "server": "any", "ceiling": {"cap_tokens": 1_000_000}, "tools": {}}
POLICY = policy_of(DOCUMENT, "guard.toml")
TOML = f'schema = "{SCHEMA}"\nserver = "any"\n[ceiling]\ncap_tokens = 1_000_000\n'
SHOWS_ITS_ENVIRONMENT = "get-env"
"""There is a mark of ours in it, by which what a server started is found again."""
MADE = {"string": "a", "integer": 1, "number": 1, "boolean": False, "array": [], "object": {}}


def command_of(server):
    variables = [f"{name}={value}" for name, value in server.env.items()]
    return ["env", *variables, *server.command] if variables else list(server.command)


def guarded(folder, command):
    (folder / "guard.toml").write_text(TOML)
    policy = str(folder / "guard.toml")
    return [sys.executable, "-m", "tool_audit", "guard", "run", "--policy", policy, "--", *command]


def calls_of(tools):
    """A call of every tool with all its arguments, and one without where it needs any."""
    found = []
    for tool in tools:
        schema = tool["inputSchema"]
        values = {name: a_value(one) for name, one in schema.get("properties", {}).items()}
        found += [[tool["name"], given] for given in ([values, {}] if schema.get("required") else [values])]
    return [one for one in found if one[0] != SHOWS_ITS_ENVIRONMENT]


def a_value(schema):
    return schema["enum"][0] if "enum" in schema else MADE.get(schema.get("type"), schema.get("default", "a"))


def alike(first, again, guarded):
    """Compare what two direct runs agree on; returns how much that is."""
    same = [number for number, one in enumerate(first) if one == again[number]]
    assert [guarded[number] for number in same] == [first[number] for number in same]
    return len(same)


# ---- a caller of our own, which keeps the bytes


def over_pipes(command, messages):
    """The bytes of each answer, asked one after the other."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        answers = []
        for message in messages:
            process.stdin.write(message + b"\n")
            process.stdin.flush()
            wanted = json.loads(message).get("id")
            while wanted is not None:
                answer = process.stdout.readline()
                assert answer, f"the server ended before it answered {message[:200]}"
                told = json.loads(answer)
                if told.get("id") == wanted and "method" not in told:
                    answers.append(answer.rstrip(b"\r\n"))
                    break
        process.terminate()  # one of the servers goes on when its input has ended
        process.wait(30)
    return answers


async def over_http(url, messages):
    """The same over HTTP."""
    answers, session = [], {}
    async with httpx2.AsyncClient(timeout=60) as client:
        for message in messages:
            answered = await client.post(url, content=message, headers=BOTH | session)
            if "mcp-session-id" in answered.headers:
                session = {"mcp-session-id": answered.headers["mcp-session-id"]}
            wanted = json.loads(message).get("id")
            if wanted is not None:
                mine = [one for one in messages_of(answered) if json.loads(one).get("id") == wanted]
                answers += [one for one in mine if "method" not in json.loads(one)]
    return answers


@pytest.mark.parametrize("name", SERVERS)
def test_every_answer_is_the_server_s_own_byte_for_byte(name, tmp_path):
    command = command_of(installed(name))
    begin = [line("initialize", WELCOME, 0), b'{"jsonrpc":"2.0","method":"notifications/initialized"}']
    listed = over_pipes(command, [*begin, line("tools/list", {}, 1)])
    calls = calls_of(json.loads(listed[1])["result"]["tools"])
    asked = [line("tools/call", {"name": tool, "arguments": given}, 2 + n) for n, (tool, given) in enumerate(calls)]
    messages = [*begin, line("tools/list", {}, 1), *asked, line("no/such/method", {"a": [1.0]}, "last")]
    first, again = over_pipes(command, messages), over_pipes(command, messages)
    assert len(first) == len(messages) - 1
    compared = alike(first, again, over_pipes(guarded(tmp_path, command), messages))
    assert compared > len(first) / 2

    async def story():
        async with listening(lambda: ProcessServer(tuple(command)), POLICY) as log:
            assert alike(first, again, await over_http(log.url, messages)) == compared

    anyio.run(story)


# ---- public clients


def fastmcp_client():
    python = installed("fastmcp").command[0]
    return [python, str(HERE / "call_all.py")]


def typescript_client():
    return list(installed("typescript-client").command)


@asynccontextmanager
async def ways(name, folder):
    """Where a caller finds a server: itself, behind the guard on stdio, and behind the guard over HTTP."""
    command = command_of(installed(name))
    async with listening(lambda: ProcessServer(tuple(command)), POLICY) as log:
        yield command, guarded(folder, command), log.url


async def seen(caller, target, calls):
    done = await anyio.run_process([*caller, json.dumps(target), json.dumps(calls)], check=False)
    assert done.returncode == 0, done.stderr.decode()[-2_000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", SERVERS)
@pytest.mark.parametrize("caller", [fastmcp_client, typescript_client])
def test_a_public_client_sees_the_same_through_the_guard(caller, name, tmp_path):
    words = caller()

    async def story():
        async with ways(name, tmp_path) as (direct, on_stdio, over_http):
            listed = await seen(words, direct, [])
            calls = calls_of(listed["tools"])
            first, again = await seen(words, direct, calls), await seen(words, direct, calls)
            for target in (on_stdio, over_http):
                through = await seen(words, target, calls)
                assert through["tools"] == first["tools"]
                assert alike(first["answers"], again["answers"], through["answers"]) > len(calls) / 2

    anyio.run(story)


@pytest.mark.parametrize("caller", [fastmcp_client, typescript_client])
def test_a_public_client_is_told_what_to_call_instead(caller, tmp_path):
    command = command_of(installed("everything"))
    lines = {"arguments": ["message"], "lines": {"message": {"allowed": ["short"]}}}
    policy = policy_of({**DOCUMENT, "tools": {"echo": lines}}, "guard.toml")
    words = caller()

    async def story():
        async with listening(lambda: ProcessServer(tuple(command)), policy) as log:
            calls = [["echo", {"message": "long"}], ["echo", {"message": "short"}]]
            refused, fits = (await seen(words, log.url, calls))["answers"]
            assert refused["isError"] is True
            assert "Call again with message=short." in refused["content"][0]["text"]
            assert not fits.get("isError", False)
            assert isinstance(log, Kept)
            assert [entry.outcome for entry in log.calls] == ["refused", "replied"]

    anyio.run(story)
