"""terminal-codes: escape sequences for a screen."""

import json

import pytest
from builders import call, hits, tool, tool_run

from tool_audit.rules.terminal_codes import terminal_codes


def test_sequences_and_their_characters_are_counted():
    (hit,) = hits(terminal_codes, tool_run(call("\x1b[1mok\x1b[0m" * 500)))
    assert "1,000 terminal escape sequences" in hit.message
    assert "4,000 of 5,000 characters" in hit.message


def test_the_message_holds_no_control_character():
    (hit,) = hits(terminal_codes, tool_run(call("\x1b]0;title\x07\x1b[31mred\x1b[0m")))
    assert hit.message.isprintable()


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"out": "\x1b[32mpassed\x1b[0m"}),
        json.dumps({"out": "\x1b[32m\\n\x1b[0m"}, ensure_ascii=False).replace("\\u001b", "\\u001B"),
        "\x1b]8;;https://example.com\x1b\\link\x1b]8;;\x1b\\",
        "\x1b[2J\x1b[H\x1b(Btext",
    ],
    ids=["json", "upper-case", "links", "cursor"],
)
def test_codes_are_found_raw_and_as_escapes_in_json(text):
    assert hits(terminal_codes, tool_run(call(text)))


@pytest.mark.parametrize(
    "text",
    [
        "plain [0m text [1m",
        'print("\\x1b[1mok\\x1b[0m \\033[0m \\u001b[0m")',
        json.dumps({"code": 'print("\\u001b[1mok\\u001b[0m")'}),
    ],
    ids=["brackets", "source", "source-in-json"],
)
def test_source_code_that_writes_codes_is_left_alone(text):
    assert hits(terminal_codes, tool_run(call(text))) == []


def test_tools_whose_purpose_are_codes_or_files_are_left_alone():
    coloured = call("\x1b[1mok\x1b[0m")
    screen = tool("capture_pane", description="The pane as it stands, with its ANSI codes.")
    reader = tool("read_file", {"path": {"type": "string"}}, required=["path"])
    assert hits(terminal_codes, tool_run(coloured, spec=screen)) == []
    assert hits(terminal_codes, tool_run(coloured, spec=reader)) == []


def test_the_number_of_sequences_is_an_option():
    assert hits(terminal_codes, tool_run(call("ok\x1b[0m"))) == []
    assert hits(terminal_codes, tool_run(call("ok\x1b[0m")), sequences=1)
