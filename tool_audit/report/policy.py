"""The policy in words: the cap, the warning line, and which tools have others, and why."""

from collections.abc import Iterable
from dataclasses import dataclass

from tool_audit.model import Certainty, ClientProfile, Counted, Finding, Lines, Report, ServerRun
from tool_audit.report.figures import counted

_OF = {
    Counted.REPLY: "",
    Counted.EACH_PART: " of each text block",
    Counted.SINGLE_PART: " of a single text block",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLines:
    """Tools that have other lines than the client's, and why."""

    tools: tuple[str, ...]
    lines: Lines

    @property
    def text(self) -> str:
        """The lines, and why."""
        return f"{lines_text(self.lines)}: {self.lines.raised_by}"


def lines_in_force(report: Report) -> Lines:
    """Return the lines that hold where a tool has none of its own."""
    return report.lines if report.lines is not None else report.client.lines


def caps_text(lines: Lines) -> str:
    """Return "25,000 tokens or 50,000 chars"; nothing where there is no cap."""
    caps = " or ".join(counted(cap, unit.value.removesuffix("s")) for unit, cap in lines.caps)
    return f"{caps}{_OF[lines.counted]}" if caps else ""


def lines_text(lines: Lines) -> str:
    """Return the cap and the warning line in words."""
    caps = caps_text(lines)
    return f"{f'cap {caps}' if caps else 'no known cap'}, warning at {counted(lines.warn_tokens, 'token')}"


def policy_text(report: Report) -> str:
    """Return the lines in force and, where the settings moved them for all tools, why."""
    lines = lines_in_force(report)
    return f"{lines_text(lines)}{f' ({lines.raised_by})' if lines.raised_by else ''}"


def named(client: ClientProfile) -> str:
    """Return a client's name, and how sure its profile is where that is not good."""
    return client.name if client.certainty is Certainty.GOOD else f"{client.name} ({client.certainty})"


def own_lines(run: ServerRun) -> tuple[OwnLines, ...]:
    """Return the tools that have other lines than the rest, those with the same lines and reason together."""
    groups: dict[Lines, dict[str, None]] = {}
    for tool in run.tools:
        if tool.lines.raised_by and tool.lines != run.lines:
            groups.setdefault(tool.lines, {})[tool.tool.name] = None
    return tuple(OwnLines(tools=tuple(names), lines=lines) for lines, names in groups.items())


def named_all(clients: Iterable[ClientProfile]) -> str:
    """Return the names of clients."""
    return ", ".join(named(client) for client in clients)


def regraded(finding: Finding) -> str:
    """Return from which severity the settings took a finding, and why; nothing where they did not."""
    if finding.regraded_from is None:
        return ""
    return f"regraded from {finding.regraded_from} to {finding.severity}: {finding.regraded_why}"
