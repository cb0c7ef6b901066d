"""The SARIF 2.1.0 report (OASIS, sarif-v2.1.0): what code scanning services read, one run for all servers."""

import re
from collections.abc import Mapping
from typing import Final, TypeAlias
from urllib.parse import quote

from tool_audit.model import (
    Finding,
    Json,
    NotAudited,
    Report,
    RulePage,
    ServerReport,
    ServerSpec,
    Severity,
    State,
)
from tool_audit.report.calls import call_text, distinct, outcome_text
from tool_audit.report.failures import failure_text
from tool_audit.report.order import in_order
from tool_audit.report.policy import policy_text, regraded
from tool_audit.report.safe import json_text, one_line, readable

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
HOME: Final = "https://github.com/tool-audit/tool-audit"
FINGERPRINT: Final = "toolAudit/v1"
_LEVEL: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_PRECISION: Final = {"proven": "very-high", "seen": "high", "indicated": "medium"}
_EVIDENCE: Final = 5

Object: TypeAlias = dict[str, Json]


def render_sarif(report: Report) -> str:
    """Return one SARIF run: the rules with their pages, a result for each finding, a notification for each failure.

    Ignored and known findings are results with a suppression; hidden ones are left out. A result stands at the line of
    the configuration that names its server; where there is none, at a path that tells the server.
    """
    places = {rule.id: place for place, rule in enumerate(report.rules)}
    results = [
        _result(server, finding, places)
        for server in report.servers
        for finding in in_order(server.findings)
        if finding.state is not State.HIDDEN
    ]
    run: Object = {
        "tool": {
            "driver": {
                "name": "tool-audit",
                "version": report.version,
                "informationUri": HOME,
                "rules": [_rule(rule) for rule in report.rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report)],
        "results": results,
        "properties": {
            "client": report.client.name,
            "policy": policy_text(report),
            "tokenizer": report.tokenizer,
        },
    }
    return json_text({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(rule: RulePage) -> Object:
    return {
        "id": rule.id,
        "name": "".join(word.capitalize() for word in rule.id.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": _first_paragraph(rule.page) or rule.summary},
        "help": {"text": _plain(rule.page), "markdown": rule.page},
        "defaultConfiguration": {"level": _LEVEL[rule.severity]},
        "properties": {"tags": ["mcp", f"group-{rule.group}"], "problem.severity": _SEVERITY[rule.severity]},
    }


_SEVERITY: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "recommendation"}


def _first_paragraph(page: str) -> str:
    found = re.search(r"^## What it flags\n+(.+?)(?:\n\n|\Z)", page, re.MULTILINE | re.DOTALL)
    return " ".join(found.group(1).split()) if found else ""


def _plain(page: str) -> str:
    return re.sub(r"^#+ ", "", page.replace("`", ""), flags=re.MULTILINE)


def _result(server: ServerReport, finding: Finding, places: Mapping[str, int]) -> Object:
    spec = server.run.spec
    result: Object = {
        "ruleId": finding.rule,
        **({"ruleIndex": places[finding.rule]} if finding.rule in places else {}),
        "level": _LEVEL[finding.severity],
        "message": {"text": _message(finding, spec.name)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": artifact(spec),
                    "region": {"startLine": spec.line or 1},
                },
                "logicalLocations": [
                    {"name": tool, "fullyQualifiedName": f"{one_line(spec.name)}/{tool}", "kind": "function"}
                    for tool in map(one_line, finding.tools)
                ]
                or [{"name": one_line(spec.name), "kind": "module"}],
            }
        ],
        "partialFingerprints": {FINGERPRINT: finding.fingerprint},
        "properties": {
            "precision": _PRECISION[finding.confidence.value],
            "confidence": finding.confidence.value,
            "server": spec.name,
            "tools": [one_line(tool) for tool in finding.tools],
            "calls": [
                readable(f"{call_text(call)}: {outcome_text(call)}") for call in distinct(finding.calls)[:_EVIDENCE]
            ],
        },
    }
    if finding.regraded_from is not None:
        result["properties"] |= {
            "regradedFrom": finding.regraded_from.value,
            "regradedWhy": one_line(finding.regraded_why),
        }
    if finding.state is not State.SHOWN:
        result["suppressions"] = [{"kind": "external", "justification": one_line(finding.why or finding.state.value)}]
    return result


def _message(finding: Finding, server: str) -> str:
    tools = f"{server}: {', '.join(finding.tools)}" if finding.tools else server
    told = regraded(finding)
    more = [finding.advice, f"({told[0].upper()}{told[1:]})" if told else ""]
    return readable(" ".join(filter(None, (f"{tools}: {finding.message}", *more))))


def artifact(spec: ServerSpec) -> Object:
    """Return where a service may put a result: the file that names the server, else a path made of its name."""
    if spec.line is None:
        return {"uri": f"mcp-servers/{quote(spec.name, safe='')}", "uriBaseId": "%SRCROOT%"}
    path = spec.origin.replace("\\", "/")
    if path.startswith("/") or re.match(r"[A-Za-z]:/", path):
        return {"uri": "file:///" + quote(path.lstrip("/"), safe="/:")}
    return {"uri": quote(path.removeprefix("./")), "uriBaseId": "%SRCROOT%"}


def _invocation(report: Report) -> Object:
    failed = bool(report.failures)
    invocation: Object = {"executionSuccessful": not failed, "exitCode": int(report.verdict.exit_code)}
    if report.verdict.reason:
        invocation["exitCodeDescription"] = report.verdict.reason
    if failed:
        invocation["toolExecutionNotifications"] = [_notification(failure) for failure in report.failures]
    notes = [*report.notes, *(note for server in report.servers for note in server.client_notes)]
    if notes:
        invocation["toolConfigurationNotifications"] = [
            {"level": "note", "message": {"text": readable(note)}, "descriptor": {"id": "settings"}} for note in notes
        ]
    return invocation


def _notification(failure: NotAudited) -> Object:
    told = f"{failure.name} was not audited: {failure_text(failure)}"
    return {"level": "error", "message": {"text": readable(told)}, "descriptor": {"id": "not-audited"}}
