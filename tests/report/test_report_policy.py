"""The policy in every report: regraded findings, lines of their own, what clients show, entries that have lapsed."""

import json
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from report.sample import CLIENT, OTHER, call, clients_report, finding, report, server, strict_json, tool
from sarif_pydantic import Sarif

from tool_audit.model import RulePage, Severity, Showing, State
from tool_audit.report.github import render_github
from tool_audit.report.json import render_json
from tool_audit.report.junit import render_junit
from tool_audit.report.markdown import render_markdown
from tool_audit.report.sarif import render_sarif
from tool_audit.report.terminal import render_terminal

REASON = "read by a script"
TOLD = f"regraded from error to warning: {REASON}"


def regraded(severity=Severity.WARNING, **settled):
    one = finding("oversized-default", ("a",), "60,000 characters.", severity=severity, advice="Bound it.", **settled)
    return replace(one, regraded_from=Severity.ERROR, regraded_why=REASON)


def with_findings(*findings):
    page = RulePage(id="oversized-default", group="A", summary="", severity=Severity.ERROR, page="# x")
    return replace(report([with_tools(1, findings=findings)]), rules=(page,))


def with_tools(count, **judged):
    tools = [tool(f"t{index}", default=call(f"t{index}", chars=60_000 + index)) for index in range(count)]
    return server("s", [tool("a", default=call("a", chars=9)), *tools], **judged)


@pytest.mark.parametrize("render", [render_terminal, render_github, render_junit])
def test_a_regraded_finding_says_from_what_and_why(render):
    assert TOLD in render(with_findings(regraded()))


def test_a_regraded_finding_says_so_in_markdown_shown_or_not():
    assert f"\n\nRegraded from error to warning: {REASON}\n\n" in render_markdown(with_findings(regraded()))
    ignored = regraded(state=State.IGNORED, why="we know")
    assert f"| we know; {TOLD} |" in render_markdown(with_findings(ignored))


def test_a_note_that_was_graver_is_told_on_a_terminal_that_only_counts_notes():
    text = render_terminal(with_findings(regraded(Severity.INFO)))
    assert f"oversized-default: regraded from error to info: {REASON}" in text
    assert "regraded" not in render_terminal(with_findings(finding("oversized-default", ("a",), "x")))


def test_json_has_the_first_severity_and_the_reason_and_why_a_finding_is_not_shown():
    document = strict_json(render_json(with_findings(regraded(state=State.IGNORED, why="we know"))))
    [one] = document["servers"][0]["findings"]
    assert (one["severity"], one["why"]) == ("warning", "we know")
    assert one["regraded"] == {"from": "error", "reason": REASON}
    [plain] = strict_json(render_json(with_findings(finding("x", ("a",), "y"))))["servers"][0]["findings"]
    assert plain["regraded"] is None


def test_sarif_takes_the_severity_of_the_settings_and_says_so():
    text = render_sarif(with_findings(regraded()))
    [result] = json.loads(text)["runs"][0]["results"]
    assert result["level"] == "warning"
    assert result["message"]["text"].endswith(f"Bound it. (Regraded from error to warning: {REASON})")
    assert result["properties"]["regradedFrom"] == "error"
    assert result["properties"]["regradedWhy"] == REASON
    assert Sarif.model_validate_json(text)


def test_junit_fails_by_the_severity_of_the_settings():
    passed, failed = (ET.fromstring(render_junit(with_findings(made))) for made in (regraded(), regraded_up()))
    assert (passed.get("failures"), failed.get("failures")) == ("0", "1")
    assert "regraded from info to error" in failed.find(".//failure").text


def regraded_up():
    return replace(regraded(Severity.ERROR), regraded_from=Severity.INFO)


def test_what_became_of_the_settings_entries_is_in_every_report_that_has_room_for_it():
    note = "[[ignore]] cut-json on * (we know) covers no finding of this run"
    made = replace(report([server("s", [])]), notes=(note,))
    assert f"note        {note}" in render_terminal(made)
    assert "covers no finding of this run" in render_markdown(made)
    assert strict_json(render_json(made))["notes"] == [note]
    [told] = json.loads(render_sarif(made))["runs"][0]["invocations"][0]["toolConfigurationNotifications"]
    assert (told["level"], told["message"]["text"]) == ("note", note)
    properties = ET.fromstring(render_junit(made)).iter("property")
    assert note in {told.get("value") for told in properties}


