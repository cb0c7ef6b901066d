"""Every rule is asked, and the engine signs what it saw."""

import pytest
from builders import call, server_run, tool, tool_run

from tool_audit.judge import RuleError, fingerprint, judge
from tool_audit.model import Confidence, Severity
from tool_audit.rule import tool_rule
from tool_audit.rules import catalogue

READS = {"readOnlyHint": True}
BAD = "half \ud83d of it"


def test_a_finding_carries_the_rule_s_identity_and_its_tool():
    (found,) = judge(server_run(tool_run(call(BAD), spec=tool(annotations=READS))), {})
    rule = catalogue()["lone-surrogate"]
    assert (found.rule, found.summary, found.severity) == (rule.id, rule.summary, rule.severity)
    assert found.tools == ("list_items",)
    assert found.calls


def test_options_reach_the_rule_and_the_rest_keeps_its_defaults():
    run = server_run(tool_run(call(" ".join(["word"] * 3_000)), spec=tool(description="x" * 100, annotations=READS)))
    assert judge(run, {}) == ()
    assert [f.rule for f in judge(run, {"oversized-description": {"chars": 50}})] == ["oversized-description"]


def test_the_same_run_gives_the_same_findings_in_the_same_order():
    run = server_run(tool_run(call(BAD)), tool_run(call("\x1b[31m" + BAD), spec=tool("get_other")))
    assert judge(run, {}) == judge(run, {})
    groups = [(catalogue()[found.rule].group, found.rule) for found in judge(run, {})]
    assert groups == sorted(groups)


def test_a_fingerprint_stays_while_the_flaw_does_whatever_its_figures():
    small, large = (judge(server_run(tool_run(call(BAD * n))), {})[0] for n in (1, 7))
    assert small.message != large.message or small.calls != large.calls
    assert small.fingerprint == large.fingerprint


@pytest.mark.parametrize(
    "other", [("r2", "s", ("t",), "a"), ("r", "s2", ("t",), "a"), ("r", "s", ("t", "u"), "a"), ("r", "s", ("t",), None)]
)
def test_another_rule_server_tool_or_argument_has_another_fingerprint(other):
    assert fingerprint("r", "s", ("t",), "a") != fingerprint(*other)


def test_the_order_of_tools_and_odd_names_do_not_disturb_a_fingerprint():
    assert fingerprint("r", "s", ("a", "b"), None) == fingerprint("r", "s", ("b", "a"), None)
    assert len(fingerprint("r", "\ud800", ("도구",), None)) == 16


def test_a_rule_that_fails_is_told_and_costs_the_others_nothing(monkeypatch):
    def terminal_codes(run, options):
        """Fails."""
        yield from run.nothing_of_this_name

    broken_rule = tool_rule(group="F", severity=Severity.ERROR, confidence=Confidence.SEEN)(terminal_codes)
    rules = {**catalogue(), broken_rule.id: broken_rule}
    monkeypatch.setattr("tool_audit.judge.catalogue", lambda: rules)
    run, broken = server_run(tool_run(call(BAD), spec=tool(annotations=READS))), []
    assert [finding.rule for finding in judge(run, {}, broken)] == ["lone-surrogate"]
    assert "the rule terminal-codes failed on list_items: AttributeError" in str(broken[0])
    with pytest.raises(RuleError):
        judge(run, {})
