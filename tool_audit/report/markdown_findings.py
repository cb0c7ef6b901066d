"""The findings in Markdown: by rule, worst first, each with its evidence and with calls that reproduce it."""

from collections.abc import Iterable, Sequence
from typing import Final

from tool_audit.model import Call, Finding, State
from tool_audit.report.calls import call_text, distinct, outcome_text
from tool_audit.report.figures import counted
from tool_audit.report.markdown_text import code, fence, prose, table
from tool_audit.report.order import WORDS, Group, grouped, in_order, shown
from tool_audit.report.policy import regraded

_CONFIDENCE: Final = {
    "proven": "two or more calls show it",
    "seen": "one reply shows it",
    "indicated": "a sign, no proof",
}


def findings_sections(findings: Iterable[Finding]) -> list[str]:
    """Return the sections on what the policy shows, then a table of what it does not show, and why."""
    everything = in_order(findings)
    visible = shown(everything)
    sections = ["### Findings"]
    if not visible:
        sections.append("None.")
    for group in grouped(visible):
        sections += _group(group)
    hidden = [finding for finding in everything if finding.state is not State.SHOWN]
    return sections + (_hidden(hidden) if hidden else [])


def _group(group: Group) -> list[str]:
    sections = [f"#### {WORDS[group.severity]}: {code(group.rule)}", prose(group.findings[0].summary)]
    for finding in group.findings:
        sections += _finding(finding)
    return sections


def _finding(finding: Finding) -> list[str]:
    tools = ", ".join(code(tool) for tool in finding.tools) or "The server"
    sections = [f"**{tools}**: {prose(finding.message)}"]
    if finding.advice:
        sections.append(prose(finding.advice))
    if told := regraded(finding):
        sections.append(prose(f"{told[0].upper()}{told[1:]}"))
    sections += _calls("Send instead", finding.send)
    sections += _calls(f"Seen ({_CONFIDENCE[finding.confidence.value]})", finding.calls)
    return sections


def _calls(title: str, calls: Sequence[Call]) -> list[str]:
    calls = distinct(calls)
    if not calls:
        return []
    return [f"{title}:", "\n".join(_bullet(call) for call in calls), fence(calls)]


def _bullet(call: Call) -> str:
    return f"- {code(call_text(call))}: {prose(outcome_text(call))}"


def _why(finding: Finding) -> str:
    return "; ".join(filter(None, (finding.why, regraded(finding))))


def _hidden(findings: Sequence[Finding]) -> list[str]:
    rows = [
        (
            code(finding.rule),
            ", ".join(code(tool) for tool in finding.tools),
            finding.state.value,
            prose(finding.message),
            prose(_why(finding)),
        )
        for finding in findings
    ]
    return [
        f"#### Not shown: {counted(len(findings), 'finding')}",
        table(("rule", "tools", "state", "message", "why"), rows),
    ]
