import re

from report.sample import HOSTILE, finding
from report.traffic_builders import full_traffic, logs, server, spread, traffic, used

from tool_audit.model import State
from tool_audit.model.indicators import Ending, ErrorShape
from tool_audit.model.spread import Rate
from tool_audit.report.sli_markdown import render_sli_markdown


def rendered(*servers, **facts):
    return render_sli_markdown(traffic(*servers, **facts))


def test_every_rate_has_its_n_and_its_interval():
    text = rendered(server("files", [used("read", errors=Rate(51, 1_201))]))
    assert "| `files/read` | 4.2 % (3.2-5.5) of 1,201 | - | - | - |" in text


def test_all_rows_are_there_and_a_long_table_is_folded():
    text = rendered(server("files", [used(f"tool_{index:02}") for index in range(16)]))
    assert text.count("<summary>16 rows</summary>") == 2
    assert text.count("<details>") == text.count("</details>") == 2
    assert text.count("`files/tool_15`") == 2


def test_a_short_table_is_open():
    assert "<details>" not in rendered(server("files", [used("read")]))


def test_how_tokens_and_intervals_were_come_by_is_named():
    text = rendered(server("files", [used("read")]))
    assert "tokens: o200k\\_base, exact" in text or "tokens: o200k_base, exact" in text
    assert "Wilson's score interval" in text
    assert "within 3 steps" in text


def test_without_tokens_it_says_that_sizes_are_in_characters():
    text = rendered(server("files", [used("read", tokens=None)]), tokenizer="")
    assert "no tokens were counted" in text
    assert "characters of a reply: p50" in text


def test_every_row_of_a_table_has_the_cells_of_its_head():
    heads, broken = None, []
    for line in render_sli_markdown(full_traffic()).splitlines():
        cells = len(re.split(r"(?<!\\)\|", line)) if line.startswith("|") else None
        if cells is not None and heads is not None and cells != heads:
            broken.append(line)
        heads = cells
    assert broken == []


def test_what_a_log_says_is_data():
    shape = ErrorShape(shape="<img src=x> **bold** | `tick`", ending=Ending.TOOL_ERROR, count=1, recovered=Rate(0, 1))
    text = rendered(server("s", [used(HOSTILE, shapes=(shape,))]))
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\ud800-\udfff]", text)
    assert "`` <img src=x> **bold** \\| `tick` ``" in text


def test_findings_that_are_not_shown_are_listed_with_why():
    ignored = finding("retry-loop", ("read",), "Nine times.", state=State.IGNORED, why="a poll")
    assert "| `retry-loop` | `files/read` | ignored | Nine times. | a poll |" in rendered(
        server("files", [used("read")], findings=[ignored])
    )


def test_without_a_log_that_is_known_there_are_no_empty_tables():
    text = rendered(logs=logs(files={}, unknown=("x.csv",)), sessions=0, tasks=0, steps=spread([]))
    assert "No session log was recognised" in text
    assert "x.csv" in text
    assert "## In use" not in text
