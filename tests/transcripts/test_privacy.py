"""Contents are measured and never told: words put into every place of a log stay out of every output.

What may be told: names of servers, tools, arguments and fields, and the server's own words in its errors. A key is a
name where it looks like one, recurs in several replies, and does not stand in an object of records of one kind.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from transcripts.happenings import Session, came_to, spec, tool

from tool_audit.transcripts.names import is_name, told_keys, told_session

SECRET = "sk-proj-abcdefghijklmnopqrstuvwx"
SCHEMA = {
    "type": "object",
    "properties": {
        "query": {"type": "string"},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "limit": {"type": "integer"},
    },
    "required": ["query"],
}
ROUNDS = 24


class Words:
    """Words that nobody would write, each used in one place; `hidden` are those that no output may hold."""

    def __init__(self) -> None:
        self.hidden: list[str] = []
        self._numbers = count()

    def __call__(self, place: str) -> str:
        number = next(self._numbers)
        letters = "".join(chr(97 + number // 26**power % 26) for power in (2, 1, 0))
        self.hidden.append(f"zq{place}{letters}")
        return self.hidden[-1]

    def once(self, place: str) -> str:
        """The word of this place, the same each time."""
        return next((one for one in self.hidden if one.startswith(f"zq{place}")), None) or self(place)


def calls(word: Words, number: int) -> list[tuple[dict, str, bool]]:
    """Arguments, reply, and whether it failed, of the calls of one task."""
    who = word("who")
    by_mail = {f"{word('mail')}@x.example": {"seen": 1234 + n} for n in range(2)}
    people = {word("person"): {"city": word("city"), "visits": 1200 + n} for n in range(4)}
    by_mail[f"{word.once('friend')}@x.example"] = {"seen": 5000 + number}
    people[word.once("boss")] = {"city": word("city"), "visits": 6000 + number}
    scores = {word("score"): 4000 + number}
    reply = {
        "items": [{"id": word("id"), "title": word("title"), "url": f"https://{word('host')}.example/{word('path')}"}],
        "by_mail": by_mail,
        "by_id": {f"u{n}{number:04}": word("value") for n in range(3)},
        "people": people,
        "scores": scores,
    }
    query = word("query")
    labels = {word("label"): 7, f"{word('label')}@x.example": 8} if number % 3 == 0 else {word("label"): word("text")}
    return [
        ({"query": query, "labels": labels, "limit": "ten"}, json.dumps(reply), False),
        ({"query": f"{who} and {query}", "api_key": f"{SECRET}{number:03}"}, f"Nobody is called '{who}'", True),
        ({"query": who}, f"Cannot read /home/{word('home')}/{word('file')}: {who.upper()} is locked", True),
        ({"query": query, f"{word('key')}@x.example": 1}, json.dumps({"error": {"message": f"no '{who}'"}}), True),
        ({"query": word("again")}, word("prose") + " is all there is " + word("prose"), False),
    ]


def claude(word: Words) -> list[dict]:
    lines: list[dict] = []
    session = word("session")

    def add(role: str, content: object) -> None:
        message = {"role": role, "content": content, "id": word("message")}
        at = f"2026-11-10T10:{len(lines) // 60 % 60:02}:{len(lines) % 60:02}.000Z"
        more = {"cwd": f"/home/{word('cwd')}", "gitBranch": word("branch"), "uuid": word("uuid")}
        lines.append({"type": role, "sessionId": session, "timestamp": at, "message": message, **more})

    for number in range(ROUNDS):
        add("user", f"please find {word('prompt')}")
        for arguments, reply, failed in calls(word, number):
            use = {"type": "tool_use", "id": word("use"), "name": "mcp__notes__search", "input": arguments}
            thought = {"type": "thinking", "thinking": word("thought"), "signature": word("signature")}
            add("assistant", [thought, {"type": "text", "text": word("said")}, use])
            add("user", [{"type": "tool_result", "tool_use_id": use["id"], "content": reply, "is_error": failed}])
        add("assistant", [{"type": "text", "text": f"so it is {word('said')}"}])
    return lines


def rpc(word: Words) -> list[dict]:
    tools = [{"name": "search", "description": word("description"), "inputSchema": SCHEMA}]
    lines: list[dict] = [
        {
            "jsonrpc": "2.0",
            "id": word("id"),
            "method": "initialize",
            "params": {"clientInfo": {"name": word("client")}},
        },
        {"jsonrpc": "2.0", "id": "list", "method": "tools/list"},
        {"jsonrpc": "2.0", "id": "list", "result": {"tools": tools}},
    ]
    for number in range(ROUNDS):
        for arguments, reply, failed in calls(word, number):
            id_ = word("id")
            lines.append({"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": {"name": "search"}})
            lines[-1]["params"]["arguments"] = arguments
            result = {"content": [{"type": "text", "text": reply}], "isError": failed, "_meta": {word("meta"): 1}}
            lines.append({"jsonrpc": "2.0", "id": id_, "result": result})
    return lines


def chat(word: Words) -> list[dict]:
    messages: list[dict] = [{"role": "system", "content": word("system")}]
    for number in range(ROUNDS):
        messages.append({"role": "user", "content": word("prompt"), "name": word("user")})
        for arguments, reply, failed in calls(word, number):
            function = {"name": "search", "arguments": json.dumps(arguments)}
            call = {"id": word("use"), "type": "function", "function": function}
            messages.append({"role": "assistant", "content": word("said"), "tool_calls": [call]})
            text = f"Error: {reply}" if failed else reply
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": text})
        messages.append({"role": "assistant", "content": word("said")})
    function = {"name": "search", "description": word("description"), "parameters": SCHEMA}
    return [{"model": word("model"), "messages": messages, "tools": [{"type": "function", "function": function}]}]


def outputs(folder: Path, lines: list[dict], *options: str) -> dict[str, str]:
    folder.mkdir()
    log = folder / "zqfilename.jsonl"
    log.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    (folder / "tools.json").write_text(json.dumps({"tools": [{"name": "search", "inputSchema": SCHEMA}]}))
    command = [sys.executable, "-m", "tool_audit", "sli", str(log), f"--tools={folder / 'tools.json'}", "--no-config"]
    files = {name: folder / name for name in ("markdown", "json", "openmetrics")}
    command += [
        "--verbose",
        "--output=terminal",
        *(f"--output={name}={path}" for name, path in files.items()),
        *options,
    ]
    done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode in (0, 1), done.stderr
    told = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
    notes = done.stderr.decode().replace(str(folder), "")
    return told | {"terminal": done.stdout.decode(), "notes": notes}


@pytest.mark.parametrize("written", [claude, rpc, chat])
def test_no_word_of_a_log_is_in_any_output(written: Callable[[Words], list[dict]], tmp_path: Path):
    word = Words()
    told = outputs(tmp_path / "x", written(word))
    leaked = {name: [one for one in word.hidden if one in text.lower()] for name, text in told.items()}
    assert not any(leaked.values()), leaked
    assert not [name for name, text in told.items() if "zqfilename" in text or SECRET in text]
    document = json.loads(told["json"])
    (found,) = [one for server in document["servers"] for one in server["tools"]]
    # traffic holds no word of the model, and so does not tell which fields it used
    assert ("$.items[].title" in {one["path"] for one in found["fields"]}) is (written is not rpc)
    assert {"limit", "api_key"} <= {one["name"] for one in found["bad_arguments"]}


@pytest.mark.parametrize("written", [claude, rpc, chat])
def test_where_arguments_are_shown_secrets_among_them_stay_masked(written: Callable[[Words], list[dict]], tmp_path):
    word = Words()
    lines = written(word)
    text = json.dumps(lines)
    # the arguments of the longest reply, and the examples of what is wrong, are shown: with a secret in each of them
    lines = json.loads(text.replace('"ten"', f'"{SECRET}"').replace('\\"ten\\"', f'\\"{SECRET}\\"'))
    told = outputs(tmp_path / "x", lines, "--show-arguments")
    assert any("***" in one for one in told.values())
    assert not [name for name, one in told.items() if SECRET[:16] in one]


@pytest.mark.parametrize("key", ["id", "createdAt", "created_at", "$ref", "line1", "x-next", "名前", "_links"])
def test_words_are_names(key: str):
    assert is_name(key)


@pytest.mark.parametrize(
    "key",
    [
        "a@x.example",
        "4711",
        "u4711",
        "2026-11-30",
        "3f2a9c1b",
        "Due Date",
        "x.example",
        "/etc/hosts",
        "",
        "a" * 60,
        "\x1b[1m",
    ],
)
def test_addresses_ids_dates_and_texts_are_none(key: str):
    assert not is_name(key)


def test_keys_of_records_of_one_kind_are_data_and_those_of_one_record_are_names():
    records = {name: {"city": "x", "age": n} for n, name in enumerate(("ann", "ben", "cid"))}
    assert set(told_keys(records).values()) == {"*"}
    assert told_keys({"title": "x", "owner": {"name": "x"}, "Due Date": 1}) == {
        "title": "title",
        "owner": "owner",
        "Due Date": "*",
    }
    assert set(told_keys({f"k{chr(97 + n // 26)}{chr(97 + n % 26)}": n for n in range(61)}).values()) == {"*"}


def test_keys_that_are_ever_new_are_data():
    session = Session()
    for number in range(200):
        name = chr(97 + number // 26) + chr(97 + number % 26)
        session.call("get", {"n": number}, {"counts": {name: 4_000 + number}, "at": f"noon of {name}"}).says("well")
    assert {one.path for one in tool(came_to(session), "get").fields} == {"$.at"}


def test_keys_of_an_argument_that_is_a_map_are_data():
    labels = {"type": "object", "additionalProperties": {"type": "string"}}
    session = Session().call("get", {"labels": {"ann": 1}}).call("get", {"labels": {"ben": 1}})
    (bad,) = tool(came_to(session, tools={"notes": [spec("get", {"labels": labels})]}), "get").bad_arguments
    assert (bad.name, bad.count) == ("labels.*", 2)


def test_the_message_of_an_error_in_json_is_its_shape():
    session = Session().call("get", {"id": 1}, error=json.dumps({"error": {"code": 7, "message": "id must be a UUID"}}))
    assert [one.shape for one in tool(came_to(session), "get").shapes] == ["id must be a UUID"]


@pytest.mark.parametrize(
    "session", ["3f2a9c1b-77de-4c00-8000-0123456789ab", "agent-0a1b2c", "s-1", "01J8ZQ4K7M2N5P9R3T6V8W0XYZ", "12345"]
)
def test_an_id_that_says_nothing_is_told(session: str):
    assert told_session(session) == session


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz /._-", min_size=1))
def test_an_id_made_of_words_is_hashed(words: str):
    assert told_session(f"{words}/salaries") not in words
    assert "salaries" not in told_session(f"{words}/salaries")
