"""lone-surrogate: text that is not Unicode, or was decoded badly."""

import json

import pytest
from builders import call, hits, tool, tool_run

from tool_audit.rules.lone_surrogate import lone_surrogate

READER = tool("read_file", {"path": {"type": "string"}}, required=["path"])


def test_a_raw_half_is_named_with_its_place_and_the_message_can_be_written_as_utf_8():
    (hit,) = hits(lone_surrogate, tool_run(call("title \ud83d")))
    assert "U+D83D at character 6 of the text" in hit.message
    assert hit.message.encode("utf-8")


@pytest.mark.parametrize(
    "text",
    ['{"a": "\\ud83d"}', '{"a": "x\\uDE00"}', '{"a": "\\ud83d\\ud83d\\ude00"}', '{"a": "\\ud83d\\ude00\\ude00"}'],
)
def test_an_escaped_half_in_json_counts(text):
    (hit,) = hits(lone_surrogate, tool_run(call(text)))
    assert "escaped" in hit.message


def test_structured_content_is_judged_too():
    (hit,) = hits(lone_surrogate, tool_run(call("ok", structured={"title": "\ud83d"})))
    assert "of structuredContent" in hit.message


@pytest.mark.parametrize(
    "text",
    [
        "caf\ufffd cr\ufffdme br\ufffdl\ufffde",
        "\ufffd\ufffd\ufffd\ufffd\ufffd",
        json.dumps({"names": ["caf\ufffd", "cr\ufffdme", "br\ufffdl\ufffde"]}),
        json.dumps({"names": ["caf\ufffd", "cr\ufffdme", "br\ufffdl\ufffde"]}, ensure_ascii=False),
    ],
    ids=["words", "row", "escaped", "raw-json"],
)
def test_marks_of_a_bad_decode_inside_words_are_flagged(text):
    assert hits(lone_surrogate, tool_run(call(text)))


@pytest.mark.parametrize(
    "text",
    ["서울의 봄\ufffd", "서울의 봄\ufffd...", json.dumps({"preview": "서울\ufffd", "id": 1}, ensure_ascii=False)],
    ids=["end", "ellipsis", "string-end"],
)
def test_one_mark_where_text_was_cut_is_enough(text):
    (hit,) = hits(lone_surrogate, tool_run(call(text)))
    assert "cut" in hit.message
    assert hits(lone_surrogate, tool_run(call(text), spec=READER))


@pytest.mark.parametrize(
    "text",
    [
        "A decoder writes \ufffd for what it cannot read.",
        json.dumps({"char": "\ufffd", "name": "REPLACEMENT CHARACTER"}, ensure_ascii=False),
        "😀 서울",
        json.dumps("😀" * 5),
        json.dumps({"code": 'x = "\\ud83d"'}),
        'x = "\\ud83d"',
        "caf\ufffd is one word",
    ],
    ids=["about-it", "table-of-characters", "emoji", "pairs", "source-in-json", "source", "single"],
)
def test_good_text_and_data_about_unicode_are_left_alone(text):
    assert hits(lone_surrogate, tool_run(call(text))) == []


def test_a_binary_file_that_is_handed_over_is_data():
    assert hits(lone_surrogate, tool_run(call("\ufffd\ufffd\ufffdPNG data"), spec=READER)) == []


def test_the_number_of_marks_is_an_option():
    two, three = "caf\ufffd cr\ufffdme etc", "caf\ufffd cr\ufffdme br\ufffdler"
    assert hits(lone_surrogate, tool_run(call(two))) == []
    assert hits(lone_surrogate, tool_run(call(three)))
    assert hits(lone_surrogate, tool_run(call(two)), replacements=2)


def test_a_picture_that_was_asked_for_as_text_is_the_callers_doing():
    picture = bytes(range(256)).decode("utf-8", "replace") * 3 + "IEND\ufffdB`\ufffd"
    reader = tool("read_text_file", {"path": {"type": "string"}}, required=["path"])
    shown = call(picture, tool="read_text_file", arguments={"path": "/a.png"})
    assert not hits(lone_surrogate, tool_run(shown, spec=reader))
    assert hits(lone_surrogate, tool_run(call(picture)))
