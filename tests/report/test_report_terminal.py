import re
from dataclasses import replace

import pytest
from report.sample import HOSTILE, bank, call, encodings, finding, full_report, report, server, several_report, tool
from rich.cells import cell_len

from tool_audit.model import NotAudited, Severity, State, Status
from tool_audit.report.terminal import render_terminal

SGR = re.compile(r"\x1b\[[0-9;]*m")


def rendered(*servers, width=100, **how):
    return render_terminal(report(servers), width=width, **how)


def row_of(text, start):
    return next(line for line in text.splitlines() if line.startswith(start))


@pytest.mark.parametrize("make", [full_report, several_report, report])
@pytest.mark.parametrize("width", [72, 79, 80, 95, 96, 100, 160])
@pytest.mark.parametrize("unicode", [True, False])
def test_no_line_is_wider_than_the_terminal(make, width, unicode):
    text = render_terminal(make(), width=width, color=False, unicode=unicode)
    assert [line for line in text.splitlines() if cell_len(line) > width] == []


def test_without_unicode_the_output_is_ascii_and_says_the_same():
    text = render_terminal(full_report(), width=100, color=False, unicode=False)
    assert text.isascii()
    assert "883,735" in text
    assert '{"query": "\\uacb0\\uc81c"}' in text


def test_without_unicode_typography_becomes_its_nearest_sign():
    text = rendered(server("s", [], findings=[finding("x", (), "3 \N{MULTIPLICATION SIGN} 4 → “12” …")]), unicode=False)
    assert '3 x 4 -> "12" ...' in text


@pytest.mark.parametrize("unicode", [True, False])
def test_nothing_that_a_server_sent_reaches_the_terminal_as_a_control_character(unicode):
    text = render_terminal(full_report(), width=100, color=False, unicode=unicode)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\ud800-\udfff]", text)
    assert r"\x1b[31mred\x1b[0m" in text
    assert r"\ud800" in text
    text.encode("utf-8")


def test_colour_adds_colours_and_nothing_else():
    colored = render_terminal(full_report(), width=100, color=True, unicode=True)
    plain = render_terminal(full_report(), width=100, color=False, unicode=True)
    assert SGR.search(colored)
    assert SGR.sub("", colored) == plain


@pytest.mark.parametrize("variable", ["NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM"])
def test_the_environment_changes_nothing(variable, monkeypatch):
    before = render_terminal(full_report(), width=100, color=True, unicode=True)
    monkeypatch.setenv(variable, {"COLUMNS": "40", "TERM": "dumb"}.get(variable, "1"))
    assert render_terminal(full_report(), width=100, color=True, unicode=True) == before


def test_wide_characters_keep_the_columns_aligned():
    text = rendered(
        server("s", [tool("결제_목록", default=call("a", chars=1_234)), tool("ab", default=call("b", chars=56))])
    )
    ends = {cell_len(line[: line.index(figure) + len(figure)]) for line, figure in _figures(text, "1,234", " 56")}
    assert len(ends) == 1


def _figures(text, *figures):
    return [(line, figure) for figure in figures for line in text.splitlines() if figure in line]


def test_a_narrow_terminal_loses_the_bar_and_the_items_and_keeps_the_sizes():
    wide, narrow = rendered(bank(), width=100), rendered(bank(), width=80)
    assert "████████" in row_of(wide, "list_mental_models")
    assert row_of(narrow, "list_mental_models").split() == [
        *("list_mental_models", "883,735", "353,494", "!!", "941", "detail=metadata", "939")
    ]


def test_a_very_long_name_is_cut_and_its_row_stays_one_line():
    name = "a_tool_with_a_name_of_sixty_four_characters_which_is_the_longest"
    default = call(name, {"some_required_argument": "x"}, chars=123_456)
    smaller = call(name, {"some_required_argument": "x", "fields": ["id"] * 9}, chars=1_234, experiment="detail")
    row = row_of(rendered(server("s", [tool(name, default=default, calls=(smaller,))]), width=80), "a_tool_w")
    assert "123,456" in row
    assert "..." in row
    assert "1,234" in row
    assert row.endswith("100")


COLUMN = {"type": "object", "properties": {"column": {"enum": ["todo", "done"]}, "id": {}, "limit": {}}}


