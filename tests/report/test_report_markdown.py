import html
import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from report.sample import bank, call, encodings, finding, full_report, report, server, several_report, tool

from tool_audit.model import ABSENT, State, Status, Sweep, SweepKind, TimedOut
from tool_audit.report.checklist import checklist
from tool_audit.report.markdown import render_markdown
from tool_audit.report.markdown_text import code, prose, table
from tool_audit.report.safe import one_line

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
TEXTS = st.text(alphabet=st.sampled_from("ab1 _*`|\\<>&[]()#-+.~!$:/@\n\x1b결\ud800"), min_size=1, max_size=30)


def shown_text(markup):
    return html.unescape(re.sub(r"<[^>]*>", "", READER.renderInline(markup)))


@given(TEXTS)
def test_prose_shows_exactly_the_text_whatever_it_holds(text):
    assert shown_text(prose(text)) == one_line(text)


@given(TEXTS)
def test_prose_never_starts_a_block(text):
    tokens = READER.parse(prose(text))
    assert all(token.type in {"paragraph_open", "paragraph_close", "inline"} for token in tokens if text.strip())


@given(TEXTS.filter(lambda text: text.strip()))
def test_a_code_span_shows_exactly_the_text(text):
    assert READER.renderInline(f"a{code(text)}b") == f"a<code>{html.escape(one_line(text))}</code>b"


@given(TEXTS.filter(str.strip), TEXTS.filter(str.strip))
def test_a_table_keeps_every_cell_in_its_column(first, second):
    written = READER.render(table(("one", "two"), [(prose(first), code(second))]))
    cells = [html.unescape(re.sub(r"<[^>]*>", "", cell)) for cell in re.findall(r"<td>(.*?)</td>", written)]
    assert [cell.strip() for cell in cells] == [one_line(first).strip(), one_line(second).strip()]


def test_a_person_who_is_named_in_a_reply_is_not_called():
    assert prose("ask @someone or me@host") == "ask `@`someone or me@host"


@pytest.mark.parametrize("make", [full_report, several_report])
def test_every_table_row_has_as_many_cells_as_its_head(make):
    text = render_markdown(make())
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}) == 1


@pytest.mark.parametrize("make", [full_report, several_report])
def test_no_html_of_a_server_survives(make):
    rendered = READER.render(render_markdown(make()))
    assert "<b>" not in rendered
    assert "<style>" not in rendered


def test_every_finding_can_be_sent_again_as_it_stands():
    sample = bank()
    text = render_markdown(report([sample]))
    fenced = [json.loads(body) for body in re.findall(r"```json\n(.*?)\n```", text, re.DOTALL)]
    sent = [one for body in fenced for one in (body if isinstance(body, list) else [body])]
    for judged in sample.findings:
        for made in (*judged.calls, *judged.send):
            probe = made.observation.probe
            assert {"name": probe.subject.tool, "arguments": dict(probe.arguments)} in sent


def test_every_call_is_listed():
    sample = bank()
    body = render_markdown(report([sample])).partition("### Every call")[2]
    listed = [line for line in body.splitlines() if line.startswith("| `")]
    assert len(listed) == len({made.observation.probe.key for run in sample.run.tools for made in run.calls})


def test_only_the_head_tells_when_and_how_long():
    first = report([bank()])
    slow = replace(bank().run, seconds=99.0)
    later = replace(first, date="2027-01-01", servers=(replace(bank(), run=slow),))
    bodies = [render_markdown(one).partition("## bank")[2] for one in (first, later)]
    assert bodies[0] == bodies[1] != ""


def test_what_is_not_shown_is_listed_with_the_reason():
    ignored = finding("hints-missing", ("a",), "none", state=State.IGNORED, why="agreed | in May")
    text = render_markdown(report([server("s", [], findings=[ignored])]))
    assert "| `hints-missing` | `a` | ignored | none | agreed \\| in May |" in text


