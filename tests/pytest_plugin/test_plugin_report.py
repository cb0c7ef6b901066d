"""What a test reads off an audit, and what it prints where it fails."""

import json
import re

import pytest

from tool_audit.pytest_plugin.report import NotMeasuredError, nothing_measured, read_report


def reply(tokens, arguments=None, items=None):
    return {
        "chars": tokens * 4,
        "tokens": tokens,
        "media_chars": 0,
        "bytes": tokens * 4 + 100,
        "items": items,
        "outcome": "replied",
        "arguments": arguments or {},
    }


def tool(name, default, smallest=None):
    return {
        "name": name,
        "default": default,
        "smallest": smallest or default or reply(1),
        "largest": default or reply(9_000),
    }


def finding(rule, severity, *tools, state="shown"):
    return {
        "rule": rule,
        "severity": severity,
        "confidence": "proven",
        "tools": list(tools),
        "message": f"{rule} was\nseen",
        "advice": "Set a limit.",
        "argument": None,
        "state": state,
        "evidence": [{"tool": each} | reply(9_000) for each in tools],
        "send": [{"tool": each} | reply(90, {"limit": 1}, 1) for each in tools],
    }


def server(name, tools=(), findings=(), *, refused=(), unmeasured=(), transport="stdio"):
    covered = [*refused, *unmeasured]
    return {
        "configured_name": name,
        "transport": transport,
        "definitions": {"chars": 400, "tokens": 100},
        "coverage": {
            "listed": len(tools) + len(covered),
            "measured": len(tools),
            "refused": [{"tool": each, "reason": "writes"} for each in refused],
            "unmeasured": [{"tool": each, "reason": "never answered"} for each in unmeasured],
        },
        "tools": list(tools),
        "findings": list(findings),
    }


def text(*servers, fail_on="error"):
    return json.dumps({"servers": servers, "failures": [], "verdict": {"fail_on": fail_on}})


@pytest.fixture
def report():
    tools = [tool("search", reply(9_000, items=100), reply(90, {"limit": 1}, 1)), tool("get_x", None)]
    findings = [
        finding("silent-clamp", "error", "search"),
        finding("slow-call", "warning", "get_x"),
        finding("hints-missing", "info"),
        finding("cut-json", "error", "get_x", state="known"),
    ]
    return read_report([text(server("s", tools, findings, refused=["delete_x"], unmeasured=["get_y"]))])


def test_figures_stand_under_the_name_of_the_tool(report):
    search = report.tools["search"]
    assert (search.default.tokens, search.default.chars, search.default.items) == (9_000, 36_000, 100)
    assert (search.smallest.arguments, search.largest.tokens) == ({"limit": 1}, 9_000)
    assert list(report.tools) == ["search", "get_x"]
    assert report.definition_tokens == 100


def test_what_prints_a_figure_names_the_call_and_the_smaller_one(report):
    assert repr(report.tools["search"].default) == "<search {}: 100 items, 36,000 chars, 9,000 tokens>"
    smaller = 'search {"limit": 1}: 1 item, 360 chars, 90 tokens'
    assert repr(report.tools["search"]) == f"<tool search; smallest that answers: {smaller}>"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("delete_x", "delete_x was not measured: it was not called: writes"),
        ("get_y", "get_y was not measured: never answered"),
        ("serch", "there is no tool 'serch': did you mean search?"),
    ],
)
def test_a_tool_without_figures_says_why(report, name, said):
    with pytest.raises(NotMeasuredError) as error:
        report.tools[name]
    assert str(error.value) == said
    assert name not in report.tools
    assert report.tools.get(name) is None


def test_a_default_that_was_never_answered_is_no_figure(report):
    with pytest.raises(NotMeasuredError, match="get_x: its call with nothing filled in was never answered"):
        _ = report.tools["get_x"].default


def test_a_name_that_two_servers_have_is_nobodys():
    both = read_report([text(server("a", [tool("x", reply(1))]), server("b", [tool("x", reply(2))]))])
    with pytest.raises(NotMeasuredError, match="x is a tool of a, b: name one of them with server="):
        both.tools["x"]


def test_findings_are_those_that_count_from_a_severity_up(report):
    assert [found.rule for found in report.findings] == ["silent-clamp", "slow-call", "hints-missing"]
    assert [found.rule for found in report.findings_at()] == ["silent-clamp"]
    assert [found.rule for found in report.findings_at("warning")] == ["silent-clamp", "slow-call"]
    assert report.findings_at("never") == ()
    (first,) = report.findings_at()
    assert repr(first).startswith('<error silent-clamp, search: Send search {"limit": 1}: 1 item, 360 chars, 90 tok')


def test_a_report_that_is_not_clean_fails_with_tool_call_and_what_to_send(report):
    with pytest.raises(pytest.fail.Exception) as failure:
        report.assert_clean()
    assert str(failure.value).splitlines() == [
        r"error silent-clamp, search: silent-clamp was\nseen",
        "  Set a limit.",
        '  send: search {"limit": 1}: 1 item, 360 chars, 90 tokens',
        "  seen: search {}: 36,000 chars, 9,000 tokens",
    ]


def test_a_report_is_held_clean_for_some_tools_and_rules_and_severities(report):
    report.assert_clean("never")
    report.assert_clean(tool="get_*")
    report.assert_clean(rule="slow-*")
    for options in ({"fail_on": "warning", "tool": "get_*"}, {"fail_on": "info", "rule": "hints-*"}):
        with pytest.raises(pytest.fail.Exception):
            report.assert_clean(**options)
    report.assert_clean("info", rule="hints-*", tool="search")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"tool": "serch"}, "there is no tool 'serch': did you mean search?"),
        ({"tool": "delete_x"}, "delete_x was not measured"),
        ({"rule": "silent-clam"}, "there is no rule 'silent-clam': did you mean silent-clamp?"),
        ({"fail_on": "warn"}, "there is no severity 'warn': one of error, warning, info, never"),
    ],
)
def test_what_fits_nothing_is_not_clean(report, options, said):
    with pytest.raises(pytest.fail.Exception, match=re.escape(said)):
        report.assert_clean(**options)


def test_what_fails_is_what_the_settings_say():
    warned = server("s", [tool("x", reply(1))], [finding("slow-call", "warning", "x")])
    read_report([text(warned)]).assert_clean()
    with pytest.raises(pytest.fail.Exception):
        read_report([text(warned, fail_on="warning")]).assert_clean()


def test_a_server_of_which_nothing_was_measured_says_why():
    both = text(server("a", [tool("x", reply(1))]), server("b", refused=["delete_x"], unmeasured=["get_y"]))
    assert nothing_measured(both, "a") == ""
    assert nothing_measured(both, "b") == "no tool was measured\ndelete_x: writes\nget_y: never answered"
    assert nothing_measured(text(server("c")), "c") == "the server lists no tool"
    assert nothing_measured(text(server("e\nf")), "e\\nf") == "the server lists no tool"
    assert nothing_measured(text(server("d", refused=["x"], transport="listing")), "d") == ""
