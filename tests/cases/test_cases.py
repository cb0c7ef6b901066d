"""An audit of each fixture says what its verdict demands, and no error or warning beside it."""

import json
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import anyio
import pytest
from verdicts import CASES, CONTROLS, FIXTURES, SEVERITIES, Case, Verdict

from tool_audit.audit import report_of
from tool_audit.gather import Gathering, Watch
from tool_audit.measure.tokens import load_counter
from tool_audit.model import ServerSpec, TransportKind
from tool_audit.report.json import render_json
from tool_audit.rules import catalogue
from tool_audit.settings import Limits, Policy, Probing, Settings

COUNTER = load_counter()
DAY = date(2026, 1, 1)
LOUD = {"error", "warning"}
SURE = {"proven", "seen"}
WRITERS = {"delete_boat", "rename_boat", "remove", "close_find", "update_find", "forget_find", "unlock_find", "update"}


def audit(case: Case, folder: Path) -> dict[str, Any]:
    """The server of the JSON report: the program's own way, within this process."""
    watched = (folder,) if case.watch else ()
    settings = Settings(
        probing=Probing(allow_writes=case.writes, allow=case.allow, watch=watched),
        limits=Limits(call_timeout=case.call_timeout),
        policy=Policy(rules=case.options),
    )
    command = (sys.executable, str(FIXTURES / f"{case.server}.py"), *case.words)
    spec = ServerSpec(
        name=case.name,
        transport=TransportKind.STDIO,
        command=command,
        env=dict(case.env),
        cwd=str(folder) if case.watch else None,
    )
    gathering = Gathering(spec, settings, COUNTER, Watch(), DAY)
    anyio.run(gathering.run)
    report = report_of([(gathering.recording, gathering.calls)], (), settings, COUNTER, DAY)
    (server,) = json.loads(render_json(report))["servers"]
    return server


def fits(finding: dict[str, Any], verdict: Verdict) -> bool:
    return (
        finding["rule"] == verdict.rule
        and finding["severity"] in {SEVERITIES[letter] for letter in verdict.severities}
        and (finding["severity"] == "info" or finding["confidence"] in SURE)
        and set(verdict.tools) <= {name.partition("[")[0] for name in finding["tools"]}
        and verdict.argument in {None, finding["argument"]}
    )


def names(finding: dict[str, Any]) -> set[str]:
    """What `may` and `never` can call a finding."""
    tools = {name.partition("[")[0] for name in finding["tools"]}
    return {finding["rule"], *(f"{finding['rule']}@{tool}" for tool in tools)}


def expected(finding: dict[str, Any], case: Case) -> bool:
    """Whether each tool that a finding names was demanded or allowed."""
    demanded = {verdict for alternatives in case.must for verdict in alternatives if verdict.rule == finding["rule"]}
    tools = {name.partition("[")[0] for name in finding["tools"]}
    known = {tool for verdict in demanded for tool in verdict.tools}
    known |= {tool for tool in tools if f"{finding['rule']}@{tool}" in case.may}
    return finding["rule"] in case.may or (tools <= known if tools else bool(demanded))


def differences(case: Case, findings: list[dict[str, Any]]) -> Iterator[str]:
    for alternatives in case.must:
        if not any(fits(finding, verdict) for finding in findings for verdict in alternatives):
            yield f"missing: {' or '.join(map(str, alternatives))}"
    for rule in sorted(case.once):
        count = sum(finding["rule"] == rule for finding in findings)
        if count > 1:
            yield f"{count} findings of one cause: {rule}"
    for finding in findings:
        about = (
            f"{finding['severity']} {finding['confidence']} {finding['rule']} {finding['tools']}: {finding['message']}"
        )
        if names(finding) & case.never:
            yield f"never: {about}"
        elif finding["severity"] in LOUD and finding["confidence"] in SURE and not expected(finding, case):
            yield f"false alarm: {about}"


def unexamined(case: Case, coverage: dict[str, Any]) -> Iterator[str]:
    """What a control hid from the audit: nothing is found where nothing is called."""
    if not case.must:
        unmeasured = [tool for tool in coverage["unmeasured"] if tool["tool"] not in WRITERS]
        yield from (f"unmeasured: {tool['tool']}, {tool['reason']}" for tool in unmeasured)
        yield from (f"refused: {tool['tool']}" for tool in coverage["refused"] if tool["tool"] not in WRITERS)
        if coverage["listed"] != case.tools and case.tools:
            yield f"listed: {coverage['listed']} tools of {case.tools}"


@pytest.mark.parametrize("case", [*CASES, *CONTROLS], ids=lambda case: case.name)
def test_an_audit_says_what_is_wrong_and_nothing_else(case, tmp_path):
    (tmp_path / "notes.txt").write_text("bread\nsoap\n")
    server = audit(case, tmp_path)
    found = [*differences(case, server["findings"]), *unexamined(case, server["coverage"])]
    assert not found, "\n".join(["", *found])


def test_verdicts_name_rules_that_there_are():
    told = {verdict.rule for case in CASES for alternatives in case.must for verdict in alternatives}
    told |= {word.partition("@")[0] for case in CASES for word in case.may | case.never}
    # the groups that are not built yet
    assert sorted(told - set(catalogue())) == []


def test_every_fixture_has_a_verdict():
    files = {f"cases/{path.stem}" for path in (FIXTURES / "cases").glob("*.py")} | {
        p.stem for p in FIXTURES.glob("clean*.py")
    }
    assert {case.server for case in (*CASES, *CONTROLS)} == files


def test_no_verdict_forbids_what_it_demands_or_allows():
    for case in CASES:
        assert not case.may & case.never
        for verdict in (verdict for alternatives in case.must for verdict in alternatives):
            assert not {verdict.rule, *(f"{verdict.rule}@{tool}" for tool in verdict.tools)} & case.never, case.name
