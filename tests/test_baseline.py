import json
from dataclasses import replace

import pytest
from report.sample import bank, call, finding, server, tool

from tool_audit.baseline import baseline_text, gone, held_against, known_now, read_baseline, unseen
from tool_audit.errors import UsageError
from tool_audit.model import Severity, State, Status
from tool_audit.plan.gate import DENIED, NOT_SELECTED
from tool_audit.settings.groups import Policy

GROWTH = Policy().baseline_growth


def known_from(judged, tmp_path, kept=()):
    path = tmp_path / "baseline.json"
    path.write_text(baseline_text(known_now([judged], kept)), encoding="utf-8")
    return read_baseline(path)


def sized(chars):
    return finding("oversized-default", ("ping",), f"{chars} characters.", calls=(call("ping", chars=chars),))


def held(found, known):
    """One finding of `bank` as the baseline leaves it."""
    return held_against([server("bank", (), findings=(found,))], known, GROWTH)[0].findings[0]


def test_what_the_baseline_knows_is_known_and_what_it_does_not_is_shown(tmp_path):
    judged = bank()
    first, *others = judged.findings
    known = known_from(replace(judged, findings=(first,)), tmp_path)
    held = held_against([judged], known, GROWTH)[0].findings
    assert held[0].state is State.KNOWN
    assert [item.state for item in held[1:]] == [item.state for item in others]


def test_a_known_finding_that_grew_is_new_and_says_so(tmp_path):
    known = known_from(server("bank", (), findings=(sized(1_000),)), tmp_path)
    assert held((sized(1_250)), known).state is State.KNOWN
    grown = held(sized(1_251), known)
    assert grown.state is State.SHOWN
    assert "was 1,000 characters; it grew to 1,251" in grown.message


def test_hidden_and_ignored_findings_stay_out_of_the_baseline(tmp_path):
    rules = {entry.rule for entry in known_from(bank(), tmp_path)}
    assert "silent-truncation" in rules
    assert not rules & {"possible-truncation", "hints-missing"}


def test_what_is_found_no_more_is_gone(tmp_path):
    judged = bank()
    known = known_from(judged, tmp_path)
    fixed = replace(judged, findings=judged.findings[1:])
    assert [entry.rule for entry in gone([fixed], known)] == [judged.findings[0].rule]
    assert gone([judged], known) == ()


def test_what_was_not_looked_at_is_not_gone_and_stays_in_the_baseline(tmp_path):
    other = known_from(server("other", (), findings=(sized(10),)), tmp_path)
    assert gone([bank()], other) == ()
    assert unseen([bank()], other) == other
    (entry,) = [entry for entry in known_from(bank(), tmp_path, kept=other) if entry.server == "other"]
    assert entry == other[0]


def test_a_tool_that_could_not_be_measured_has_nothing_gone(tmp_path):
    about = server("bank", (), findings=(finding("slow-call", ("get_model",), "Slow."),))
    assert gone([bank()], known_from(about, tmp_path)) == ()


def test_an_audit_that_was_cut_short_has_nothing_gone(tmp_path):
    judged = bank()
    known = known_from(judged, tmp_path)
    cut = replace(judged, run=replace(judged.run, complete=False), findings=())
    assert gone([cut], known) == ()


def test_a_baseline_is_the_same_text_whatever_the_order_of_the_findings():
    judged = bank()
    turned = replace(judged, findings=judged.findings[::-1])
    assert baseline_text(known_now([judged])) == baseline_text(known_now([turned]))
    assert len(json.loads(baseline_text(known_now([judged])))["findings"]) == baseline_text(known_now([judged])).count(
        '"fingerprint"'
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "is not JSON"),
        ('{"schema": "tool-audit/report/1"}', "is no baseline"),
        ('{"schema": "tool-audit/baseline/1", "findings": [{"rule": 7}]}', "is no baseline"),
        ('{"schema": "tool-audit/baseline/1"}', "is no baseline"),
        ("[]", "is no baseline"),
    ],
)
def test_a_file_that_is_no_baseline_is_told(tmp_path, text, told):
    path = tmp_path / "b.json"
    path.write_text(text)
    with pytest.raises(UsageError, match=told):
        read_baseline(path)


def test_a_baseline_that_is_not_there_is_told(tmp_path):
    with pytest.raises(UsageError, match="No such file"):
        read_baseline(tmp_path / "none.json")


def test_a_known_finding_that_is_about_fewer_tools_is_still_known(tmp_path):
    both = finding("hints-missing", ("ping", "recall"), "None has hints.")
    known = known_from(server("bank", (), findings=(both,)), tmp_path)
    one = replace(both, tools=("ping",), fingerprint="another")
    more = replace(both, tools=("ping", "recall", "list"), fingerprint="a third")
    assert held(one, known).state is State.KNOWN
    assert held(more, known).state is State.SHOWN
    assert gone([replace(bank(), findings=(one,))], known) == ()


def test_a_known_finding_that_became_graver_is_new_and_says_so(tmp_path):
    mild = replace(sized(100), severity=Severity.WARNING)
    known = known_from(server("bank", (), findings=(mild,)), tmp_path)
    grave = held(replace(mild, severity=Severity.ERROR), known)
    assert grave.state is State.SHOWN
    assert "of severity warning" in grave.message
    assert held(replace(mild, severity=Severity.INFO), known).state is State.KNOWN


def test_two_servers_of_one_make_have_findings_of_their_own(tmp_path):
    docs = server("mcp-git", (), findings=(sized(100),), spec_name="docs")
    code = server("mcp-git", (), findings=(replace(sized(100), fingerprint="another"),), spec_name="code")
    known = known_from(docs, tmp_path)
    states = [one.findings[0].state for one in held_against([docs, code], known, GROWTH)]
    assert states == [State.KNOWN, State.SHOWN]


@pytest.mark.parametrize("reason", [NOT_SELECTED, DENIED])
def test_a_tool_that_the_user_left_out_has_nothing_gone(tmp_path, reason):
    about = server("bank", (), findings=(finding("slow-call", ("left",), "Slow."),))
    known = known_from(about, tmp_path)
    left = tool("left", status=Status.REFUSED, reason=reason)
    assert gone([server("bank", (left,))], known) == ()
    assert gone([server("bank", (tool("left", status=Status.REFUSED, reason="it writes"),))], known) != ()
