"""What a client would show its model of one reply, reckoned from the measured reply."""

from dataclasses import replace

import pytest

from tool_audit.clients import client_names, lines_for, load_client, showing
from tool_audit.model import ABSENT, Measurement, ToolSpec
from tool_audit.settings import CapOverride


def reply(*blocks, tokens=None, structured=ABSENT, structured_chars=0, media=0):
    text = "\n".join(blocks)
    return Measurement(
        bytes=len(text),
        chars=len(text) if blocks else structured_chars,
        tokens=len(text) // 4 if tokens is None else tokens,
        text=text,
        blocks=blocks,
        text_chars=len(text),
        structured=structured,
        structured_chars=structured_chars,
        media_chars=media,
    )


def shown(name, made, tool=None, overrides=(), **fields):
    profile = load_client(name, {name: fields} if fields else {})
    return showing(profile, lines_for(profile, tool, overrides), made)


def our(made, **fields):
    return shown("ours", made, **fields)


@pytest.mark.parametrize("name", client_names())
def test_every_client_shows_a_small_reply_whole(name):
    told = shown(name, reply("x" * 100))
    assert (told.client, told.whole, told.shown_chars, told.unseen_chars, told.over) == (name, True, 100, 0, None)


@pytest.mark.parametrize("name", [name for name in client_names() if load_client(name).action != "other"])
def test_every_client_with_a_cap_says_in_words_what_it_leaves_of_a_large_reply(name):
    told = shown(name, reply("x\n" * 1_000_000))
    has_cap = bool(lines_for(load_client(name), None).caps)
    assert told.whole is not has_cap
    assert told.sees
    assert has_cap or told.sees == "whole, as far as is known: it publishes no cap"


def test_codex_keeps_both_ends_and_says_how_much_of_the_middle_is_lost():
    told = shown("codex", reply("x" * 80_000, tokens=40_000))
    assert told.sees == "first and last 5,000 tokens; 30,000 in the middle lost, marked"
    assert (told.over, told.cap, told.size) == ("tokens", 10_000, 40_000)
    assert (told.shown_chars, told.unseen_chars) == (20_000, 60_000)


def test_gemini_keeps_a_fifth_and_four_fifths_of_its_cap_and_puts_the_whole_into_a_file():
    told = shown("gemini-cli", reply("x" * 100_000))
    assert told.sees == (
        "first 8,000 and last 32,000 chars (20 % and 80 % of 40,000); 60,000 in the middle left out, marked, "
        "the whole in a file"
    )
    assert (told.shown_chars, told.unseen_chars) == (40_000, 60_000)


@pytest.mark.parametrize("beside", [{"media": 9}, {}])
def test_the_cap_of_gemini_is_for_a_reply_that_is_one_text_part(beside):
    blocks = ("x" * 100_000,) if beside else ("x" * 50_000, "y" * 50_000)
    told = shown("gemini-cli", reply(*blocks, **beside))
    assert told.whole
    assert told.sees == "whole: its cap is for a single text part, and this reply has more"


def test_goose_counts_each_text_block_by_itself():
    small = shown("goose", reply("x" * 150_000, "y" * 150_000))
    assert small.sees == "whole: its cap is for each of the 2 text blocks"
    large = shown("goose", reply("x" * 150_000, "y" * 250_000))
    assert large.sees == "the path of a file in place of 250,000 chars; the other text block whole"
    assert (large.shown_chars, large.unseen_chars) == (150_000, 250_000)
    every = shown("goose", reply("x" * 300_000, "y" * 250_000))
    assert every.sees == "the path of a file in place of 300,000 chars; 1 more of the 2 text blocks likewise"
    assert (every.shown_chars, every.unseen_chars) == (0, 550_000)


def test_claude_code_puts_it_into_a_file_and_shows_the_beginning():
    told = shown("claude-code", reply("x" * 50_001))
    assert told.sees == "the path of a file and the first 2 KB of 50,001 chars"
    assert (told.shown_chars, told.unseen_chars) == (2_000, 48_001)
    assert shown("claude-code", reply("x" * 50_000)).whole


