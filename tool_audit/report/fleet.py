"""Several reports taken together, on a terminal and in Markdown: the table of all servers, the gravest findings."""

from itertools import groupby
from typing import Final

from tool_audit.model import Fleet, Noted, Severity
from tool_audit.report.failures import failure_text
from tool_audit.report.figures import joined
from tool_audit.report.markdown_text import code, prose, table
from tool_audit.report.order import WORDS
from tool_audit.report.screen import Screen
from tool_audit.report.summary import TITLES, UNITS, summary_rows, totals
from tool_audit.report.terminal_servers import write_failure, write_servers

_MOST: Final = 3
_INDENT: Final = 7
_STYLES: Final = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow"}


def render_fleet_text(fleet: Fleet, *, width: int = 100, color: bool = False, unicode: bool = True) -> str:
    """Return the report for a terminal of `width` cells."""
    screen = Screen(width=width, color=color, unicode=unicode)
    screen.chain([screen.text(text, "dim") for text in _head(fleet)])
    screen.blank()
    write_servers(screen, fleet.servers, fleet.failures)
    for failure in fleet.failures:
        write_failure(screen, failure)
    for group in _groups(fleet):
        first, severity = group[0], group[0].severity
        head = f"{first.rule}   {_owners(group)}"
        screen.paragraph(screen.text(f"{WORDS[severity].upper()}  ", _STYLES[severity]), screen.text(head))
        for text in (_told(group), first.advice):
            screen.paragraph(screen.text(text), first=screen.text(""), indent=_INDENT)
        screen.blank()
    screen.paragraph(screen.text(f"{totals(fleet.verdict.counts)}.", "bold"))
    screen.paragraph(screen.text(_verdict(fleet)))
    return screen.getvalue()


def render_fleet_markdown(fleet: Fleet) -> str:
    """Return Markdown, for a comment or the summary of a job."""
    rows = [tuple(prose(cell) for cell in row) for row in summary_rows(fleet.servers, fleet.failures)]
    right = frozenset(range(1, len(TITLES) + 1))
    sections = [
        f"## tool-audit: {totals(fleet.verdict.counts)}",
        prose(_verdict(fleet)),
        table(("server", *TITLES), rows, right=right),
        f"({UNITS})",
    ]
    if fleet.failures:
        sections.append("### Not audited")
        sections.append("\n".join(f"- {prose(f'{each.name}: {failure_text(each)}')}" for each in fleet.failures))
    if fleet.findings:
        sections += ["### Findings", "\n".join(map(_bullet, _groups(fleet)))]
    sections.append(prose(", ".join(_head(fleet))))
    return "\n\n".join(section for section in sections if section) + "\n"


def _groups(fleet: Fleet) -> list[tuple[Noted, ...]]:
    """Return the errors and warnings by rule, the gravest first; notes are counted only."""
    graver = (noted for noted in fleet.findings if noted.severity is not Severity.INFO)
    return [tuple(group) for _, group in groupby(graver, key=lambda noted: (noted.severity, noted.rule))]


def _owners(group: tuple[Noted, ...]) -> str:
    """Return "alpha (search), beta (search, list_all) and 4 more"."""
    tools: dict[str, list[str]] = {}
    for noted in group:
        tools.setdefault(noted.server, []).extend(noted.tools)
    owners = [f"{server} ({joined(sorted(set(names)), _MOST)})" if names else server for server, names in tools.items()]
    return joined(owners, _MOST)


def _bullet(group: tuple[Noted, ...]) -> str:
    first = group[0]
    head = f"- {WORDS[first.severity]} {code(first.rule)}: {prose(_owners(group))}"
    return f"{head}<br>{prose(f'{_told(group)} {first.advice}')}"


def _told(group: tuple[Noted, ...]) -> str:
    first = group[0]
    return first.message if len(group) == 1 else f"On {first.server}: {first.message}"


def _head(fleet: Fleet) -> tuple[str, ...]:
    return (f"tool-audit {fleet.version}", f"client {fleet.client}", f"tokens: {fleet.tokenizer}")


def _verdict(fleet: Fleet) -> str:
    verdict = fleet.verdict
    return verdict.reason or f"exit code {verdict.exit_code} (--fail-on {verdict.fail_on})"
