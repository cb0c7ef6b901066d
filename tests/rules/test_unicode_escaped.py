"""unicode-escaped: JSON text spells out characters that UTF-8 could carry."""

import json

import pytest
from builders import call, hits, server_run, tool, tool_run

from tool_audit.model import Severity
from tool_audit.rules.unicode_escaped import unicode_escaped

LINES = ["서울의 봄은 참 짧다" for _ in range(200)]


def server(text, spec=None):
    return server_run(tool_run(call(text), spec=spec))


def test_escaped_korean_is_one_finding_with_both_lengths_and_tokens():
    sent, plain = json.dumps(LINES), json.dumps(LINES, ensure_ascii=False)
    (hit,) = hits(unicode_escaped, server(sent))
    assert f"{len(sent):,} characters as sent and {len(plain):,} with only the escapes undone" in hit.message
    assert "tokens instead of" in hit.message
    assert "\\uc11c" in hit.message
    assert hit.tools == ("list_items",)
    assert hit.severity in (None, Severity.WARNING)


def test_quotes_and_angle_brackets_written_as_escapes_count():
    text = json.dumps(['<a> "b"'] * 20).replace('\\"', "\\u0022").replace("<", "\\u003C")
    plain = json.dumps(['<a> "b"'] * 20)
    (hit,) = hits(unicode_escaped, server(text))
    assert f"and {len(plain):,} with only the escapes undone" in hit.message


def test_a_surrogate_pair_is_one_character():
    text = json.dumps(["😀" * 10])
    (hit,) = hits(unicode_escaped, server(text))
    assert f"{len(text):,} characters as sent and {len(json.dumps(['x' * 10])):,}" in hit.message


def test_two_tools_are_one_finding_with_their_total_the_heavier_first():
    few, many = json.dumps(LINES[:10]), json.dumps(LINES)
    run = server_run(
        tool_run(call(few, tool="few"), spec=tool("few")), tool_run(call(many, tool="many"), spec=tool("many"))
    )
    (hit,) = hits(unicode_escaped, run)
    assert hit.tools == ("many", "few")
    assert f"{len(few) + len(many):,} characters as sent" in hit.message


def test_the_worst_reply_of_a_tool_is_the_evidence():
    small, large = call(json.dumps(LINES[:3])), call(json.dumps(LINES), arguments={"limit": 200})
    (hit,) = hits(unicode_escaped, server_run(tool_run(small, calls=[large])))
    assert hit.calls == (large,)


def test_each_of_several_blocks_and_lines_of_json_is_judged():
    blocks = [json.dumps({"a": line}) for line in LINES[:5]]
    assert hits(unicode_escaped, server(blocks))
    assert hits(unicode_escaped, server("\n".join(blocks)))


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(LINES, ensure_ascii=False),
        json.dumps(["plain ASCII"] * 50),
        json.dumps({"code": 's = "\\uc11c\\uc6b8\\uc758\\ubd04"'}),  # a source that really holds a backslash-u
        's = "\\uc11c\\uc6b8\\uc758\\ubd04"  # not JSON at all',
        json.dumps(["\x00\x01\x1b\x1f"] * 20),  # JSON must escape these
        json.dumps(["\ud83d"] * 20),  # and these UTF-8 cannot carry
    ],
    ids=["utf-8", "ascii", "source-in-json", "source", "controls", "lone-surrogates"],
)
def test_text_that_needs_its_backslashes_is_left_alone(text):
    assert hits(unicode_escaped, server(text)) == []


def test_a_json_file_that_is_handed_over_as_it_stands_is_data():
    spec = tool("read_file", {"path": {"type": "string"}}, required=["path"])
    assert hits(unicode_escaped, server(json.dumps(LINES), spec)) == []
    assert hits(unicode_escaped, server(json.dumps({"path": "a", "content": "봄" * 9}), spec))


def test_error_replies_are_not_judged():
    assert hits(unicode_escaped, server_run(tool_run(None, calls=[call(json.dumps(LINES), error=True)]))) == []


def test_the_bound_is_in_characters_saved():
    four, three = json.dumps(["봄봄봄봄"]), json.dumps(["봄봄봄"])
    assert hits(unicode_escaped, server(four))
    assert hits(unicode_escaped, server(three)) == []
    assert hits(unicode_escaped, server(three), chars=15)