def test_a_preview_in_bytes_is_fewer_characters_of_another_script():
    assert shown("claude-code", reply("가" * 60_000, tokens=1)).shown_chars == 667


def test_claude_desktop_gives_an_error_over_its_bytes():
    told = shown("claude-desktop", reply("가" * 400_000))
    assert told.sees == "an error in place of 1,200,000 bytes (over 1,048,576 bytes)"
    assert (told.shown_chars, told.unseen_chars) == (0, 400_000)


def test_of_two_caps_the_one_that_is_overrun_more_is_told():
    lines, chars = "ab\n" * 30_000, "x" * 60_000
    assert shown("opencode", reply(lines)).sees == (
        "first 2,000 lines; 28,000 behind them left out, marked, the whole in a file"
    )
    assert shown("opencode", reply(lines)).shown_chars == 6_000
    assert shown("opencode", reply(chars)).over == "bytes"
    assert shown("codex-0.56", reply("a\n" * 300)).sees == "first and last 128 lines; 44 in the middle lost, marked"


def test_what_is_lost_without_a_sign_is_told_so():
    assert shown("copilot-cli", reply("x" * 20_480)).sees == (
        "first and last 5,120 bytes; 10,240 in the middle lost without a sign"
    )


STRUCTURED = {"rows": ["y" * 100]}


def test_a_client_that_prefers_structured_content_is_judged_by_that():
    both = reply("x" * 80_000, tokens=40_000, structured=STRUCTURED, structured_chars=113)
    told = shown("codex", both)
    assert (told.whole, told.structured, told.shown_chars) == (True, True, 113)
    assert told.sees == "structuredContent in place of the text: whole"
    large = replace(both, structured={"rows": ["y" * 160_000]}, structured_chars=160_013)
    assert shown("codex", large).sees == (
        "structuredContent in place of the text: first and last 5,000 tokens; about 70,006 in the middle lost, marked"
    )


def test_a_client_that_shows_text_only_shows_nothing_of_a_reply_without_any():
    told = our(reply(structured=STRUCTURED, structured_chars=113), shows="text")
    assert (told.whole, told.shown_chars, told.unseen_chars) == (False, 0, 113)
    assert told.sees == "nothing: it shows text only, and all 113 chars are structuredContent"


def test_a_client_that_shows_both_has_twice_as_much():
    made = reply("x" * 80, structured=STRUCTURED, structured_chars=113)
    assert our(made, shows="both", cap_chars=150, action="drop", marked=False).sees == (
        "nothing of 193 chars without a sign"
    )
    assert our(made, cap_chars=150).whole


def test_an_action_that_is_known_in_words_only_is_told_in_these_words():
    told = our(reply("x" * 200), cap_chars=100, action="roll a die for it")
    assert told.sees == "not the whole of 200 chars (over 100 chars): it would roll a die for it"
    assert (told.shown_chars, told.unseen_chars) == (None, None)


def test_a_client_that_cuts_nothing_shows_all_whatever_the_bundled_profile_says():
    assert shown("gemini-cli", reply("x" * 100_000), action="none").sees == "whole: it cuts nothing"


def test_what_a_tool_declares_is_shown_whole_by_the_client_that_goes_by_it():
    tool = ToolSpec(name="t", description="", input_schema={}, meta={"anthropic/maxResultSizeChars": 300_000})
    assert shown("claude-code", reply("x" * 300_000), tool).whole
    assert not shown("claude-code", reply("x" * 300_001), tool).whole
    assert not shown("claude-desktop", reply("x" * 1_100_000), tool).whole


def test_an_override_of_the_settings_moves_the_line():
    override = CapOverride(tool="*", reason="ours", cap_tokens=50_000)
    assert shown("codex", reply("x" * 80_000, tokens=40_000), overrides=(override,)).whole


@pytest.mark.parametrize("text", ["", "\ud800" * 60_000, "\n" * 60_000])
def test_odd_texts_are_reckoned_with_too(text):
    for name in client_names():
        told = shown(name, reply(text))
        assert (told.shown_chars or 0) + (told.unseen_chars or 0) in (0, len(text))
