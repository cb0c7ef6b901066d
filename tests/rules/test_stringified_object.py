"""stringified-object: an object became its name, its repr, or nothing."""

import json

import pytest
from builders import call, hits, tool, tool_run

from tool_audit.model import Replied
from tool_audit.rules.stringified_object import stringified_object


@pytest.mark.parametrize(
    "text",
    [
        "[object Object]",
        "[object Object],[object Object]",
        "[object Promise]",
        json.dumps({"owner": "[object Object]", "id": 1}),
        "Todos:\n- [object Object]\n- [object Object]",
        "Name: Kim\nOwner: [object Object]\nCreated: today",
        "house -> [object Object]\ntree -> [object Object]",
        "| word | means |\n|---|---|\n| house | [object Object] |\n| tree | [object Object] |",
        "undefined",
        "<__main__.Account object at 0x7f3a2c1d5e50>",
        "[<app.models.Row object at 0x7f3a2c1d5e50>, <app.models.Row object at 0x7f3a2c1d5f10>]",
        json.dumps([{"value": "<coroutine object fetch at 0x7f3a2c1d5e50>"}]),
        "com.example.bank.Account@1b6d3586",
        "System.Collections.Generic.List`1[System.String]",
    ],
)
def test_the_name_of_an_object_in_the_place_of_its_data_is_flagged(text):
    (hit,) = hits(stringified_object, tool_run(call(text)))
    assert "where the data should be" in hit.message


@pytest.mark.parametrize(
    "text",
    [
        "{'id': 1, 'name': \"O'Neil\"}",
        "[{'name': 'accounts'}, {'name': 'memories'}]",
        "['a', 'b']",
        '{"a": None, "b": True}',
        "{'at': datetime.datetime(2024, 5, 1, 0, 0), 'id': UUID('1b6d3586')}",
        "[TextContent(type='text', text='hello', annotations=None)]",
        "Account(id=1, owner='Kim')",
        "Result: {'id': 1, 'ok': True}",
        "Found 2 rows:\n[{'id': 1}, {'id': 2}]",
        "Row 1: {'id': 1}\nRow 2: {'id': 2}",
        "{'id': 1}\n{'id': 2}",
        "# Soup\n\nTakes: 30 min\n\nFor it:\n- {'name': 'leek', 'grams': 50}\n- {'name': 'salt', 'grams': 5}",
        json.dumps({"result": "[{'id': 1}]"}),
        "[{'text': '" + "x" * 300_000 + "'}]",
    ],
    ids=lambda text: text[:30],
)
def test_a_python_repr_is_flagged(text):
    (hit,) = hits(stringified_object, tool_run(call(text)))
    assert "Python repr" in hit.message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12",
        "'quoted'",
        '"quoted"',
        "null",
        "[1, 2, 3]",
        "(37.5, 127.0)",
        "[]",
        "{}",
        json.dumps({"a": "it's", "b": None}),
        "(no rows found for 'x')",
        "[INFO] it's done [ok]",
        "The page shows [object Object] where a name should be; see issue 12.",
        json.dumps({"title": "Toast shows [object Object] instead of the message"}),
        "The value is undefined until the first call.",
        "String(point) gives its kind:\nString(p) -> [object Object]\nString(3) -> 3",
        "Literals of Python:\n- {'a': 1} is a dict\n- [1, 2] is a list",
        "It gives this:\n- {'a': 1}",
        "Literals of Python:\n- {'a': 1}\n- {'b': 2}\n- one list\n- one tuple\n- one set",
        json.dumps({"type": "undefined"}),
        "Traceback: <Foo object at 0x7f3a2c1d5e50> is not callable, said the interpreter",
        "config = {'a': 1}\nprint(config)\n",
        "def f(x={'a': 1}):\n    return x\n",
        "See [the docs](https://example.com/a) (in 'b')",
        json.dumps({"default": "{'a': 1}", "name": "x"}),
        "mail kim.lee@abcdef",
    ],
    ids=lambda text: text[:30] or "empty",
)
def test_text_that_merely_speaks_of_objects_is_left_alone(text):
    assert hits(stringified_object, tool_run(call(text))) == []


@pytest.mark.parametrize(
    ("result", "word"),
    [
        ({"toolResult": {"content": []}}, "toolResult"),
        ({"structuredContent": {"a": 1}}, "no content"),
        ({"content": [{"type": "text"}]}, "no text"),
        ({"content": [{"type": "text", "text": None}]}, "null"),
        ({"content": [{"type": "text", "text": {"a": 1}}]}, "an object"),
        ({"content": "hello"}, "a string"),
        ({"content": ["hello"]}, "a string"),
        (["hello"], "a list"),
    ],
)
def test_a_result_without_proper_content_is_flagged(result, word):
    (hit,) = hits(stringified_object, tool_run(call(outcome=Replied(result=result))))
    assert word in hit.message


@pytest.mark.parametrize(
    "result",
    [
        {"content": []},
        {"content": [{"type": "text", "text": ""}]},
        {"content": [{"type": "image", "data": "AAAA", "mimeType": "image/png"}]},
        {"task": {"taskId": "1", "status": "working"}},
        {"resultType": "input_required", "inputRequests": {}},
    ],
    ids=["empty", "empty-text", "image", "task", "asks-back"],
)
def test_other_lawful_results_are_left_alone(result):
    assert hits(stringified_object, tool_run(call(outcome=Replied(result=result)))) == []


def test_a_reader_of_files_may_hand_over_python_source():
    spec = tool("read_file", {"path": {"type": "string"}}, required=["path"])
    assert hits(stringified_object, tool_run(call("{'a': 1}"), spec=spec)) == []


def test_an_error_that_shows_a_repr_is_another_rules_matter():
    assert hits(stringified_object, tool_run(None, calls=[call("{'a': 1}", error=True)])) == []
