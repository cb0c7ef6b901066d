"""double-encoded-json: JSON in a string in JSON."""

import json

import pytest
from builders import call, hits, server_run, tool, tool_run

from tool_audit.rules.double_encoded_json import double_encoded_json

DATA = {"score": 100, "notes": [{"id": n, "text": f"note {n}"} for n in range(20)]}
INNER = json.dumps(DATA, indent=1)
PLAIN = len(json.dumps({"result": DATA}, separators=(",", ":")))


def server(*texts, spec=None):
    calls = [call(text, arguments={"n": n}) for n, text in enumerate(texts)]
    return server_run(tool_run(calls[0], calls=calls[1:], spec=spec))


def test_an_envelope_of_one_key_is_enough():
    text = json.dumps({"result": INNER})
    (hit,) = hits(double_encoded_json, server(text))
    assert "$.result" in hit.message
    assert f"{len(text):,} characters as sent, and {PLAIN:,} as compact JSON" in hit.message


def test_a_whole_text_that_is_quoted_json_counts():
    (hit,) = hits(double_encoded_json, server(json.dumps(INNER)))
    assert "the whole text" in hit.message


def test_an_envelope_field_that_makes_most_of_the_reply_is_enough():
    assert hits(double_encoded_json, server(json.dumps({"ok": True, "data": INNER})))


def test_another_field_needs_to_hold_json_in_two_replies():
    one, two = (json.dumps({"id": n, "metadata": json.dumps({"a": n, "b": [n] * 10})}) for n in (1, 2))
    assert hits(double_encoded_json, server(one, two))
    assert hits(double_encoded_json, server(one)) == []
    assert hits(double_encoded_json, server(one), replies=1)


def test_a_field_that_holds_json_only_now_and_then_is_user_text():
    one, two = (json.dumps({"id": n, "note": json.dumps({"a": n, "b": [n] * 10})}) for n in (1, 2))
    assert hits(double_encoded_json, server(one, two, json.dumps({"id": 3, "note": "buy milk"}))) == []


def test_a_result_inside_a_result_is_seen():
    text = json.dumps({"content": [{"type": "text", "text": INNER}], "isError": False})
    (hit,) = hits(double_encoded_json, server(text))
    assert "$.content[].text" in hit.message


def test_a_column_counts_where_each_of_enough_rows_holds_json_in_every_reply():
    def rows(count):
        return json.dumps([{"id": n, "meta": json.dumps({"tags": ["a", "b"], "n": n})} for n in range(count)])

    assert hits(double_encoded_json, server(rows(5), rows(6)))
    assert hits(double_encoded_json, server(rows(4), rows(3))) == []
    assert hits(double_encoded_json, server(rows(4), rows(3)), rows=3)


def test_tools_with_the_same_envelope_share_one_finding():
    text = json.dumps({"result": INNER})
    run = server_run(*(tool_run(call(text, tool=name), spec=tool(name)) for name in ("a", "b")))
    (hit,) = hits(double_encoded_json, run)
    assert hit.tools == ("a", "b")


def test_a_short_string_is_left_alone():
    assert hits(double_encoded_json, server(json.dumps({"result": "[1, 2, 3, 4, 5, 6]"}))) == []
    assert hits(double_encoded_json, server(json.dumps({"result": "[1, 2, 3, 4, 5, 6]"})), chars=18)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"result": DATA}),
        json.dumps({"result": "[draft] see the {notes}"}),
        json.dumps({"path": "package.json", "file_content": INNER}),
        json.dumps({"source_code": INNER}),
        json.dumps({"result": "12345678901234567890"}),
        INNER,
    ],
    ids=["nested", "brackets", "file", "source", "number", "plain"],
)
def test_plain_data_and_files_are_left_alone(text):
    assert hits(double_encoded_json, server(text)) == []


def test_a_reader_of_files_hands_over_json_files():
    spec = tool("read_file", {"path": {"type": "string"}}, required=["path"])
    assert hits(double_encoded_json, server(json.dumps({"content": INNER}), spec=spec)) == []


def test_structured_content_beside_a_text_is_not_judged():
    run = server_run(tool_run(call(INNER, structured={"result": INNER})))
    assert hits(double_encoded_json, run) == []
