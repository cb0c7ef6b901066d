"""The report of agents' sessions as Markdown: every row, long tables folded, and how each figure was come by."""

from collections.abc import Iterator

from tool_audit.model.indicators import TrafficReport
from tool_audit.report.figures import number, percent
from tool_audit.report.markdown_findings import findings_sections
from tool_audit.report.markdown_text import prose, table
from tool_audit.report.policy import lines_text, named
from tool_audit.report.sli_figures import Detail, findings_of, unit_of
from tool_audit.report.sli_head import context_parts, counts_text, nothing_text, read_lines, steps_text
from tool_audit.report.sli_markdown_table import bullets, section_parts
from tool_audit.report.sli_sections import sections
from tool_audit.report.sli_tools import calls_section, sizes_section
from tool_audit.report.summary import totals


def render_sli_markdown(report: TrafficReport) -> str:
    """Return the whole report; the date stands in its head only."""
    parts = ["# tool-audit: tools in agents' sessions", _head(report)]
    parts.append(bullets((*report.notes, *report.indicators.logs.notes)))
    findings = findings_of(report)
    if nothing := nothing_text(report):
        parts.append(prose(nothing))
    else:
        parts += ["## In use", "### Context", _context(report)]
        parts += section_parts(sizes_section(report, Detail.FULL))
        parts += section_parts(calls_section(report, Detail.FULL))
    if findings or not nothing:
        parts += findings_sections(findings)
    for section in sections(report, Detail.FULL):
        parts += section_parts(section)
    parts += ["## How to read the figures", bullets(_methods(report))]
    return "\n\n".join(part for part in parts if part) + "\n"


def _head(report: TrafficReport) -> str:
    verdict, indicators = report.verdict, report.indicators
    rows = [
        ("verdict", verdict.reason or f"exit code {verdict.exit_code}"),
        ("findings", f"{totals(verdict.counts)} (--fail-on {verdict.fail_on}, exit code {verdict.exit_code})"),
        *(("read" if not place else "", told) for place, told in enumerate(read_lines(indicators.logs))),
        ("sessions", counts_text(indicators)),
        *((("", told),) if (told := steps_text(indicators)) else ()),
        ("client", f"{named(report.client)}: {lines_text(report.client.lines)}"),
        ("tokens", report.tokenizer or "not counted"),
        ("date", report.date),
        ("tool-audit", report.version),
    ]
    return table(("", ""), [(name, prose(told)) for name, told in rows])


def _context(report: TrafficReport) -> str:
    context = report.indicators.context
    rows = [(what, number(size), percent(size / max(context.total, 1))) for what, size in context_parts(context)]
    rows.append(("all", number(context.total), "100.0 %" if context.total else ""))
    return table(("what filled it", unit_of(report), "share"), rows, right=frozenset({1, 2}))


def _methods(report: TrafficReport) -> Iterator[str]:
    indicators = report.indicators
    if report.tokenizer:
        yield f"tokens: {report.tokenizer}; characters are code points"
    else:
        yield "sizes are in characters (code points): no tokens were counted"
    yield "p50, p90, p99: the value that so many of a hundred do not exceed (nearest rank), to three digits"
    yield (
        "4.1 % (2.9-5.8) of 1,204: the share of so many, and between what it lies with a confidence of 95 % "
        "(Wilson's score interval) if the calls are a sample of those to come; calls of one session resemble each "
        "other, so that it may lie outside more often"
    )
    yield f"recovered: a success of the same tool within {indicators.within:,} steps after an error"
    yield f"contents of {indicators.looked_at:,} replies were looked at; sizes and endings are of all"
    yield "arguments are shown" if report.shows_arguments else "arguments are not shown, but a hash of them"
    yield "-: not known"