def test_the_cap_and_the_warning_line_are_said_once_above_and_cost_one_client_no_line_below():
    text = render_terminal(report([server("s", [tool("a", default=call("a", chars=60))])]))
    assert "\nclient claude-code: cap 25,000 tokens or 50,000 chars, warning at 10,000 tokens\n" in text
    assert text.count("cap 25,000") == 1
    assert "own lines" not in text
    assert "would see" not in text


def test_a_client_whose_profile_is_not_sure_and_one_without_a_cap_are_named_so():
    made = replace(report([server("s", [])]), client=replace(OTHER, cap_chars=None))
    assert "client sample-cli (dated): no known cap, warning at 5,000 tokens" in render_terminal(made)
    assert "| sample-cli (dated) | none known | 5,000 tokens |  |" in render_markdown(made)


def test_json_has_the_lines_in_force_those_of_their_own_and_the_profiles():
    document = strict_json(render_json(clients_report()))
    assert document["client"] == "claude-code"
    assert [client["name"] for client in document["clients"]] == ["claude-code", "sample-cli"]
    assert document["clients"][1]["cap_chars"] == 20_000
    assert document["clients"][1]["confidence"] == "dated"
    assert (document["policy"]["warn_tokens"], document["policy"]["raised_by"]) == (
        9_000,
        "the settings say so: all of ours",
    )
    recall, _ = document["servers"][0]["own_lines"]
    assert (recall["tools"], recall["cap_chars"], recall["cap_tokens"]) == (["recall"], 200_000, None)
    assert recall["raised_by"] == "the tool declares 200,000 characters"


def test_json_has_for_each_tool_what_each_client_would_show():
    tools = {
        tool["name"]: tool["clients"] for tool in strict_json(render_json(clients_report()))["servers"][0]["tools"]
    }
    first, other = tools["list_mental_models"]["claude-code"], tools["list_mental_models"]["sample-cli"]
    assert (first["over_cap"], first["whole"], first["action"]) == (True, False, CLIENT.would)
    assert first["over"] == {"unit": "chars", "cap": 50_000, "size": 883_735}
    assert (other["whole"], other["shown_chars"], other["unseen_chars"]) == (False, 20_000, 863_735)
    assert "over_cap" not in other
    assert tools["ping"]["claude-code"]["whole"]


def shown(name, *, whole):
    return Showing(client=name, whole=whole, sees="whole" if whole else "the path of a file")


def several(count, whole_of=()):
    showings = {
        f"t{index}": (shown("claude-code", whole=True), shown("sample-cli", whole=index in whole_of))
        for index in range(count)
    }
    return replace(report([replace(with_tools(count), showings=showings)]), others=(OTHER,))


def test_the_terminal_shows_the_five_worst_replies_and_names_the_others():
    text = render_terminal(several(8))
    below = text.partition("what the model would see")[2].partition("No findings")[0]
    assert [line.split()[0] for line in below.splitlines() if line.startswith("t")] == ["t7", "t6", "t5", "t4", "t3"]
    assert "and 3 more (--output markdown=audit.md lists them): t2, t1, t0" in below
    assert render_markdown(several(8)).count("the path of a file") == 8


def test_of_one_client_the_terminal_says_in_general_what_it_does_and_markdown_of_each_reply():
    one = replace(several(2), others=())
    assert "would see" not in render_terminal(one)
    assert "### What the model would see" in render_markdown(several(2))


def test_a_reply_that_every_client_shows_whole_is_not_listed():
    below = render_terminal(several(3, whole_of={0, 1})).partition("what the model would see")[2]
    assert "t2   60,002 chars" in below
    assert "t1" not in below.partition("No findings")[0]
    everything = several(2, whole_of={0, 1})
    for text in (render_terminal(everything), render_markdown(everything)):
        assert "would see" not in text
        assert "each of these clients would show every default reply whole" in text.lower()


@pytest.mark.parametrize("width", [72, 80, 100, 120])
def test_no_line_about_clients_is_wider_than_the_terminal(width):
    text = render_terminal(clients_report(), width=width, unicode=False)
    block = text.partition("what the model")[2].partition("ERROR")[0]
    assert all(len(line) <= width for line in block.splitlines())
