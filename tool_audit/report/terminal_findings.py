"""The findings on a terminal: grouped by rule, each with the figures, the calls that show it and the call to make."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from tool_audit.model import Call, Finding, ServerReport, Severity, State, Status
from tool_audit.report.calls import call_text, distinct, outcome_text
from tool_audit.report.figures import counted, joined
from tool_audit.report.order import Group, grouped, shown
from tool_audit.report.policy import regraded
from tool_audit.report.safe import cut
from tool_audit.report.screen import Screen

INDENT: Final = 7
CALL_INDENT: Final = INDENT + 7
MOST_CALLS: Final = 4
MOST_TOOLS: Final = 6
MOST_OTHERS: Final = 60
LONGEST_REASON: Final = 300
MOST_FINDINGS: Final = 3
"""Findings of one rule in full, the gravest; the other tools are named. Markdown and JSON have them all."""
_BETWEEN: Final = "   "
_WORDS: Final = {Severity.ERROR: "ERROR", Severity.WARNING: "WARN", Severity.INFO: "NOTE"}
_STYLES: Final = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold blue"}


def write_findings(screen: Screen, server: ServerReport, *, verbose: bool) -> None:
    """Write what the policy shows, worst first; notes are counted only, unless `verbose`."""
    if not shown(server.findings):
        screen.line(screen.text(_nothing_found(server)))
        screen.blank()
    write_found(screen, server.findings, verbose=verbose)


def write_found(screen: Screen, findings: Sequence[Finding], *, verbose: bool, listed_in: str = "audit.md") -> None:
    """Write what the policy shows of these, and how many it does not, which a file may list; nothing of none."""
    groups = grouped(shown(findings))
    for group in groups:
        if verbose or group.severity is not Severity.INFO:
            _group(screen, group, most=len(group.findings) if verbose else MOST_FINDINGS)
    notes = [group for group in groups if group.severity is Severity.INFO]
    if notes and not verbose:
        _notes(screen, notes)
    _not_shown(screen, findings, listed_in)


def _nothing_found(server: ServerReport) -> str:
    run = server.run
    if known := sum(finding.state is State.KNOWN for finding in server.findings):
        return f"No new findings; {counted(known, 'is', 'are')} known from the baseline."
    statuses = {tool.status for tool in run.tools}
    if Status.MEASURED not in statuses:
        return "No findings: but nothing was measured."
    return "No findings." if statuses == {Status.MEASURED} else "No findings in what was measured."


def _group(screen: Screen, group: Group, *, most: int) -> None:
    several = len(group.findings) > 1
    style = _STYLES[group.severity]
    tools = joined(group.tools, MOST_TOOLS) if len(group.tools) <= MOST_TOOLS else counted(len(group.tools), "tool")
    screen.paragraph(
        screen.text(f"{group.rule}   ", "bold"),
        screen.text(tools),
        screen.text(f"{_BETWEEN}{counted(len(group.findings), 'finding')}" if several else "", "dim"),
        first=screen.text(_WORDS[group.severity], style),
        indent=INDENT,
    )
    # the same words under every finding of a rule are noise
    advice = {_advice(finding) for finding in group.findings}
    shared = advice.pop() if several and len(advice) == 1 else ""
    gravest = sorted(group.findings, key=_weight, reverse=True)
    for finding in gravest[:most]:
        named = several and finding.tools and not finding.message.startswith(finding.tools[0])
        subject = screen.text(f"{joined(finding.tools, MOST_TOOLS)}: " if named else "", "bold")
        screen.paragraph(subject, screen.text(finding.message), indent=INDENT)
        if _advice(finding) and not shared:
            screen.paragraph(screen.text(_advice(finding)), indent=INDENT)
        if told := regraded(finding):
            screen.paragraph(screen.text(cut(told, LONGEST_REASON), "dim"), indent=INDENT)
        _calls(screen, "send", finding.send, "green")
        _calls(screen, "seen", _seen(finding), "dim")
    if shared:
        screen.paragraph(screen.text(shared), indent=INDENT)
    if others := gravest[most:]:
        names = joined(tuple(dict.fromkeys(tool for finding in others for tool in finding.tools)), MOST_OTHERS)
        screen.paragraph(screen.text(f"and {len(others)} more (--verbose shows them): {names}", "dim"), indent=INDENT)
    screen.blank()


def _advice(finding: Finding) -> str:
    """Return the advice; nothing where it only names the call that is shown below it, with its figures."""
    return "" if finding.send and finding.advice.startswith("send ") else finding.advice


def _weight(finding: Finding) -> int:
    sizes = [call.measurement.chars for call in finding.calls if call.measurement is not None]
    return max(sizes, default=0)


def _seen(finding: Finding) -> tuple[Call, ...]:
    to_send = {call.observation.probe.key for call in finding.send}
    return tuple(call for call in distinct(finding.calls) if call.observation.probe.key not in to_send)


def _calls(screen: Screen, word: str, calls: Sequence[Call], style: str) -> None:
    calls = distinct(calls)
    first: Text = Text(" " * INDENT).append_text(screen.text(word, style))
    for call in calls[:MOST_CALLS]:
        asked = screen.text(call_text(call, ascii_only=not screen.unicode))
        came_back = screen.text(outcome_text(call), "dim")
        if CALL_INDENT + asked.cell_len + len(_BETWEEN) + came_back.cell_len <= screen.width:
            screen.paragraph(asked, Text(_BETWEEN), came_back, first=first, indent=CALL_INDENT)
        else:
            screen.paragraph(asked, first=first, indent=CALL_INDENT)
            screen.paragraph(came_back, indent=CALL_INDENT + len(_BETWEEN))
        first = Text()
    if len(calls) > MOST_CALLS:
        screen.paragraph(screen.text(f"and {len(calls) - MOST_CALLS} more", "dim"), indent=CALL_INDENT)


def _notes(screen: Screen, notes: Sequence[Group]) -> None:
    total = sum(len(group.findings) for group in notes)
    names = [group.rule if len(group.findings) == 1 else f"{group.rule} ({len(group.findings)})" for group in notes]
    screen.paragraph(
        screen.text(f"{counted(total, 'note')} (--verbose shows them): "),
        screen.text(", ".join(names)),
        first=screen.text(_WORDS[Severity.INFO], _STYLES[Severity.INFO]),
        indent=INDENT,
    )
    # what the settings made a note of must not go in silence
    lowered = {(group.rule, told) for group in notes for finding in group.findings if (told := regraded(finding))}
    for rule, told in sorted(lowered):
        screen.paragraph(screen.text(f"{rule}: {cut(told, LONGEST_REASON)}", "dim"), indent=INDENT)
    screen.blank()


def _not_shown(screen: Screen, findings: Sequence[Finding], listed_in: str) -> None:
    states = [finding.state for finding in findings if finding.state is not State.SHOWN]
    if states:
        counts = ", ".join(f"{states.count(state)} {state}" for state in dict.fromkeys(sorted(states)))
        screen.paragraph(screen.text(f"not shown: {counts} (--output markdown={listed_in} lists them)", "dim"))
        screen.blank()
