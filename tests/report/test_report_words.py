import json
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report.sample import call, report, server, tool

from tool_audit.model import Disconnected, Refused, Replied, TimedOut, TooLarge, ToolFailed
from tool_audit.report import figures
from tool_audit.report.calls import difference, outcome_text, outcome_word
from tool_audit.report.json import render_json
from tool_audit.report.markdown import render_markdown
from tool_audit.report.safe import cut, json_text, one_line, readable, to_ascii
from tool_audit.report.terminal import render_terminal

ANY_TEXT = st.text(alphabet=st.characters(), max_size=40)


@given(ANY_TEXT)
def test_one_line_holds_no_character_that_moves_hides_or_fails_to_encode(text):
    safe = one_line(text)
    safe.encode("utf-8")
    assert {unicodedata.category(one) for one in safe if one not in "\u200c\u200d"}.isdisjoint(
        {"Cc", "Cf", "Cs", "Zl", "Zp"}
    )


@given(ANY_TEXT)
def test_ascii_is_ascii(text):
    assert to_ascii(one_line(text)).isascii()


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | ANY_TEXT,
        lambda inner: st.lists(inner) | st.dictionaries(ANY_TEXT, inner),
    )
)
def test_json_text_is_the_same_value_in_utf8(value):
    assert json.loads(json_text(value).encode("utf-8")) == value


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a\nb\tc", r"a\nb\tc"),
        ("\x1b[31m\x9b", r"\x1b[31m\x9b"),
        ("\ud800", r"\ud800"),
        ("\u202e\u2028", r"\u202e\u2028"),
        ("\U000e0041", r"\U000e0041"),
        ("결제 é 👩\u200d💻", "결제 é 👩\u200d💻"),
    ],
)
def test_characters_that_would_act_are_written_out(text, written):
    assert one_line(text) == written


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (figures.number(1_234_567), "1,234,567"),
        (figures.number(None), ""),
        (figures.counted(1, "reply", "replies"), "1 reply"),
        (figures.counted(2_000, "reply", "replies"), "2,000 replies"),
        (figures.percent(0.5491), "54.9 %"),
        (figures.times(939.1), "939"),
        (figures.times(2.53), "2.5"),
        (figures.times(9.96), "10"),
        (figures.times(None), ""),
        (figures.seconds(2.34), "2.3 s"),
        (figures.seconds(59.96), "1 min 00 s"),
        (figures.seconds(125.2), "2 min 05 s"),
        (figures.size(64 * 1024 * 1024), "64 MiB"),
        (figures.size(1_000), "1,000 bytes"),
        (figures.bar(100, 100, cells=8, unicode=True), "████████"),
        (figures.bar(19, 100, cells=8, unicode=True), "█▌"),
        (figures.bar(50, 100, cells=8, unicode=False), "####"),
        (figures.bar(0, 0, cells=8, unicode=True), ""),
        (figures.joined(["a", "b", "c"], 3), "a, b, c"),
        (figures.joined(["a", "b", "c"], 2), "a, b and 1 more"),
    ],
)
def test_a_figure_is_written_for_people(written, expected):
    assert written == expected


@pytest.mark.parametrize(
    ("outcome", "word", "text"),
    [
        (Replied(result={}), "replied", "replied, not measured"),
        (ToolFailed(result={"content": [{"type": "text", "text": "no"}]}), "tool-error", "tool error: no"),
        (ToolFailed(result=[]), "tool-error", "tool error: no text"),
        (Refused(code=-32602, message="bad"), "refused", "refused (-32602): bad"),
        (TimedOut(limit=30.0), "timed-out", "no answer within 30 s"),
        (Disconnected(reason="gone", exit_code=1), "disconnected", "disconnected: gone (exit code 1)"),
        (Disconnected(reason="gone"), "disconnected", "disconnected: gone"),
        (TooLarge(limit=1024**3), "too-large", "over 1 GiB, not read further"),
    ],
)
def test_every_outcome_has_a_word_and_a_text(outcome, word, text):
    assert (outcome_word(outcome), outcome_text(call("a", outcome=outcome))) == (word, text)


def test_only_what_differs_from_the_default_call_is_told():
    assert difference({"query": "x", "detail": "brief"}, {"query": "x"}) == "detail=brief"
    assert difference({"ids": [1, "a b"]}, {"query": "x"}) == 'ids=[1, "a b"], without query'
    assert difference({"full": 1}, {"full": True}) == "full=1"
    assert difference({"note": "two words"}, {}) == 'note="two words"'


def test_a_text_is_cut_in_the_middle_to_the_length_asked_for():
    assert cut("abc" * 100, 20) == "abcabcabcab...bcabc"[:11] + "..." + ("abc" * 100)[-6:]
    assert len(cut("abc" * 100, 20)) == 20
    assert cut("short", 20) == "short"


def test_what_a_reader_should_know_beside_the_figures_stands_in_every_report():
    bare = server("s", [tool("list", default=call("list", chars=10))])
    run = replace(bare.run, notes=("list: 3 more calls were wanted",), complete=False)
    whole = report([replace(bare, run=run)])
    told = ("3 more calls were wanted", "measured until then")
    for text in (render_terminal(whole), render_markdown(whole), render_json(whole)):
        assert all(each in text.replace("\n            ", " ") for each in told)


def test_a_word_that_nobody_would_read_to_its_end_is_cut_in_the_middle():
    text = f"The name {'x' * 3_000}END has blanks, and {'가' * 200} stays."
    shown = readable(text)
    assert len(shown) < 500
    assert shown.startswith("The name xxx")
    assert "...xxx" in shown
    assert shown.endswith(f"END has blanks, and {'가' * 200} stays.")
