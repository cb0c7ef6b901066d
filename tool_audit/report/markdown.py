"""The report as Markdown: for a pull request, a wiki or a file, with every call that was made."""

from typing import Final

from tool_audit.model import Call, NotAudited, Report, ServerReport, ServerRun, Status
from tool_audit.report.calls import difference, distinct, media_text, outcome_word, sent, tokens
from tool_audit.report.charts import bar_chart, sizes_chart, widest_sweep
from tool_audit.report.checklist import checklist
from tool_audit.report.figures import counted, number, seconds, times
from tool_audit.report.markdown_findings import findings_sections
from tool_audit.report.markdown_policy import own_lines_section, policy_section, showings_section
from tool_audit.report.markdown_text import code, prose, table
from tool_audit.report.order import remarks, with_status
from tool_audit.report.rewritten import TITLES as ENCODING_TITLES
from tool_audit.report.rewritten import rewritten
from tool_audit.report.safe import cut, one_line
from tool_audit.report.sizes import ToolSizes, call_count, tool_sizes, varied_count
from tool_audit.report.summary import TITLES, UNITS, is_needed, summaries, summary_rows, totals
from tool_audit.report.wrong_calls import errors_section

LONGEST_ARGUMENTS: Final = 300


def render_markdown(report: Report) -> str:
    """Return the whole report; the date and the duration stand in its head only."""
    sections = ["# tool-audit report", _head(report), *policy_section(report)]
    if is_needed(report):
        sections += _summary(report)
    for server in report.servers:
        sections += _server(server, report)
    sections += [_failure(failure) for failure in report.failures]
    if report.gone:
        rows = [(code(g.rule), code(g.server), ", ".join(map(code, g.tools))) for g in report.gone]
        sections += ["## Found no more", prose("Known from the baseline; --update-baseline drops them.")]
        sections += [table(("rule", "server", "tools"), rows)]
    return "\n\n".join(section for section in sections if section) + "\n"


def _head(report: Report) -> str:
    verdict = report.verdict
    duration = sum(server.run.seconds for server in report.servers)
    found = totals(verdict.counts) if report.servers else "nothing was audited"
    rows = [
        ("verdict", prose(verdict.reason or f"exit code {verdict.exit_code}")),
        ("findings", prose(f"{found} (--fail-on {verdict.fail_on}, exit code {verdict.exit_code})")),
        ("tokens", prose(report.tokenizer)),
        ("date", prose(report.date)),
        ("duration", seconds(duration)),
        ("tool-audit", prose(report.version)),
    ]
    return table(("", ""), rows)


def _summary(report: Report) -> list[str]:
    rows = [tuple(prose(cell) for cell in row) for row in summary_rows(summaries(report), report.failures)]
    right = frozenset(range(1, len(TITLES) + 1))
    return ["## Servers", table(("server", *TITLES), rows, right=right), f"({UNITS})"]


def _server(server: ServerReport, report: Report) -> list[str]:
    run = server.run
    sizes = tool_sizes(run)
    listing = run.listing
    known_as = "" if run.spec.name == listing.name or not listing.name else f"{run.spec.name}: "
    title = f"{known_as}{listing.name or run.spec.name} {listing.version}".rstrip()
    return [
        f"## {prose(title)}",
        prose(f"Over {listing.transport}, MCP {listing.protocol}."),
        *_coverage(run),
        *_sizes(sizes, report),
        *own_lines_section(server),
        *showings_section(server, sizes, report),
        *findings_sections(server.findings),
        *errors_section(server.wrong_calls),
        *_rewritten(sizes, report.samples),
        *_sweep(run),
        "### Design checklist",
        _checklist(server),
        *_calls(run),
    ]


def _coverage(run: ServerRun) -> list[str]:
    refused, unmeasured = with_status(run, Status.REFUSED), with_status(run, Status.UNMEASURED)
    measured = len(with_status(run, Status.MEASURED))
    counts = (
        f"{counted(len(run.listing.tools), 'tool')} listed: {measured} measured, {len(refused)} not called, "
        f"{len(unmeasured)} called but not measured; {counted(call_count(run), 'call')}, "
        f"{counted(varied_count(run), 'argument')} varied. "
        f"The definitions take {counted(run.definitions.chars, 'character')}, "
        f"{counted(run.definitions.tokens, 'token')}, paid in every turn."
    )
    rows = [(code(tool.name), "not called", prose(tool.reason)) for tool in refused]
    rows += [(code(tool.name), "not measured", prose(tool.reason)) for tool in unmeasured]
    told = "\n".join(f"- {prose(remark)}" for remark in remarks(run))
    return ["### Coverage", counts, told, table(("tool", "", "why"), rows) if rows else ""]


