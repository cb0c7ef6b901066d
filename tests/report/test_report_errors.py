"""The table of errors, as Markdown and as JSON."""

import pytest
from report.sample import HOSTILE, call, report, server, strict_json, tool, wrong_call

from tool_audit.model import Answer, Mistake
from tool_audit.report.json import render_json
from tool_audit.report.markdown import render_markdown


def lines(*wrong_calls):
    text = render_markdown(report([server("s", [tool("a", default=call("a", chars=9))], wrong_calls=wrong_calls)]))
    assert ("### Errors" in text) is bool(wrong_calls)
    return [
        line for line in text.partition("### Errors")[2].partition("\n### ")[0].splitlines() if line.startswith("| `")
    ]


def test_each_tool_and_kind_of_mistake_has_a_row_in_one_order():
    many = wrong_call(call("b", {"limit": "many"}), Mistake.WRONG_TYPE, "limit", Answer.TOOL, named=True, mended=False)
    lacks = wrong_call(call("b"), Mistake.MISSING, "q, r", Answer.SCHEMA, named=True, mended=True, chars=1_204)
    taken = wrong_call(call("a", {"lmit": 2}), Mistake.UNKNOWN_KEY, "lmit", Answer.ACCEPTED, chars=9)
    assert lines(many, lacks, taken) == [
        "| `a` | unknown key | `lmit=2` | accepted |  |  | 9 |",
        "| `b` | missing | without `q, r` | refused by the schema layer | yes | yes | 1,204 |",
        '| `b` | wrong type | `limit="many"` | refused by the tool | yes | no |  |',
    ]


def test_a_report_without_wrong_calls_has_no_table():
    assert lines() == []


def test_a_value_cannot_break_out_of_its_cell():
    (line,) = lines(wrong_call(call("a", {"q": HOSTILE}), Mistake.TOO_LONG, "q", Answer.UNFLAGGED, named=False))
    assert line.count(" | ") == 6
    assert "**a success that is an error** | no |" in line
    assert "<b>" not in line.replace("`", "").split("|")[1]


def test_a_key_inside_an_argument_shows_the_argument():
    (line,) = lines(wrong_call(call("a", {"f": {"x": 1}}), Mistake.UNKNOWN_KEY, "f.x", Answer.ACCEPTED))
    assert '`f={"x": 1}`' in line


@pytest.mark.parametrize("answer", Answer)
@pytest.mark.parametrize("mistake", Mistake)
def test_json_has_every_kind_by_its_name(mistake, answer):
    made = wrong_call(call("a", {"q": 1}), mistake, "q", answer, named=False, mended=None, chars=3)
    (told,) = strict_json(render_json(report([server("s", [], wrong_calls=[made])])))["servers"][0]["errors"]
    assert told == {
        "tool": "a",
        "mistake": mistake.value,
        "argument": "q",
        "arguments": {"q": 1},
        "answer": answer.value,
        "names_argument": False,
        "says_what_to_send": None,
        "chars": 3,
    }


@pytest.mark.parametrize(("named", "answer"), [(True, "yes"), (False, "not measured")])
def test_the_checklist_says_yes_where_errors_were_seen_to_help(named, answer):
    made = wrong_call(call("a"), Mistake.MISSING, "q", Answer.SCHEMA, named=named, mended=named)
    text = render_markdown(report([server("s", [tool("a", default=call("a", chars=9))], wrong_calls=[made])]))
    assert f"| Do errors say what is wrong and how to fix it? | {answer} |" in text
