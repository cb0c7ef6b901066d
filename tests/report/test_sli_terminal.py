import re

import pytest
from report.sample import HOSTILE, finding
from report.traffic_builders import NOTHING, full_traffic, logs, server, spread, traffic, used
from rich.cells import cell_len

from tool_audit.model import Severity, State
from tool_audit.model.indicators import Chain, Context, Ending, ErrorShape, Potential, Shown, Unused
from tool_audit.model.spread import Rate
from tool_audit.report.sli_terminal import render_sli_terminal

SGR = re.compile(r"\x1b\[[0-9;]*m")
EMPTY = {"files": {}, "bytes": 0, "lines": 0, "first": "", "last": ""}


def rendered(*servers, width=100, verbose=False, unicode=True, **facts):
    return render_sli_terminal(traffic(*servers, **facts), width=width, verbose=verbose, unicode=unicode)


def cells(text, start, nth=0):
    """Return the cells of the nth row that starts so."""
    rows = [line for line in text.splitlines() if line.startswith(start)]
    return re.split(r" {2,}", rows[nth].strip())


def nothing_read():
    return traffic(logs=logs(**EMPTY, unknown=("notes.txt",)), sessions=0, tasks=0, steps=spread([]))


@pytest.mark.parametrize("make", [full_traffic, traffic, nothing_read])
@pytest.mark.parametrize("width", [72, 80, 95, 96, 100, 135, 136, 200])
@pytest.mark.parametrize("verbose", [True, False])
def test_no_line_is_wider_than_the_terminal(make, width, verbose):
    text = render_sli_terminal(make(), width=width, verbose=verbose)
    assert [line for line in text.splitlines() if cell_len(line) > width] == []


@pytest.mark.parametrize("unicode", [True, False])
def test_nothing_that_a_log_says_reaches_the_terminal_as_a_control_character(unicode):
    text = render_sli_terminal(full_traffic(), width=200, unicode=unicode, verbose=True)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\ud800-\udfff]", text)
    assert r"\x1b[31mred" in text
    assert text.isascii() is not unicode


def test_colour_adds_colours_and_nothing_else():
    colored = render_sli_terminal(full_traffic(), color=True)
    assert SGR.search(colored)
    assert SGR.sub("", colored) == render_sli_terminal(full_traffic())


def test_tools_come_by_their_share_of_the_context_whatever_their_server():
    text = rendered(
        server("b", [used("small", server="b", share=0.1), used("large", server="b", share=0.4)]),
        server("", [used("own", server="", share=0.2)]),
    )
    starts = [line.split()[0] for line in text.splitlines() if line.startswith(("b/", "own"))]
    assert starts[:3] == ["b/large", "own", "b/small"]


def test_a_row_holds_the_calls_the_sizes_and_the_share():
    text = rendered(server("files", [used("read", tokens=range(1, 101), share=0.482)]))
    assert cells(text, "files/read")[:7] == ["files/read", "100", "50", "90", "99", "100", "48.2 %"]


def test_a_rate_has_its_interval_where_there_is_room_and_its_n_where_there_is_more():
    tool = server("files", [used("read", errors=Rate(51, 1_201))])
    assert cells(rendered(tool, width=80), "files/read", 1)[1] == "4.2 %"
    assert cells(rendered(tool, width=100), "files/read", 1)[1] == "4.2 % (3.2-5.5)"
    assert cells(rendered(tool, width=140), "files/read", 1)[1] == "4.2 % (3.2-5.5) of 1,201"


def test_of_few_calls_a_narrow_terminal_counts_rather_than_divides():
    tool = server("files", [used("read", errors=Rate(1, 3))])
    assert cells(rendered(tool, width=80), "files/read", 1)[1] == "1 of 3"


def test_what_is_not_known_is_no_zero():
    text = rendered(server("files", [used("read", errors=Rate(0, 50), recovered=NOTHING)]))
    assert cells(text, "files/read", 1)[1:3] == ["0.0 % (0-7.1)", "-"]


