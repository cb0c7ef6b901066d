"""The clean server keeps the promises that rules must stay silent about."""

import base64
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

CLEAN = Path(__file__).parents[2] / "fixtures" / "clean.py"


@pytest.fixture(scope="module")
def request_clean() -> Iterator[Callable[[str, Any], Any]]:
    process = subprocess.Popen([sys.executable, str(CLEAN)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def request(method: str, params: Any) -> Any:
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        process.stdin.write(line.encode() + b"\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    yield request
    process.communicate(timeout=10)
    assert process.returncode == 0


@pytest.fixture
def call(request_clean):
    def called(tool: str, **arguments: Any) -> Any:
        return request_clean("tools/call", {"name": tool, "arguments": arguments})["result"]

    return called


@pytest.fixture
def data(call):
    def read(tool: str, **arguments: Any) -> Any:
        result = call(tool, **arguments)
        assert result["isError"] is False, result
        text = result["content"][0]["text"]
        value = json.loads(text)
        assert text == json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return value

    return read


@pytest.mark.parametrize(("tool", "more"), [("list_notes", {}), ("search_notes", {"query": "기차"})])
@pytest.mark.parametrize("limit", [1, 7, 20, 50])
def test_a_walk_over_the_pages_meets_every_note_once(data, tool, more, limit):
    walked, page = [], data(tool, limit=limit, **more)
    while True:
        walked += [note["id"] for note in page["notes"]]
        assert page["has_more"] == ("next_cursor" in page) == (len(walked) < page["total"])
        if not page["has_more"]:
            break
        page = data(tool, limit=limit, cursor=page["next_cursor"], **more)
    assert len(set(walked)) == len(walked) == page["total"] > 20


def test_a_list_is_bounded_by_default_and_says_so(data):
    page = data("list_notes")
    assert (len(page["notes"]), page["total"], page["has_more"]) == (20, 60, True)


def test_each_listed_note_can_be_had(data):
    for note in data("list_notes", limit=50)["notes"]:
        assert data("get_note", note_id=note["id"])["title"] == note["title"]


def test_the_clock_never_says_the_same_twice(data):
    assert data("get_time") != data("get_time")


def test_the_cover_is_an_image_block_of_about_130_kb(call):
    (block,) = call("get_cover")["content"]
    assert block["type"] == "image"
    assert 125_000 < len(block["data"]) < 135_000
    assert base64.b64decode(block["data"]).startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("tool", "arguments", "word"),
    [
        ("list_notes", {"limit": 51}, "50"),
        ("list_notes", {"limit": 0}, "1"),
        ("list_notes", {"limit": "10"}, "integer"),
        ("list_notes", {"limit": False}, "integer"),
        ("list_notes", {"cursor": "made-up"}, "after-"),
        ("list_notes", {"cursor": "after-60"}, "given"),
        ("list_notes", {"nonsense": 1}, "cursor"),
        ("get_time", {"nonsense": 1}, "none"),
        ("search_notes", {}, "required"),
        ("search_notes", {"query": ""}, "200"),
        ("get_note", {"note_id": "n-061"}, "n-060"),
        ("get_note", {"note_id": "61"}, "list_notes"),
    ],
)
def test_a_bad_argument_is_refused_with_its_name_and_what_would_do(call, tool, arguments, word):
    result = call(tool, **arguments)
    assert result["isError"] is True
    message = result["content"][0]["text"]
    name = next(iter(arguments), "query")
    assert message.startswith(f"{name}: ")
    assert word in message


def test_every_tool_is_annotated_closed_and_bounded(request_clean):
    tools = request_clean("tools/list", {})["result"]["tools"]
    assert len(tools) == 5
    for tool in tools:
        assert tool["annotations"]["readOnlyHint"] is True
        assert tool["inputSchema"]["additionalProperties"] is False
        for rule in tool["inputSchema"]["properties"].values():
            assert rule["description"]
            assert rule["type"] != "integer" or {"default", "minimum", "maximum"} <= rule.keys()


def test_an_unknown_tool_or_method_is_a_protocol_error(request_clean):
    assert request_clean("tools/call", {"name": "nothing"})["error"]["code"] == -32602
    assert request_clean("resources/list", {})["error"]["code"] == -32601
