"""Charts are Mermaid that parses, whatever names and values a server has; tests/real asks Mermaid itself."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report.hostile_labels import HOSTILE_LABELS
from report.sample import call, full_report, server, tool

from tool_audit.model import ABSENT, Sweep, SweepKind
from tool_audit.report.charts import bar_chart, widest_sweep
from tool_audit.report.markdown import render_markdown

QUOTED = r'"[^"\n]+"'
CHART = re.compile(
    "```mermaid\nxychart-beta horizontal\n"
    rf"    title {QUOTED}\n"
    rf"    x-axis \[({QUOTED}(?:, {QUOTED})*)\]\n"
    '    y-axis "characters"\n'
    r"    bar \[(\d+(?:, \d+)*)\]\n"
    "```"
)
READ_BY_MERMAID = re.compile(r"%%|[#;`<>\n]")
"""Comments, entities, line ends, Markdown and HTML: not even quotes keep these from being read."""


def labels_of(chart):
    found = CHART.fullmatch(chart)
    assert found, chart
    labels = re.findall(QUOTED, found[1])
    assert len(labels) == len(found[2].split(", "))
    assert len(set(labels)) == len(labels), "Mermaid draws one bar for each label"
    assert not READ_BY_MERMAID.search("".join(chart.splitlines()[2:4]))
    return [label[1:-1] for label in labels]


@pytest.mark.parametrize("text", HOSTILE_LABELS, ids=ascii)
def test_any_text_can_be_a_title_and_a_label(text):
    assert len(labels_of(bar_chart(text, [(text, 1), (text, 2)]))) == 2


@given(st.lists(st.text(), min_size=1, max_size=4), st.text(alphabet='%"`#;<>\n\\ a', min_size=1))
def test_charts_of_random_texts_keep_to_the_grammar(texts, title):
    labels_of(bar_chart(f"sizes {title}", [(text, 7) for text in texts]))


def test_an_empty_value_is_told_and_long_names_that_begin_and_end_alike_stay_apart():
    chart = bar_chart("sizes", [("", 1), ("a" * 64, 2), ("a" * 65, 3), ("x", 4), ("x (2)", 5), ("x", 6)])
    empty, first, second, *others = labels_of(chart)
    assert empty == "(empty)"
    assert second == f"{first} (2)"
    assert others == ["x", "x (2)", "x (3)"]


def test_a_value_that_was_sent_twice_is_one_bar_and_a_text_is_no_number():
    calls = [call("read", {"detail": str(n)}, chars=n * 10) for n in range(1, 5)]
    sweep = Sweep(argument="detail", kind=SweepKind.DETAIL, values=(ABSENT, "5", "5", 5), calls=tuple(calls))
    widest = widest_sweep(server("s", [tool("read", default=calls[0], sweeps=(sweep,))]).run)
    assert widest.points == (("left out", 10), ("5", 20), ("5", 40))


def test_the_charts_of_a_whole_report_keep_to_the_grammar():
    charts = re.findall(r"(?ms)^```mermaid\n.*?^```$", render_markdown(full_report()))
    assert len(charts) == 2
    assert all(map(labels_of, charts))
