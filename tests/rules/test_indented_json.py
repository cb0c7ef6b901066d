"""indented-json: white space outside strings."""

import json

import pytest
from builders import call, hits, server_run, tool, tool_run

from tool_audit.model import Severity
from tool_audit.rules.indented_json import indented_json

ROWS = [{f"field_{n}": n for n in range(15)} for _ in range(30)]
INDENTED = json.dumps(ROWS, indent=2)
COMPACT = json.dumps(ROWS, separators=(",", ":"))


def server(text, spec=None, **kwargs):
    return server_run(tool_run(call(text, **kwargs), spec=spec))


def test_indentation_is_counted_to_the_character():
    (hit,) = hits(indented_json, server(INDENTED))
    assert f"{len(INDENTED) - len(COMPACT):,} of {len(INDENTED):,} characters" in hit.message
    assert f"As compact UTF-8 JSON: {len(COMPACT):,} characters" in hit.message


def test_five_thousand_wasted_characters_make_it_a_warning():
    text = "[" + "\n" * 5_000 + "1]"
    assert hits(indented_json, server(text))[0].severity is Severity.WARNING
    assert hits(indented_json, server(text.replace("\n", "", 1)))[0].severity is Severity.INFO
    assert hits(indented_json, server(text), warning_chars=5_001)[0].severity is Severity.INFO


def test_separator_spaces_alone_are_reported_only_from_their_own_bound():
    text = json.dumps(list(range(5_001)))  # 5,000 spaces
    (hit,) = hits(indented_json, server(text))
    assert hit.severity is Severity.WARNING
    assert hits(indented_json, server(json.dumps(list(range(5_000))))) == []
    assert hits(indented_json, server(json.dumps(ROWS))) == []
    assert hits(indented_json, server(json.dumps(ROWS)), separator_chars=500)


def test_a_small_indented_reply_is_not_worth_a_word():
    text = "[" + "\n" * 100 + "1]"
    assert hits(indented_json, server(text))
    assert hits(indented_json, server(text.replace("\n", "", 1))) == []
    assert hits(indented_json, server(text.replace("\n", "", 1)), chars=99)


def test_tools_share_one_finding_with_totals():
    small = json.dumps(ROWS[:5], indent=4)
    run = server_run(
        tool_run(call(small, tool="few"), spec=tool("few")), tool_run(call(INDENTED, tool="many"), spec=tool("many"))
    )
    (hit,) = hits(indented_json, run)
    assert set(hit.tools) == {"few", "many"}
    assert f"of {len(small) + len(INDENTED):,}" in hit.message


@pytest.mark.parametrize(
    "text",
    [
        COMPACT,
        json.dumps({"text": "two\n    spaces and lines, in: a string" * 100}, separators=(",", ":")),
        "\n".join(json.dumps(row, separators=(",", ":")) for row in ROWS),
        "# Heading\n\n    indented text\n" * 100,
    ],
    ids=["compact", "in-strings", "json-lines", "no-json"],
)
def test_white_space_that_is_data_or_absent_is_left_alone(text):
    assert hits(indented_json, server(text)) == []


def test_indentation_that_was_asked_for_is_no_flaw():
    assert hits(indented_json, server(INDENTED, arguments={"pretty": True})) == []
    assert hits(indented_json, server(INDENTED, arguments={"pretty": False}))


def test_an_indented_file_is_data():
    spec = tool("read_text_file", {"path": {"type": "string"}}, required=["path"])
    assert hits(indented_json, server(INDENTED, spec)) == []


def test_escapes_of_quotes_do_not_end_a_string():
    text = json.dumps({"a": 'say "a : b" \\ c' * 300}, indent=1)
    assert hits(indented_json, server(text)) == []
