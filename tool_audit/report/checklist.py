"""The design checklist of one server: each question answered from what was measured, or "not measured"."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from tool_audit.model import (
    Disconnected,
    ServerReport,
    ServerRun,
    Status,
    Sweep,
    SweepKind,
    TimedOut,
    ToolRun,
)
from tool_audit.report.figures import counted, joined, number
from tool_audit.report.order import shown, with_status
from tool_audit.report.rewritten import LEAST_SAVING
from tool_audit.report.sizes import Sized, ToolSizes, compact_saving, tool_sizes

YES: Final = "yes"
NO: Final = "no"
NOT_MEASURED: Final = "not measured"
DEFINITION_TOKENS: Final = 10_000
MOST_NAMES: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A question, its answer, and the tools or figures behind it."""

    question: str
    answer: str
    because: str = ""


def checklist(server: ServerReport) -> tuple[Answer, ...]:
    """Return the answers for one server, always the same questions in the same order."""
    run, sizes = server.run, tool_sizes(server.run)
    return (
        _every_default("Does every default reply reach the model whole?", sizes, _fits),
        _every_default("Is every default reply under the warning line?", sizes, _is_light),
        _narrower(sizes),
        _every_list_is_limited(sizes),
        _compact(sizes),
        _from_findings("Is a cut list marked as cut?", server, {"silent-truncation", "cut-json"}),
        _errors_help(server),
        _repeatable(run),
        _every_call_answered(run),
        _every_tool_measured(run),
        _definitions(run),
    )


def _every_default(question: str, sizes: Iterable[ToolSizes], is_good: Callable[[ToolRun, Sized], bool]) -> Answer:
    defaults = [(tool.run, tool.default) for tool in sizes if tool.default is not None]
    bad = [run.name for run, default in defaults if not is_good(run, default)]
    return _verdict(question, asked=bool(defaults), bad=bad)


def _fits(run: ToolRun, default: Sized) -> bool:
    return not run.lines.over_cap(default.measurement)


def _is_light(run: ToolRun, default: Sized) -> bool:
    return not run.lines.over_warning(default.measurement)


def _narrower(sizes: Iterable[ToolSizes]) -> Answer:
    heavy = [tool for tool in sizes if tool.default is not None and not _is_light(tool.run, tool.default)]
    stuck = [tool.run.name for tool in heavy if not _is_light(tool.run, tool.smallest)]
    return _verdict("Has every heavy reply a narrower call?", asked=bool(heavy), bad=stuck)


def _every_list_is_limited(sizes: Iterable[ToolSizes]) -> Answer:
    lists = [tool for tool in sizes if tool.default is not None and (tool.default.items or 0) > 1]
    bad = [tool.run.name for tool in lists if not any(_declares_maximum(tool.run, sweep) for sweep in tool.run.sweeps)]
    return _verdict("Has every list a limit with a declared maximum?", asked=bool(lists), bad=bad)


def _declares_maximum(run: ToolRun, sweep: Sweep) -> bool:
    schema = run.tool.input_schema
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    declared = properties.get(sweep.argument) if isinstance(properties, Mapping) else None
    bounds = ("maximum", "exclusiveMaximum", "enum")
    alternatives = [declared, *_alternatives(declared)]
    return sweep.kind is SweepKind.COUNT and any(
        isinstance(part, Mapping) and any(bound in part for bound in bounds) for part in alternatives
    )


def _alternatives(schema: object) -> list[object]:
    if not isinstance(schema, Mapping):
        return []
    lists = (schema.get("anyOf"), schema.get("oneOf"))
    return [part for parts in lists if isinstance(parts, list) for part in parts]


def _compact(sizes: Iterable[ToolSizes]) -> Answer:
    asked = [tool for tool in sizes if tool.default is not None and tool.default.measurement.encodings]
    bad = [
        tool.run.name
        for tool in asked
        if tool.default is not None and compact_saving(tool.default.measurement) >= LEAST_SAVING
    ]
    return _verdict("Is JSON written compactly, in UTF-8?", asked=bool(asked), bad=bad)


def _from_findings(question: str, server: ServerReport, rules: set[str]) -> Answer:
    # a rule that stays silent proves nothing: it may have had no calls to compare
    bad = [tool for finding in shown(server.findings) if finding.rule in rules for tool in finding.tools]
    return _verdict(question, asked=bool(bad), bad=list(dict.fromkeys(bad)))


def _errors_help(server: ServerReport) -> Answer:
    rules = {"opaque-error", "no-fix-in-error"}
    answer = _from_findings("Do errors say what is wrong and how to fix it?", server, rules)
    helped = any(one.names_argument for one in server.wrong_calls)
    return replace(answer, answer=YES) if answer.answer == NOT_MEASURED and helped else answer


def _repeatable(run: ServerRun) -> Answer:
    repeated = [tool for tool in run.tools if tool.repeat is not None]
    bad = [tool.name for tool in repeated if tool.volatile]
    return _verdict("Does the same call give the same reply?", asked=bool(repeated), bad=bad)


def _every_call_answered(run: ServerRun) -> Answer:
    broken = {
        call.observation.probe.subject.label
        for call in run.calls
        if isinstance(call.observation.outcome, TimedOut | Disconnected)
    }
    return _verdict("Was every call answered?", asked=bool(run.calls), bad=list(broken))


def _every_tool_measured(run: ServerRun) -> Answer:
    unmeasured = [tool.name for tool in with_status(run, Status.UNMEASURED)]
    called = [tool for tool in run.tools if tool.status is not Status.REFUSED]
    return _verdict("Was every tool that may be called measured?", asked=bool(called), bad=unmeasured)


def _definitions(run: ServerRun) -> Answer:
    tokens = run.definitions.tokens
    return Answer(
        question=f"Do the definitions take under {number(DEFINITION_TOKENS)} tokens?",
        answer=YES if tokens < DEFINITION_TOKENS else NO,
        because=counted(tokens, "token"),
    )


def _verdict(question: str, *, asked: bool, bad: list[str]) -> Answer:
    answer = NOT_MEASURED if not asked else NO if bad else YES
    return Answer(question=question, answer=answer, because=joined(sorted(bad), MOST_NAMES))