def test_on_80_columns_the_main_figures_are_all_there():
    text = render_sli_terminal(full_traffic(), width=80)
    assert cells(text, "files/read_file") == [
        *("files/read_file", "1,204", "150", "2,000", "24,000", "88,123", "48.2 %", "0.3 %")
    ]
    assert cells(text, "files/read_file", 1) == ["files/read_file", "4.2 %", "81.6 %", "1.7 %", "7.3 %"]


def test_many_tools_are_cut_unless_all_are_asked_for():
    many = server("files", [used(f"tool_{index:02}", share=0.5 - index / 100) for index in range(20)])
    text = rendered(many)
    assert "files/tool_11 " in text
    assert "files/tool_12 " not in text
    assert text.count("and 8 more (--verbose shows them)") == 2
    assert "files/tool_19 " in rendered(many, verbose=True)


def test_where_no_tokens_were_counted_characters_stand_in_their_place():
    text = rendered(server("files", [used("read", tokens=None)]), tokenizer="")
    assert "tokens: not counted" in text
    assert "characters of a reply" in text
    assert cells(text, "files/read")[2] == "200"
    assert "1,000,000 characters:" in text


def test_without_a_log_that_is_known_it_says_so_and_names_what_was_there():
    text = render_sli_terminal(nothing_read())
    assert "No session log was recognised" in text
    assert "notes.txt" in text
    assert "Tools by their share" not in text
    assert "0 errors" not in text


def test_sessions_without_a_call_say_so():
    text = rendered(context=Context(prompts=5, model=5, arguments=0, replies=0))
    assert "No tool was called in these sessions" in text
    assert "No findings" not in text


def test_what_was_read_and_what_was_skipped_is_told_first():
    text = render_sli_terminal(full_traffic(), width=200)
    assert "12 files of claude-code, 1 file of codex, 1 file of guard: 12.4 MB, 31,022 lines, 2 of them broken" in text
    assert "7 calls left out that an earlier log had told" in text
    assert "in no format that is read: notes.txt, x.csv" in text
    assert "from 2026-01-02 09:00 to 2026-01-09 17:30 (UTC)" in text


def test_tasks_tell_their_round_trips_and_the_context_its_parts():
    text = render_sli_terminal(full_traffic(), width=200)
    assert "round trips per task: 3 (p50), 17 (p90), 61 (most)" in text
    assert "1,000,000 tokens: 70.0 % replies of tools" in text


def test_findings_name_the_server_and_those_not_shown_are_counted():
    text = render_sli_terminal(full_traffic())
    assert "ERROR  high-p99-reply   files/read_file" in text
    assert "not shown: 1 ignored" in text
    assert "1 error, 1 warning, 1 note." in text
    assert "tool-audit explain high-p99-reply" in text


def test_one_rule_on_two_servers_is_one_group():
    findings = {name: [finding("retry-loop", ("a",), f"of {name}.")] for name in ("x", "y")}
    text = rendered(*(server(name, [used("a", server=name)], findings=found) for name, found in findings.items()))
    assert text.count("retry-loop   ") == 1
    assert "x/a: of x." in text
    assert "y/a: of y." in text


def test_the_calls_of_a_finding_are_told_only_where_arguments_may_be():
    from report.sample import call  # noqa: PLC0415

    made = finding("x", ("a",), "It is so.", calls=(call("a", {"token": "hush"}, chars=5),))
    assert "hush" not in rendered(server("s", [used("a")], findings=[made]))
    assert "hush" in rendered(server("s", [used("a")], findings=[made]), shows_arguments=True)


def test_an_error_stands_whole_below_its_figures():
    shape = ErrorShape(shape="no such file " * 9, ending=Ending.TOOL_ERROR, count=38, recovered=Rate(36, 38))
    text = rendered(server("files", [used("read", shapes=(shape,))]), width=80)
    assert cells(text, "files/read", 2) == ["files/read", "tool error", "38", "94.7 %"]
    assert len(re.findall("no such", text)) == 9


