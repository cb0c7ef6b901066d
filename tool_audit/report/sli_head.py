"""What was read, and what it came to, in words: the head of a report of agents' sessions."""

from collections.abc import Iterator
from typing import Final

from tool_audit.model.indicators import Context, Indicators, Logs, TrafficReport
from tool_audit.report.figures import counted, joined, percent
from tool_audit.report.sli_figures import unit_of

_MOST_FILES: Final = 5
_MEGA: Final = 1_000_000
_KILO: Final = 1_000


def read_lines(logs: Logs) -> Iterator[str]:
    """Yield what was read: the files by format, how much, what was skipped, and from when to when."""
    files = [f"{counted(count, 'file')} of {name}" for name, count in sorted(logs.files.items()) if count]
    lines = f"{_amount(logs.bytes)}, {counted(logs.lines, 'line')}"
    broken = f", {logs.broken:,} of them broken and skipped" if logs.broken else ""
    yield f"{', '.join(files) or 'no file in a format that is read'}: {lines}{broken}"
    if logs.first:
        yield f"from {minute(logs.first)} to {minute(logs.last or logs.first)} (UTC)"
    if logs.repeated:
        yield f"{counted(logs.repeated, 'call')} left out that an earlier log had told"
    if logs.unknown:
        yield f"in no format that is read: {joined(logs.unknown, _MOST_FILES)}"


def minute(time: str) -> str:
    """Return a time of ISO 8601 in UTC as far as people read it."""
    return time.removesuffix("+00:00").removesuffix("Z").replace("T", " ")[:16]


def counts_text(indicators: Indicators) -> str:
    """Return how many sessions, tasks, calls and tools there were."""
    tools = sum(bool(tool.calls) for server in indicators.servers for tool in server.tools)
    servers = sum(bool(server.name) for server in indicators.servers)
    of_servers = f" of {counted(servers, 'server')}" if servers else ""
    left_out = f" ({indicators.left_out:,} left out, as asked)" if indicators.left_out else ""
    return (
        f"{counted(indicators.sessions, 'session')}, {counted(indicators.tasks, 'task')}, "
        f"{counted(indicators.calls, 'call')} of {counted(tools, 'tool')}{of_servers}{left_out}"
    )


def steps_text(indicators: Indicators) -> str:
    """Return how many round trips a task took; nothing where there was no task."""
    steps = indicators.steps
    if not steps.n:
        return ""
    return f"round trips per task: {steps.at(50):,} (p50), {steps.at(90):,} (p90), {steps.largest:,} (most)"


def context_text(report: TrafficReport) -> str:
    """Return what filled the contexts, and the shares of it."""
    context = report.indicators.context
    unit = unit_of(report)
    if not context.total:
        return f"no {unit}"
    shares = ", ".join(f"{percent(size / context.total)} {what}" for what, size in context_parts(context))
    return f"{context.total:,} {unit}: {shares}"


def context_parts(context: Context) -> tuple[tuple[str, int], ...]:
    """Return each part of the context with its size, the replies first."""
    return (
        ("replies of tools", context.replies),
        ("arguments of calls", context.arguments),
        ("what the model wrote", context.model),
        ("prompts and the rest", context.prompts),
    )


def nothing_text(report: TrafficReport) -> str:
    """Return what to say in place of figures where there are none; nothing where there are."""
    indicators = report.indicators
    if not sum(indicators.logs.files.values()):
        return "No session log was recognised: nothing was measured."
    if not indicators.calls and indicators.left_out:
        calls = counted(indicators.left_out, "call")
        return f"No call is left: --server, --tool, --since or --until leave out all of the logs' {calls}."
    if not indicators.calls:
        return "No tool was called in these sessions: there is nothing to measure."
    return ""


def _amount(count: int) -> str:
    if count >= _MEGA:
        return f"{count / _MEGA:,.1f} MB"
    return f"{count / _KILO:,.1f} kB" if count >= _KILO else counted(count, "byte")
