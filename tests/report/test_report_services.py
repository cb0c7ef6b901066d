"""What services read: SARIF for code scanning, JUnit for test results, workflow commands for annotations."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from report.sample import bank, call, full_report, report, several_report
from sarif_pydantic import Sarif
from xmlschema import XMLSchema

from tool_audit.model import Form, NotAudited, RulePage, Severity
from tool_audit.report.github import render_github
from tool_audit.report.junit import render_junit
from tool_audit.report.sarif import render_sarif

PAGE = "# A rule\n\n## What it flags\n\nSomething `odd`.\n\n## How to fix\n\nSend less."


def with_rules(made):
    ids = sorted({finding.rule for server in made.servers for finding in server.findings})
    pages = tuple(
        RulePage(id=id_, group=id_[0].upper(), summary=id_, severity=Severity.ERROR, page=PAGE) for id_ in ids
    )
    return replace(made, rules=pages)


def placed(made, origin, line):
    servers = tuple(
        replace(server, run=replace(server.run, spec=replace(server.run.spec, origin=origin, line=line)))
        for server in made.servers
    )
    return replace(made, servers=servers)


def sarif_run(made):
    return json.loads(render_sarif(made))["runs"][0]


def test_sarif_says_only_what_the_format_knows():
    for made in (full_report(), several_report(), report()):
        text = render_sarif(with_rules(made))
        read = Sarif.model_validate_json(text).model_dump(mode="json", by_alias=True, exclude_none=True)
        _inside(json.loads(text), read, "$")


def _inside(sent, read, path):
    """Fail where a reader of the format drops what we wrote."""
    if isinstance(sent, dict):
        for key, value in sent.items():
            assert key in read, f"{path}.{key} is not part of the format"
            _inside(value, read[key], f"{path}.{key}")
    elif isinstance(sent, list):
        assert len(sent) == len(read)
        for place, (one, other) in enumerate(zip(sent, read, strict=True)):
            _inside(one, other, f"{path}[{place}]")


def test_sarif_has_every_rule_with_its_page_and_points_each_result_at_it():
    run = sarif_run(with_rules(full_report()))
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])
    assert rules[0]["help"]["markdown"] == PAGE
    assert rules[0]["fullDescription"]["text"] == "Something `odd`."


def test_a_result_stands_at_the_line_of_the_configuration_that_names_its_server():
    run = sarif_run(placed(full_report(), "./conf/.mcp.json", 7))
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "conf/.mcp.json", "uriBaseId": "%SRCROOT%"}
    assert place["region"]["startLine"] == 7


def test_a_server_that_no_file_names_still_has_a_place():
    run = sarif_run(full_report())
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "mcp-servers/bank"


def test_the_fingerprint_of_a_result_is_the_findings():
    made = full_report()
    fingerprints = {f.fingerprint for f in made.servers[0].findings}
    assert {r["partialFingerprints"]["toolAudit/v1"] for r in sarif_run(made)["results"]} <= fingerprints


def test_an_ignored_finding_is_a_suppressed_result_and_a_hidden_one_is_none():
    results = {result["ruleId"]: result for result in sarif_run(full_report())["results"]}
    assert results["hints-missing"]["suppressions"][0]["justification"] == "settings: not our <style>"
    assert "possible-truncation" not in results


def test_a_server_that_did_not_start_is_a_notification_and_no_result():
    invocation = sarif_run(several_report())["invocations"][0]
    assert invocation["executionSuccessful"] is False
    assert "acme was not audited" in invocation["toolExecutionNotifications"][0]["message"]["text"]


@pytest.mark.parametrize(
    ("message", "hint", "told"),
    [
        ("FOO is not set", "set it", "FOO is not set. Set it"),
        ("it ended.", "look at its log", "it ended. Look at its log"),
        ("it ended", "", "it ended"),
    ],
)
def test_what_went_wrong_and_what_to_do_are_two_sentences(message, hint, told):
    made = report((), [NotAudited(name="a", message=message, hint=hint)])
    assert render_github(made) == f"::error title=a was not audited::{told}\n"
    [note] = sarif_run(made)["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"] == f"a was not audited: {told}"


def test_what_was_sent_without_arguments_is_not_shown_as_an_empty_object():
    judged = bank()
    bare = call("ping", chars=4)
    probe = replace(bare.observation.probe, form=Form.NONE)
    bare = replace(bare, observation=replace(bare.observation, probe=probe))
    made = report([replace(judged, findings=(replace(judged.findings[1], calls=(bare,)),))])
    assert sarif_run(made)["results"][0]["properties"]["calls"][0].startswith("ping no arguments at all: ")
    assert "seen: ping no arguments at all: " in render_junit(with_rules(made))


def junit(made):
    return ET.fromstring(render_junit(with_rules(made)))


@pytest.mark.parametrize("made", [full_report(), several_report(), report(())], ids=["full", "several", "nothing"])
def test_junit_holds_only_what_its_readers_know_and_in_their_order(made):
    schema = XMLSchema(str(Path(__file__).with_name("junit.xsd")))
    assert [error.reason for error in schema.iter_errors(junit(with_rules(made)))] == []


def test_junit_has_a_case_for_each_tool_and_group_of_rules():
    names = {(case.get("classname"), case.get("name")) for case in junit(full_report()).iter("testcase")}
    assert ("bank.recall", "rules S") in names
    assert ("bank.list_memories", "rules O") in names
    assert ("bank.(server)", "rules H") in names


def test_junit_fails_only_at_or_over_fail_on():
    def failed(fail_on):
        made = report([bank()], fail_on=fail_on)
        return {
            (c.get("classname"), c.get("name")) for c in junit(made).iter("testcase") if c.find("failure") is not None
        }

    assert ("bank.recall", "rules S") in failed("error")
    assert ("bank.recall", "rules U") not in failed("error")  # unicode-escaped is a warning
    assert ("bank.recall", "rules U") in failed("warning")
    assert failed("never") == set()


def test_a_tool_that_was_not_measured_is_skipped_and_never_passed():
    cases = {c.get("classname"): c for c in junit(full_report()).iter("testcase") if c.find("skipped") is not None}
    assert cases["bank.delete_memory"].find("skipped").get("message") == "it writes"
    assert "bank.get_model" in cases


def test_a_finding_on_the_definition_of_a_tool_that_was_not_called_passes_nothing():
    judged = bank()
    about = replace(judged.findings[0], rule="undescribed-parameter", tools=("delete_memory",), severity=Severity.INFO)
    root = junit(report([replace(judged, findings=(*judged.findings, about))]))
    cases = [case for case in root.iter("testcase") if case.get("classname") == "bank.delete_memory"]
    assert [case.get("name") for case in cases] == ["not called", "rules U"]


def test_a_server_that_did_not_start_is_an_error_of_its_own():
    (suite,) = [suite for suite in junit(several_report()) if suite.get("name") == "acme"]
    assert suite.get("errors") == "1"


def test_names_in_junit_and_sarif_are_one_line_whoever_chose_them():
    made = bank()
    hostile = replace(made, run=replace(made.run, spec=replace(made.run.spec, name="a\nb\x1b[31m")))
    root = junit(report([hostile], [NotAudited(name="c\nd", message="no")]))
    assert [suite.get("name") for suite in root] == ["a\\nb\\x1b[31m", "c\\nd"]
    assert {case.get("classname").rpartition(".")[0] for case in root[0].iter("testcase")} == {"a\\nb\\x1b[31m"}
    places = [place for result in sarif_run(report([hostile]))["results"] for place in result["locations"]]
    assert "\n" not in "".join(str(each.get("fullyQualifiedName")) for p in places for each in p["logicalLocations"])


def test_junit_adds_up():
    root = junit(several_report())
    assert int(root.get("tests")) == len(list(root.iter("testcase")))
    assert int(root.get("failures")) == len(list(root.iter("failure")))


def test_annotations_stand_at_the_configuration_and_cannot_be_broken_out_of():
    lines = render_github(placed(full_report(), ".mcp.json", 3)).splitlines()
    assert lines[0].startswith("::error file=.mcp.json,line=3,title=")
    assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in lines)
    assert any("opaque-error%3A bank recall" in line for line in lines)


def test_more_than_ten_annotations_of_a_kind_are_counted():
    made = full_report()
    many = replace(made.servers[0], findings=made.servers[0].findings * 4)
    lines = render_github(replace(made, servers=(many,))).splitlines()
    errors = [line for line in lines if line.startswith("::error")]
    assert len(errors) == 10
    assert "7 more of this kind" in errors[-1]


@pytest.mark.parametrize("failed", [3, 12])
def test_servers_that_failed_are_among_the_ten_of_their_kind(failed):
    made = full_report()
    many = replace(made.servers[0], findings=made.servers[0].findings * 4)
    failures = tuple(NotAudited(name=f"s{number}", message="no") for number in range(failed))
    errors = [each for each in render_github(report((many,), failures)).splitlines() if each.startswith("::error")]
    assert len(errors) == 10
    assert errors[0] == "::error title=s0 was not audited::no"
    assert f"{7 + failed} more of this kind" in errors[-1]


def test_a_clean_report_has_no_annotations():
    assert render_github(report()) == ""
