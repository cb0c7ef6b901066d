"""The bank gives the article's figures to the character, and is in order apart from its named flaws."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tool_audit.demo import FIVE_REQUESTS


class Bank:
    """The server as a child process, spoken to by the line."""

    def __init__(self, **env: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tool_audit.demo.server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **env},
        )

    def line(self, line: bytes) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def request(self, method: str, params: Any = None) -> dict[str, Any]:
        message = {"jsonrpc": "2.0", "id": 7, "method": method, "params": {} if params is None else params}
        reply = self.line(json.dumps(message).encode())
        assert (reply["jsonrpc"], reply["id"]) == ("2.0", 7)
        return reply

    def result(self, tool: str, arguments: Any) -> dict[str, Any]:
        return self.request("tools/call", {"name": tool, "arguments": arguments})["result"]

    def text(self, tool: str, **arguments: Any) -> str:
        result = self.result(tool, arguments)
        assert result["isError"] is False, result
        (block,) = result["content"]
        assert block["type"] == "text"
        return block["text"]

    def data(self, tool: str, **arguments: Any) -> Any:
        return json.loads(self.text(tool, **arguments))

    def error(self, tool: str, **arguments: Any) -> str:
        result = self.result(tool, arguments)
        assert result["isError"] is True
        return result["content"][0]["text"]

    def end(self) -> int:
        self.process.communicate(timeout=10)
        return self.process.returncode


@pytest.fixture(scope="module")
def bank() -> Iterator[Bank]:
    bank = Bank()
    yield bank
    assert bank.end() == 0


def compact(text: str) -> int:
    return len(json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":")))


@pytest.mark.parametrize(
    ("arguments", "chars"),
    [({}, 883_735), ({"detail": "full"}, 883_735), ({"detail": "summary"}, 216_769), ({"detail": "metadata"}, 941)],
)
def test_mental_models_have_the_articles_size_in_each_detail(bank, arguments, chars):
    assert len(bank.text("list_mental_models", **arguments)) == chars


def test_content_lies_between_summary_and_full(bank):
    assert 216_769 < len(bank.text("list_mental_models", detail="content")) < 883_735


@pytest.mark.parametrize("arguments", [{}, {"limit": 100}])
def test_a_list_of_a_hundred_memories_has_the_articles_size(bank, arguments):
    assert len(bank.text("list_memories", **arguments)) == 217_403


def test_five_requests_have_the_articles_size_and_saving(bank):
    sent: Counter[str] = Counter()
    needed: Counter[str] = Counter()
    for tool, arguments in FIVE_REQUESTS:
        text = bank.text(tool, **arguments)
        sent[tool] += len(text)
        needed[tool] += compact(text)
    assert (sent.total(), needed.total()) == (267_268, 120_514)
    saved = {tool: round(100 * (1 - needed[tool] / sent[tool]), 1) for tool in sent}
    assert saved == {"recall": 16.6, "list_memories": 48.6, "list_mental_models": 57.4}


def test_recall_cuts_its_hits_by_the_default_budget_and_says_nothing(bank):
    text = bank.text("recall", query="결제")
    reply = json.loads(text)
    assert len(text) == 16_980
    assert reply.keys() == {"query", "hits"}
    assert len(reply["hits"]) == 27
    assert bank.text("recall", query="결제", max_tokens=4096) == text
    everything = bank.data("recall", query="결제", max_tokens=65_536)["hits"]
    assert len(everything) == 271
    assert everything[:27] == reply["hits"]


@pytest.mark.parametrize("query", ["test", "없는 낱말", "?", "\ud800", "a" * 5000])
def test_recall_finds_something_for_every_query(bank, query):
    assert len(bank.data("recall", query=query)["hits"]) > 20


def test_the_hits_for_a_subject_are_about_it(bank):
    assert all("결제" in hit["tags"] or "결제" in hit["text"] for hit in bank.data("recall", query="결제")["hits"])


def test_a_list_of_memories_grows_with_its_limit_up_to_the_store(bank):
    counts = [len(bank.data("list_memories", limit=limit)["memories"]) for limit in (1, 2, 338, 339, 100_000)]
    assert counts == [1, 2, 338, 338, 338]
    assert bank.data("list_memories")["total"] == 338


def test_memories_have_ids_of_their_own(bank):
    memories = bank.data("list_memories", limit=1000)["memories"]
    assert len({memory["id"] for memory in memories}) == 338
    assert [memory["recorded_at"][:10] for memory in memories] == sorted(
        (memory["recorded_at"][:10] for memory in memories), reverse=True
    )


def test_a_tag_narrows_the_list_and_its_total(bank):
    reply = bank.data("list_memories", tag="정산", limit=1000)
    assert 0 < reply["total"] == len(reply["memories"]) < 338
    assert all("정산" in memory["tags"] for memory in reply["memories"])


def test_each_mental_model_in_the_list_can_be_had_alone(bank):
    models = bank.data("list_mental_models", detail="metadata")["mental_models"]
    assert len(models) == 8
    for model in models:
        alone = bank.data("get_mental_model", model_id=model["id"])
        assert {key: alone[key] for key in model} == model


def test_deleting_a_derived_memory_reports_success_and_deletes_nothing(bank):
    before = bank.text("list_memories", limit=1)
    derived = json.loads(before)["memories"][0]["id"]
    assert bank.data("delete_memory", memory_id=derived) == {"success": True}
    assert bank.text("list_memories", limit=1) == before


def test_the_small_replies_are_compact(bank):
    for text in (bank.text("list_banks"), bank.text("get_mental_model", model_id="mm-01")):
        assert len(text) == compact(text)


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("list_mental_models", {"detail": "everything"}, ["detail", "metadata", "'everything'"]),
        ("list_mental_models", {"detail": None}, ["detail", "string"]),
        ("get_mental_model", {}, ["model_id", "required"]),
        ("get_mental_model", {"model_id": "mm-99"}, ["model_id", "'mm-99'", "mm-01"]),
        ("list_memories", {"limit": "10"}, ["limit", "integer", "'10'"]),
        ("list_memories", {"limit": True}, ["limit", "integer"]),
        ("list_memories", {"limit": 0}, ["limit", "1 or more"]),
        ("list_memories", {"limit": -1}, ["limit", "1 or more"]),
        ("list_memories", {"tag": "x"}, ["tag", "결제"]),
        ("recall", {}, ["query", "required"]),
        ("recall", {"query": " "}, ["query", "empty"]),
        ("recall", {"query": "결제", "max_tokens": "4096"}, ["max_tokens", "integer"]),
        ("delete_memory", {"memory_id": "d-2000"}, ["memory_id", "kept"]),
    ],
)
def test_a_bad_argument_is_refused_with_its_name_and_what_would_do(bank, tool, arguments, words):
    message = bank.error(tool, **arguments)
    assert all(word in message for word in words), message
    assert len(message) < 300


def test_unknown_arguments_are_dropped_in_silence(bank):
    assert bank.text("list_banks", nonsense=1) == bank.text("list_banks")


def test_a_whole_float_is_an_integer(bank):
    assert len(bank.data("list_memories", limit=2.0)["memories"]) == 2


def test_arguments_may_be_left_out_altogether(bank):
    result = bank.request("tools/call", {"name": "list_banks"})["result"]
    assert result["isError"] is False


def test_the_listing_names_six_tools_of_which_one_writes(bank):
    tools = {tool["name"]: tool for tool in bank.request("tools/list")["result"]["tools"]}
    assert list(tools) == [
        "list_banks",
        "list_mental_models",
        "get_mental_model",
        "list_memories",
        "recall",
        "delete_memory",
    ]
    destructive = [name for name, tool in tools.items() if tool.get("annotations", {}).get("destructiveHint")]
    assert destructive == ["delete_memory"]
    limit = tools["list_memories"]["inputSchema"]["properties"]["limit"]
    budget = tools["recall"]["inputSchema"]["properties"]["max_tokens"]
    assert (limit["default"], budget["default"]) == (100, 4096)
    assert "maximum" not in limit
    assert "maximum" not in budget


@pytest.mark.parametrize(
    ("asked", "given"),
    [("2024-11-05", "2024-11-05"), ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25"), (None, "2025-11-25")],
)
def test_a_known_protocol_version_is_echoed_and_any_other_gets_the_newest(bank, asked, given):
    result = bank.request("initialize", {"protocolVersion": asked} if asked else {})["result"]
    assert result["protocolVersion"] == given
    assert result["serverInfo"] == {"name": "bank", "version": "1.0"}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", -32700),
        (b"[]", -32600),
        (b'{"id":1}', -32600),
        (b'{"id":1,"method":"server/discover"}', -32601),
        (b'{"id":1,"method":"tools/list","params":[]}', -32602),
        (b'{"id":1,"method":"tools/call","params":{"name":"nothing"}}', -32602),
        (b'{"id":1,"method":"tools/call","params":{"name":"list_banks","arguments":[]}}', -32602),
    ],
)
def test_a_message_that_cannot_be_served_gets_the_fitting_code(bank, line, code):
    assert bank.line(line)["error"]["code"] == code


def test_notifications_and_blank_lines_get_no_answer(bank):
    reply = bank.line(
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n\n{"jsonrpc":"2.0","id":1,"method":"ping"}'
    )
    assert reply == {"jsonrpc": "2.0", "id": 1, "result": {}}


def test_replies_do_not_depend_on_the_hash_seed_or_on_the_calls_before():
    calls = (
        *FIVE_REQUESTS,
        ("list_mental_models", {}),
        ("list_memories", {"limit": 338}),
        ("get_mental_model", {"model_id": "mm-03"}),
    )
    forward, backward = Bank(PYTHONHASHSEED="1"), Bank(PYTHONHASHSEED="4242")
    first = [forward.text(tool, **arguments) for tool, arguments in calls]
    second = [backward.text(tool, **arguments) for tool, arguments in reversed(calls)]
    assert (forward.end(), backward.end()) == (0, 0)
    assert first == second[::-1]


def test_the_server_needs_the_standard_library_alone():
    script = (
        "import sys; before = set(sys.modules); import tool_audit.demo.server;"
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert set(shown.split()) - sys.stdlib_module_names == {"tool_audit"}
