"""Two reports of one server, before and after a change, compared through the installed command."""

import json
from dataclasses import replace

import pytest
from report.sample import bank, call, finding, report, server, tool

from tool_audit.model import NotAudited, Severity, State, Status
from tool_audit.report.json import render_json


def saved(tmp_path, name, *servers, failures=()):
    path = tmp_path / name
    path.write_text(render_json(report(servers, failures)), encoding="utf-8")
    return str(path)


def pinged(chars, *findings):
    return server("bank", (tool("ping", default=call("ping", chars=chars)),), findings=findings)


NEW = finding("oversized-default", ("ping",), "9,000 characters.", advice="Bound it.")
SMALL = finding("indented-json", ("ping",), "Padded.", severity=Severity.WARNING)


def test_equal_reports_differ_in_nothing(tmp_path, cli):
    path = saved(tmp_path, "a.json", bank())
    run = cli("diff", path, path)
    assert run.code == 0
    assert "0 new, 0 fixed" in run.out


def test_a_new_error_fails_and_is_told_with_its_fix(tmp_path, cli):
    run = cli("diff", saved(tmp_path, "a", pinged(50)), saved(tmp_path, "b", pinged(50, NEW)))
    assert run.code == 1
    assert "new    error oversized-default   bank, ping" in run.out
    assert "Bound it." in run.out


def test_a_new_warning_fails_only_where_it_is_asked_to(tmp_path, cli):
    old, new = saved(tmp_path, "a", pinged(50)), saved(tmp_path, "b", pinged(50, SMALL))
    assert cli("diff", old, new).code == 0
    assert cli("diff", old, new, "--fail-on", "warning").code == 1
    assert cli("diff", old, new, "--fail-on", "never").code == 0


def test_what_is_gone_is_fixed_and_sizes_that_moved_are_told(tmp_path, cli):
    run = cli("diff", saved(tmp_path, "a", pinged(900, NEW)), saved(tmp_path, "b", pinged(100)))
    assert run.code == 0
    assert "fixed  error oversized-default" in run.out
    assert "shrank bank ping: 900 -> 100 characters" in run.out


def test_a_tool_that_was_not_measured_again_has_nothing_fixed(tmp_path, cli):
    slow = finding("slow-call", ("get_model",), "Slow.")
    old = saved(tmp_path, "a", replace(bank(), findings=(slow,)))
    run = cli("diff", old, saved(tmp_path, "b", replace(bank(), findings=())))
    assert "0 fixed" in run.out
    assert "1 not looked at again" in run.out


@pytest.mark.parametrize("state", [State.IGNORED, State.HIDDEN])
def test_what_is_ignored_or_hidden_now_is_not_fixed(state, tmp_path, cli):
    old, new = saved(tmp_path, "a", pinged(50, NEW)), saved(tmp_path, "b", pinged(50, replace(NEW, state=state)))
    told = cli("diff", old, new).out
    assert "0 new, 0 fixed, 0 as before; 1 ignored or hidden now" in told
    assert "1 new" in cli("diff", new, old).out


def test_a_tool_that_is_denied_now_has_nothing_fixed(tmp_path, cli):
    before = pinged(50, NEW)
    refused = replace(before.run.tools[0], status=Status.REFUSED, reason="denied (--deny)", calls=(), default=None)
    after = replace(before, findings=(), run=replace(before.run, tools=(refused,)))
    assert "0 fixed, 0 as before; 1 not" in cli("diff", saved(tmp_path, "a", before), saved(tmp_path, "b", after)).out


def test_an_audit_that_was_cut_short_has_fixed_nothing(tmp_path, cli):
    cut = pinged(50)
    cut = replace(cut, run=replace(cut.run, complete=False))
    run = cli("diff", saved(tmp_path, "a", pinged(50, NEW)), saved(tmp_path, "b", cut))
    assert "0 fixed, 0 as before; 1 not looked at again" in run.out


def test_a_server_that_is_audited_no_more_is_no_success(tmp_path, cli):
    failure = NotAudited(name="bank", message="it did not start")
    run = cli("diff", saved(tmp_path, "a", pinged(50)), saved(tmp_path, "b", failures=[failure]))
    assert run.code == 3
    assert "not audited any more: bank" in run.out


def test_a_finding_that_became_graver_fails_and_is_told(tmp_path, cli):
    grave = replace(SMALL, severity=Severity.ERROR)
    run = cli("diff", saved(tmp_path, "a", pinged(50, SMALL)), saved(tmp_path, "b", pinged(50, grave)))
    assert run.code == 1
    assert "1 worse" in run.out
    assert "worse  error indented-json" in run.out


def test_two_servers_of_one_make_are_compared_each_with_itself(tmp_path, cli):
    def named(name, *findings):
        tools = (tool("ping", default=call("ping", chars=50)),)
        return server("mcp-git", tools, findings=findings, spec_name=name)

    both = saved(tmp_path, "both", named("docs"), named("code", NEW))
    one = saved(tmp_path, "one", named("docs"))
    assert cli("diff", both, one).code == 3
    assert "not audited any more: code" in cli("diff", both, one).out
    assert cli("diff", one, both).code == 1


def test_reports_for_different_clients_say_so(tmp_path, cli):
    old, new = saved(tmp_path, "a", pinged(50)), saved(tmp_path, "b", pinged(50))
    document = json.loads((tmp_path / "b").read_text(encoding="utf-8"))
    (tmp_path / "b").write_text(json.dumps({**document, "client": "codex"}))
    assert "judges for claude-code, the second for codex" in cli("diff", old, new).out


def test_markdown_goes_to_a_file_and_holds_what_is_new(tmp_path, cli):
    file = tmp_path / "comment.md"
    old, new = saved(tmp_path, "a", pinged(50)), saved(tmp_path, "b", pinged(5_000, NEW))
    assert cli("diff", old, new, "--output", f"markdown={file}").code == 1
    text = file.read_text(encoding="utf-8")
    assert "- error `oversized-default` on `bank`: `ping`<br>9,000 characters. Bound it." in text
    assert "| `bank` | `ping` | 50 | 5,000 | 100 |" in text


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"schema": "tool-audit/baseline/1"}', '{"schema": "tool-audit/report/1"}']
)
def test_what_is_no_report_is_told(tmp_path, cli, content):
    (tmp_path / "x.json").write_text(content)
    run = cli("diff", str(tmp_path / "x.json"), saved(tmp_path, "b", pinged(50)))
    assert run.code == 2
    assert "x.json" in run.err
    assert "Traceback" not in run.err


def test_a_report_that_an_auditor_damaged_is_told(tmp_path, cli):
    path = saved(tmp_path, "a", bank())
    document = json.loads((tmp_path / "a").read_text(encoding="utf-8"))
    del document["servers"][0]["coverage"]
    (tmp_path / "a").write_text(json.dumps(document))
    assert "is no report: $.servers[0]: 'coverage' is a required property" in cli("diff", path, path).err