def test_names_that_were_made_up_stand_apart_from_values_that_are_wrong():
    text = render_sli_terminal(full_traffic())
    made_up, wrong = text.index("Arguments that the tool does not have"), text.index("Arguments with values")
    assert made_up < text.index("file               ", made_up) < wrong
    assert "breaks type" in text[wrong:]
    assert "left out" in text[wrong:]


def test_chains_cost_what_was_read_between():
    chain = Chain(server="s", tools=("a", "b", "c"), count=18, follows=Rate(18, 30), sessions=4, tokens=30_100)
    text = rendered(server("s", [used("a", server="s")], chains=[chain]))
    assert cells(text, "s/a > b > c") == ["s/a > b > c", "18", "60.0 % (42-75)"[:6], "4", "30,100"]


def test_what_is_never_called_costs_its_definition_in_each_session():
    unused = [
        Unused(server="files", name="cheap", definition_tokens=10, sessions=2),
        Unused(server="files", name="dear", definition_tokens=460, sessions=12),
        Unused(server="files", name="not counted", definition_tokens=None, sessions=12),
    ]
    text = rendered(server("files", [used("read")], unused=unused))
    assert "3 tools, 470 tokens of definitions in every turn" in text
    assert cells(text, "files/dear") == ["files/dear", "460", "12", "5,520"]
    assert text.index("files/dear") < text.index("files/cheap") < text.index("files/not counted")


def test_fields_that_something_refers_to_are_not_told():
    text = render_sli_terminal(full_traffic(), width=140)
    assert "$.files[].checksum" in text
    assert "$.files[].path" not in text
    assert "a heuristic" in text


def test_the_choice_of_tools_shows_the_mistakes_first():
    text = render_sli_terminal(full_traffic(), width=140)
    assert "an expected tool called first: 77.5 % (62-88) of 40 tasks" in text
    rows = text[text.index("Tool choice") :].splitlines()[3:6]
    assert [re.split(r" {2,}", row)[:3] for row in rows] == [
        ["files/read_file", "files/list_files", "8"],
        ["x", "(no tool)", "1"],
        ["files/read_file", "files/read_file", "31"],
    ]


def test_what_could_happen_stands_beside_what_does_and_gaps_come_first():
    text = render_sli_terminal(full_traffic(), width=140)
    assert cells(text[text.index("What could") :], "files/read_file") == ["files/read_file", "900", "403,000", "24,000"]
    assert "never measured" in text
    assert "not in the audit" in text


def test_a_potential_without_figures_is_no_zero():
    one = Potential(server="s", tool="a", largest=None, default=None, p99=None, measured=False, listed=True)
    text = rendered(server("s", [used("a")]), potentials=(one,))
    assert cells(text, "s/a", -1)[:4] == ["s/a", "-", "-", "-"]


def test_what_is_left_for_verbose_is_named():
    text = render_sli_terminal(full_traffic())
    assert "more with --verbose: largest replies, how long calls took" in text
    assert "Largest replies" in render_sli_terminal(full_traffic(), verbose=True)


def test_arguments_of_the_largest_reply_are_said_to_be_a_hash_where_they_are():
    largest = Shown(session="s1", arguments="3fa9", tokens=9)
    servers = server("s", [used("a", largest=largest)])
    assert "arguments (hash)" in rendered(servers, verbose=True, width=140)
    assert "arguments (hash)" not in rendered(servers, verbose=True, width=140, shows_arguments=True)


def test_without_findings_it_says_so():
    hidden = finding("x", ("a",), "m", severity=Severity.INFO, state=State.HIDDEN)
    text = rendered(server("s", [used("a")], findings=[hidden]))
    assert "No findings." in text
    assert "not shown: 1 hidden" in text


def test_a_hostile_name_takes_no_more_than_its_place():
    text = rendered(server("s", [used(HOSTILE * 40, calls=3)]), width=80)
    assert [line for line in text.splitlines() if cell_len(line) > 80] == []
    assert cells(text, "files/", 0)[1:5] == ["3", "2", "3", "3"]