def _sizes(sizes: tuple[ToolSizes, ...], report: Report) -> list[str]:
    if not sizes:
        return []
    titles = ("tool", "filled in", "chars", "tokens", "items", "smallest", "with", "times", report.client.name)
    rows = [_size_row(tool) for tool in sizes]
    intro = "What each tool answers with nothing filled in (but what it needs), and the smallest call that answers."
    media = [
        f"- {code(tool.run.name)}: and {media_text(tool.default.measurement)}, not in these figures"
        for tool in sizes
        if tool.default is not None and tool.default.measurement.media_chars
    ]
    sized = table(titles, rows, right=frozenset({2, 3, 4, 5, 7}))
    return ["### Sizes", sizes_chart(sizes), intro, sized, "\n".join(media)]


def _size_row(tool: ToolSizes) -> tuple[str, ...]:
    name, smaller, default = code(tool.run.name), tool.smaller, tool.default
    if default is None:
        smallest = tool.smallest
        return (name, "", "not measured", "", "", number(smallest.measurement.chars), _arguments(smallest.call), "", "")
    arguments = default.call.arguments
    lines, measurement = tool.run.lines, default.measurement
    line = "over the cap" if lines.over_cap(measurement) else "over the warning line"
    return (
        name,
        _arguments(default.call) if arguments else "",
        number(measurement.chars),
        tokens(default.call),
        number(default.items),
        "" if smaller is None else number(smaller.measurement.chars),
        "" if smaller is None else code(cut(difference(smaller.call.arguments, arguments))),
        "" if smaller is None else times(tool.ratio),
        line if lines.over_warning(measurement) else "",
    )


def _rewritten(sizes: tuple[ToolSizes, ...], samples: tuple[Call, ...]) -> list[str]:
    rows = [(prose(row.name), *row.figures) for row in rewritten(sizes, samples)]
    if not rows:
        return []
    return [
        "### The same replies, written otherwise",
        table(("", *ENCODING_TITLES), rows, right=frozenset({1, 2, 3, 4})),
    ]


def _sweep(run: ServerRun) -> list[str]:
    widest = widest_sweep(run)
    if widest is None:
        return []
    title = f"{widest.tool.name}: characters by {widest.sweep.argument}"
    intro = f"The same call of {code(widest.tool.name)} with other values of {code(widest.sweep.argument)}:"
    return ["### The argument that changes most", intro, bar_chart(title, widest.points)]


def _checklist(server: ServerReport) -> str:
    rows = [(prose(answer.question), answer.answer, prose(answer.because)) for answer in checklist(server)]
    return table(("", "answer", ""), rows)


def _calls(run: ServerRun) -> list[str]:
    calls = distinct(sorted(run.calls, key=lambda call: call.observation.probe.subject.label))
    if not calls:
        return []
    titles = ("tool", "arguments", "outcome", "chars", "tokens", "items")
    rows = []
    for call in calls:
        measurement = call.measurement
        items = None if measurement is None or measurement.items is None else measurement.items.count
        chars = None if measurement is None else measurement.chars
        name = code(call.observation.probe.subject.tool)
        word = outcome_word(call.observation.outcome)
        rows.append((name, _arguments(call), word, number(chars), tokens(call), number(items)))
    return ["### Every call", table(titles, rows, right=frozenset({3, 4, 5}))]


def _arguments(call: Call) -> str:
    return code(cut(sent(call), LONGEST_ARGUMENTS))


def _failure(failure: NotAudited) -> str:
    parts = [f"## {prose(failure.name)}: not audited", prose(failure.message)]
    if failure.detail:
        parts.append("\n".join(f"    {one_line(line)}" for line in failure.detail))
    if failure.hint:
        parts.append(f"Hint: {prose(failure.hint)}")
    return "\n\n".join(parts)