def smallest(*calls, required=()):
    default = call("a", dict.fromkeys(required, "x"), chars=60_000, items=30)
    schema = {**COLUMN, "required": list(required)}
    return row_of(rendered(server("s", [tool("a", default=default, calls=calls, schema=schema)])), "a ")


def test_a_part_that_a_filter_chooses_is_the_smallest_where_no_setting_is_smaller():
    part = call("a", {"column": "done"}, chars=9_000, items=9, experiment="filter")
    few = call("a", {"limit": 1}, chars=9_900, items=1, experiment="limit", value=1)
    assert "9,000  column=done" in smallest(part)
    assert "9,900  limit=1" in smallest(part, few)


def test_parts_of_made_up_values_and_parts_without_items_are_no_advice():
    wrong = call("a", {"column": "zzz"}, chars=9_000, items=9, experiment="filter")
    empty = call("a", {"column": "done"}, chars=90, items=0, experiment="filter")
    assert "column" not in smallest(wrong, empty)


def test_nobody_is_advised_to_leave_out_what_is_required():
    bare = call("a", {}, chars=900, items=3, experiment="detail")
    assert "without" not in smallest(bare, required=["id"])


def test_a_value_that_was_tried_before_a_better_one_was_known_is_no_setting():
    first = call("a", {"id": "a"}, chars=900, items=3)
    assert "id=a" not in smallest(first, required=["id"])


def test_the_marks_are_explained_where_they_are_used_and_only_there():
    heavy = rendered(server("s", [tool("a", default=call("a", chars=60_000))]))
    light = rendered(server("s", [tool("a", default=call("a", chars=600))]))
    assert "!! over the cap: claude-code would put it into a file and show the model its first 2 KB" in heavy
    assert "over the cap" not in light
    assert "!" not in light


def test_a_required_argument_that_was_filled_in_is_named():
    text = rendered(server("s", [tool("a", default=call("a", {"id": "x"}, chars=60))]))
    assert row_of(text, "a (id)")
    assert "(argument): needed, so a value was filled in" in text


def test_a_tool_that_never_answered_stands_below_the_table_with_its_last_error():
    run = tool("get_x", status=Status.UNMEASURED, reason="tool error: no such id")
    assert "get_x  not measured: tool error: no such id" in rendered(server("s", [run]))


def test_one_tool_that_is_not_called_is_named_in_the_coverage_with_its_reason():
    run = tool("drop", status=Status.REFUSED, reason="it writes")
    assert "1 tool: 0 measured, 1 not called (drop: it writes)" in rendered(server("s", [run]))


def test_many_tools_that_are_not_called_are_listed_by_reason():
    runs = [tool(f"set_{n}", status=Status.REFUSED, reason="it writes") for n in range(10)]
    runs.append(tool("run", status=Status.REFUSED, reason="unclear"))
    text = rendered(server("s", runs))
    assert "11 tools: 0 measured, 11 not called" in text
    assert "it writes: set_0, set_1, set_2, set_3, set_4, set_5, set_6, set_7 and 2 more" in text
    assert "unclear: run" in text


def test_findings_that_are_not_shown_are_counted_only():
    hidden = finding("possible-truncation", ("a",), "secret sign", state=State.HIDDEN)
    text = rendered(server("s", [tool("a", default=call("a", chars=9))], findings=[hidden]))
    assert "secret sign" not in text
    assert "not shown: 1 hidden" in text


def test_notes_are_counted_by_rule_and_shown_in_full_when_asked_for():
    notes = [finding("dominant-field", (name,), f"{name} is large", severity=Severity.INFO) for name in "ab"]
    judged = server("s", [tool("a", default=call("a", chars=9))], findings=notes)
    assert "2 notes (--verbose shows them): dominant-field (2)" in rendered(judged)
    assert "a is large" not in rendered(judged)
    assert "a is large" in rendered(judged, verbose=True)


def test_the_same_advice_under_one_rule_is_given_once():
    twice = [finding("oversized-default", (name,), "large", advice="Bound it.") for name in "ab"]
    assert rendered(server("s", [], findings=twice)).count("Bound it.") == 1


def test_advice_that_only_names_the_call_below_it_is_not_said_twice():
    def told(advice, *send):
        return rendered(server("s", [], findings=[finding("x", ("a",), "Large.", advice=advice, send=send)]))

    least = call("a", {"n": 1}, chars=7)
    assert "send n=1" not in told("send n=1: 7 characters", least)
    assert 'send   a {"n": 1}   7 chars' in told("send n=1: 7 characters", least)
    assert "send n=1: 7 characters" in told("send n=1: 7 characters")
    assert "Bound it, and send n=1." in told("Bound it, and send n=1.", least)


