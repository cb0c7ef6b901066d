"""Whatever shape a result has, its text, its data and its media are found, and nothing is lost."""

import json
from typing import Any

import pytest

from tool_audit.measure.payload import Payload, compact, payload
from tool_audit.model import ABSENT, Disconnected, Json, Refused, Replied, TimedOut, TooLarge, ToolFailed


def of(result: Json) -> Payload:
    parts = payload(Replied(result=result))
    assert parts is not None
    return parts


def text(value: str) -> dict[str, Json]:
    return {"type": "text", "text": value}


@pytest.mark.parametrize(
    ("result", "headline"),
    [
        ({"content": [text("one"), text("two")]}, "one\ntwo"),
        ({"content": [text("")]}, ""),
        ({"content": [text("label")], "structuredContent": {"a": 1}}, "label"),
        ({"content": [], "structuredContent": {"a": "가"}}, '{"a":"가"}'),
        ({"structuredContent": [1, 2]}, "[1,2]"),
        ({"structuredContent": None, "content": [text("x")]}, "x"),
        ({"content": "a string"}, "a string"),
        ({"content": text("not in a list")}, "not in a list"),
        ({"content": ["bare", text("block")]}, "bare\nblock"),
        ({"content": None}, ""),
        ({"content": []}, ""),
        ({}, ""),
        ({"isError": False, "_meta": {"a": 1}}, ""),
        (None, ""),
        ("a string", "a string"),
        ([1, {"a": 2}], '[1,{"a":2}]'),
        ({"data": {"a": 1}, "_meta": {"x": 1}}, '{"data":{"a":1}}'),
        ({"content": [{"type": "resource", "resource": {"uri": "u", "text": "inside"}}]}, "inside"),
        ({"content": [{"type": "text"}]}, '{"content":[{"type":"text"}]}'),
        ({"content": [{"type": "text", "text": 5}]}, '{"content":[{"type":"text","text":5}]}'),
        ({"content": [{"type": "resource_link", "uri": "u"}]}, '{"content":[{"type":"resource_link","uri":"u"}]}'),
        ({"content": [None, 7, text("x")]}, "x"),
    ],
)
def test_the_headline_is_the_text_else_the_structured_content_else_the_result(result: Json, headline: str) -> None:
    assert of(result).text == headline


def test_media_are_counted_apart() -> None:
    parts = of(
        {
            "content": [
                {"type": "image", "data": "A" * 10, "mimeType": "image/png"},
                {"type": "audio", "data": "B" * 20},
                {"type": "resource", "resource": {"uri": "u", "blob": "C" * 30}},
                text("caption"),
            ]
        }
    )
    assert (parts.text, parts.text_chars, parts.media_chars) == ("caption", 7, 60)
    assert of({"content": [{"type": "image", "data": "AAAA"}]}).text == ""


def test_text_and_structured_content_are_measured_apart() -> None:
    parts = of({"content": [text("12345"), text("6")], "structuredContent": {"a": "가"}})
    assert parts.text_chars == 7
    assert parts.structured == {"a": "가"}
    assert parts.structured_text == '{"a":"가"}'


@pytest.mark.parametrize(
    ("result", "document"),
    [
        ({"content": [text('{"a": 1}')], "structuredContent": {"b": 2}}, {"a": 1}),
        ({"content": [text("\ufeff\n [1, 2] \n")]}, [1, 2]),
        ({"content": [text('{"a": 1}'), text("[2]")]}, [{"a": 1}, [2]]),
        ({"content": [text("label"), text('{"a": 1}')], "structuredContent": {"b": 2}}, {"b": 2}),
        ({"content": [text("label")], "structuredContent": "a string"}, "a string"),
        ({"content": [text("label")], "structuredContent": {"result": "label"}}, ABSENT),
        ({"content": [text("label")], "structuredContent": {"result": "label", "n": 1}}, {"result": "label", "n": 1}),
        ({"content": [text("label")]}, ABSENT),
        ({"content": [text('"a string"')]}, ABSENT),
        ({"content": [text("5")]}, ABSENT),
        ({"content": [text('{"a": 1} and more')]}, ABSENT),
        ({"content": [text("[" * 100_000 + "]" * 100_000)]}, ABSENT),
        ({"content": [text('{"n": ' + "9" * 5000 + "}")]}, ABSENT),
        ({"data": [1]}, {"data": [1]}),
    ],
)
def test_the_document_is_the_json_of_the_text_else_the_structured_content(result: Json, document: Json) -> None:
    assert of(result).document == document


def test_nan_is_let_pass_and_seen_in_the_text() -> None:
    parts = of({"content": [text('{"a": NaN, "b": 1e999}')]})
    assert parts.document["a"] != parts.document["a"]
    assert compact(parts.document) == '{"a":NaN,"b":Infinity}'


def test_an_error_s_message_and_a_failure_s_text_are_measured_too() -> None:
    refused = payload(Refused(code=-32602, message="no such tool"))
    assert refused is not None
    assert (refused.text, refused.blocks) == ("no such tool", ("no such tool",))
    failed = payload(ToolFailed(result={"content": [text("bad")], "isError": True}))
    assert failed is not None
    assert failed.text == "bad"


@pytest.mark.parametrize("outcome", [TimedOut(limit=1), Disconnected(reason="gone"), TooLarge(limit=1)])
def test_where_there_was_no_reply_there_is_no_payload(outcome: Any) -> None:
    assert payload(outcome) is None


def test_structured_content_nested_too_deep_to_write_is_survived() -> None:
    deep: Json = 1
    for _ in range(20_000):
        deep = {"a": deep}
    assert of({"content": [text("x")], "structuredContent": deep}).structured_text == ""


def test_a_text_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []

    def loads(value: str) -> Json:
        parsed.append(value)
        return real(value)

    real = json.loads
    monkeypatch.setattr(json, "loads", loads)
    of({"content": [text('{"a": 1}')], "structuredContent": {"a": 1}})
    of({"content": [text('{"b": 1}'), text('{"c": 1}')]})
    of({"content": [text("prose")]})
    assert parsed == ['{"a": 1}', '{"b": 1}', '{"c": 1}']


@pytest.mark.parametrize("kind", [None, 7, ["text"], {"a": 1}, "video"])
def test_a_block_of_no_known_type_gives_its_text_all_the_same(kind: Json) -> None:
    assert of({"content": [{"type": kind, "text": "here"}, text("and here")]}).blocks == ("here", "and here")
