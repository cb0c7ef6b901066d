"""The JUnit report: a test suite for each server, a test case for each tool and group of rules."""

from collections.abc import Sequence
from typing import Final
from xml.etree import ElementTree as ET

from tool_audit.model import Finding, NotAudited, Report, ServerReport, State, Status, ToolRun
from tool_audit.report.calls import call_text, distinct, outcome_text
from tool_audit.report.order import in_order
from tool_audit.report.policy import policy_text, regraded
from tool_audit.report.safe import one_line, readable, to_xml

SERVER: Final = "(server)"
"""The class of the cases that are about the whole server."""


def render_junit(report: Report) -> str:
    """Return JUnit XML: a case fails where a finding at or over --fail-on is about its tool and group of rules.

    A tool that was not called or not measured is skipped, never passed. A finding on several tools fails at each.
    """
    root = ET.Element("testsuites", name="tool-audit")
    for server in report.servers:
        _suite(root, server, report)
    for failure in report.failures:
        _failed_suite(root, failure)
    for key in ("tests", "failures", "errors", "skipped"):
        root.set(key, str(sum(int(suite.get(key, "0")) for suite in root)))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _suite(root: ET.Element, server: ServerReport, report: Report) -> None:
    run = server.run
    suite = ET.SubElement(root, "testsuite", name=label(run.spec.name), time=f"{run.seconds:.3f}")
    _properties(suite, server, report)
    groups = sorted({rule.group for rule in report.rules})
    shown = [finding for finding in in_order(server.findings) if finding.state is State.SHOWN]
    group_of = {rule.id: rule.group for rule in report.rules}
    for group in groups:
        _case(suite, SERVER, group, [f for f in shown if not f.tools and group_of.get(f.rule) == group], report)
    for tool in sorted(run.tools, key=lambda tool: tool.name):
        own = [finding for finding in shown if tool.name in finding.tools]
        if tool.status is not Status.MEASURED:
            _skipped(suite, tool)
        for group in groups:
            # of a tool that was not measured only its definition is known: what is wrong with it fails, nothing passes
            if tool.status is not Status.MEASURED and not any(group_of.get(f.rule) == group for f in own):
                continue
            _case(suite, tool.name, group, [f for f in own if group_of.get(f.rule) == group], report)
    _count(suite)


def _properties(suite: ET.Element, server: ServerReport, report: Report) -> None:
    told = [("client", report.client.name), ("policy", policy_text(report))]
    told += [("note", note) for note in (*report.notes, *server.client_notes)]
    properties = ET.SubElement(suite, "properties")
    for name, value in told:
        ET.SubElement(properties, "property", name=name, value=to_xml(readable(value)))


def _case(suite: ET.Element, owner: str, group: str, findings: Sequence[Finding], report: Report) -> None:
    case = ET.SubElement(
        suite, "testcase", classname=label(f"{suite.get('name')}.{owner}"), name=f"rules {group}", time="0"
    )
    failing = [finding for finding in findings if finding.severity.fails(report.verdict.fail_on)]
    if failing:
        failure = ET.SubElement(case, "failure", type=failing[0].rule, message=to_xml(readable(failing[0].message)))
        failure.text = to_xml("\n\n".join(_told(finding) for finding in failing))
    others = [finding for finding in findings if finding not in failing]
    if others:
        ET.SubElement(case, "system-out").text = to_xml("\n\n".join(_told(finding) for finding in others))


def _told(finding: Finding) -> str:
    lines = [f"{finding.severity.value} {finding.rule}: {readable(finding.message)}"]
    if finding.advice:
        lines.append(readable(finding.advice))
    if told := regraded(finding):
        lines.append(readable(told))
    for title, calls in (("send", finding.send), ("seen", finding.calls)):
        lines += [f"{title}: {readable(f'{call_text(call)}: {outcome_text(call)}')}" for call in distinct(calls)]
    return "\n".join(lines)


def _skipped(suite: ET.Element, tool: ToolRun) -> None:
    name = "not called" if tool.status is Status.REFUSED else "not measured"
    case = ET.SubElement(suite, "testcase", classname=label(f"{suite.get('name')}.{tool.name}"), name=name, time="0")
    ET.SubElement(case, "skipped", message=to_xml(readable(tool.reason)))


def _failed_suite(root: ET.Element, failure: NotAudited) -> None:
    suite = ET.SubElement(root, "testsuite", name=label(failure.name))
    case = ET.SubElement(suite, "testcase", classname=label(failure.name), name="audited", time="0")
    told = ET.SubElement(case, "error", type="not-audited", message=to_xml(readable(failure.message)))
    told.text = to_xml("\n".join(readable(line) for line in (failure.hint, *failure.detail) if line))
    _count(suite)


def label(text: str) -> str:
    """Return the name of a server or a tool as suites and cases have it: one line, of what XML can hold."""
    return to_xml(one_line(text))


def _count(suite: ET.Element) -> None:
    def having(kind: str) -> int:
        return sum(case.find(kind) is not None for case in suite)

    suite.set("tests", str(len(suite.findall("testcase"))))
    for key, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(key, str(having(kind)))