def test_the_sweep_that_changes_most_is_drawn():
    assert 'x-axis ["left out", "full", "summary", "metadata"]' in render_markdown(full_report())
    assert "bar [883735, 883735, 216769, 941]" in render_markdown(full_report())


def test_a_label_cannot_end_its_quotes():
    text = render_markdown(report([server("s", [tool('a"], bar [1]#x;', default=call("a", chars=9))])]))
    assert 'x-axis ["a\'], bar [1] x,"]' in text


def test_only_the_ten_largest_defaults_are_drawn():
    tools = [tool(f"t{n:02}", default=call("t", chars=100 + n)) for n in range(12)]
    bars = re.search(r"bar \[(.*)\]", render_markdown(report([server("s", tools)])))[1]
    assert bars.split(", ") == [str(111 - n) for n in range(10)]


def answers(*tools, findings=()):
    return {
        answer.question: (answer.answer, answer.because) for answer in checklist(server("s", tools, findings=findings))
    }


def limited(maximum, kind=SweepKind.COUNT):
    default = call("list", chars=900, items=20)
    sweep = Sweep(argument="limit", kind=kind, values=(ABSENT,), calls=(default,))
    return tool("list", default=default, sweeps=(sweep,), schema={"properties": {"limit": maximum}})


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (limited({"type": "integer", "maximum": 100}), ("yes", "")),
        (limited({"anyOf": [{"type": "integer", "maximum": 100}, {"type": "null"}]}), ("yes", "")),
        (limited({"type": "integer"}), ("no", "list")),
        (limited({"maximum": 1}, SweepKind.DETAIL), ("no", "list")),
        (tool("one", default=call("one", chars=9)), ("not measured", "")),
    ],
)
def test_the_checklist_asks_each_list_for_a_limit_with_a_maximum(run, expected):
    assert answers(run)["Has every list a limit with a declared maximum?"] == expected


def test_the_checklist_of_a_server_where_nothing_was_called_claims_nothing():
    given_answers = answers(tool("drop", status=Status.REFUSED))
    known = {question for question, (answer, _) in given_answers.items() if answer != "not measured"}
    assert known == {"Do the definitions take under 10,000 tokens?"}


def test_the_checklist_answers_yes_where_it_was_measured():
    light = tool("a", default=call("a", chars=900, encodings=encodings(890)))
    given_answers = answers(light)
    for question in (
        "Does every default reply reach the model whole?",
        "Is every default reply under the warning line?",
        "Is JSON written compactly, in UTF-8?",
        "Does the same call give the same reply?",
        "Was every call answered?",
        "Was every tool that may be called measured?",
    ):
        assert given_answers[question] == ("yes", ""), question


def test_the_checklist_answers_no_with_the_tools_that_are_why():
    heavy = tool("heavy", default=call("heavy", chars=60_000, encodings=encodings(30_000)))
    shaky = replace(tool("shaky", default=call("shaky", chars=9)), volatile=True)
    mute = tool("mute", calls=(call("mute", outcome=TimedOut(limit=30)),), status=Status.UNMEASURED)
    cut = finding("silent-truncation", ("shaky",), "cut")
    given_answers = answers(heavy, shaky, mute, findings=[cut])
    assert given_answers["Does every default reply reach the model whole?"] == ("no", "heavy")
    assert given_answers["Is every default reply under the warning line?"] == ("no", "heavy")
    assert given_answers["Has every heavy reply a narrower call?"] == ("no", "heavy")
    assert given_answers["Is JSON written compactly, in UTF-8?"] == ("no", "heavy")
    assert given_answers["Is a cut list marked as cut?"] == ("no", "shaky")
    assert given_answers["Does the same call give the same reply?"] == ("no", "shaky")
    assert given_answers["Was every call answered?"] == ("no", "mute")
    assert given_answers["Was every tool that may be called measured?"] == ("no", "mute")