def test_tokens_of_the_definitions_name_their_method_and_calls_the_arguments_that_were_varied():
    text = render_terminal(replace(full_report(), tokenizer="o200k_base, exact (an engine 1.0)"), width=100)
    assert "1,020 tokens (o200k_base, exact): paid in every turn" in text
    assert "arguments varied, in " in text


def test_long_arguments_are_cut_in_the_middle():
    long = call("a", {"q": "x" * 300 + "end"}, chars=9)
    text = rendered(server("s", [], findings=[finding("r", ("a",), "m", calls=(long,))]), width=160)
    assert re.search(r'a \{"q": "x+\.\.\.x+end"\}   9 chars', text)
    assert len(re.search(r"\{.*\}", text)[0]) == 120


def test_nothing_measured_is_not_called_clean():
    assert "No findings: but nothing was measured." in rendered(server("s", []))
    assert "No findings." in rendered(server("s", [tool("a", default=call("a", chars=9))]))


def test_a_server_that_could_not_start_is_told_with_what_was_seen_and_what_to_do():
    failure = NotAudited(name="x", message="x did not start", hint="set KEY", detail=("its stderr:", "no KEY\x1b[2J"))
    text = render_terminal(report([], [failure]), width=100, color=False, unicode=True)
    assert "error: x did not start\nits stderr:\n  no KEY\\x1b[2J\nhint: set KEY\n" in text


def test_several_servers_end_in_a_table_that_lists_each():
    text = render_terminal(several_report(), width=80, color=False, unicode=True)
    assert row_of(text, "memory  ").split() == ["memory", "6", "4", "1,020", "883,735", "4", "2"]
    assert "acme: not audited" in text


def test_replies_are_rewritten_where_a_tenth_or_more_is_saved():
    lean = tool("lean", default=call("lean", chars=1_000, encodings=encodings(901)))
    fat = tool("fat", default=call("fat", chars=1_000, encodings=encodings(900)))
    text = rendered(server("s", [lean, fat]))
    assert row_of(text[text.index("written otherwise") :], "fat").split() == ["fat", "1,000", "900", "-", "10.0", "%"]
    assert "lean" not in text[text.index("written otherwise") :]


def test_the_verdict_is_the_reports_own():
    text = render_terminal(replace(full_report()), width=100, color=False, unicode=True)
    assert text.endswith("exit code 1: 4 errors (--fail-on error)\n")


def test_hostile_names_stay_in_their_row():
    text = rendered(server(HOSTILE, [tool(HOSTILE, default=call("a", chars=12_345))], spec_name=HOSTILE), width=160)
    assert "12,345" in row_of(text, r"결제 \x1b[31mred")


def test_only_the_gravest_findings_of_a_rule_are_told_in_full_and_the_other_tools_are_named():
    sizes = {"a": 10, "b": 400, "c": 30, "d": 200, "e": 50}
    runs = [tool(name, default=call(name, chars=size)) for name, size in sizes.items()]
    findings = [finding("big", (run.subject.tool,), f"flaw of {run.subject.tool}", calls=run.calls) for run in runs]
    text = rendered(server("s", runs, findings=findings))
    assert [f"flaw of {name}" in text for name in sizes] == [False, True, False, True, True]
    assert "and 2 more (--verbose shows them): c, a" in text
    whole = render_terminal(report([server("s", runs, findings=findings)]), verbose=True)
    assert all(f"flaw of {name}" in whole for name in sizes)


def test_samples_are_rewritten_by_tool_with_their_sum():
    asked = [
        call("list", {"limit": 1}, chars=100, encodings=encodings(60)),
        call("list", {"limit": 2}, chars=300, encodings=encodings(140)),
        call("get", {"id": "x"}, chars=600, encodings=encodings(300)),
    ]
    text = render_terminal(replace(report([server("s", [tool("list", default=asked[0])])]), samples=tuple(asked)))
    assert row_of(text, "list, 2 requests").split()[-5:] == ["400", "200", "-", "50.0", "%"]
    assert row_of(text, "get id=x").split()[-5:] == ["600", "300", "-", "50.0", "%"]
    assert row_of(text, "3 requests").split()[-5:] == ["1,000", "500", "-", "50.0", "%"]
