"""The indicators of agents' sessions as OpenMetrics 1.0 text, for a dashboard.

The format is the specification "OpenMetrics, version 1.0" (2020). Counters and summaries are totals of the logs that
were read, without a time: whoever reads the same folder again and again sees them grow.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from tool_audit.model import Severity
from tool_audit.model.indicators import Ending, ToolTraffic, TrafficReport
from tool_audit.model.spread import Rate, Spread
from tool_audit.report.safe import one_line
from tool_audit.report.sli_figures import tools_of

QUANTILES: Final = (50, 90, 99)
PREFIX: Final = "tool_audit_"
_SECOND: Final = 1_000
_PARTS: Final = ("prompts", "model", "arguments", "replies")
_RATES: Final = {
    "errors": "calls that ended in an error",
    "recovered_errors": "errors followed by a success of the same tool",
    "invalid_calls": "calls whose arguments break the schema",
    "repeated_calls": "calls that their task had made before with the same arguments",
    "replies_over_warning": "replies over the warning line",
    "replies_over_cap": "replies over the cap of the client",
    "partial_replies": "replies that say that they are a part",
    "followed_parts": "replies in parts that a call for more followed",
    "unreferred_replies": "replies that nothing later refers to (a heuristic)",
}

Labels: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Family:
    """One metric: its samples are (suffix, labels, value)."""

    name: str
    type: str
    help: str
    samples: tuple[tuple[str, Labels, float], ...]
    unit: str = ""


def render_openmetrics(report: TrafficReport) -> str:
    """Return the exposition, which ends with "# EOF"; what is not known has no sample."""
    tools = _labelled(report)
    families = (*_sizes(tools), *_counts(tools), *_definitions(report), *_whole(report))
    lines = [line for family in families if family.samples for line in _lines(family)]
    return "\n".join([*lines, "# EOF"]) + "\n"


def _labelled(report: TrafficReport) -> tuple[tuple[Labels, ToolTraffic], ...]:
    """Return each tool with its labels; no two of them have the same, however alike their names are written."""
    labelled: dict[tuple[str, str], ToolTraffic] = {}
    for tool in tools_of(report):
        key, place = (one_line(tool.server), one_line(tool.name)), 2
        while key in labelled:
            key, place = (one_line(tool.server), f"{one_line(tool.name)} ({place})"), place + 1
        labelled[key] = tool
    return tuple(({"server": server, "tool": name}, tool) for (server, name), tool in labelled.items())


def _sizes(tools: Sequence[tuple[Labels, ToolTraffic]]) -> Iterator[_Family]:
    tokens = [(labels, tool.tokens) for labels, tool in tools if tool.tokens is not None]
    yield _summary("reply_tokens", "Tokens of a reply.", tokens, unit="tokens")
    chars = [(labels, tool.chars) for labels, tool in tools]
    yield _summary("reply_characters", "Characters (code points) of a reply.", chars, unit="characters")
    times = [(labels, tool.milliseconds) for labels, tool in tools]
    yield _summary("call_seconds", "Time from a call to its reply.", times, unit="seconds", scale=_SECOND)


def _summary(
    name: str, told: str, spreads: Iterable[tuple[Labels, Spread]], *, unit: str = "", scale: int = 1
) -> _Family:
    samples: list[tuple[str, Labels, float]] = []
    for labels, spread in spreads:
        for percent in QUANTILES if spread.n else ():
            value = spread.at(percent) or 0
            samples.append(("", {**labels, "quantile": f"{percent / 100}"}, _scaled(value, scale)))
        if spread.n:
            samples += [("_sum", labels, _scaled(spread.total, scale)), ("_count", labels, spread.n)]
    return _Family(name=name, type="summary", help=told, samples=tuple(samples), unit=unit)


def _counts(tools: Sequence[tuple[Labels, ToolTraffic]]) -> Iterator[_Family]:
    endings = [
        ({**labels, "ending": ending.value}, count)
        for labels, tool in tools
        for ending in Ending
        if (count := tool.endings.get(ending, 0))
    ]
    yield _counter("calls", "Calls, by how they ended.", endings)
    rates = [(labels, _rates(tool)) for labels, tool in tools]
    for name, told in _RATES.items():
        known = [(labels, found[name]) for labels, found in rates if found[name].n]
        yield _counter(name, f"{told[0].upper()}{told[1:]}.", [(labels, rate.count) for labels, rate in known])
        base = f"What {PREFIX}{name} is counted among."
        yield _counter(f"{name}_of", base, [(labels, rate.n) for labels, rate in known])
    loops = [(labels, tool.loops) for labels, tool in tools]
    yield _counter("loops", "Runs of one call, three or more in a task, answered the same each time.", loops)
    shares = tuple(("", labels, tool.share) for labels, tool in tools if tool.share is not None)
    told = "Share of the context that the replies of a tool take."
    yield _Family(name="context_share_ratio", type="gauge", help=told, samples=shares, unit="ratio")


def _rates(tool: ToolTraffic) -> Mapping[str, Rate]:
    rates = (
        tool.errors,
        tool.recovered,
        tool.invalid,
        tool.again,
        tool.over_warning,
        tool.over_cap,
        tool.parts,
        tool.followed,
        tool.unreferred,
    )
    return dict(zip(_RATES, rates, strict=True))


def _definitions(report: TrafficReport) -> Iterator[_Family]:
    costs = {
        (one_line(server.name), one_line(one.name)): (one.definition_tokens, called)
        for server in report.indicators.servers
        for called, ones in (("false", server.unused), ("true", server.tools))
        for one in ones
        if one.definition_tokens is not None
    }
    samples = tuple(
        ("", {"server": server, "tool": tool, "called": called}, tokens)
        for (server, tool), (tokens, called) in costs.items()
    )
    told = "Tokens of a tool's definition, paid in every turn."
    yield _Family(name="definition_tokens", type="gauge", help=told, samples=samples, unit="tokens")


def _whole(report: TrafficReport) -> Iterator[_Family]:
    indicators = report.indicators
    yield _summary("task_round_trips", "Round trips of a task.", [({}, indicators.steps)])
    unit = "tokens" if report.tokenizer else "characters"
    context = indicators.context
    parts = [({"part": part}, getattr(context, part)) for part in _PARTS]
    yield _counter(f"context_{unit}", "What filled the contexts of the sessions.", parts, unit=unit)
    yield _counter("sessions", "Sessions.", [({}, indicators.sessions)])
    yield _counter("tasks", "Tasks that people asked for.", [({}, indicators.tasks)])
    yield _counter("log_bytes", "What was read, unpacked.", [({}, indicators.logs.bytes)], unit="bytes")
    yield _counter("log_broken_lines", "Lines that were skipped.", [({}, indicators.logs.broken)])
    if indicators.choice is not None:
        choice = indicators.choice
        for name, rate in (("tasks_with_expected_tool_first", choice.first), ("tasks_with_expected_tool", choice.ever)):
            yield _counter(name, "Tasks with a label that used an expected tool.", [({}, rate.count)])
            yield _counter(f"{name}_of", f"What {PREFIX}{name} is counted among.", [({}, rate.n)])
    counts = tuple(("", {"severity": one.value}, report.verdict.counts.get(one, 0)) for one in Severity)
    yield _Family(name="findings", type="gauge", help="Findings that are shown.", samples=counts)
    version = {"version": report.version, "tokenizer": report.tokenizer, "client": report.client.name}
    yield _Family(name="build_info", type="gauge", help="What made these figures.", samples=(("", version, 1),))


def _counter(name: str, told: str, samples: Iterable[tuple[Labels, float]], *, unit: str = "") -> _Family:
    totals = tuple(("_total", labels, value) for labels, value in samples)
    return _Family(name=name, type="counter", help=told, samples=totals, unit=unit)


def _scaled(value: int, scale: int) -> float:
    return value if scale == 1 else value / scale


def _lines(family: _Family) -> Iterator[str]:
    name = f"{PREFIX}{family.name}"
    yield f"# TYPE {name} {family.type}"
    if family.unit:
        yield f"# UNIT {name} {family.unit}"
    yield f"# HELP {name} {_escaped(family.help)}"
    for suffix, labels, value in family.samples:
        pairs = ",".join(f'{key}="{_escaped(one_line(text))}"' for key, text in labels.items())
        yield f"{name}{suffix}{f'{{{pairs}}}' if pairs else ''} {value!r}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
