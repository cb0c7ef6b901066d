"""What a rule is: a function that looks at a run and yields hits, with an identity derived from its name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from tool_audit.model import Confidence, Hit, ServerRun, Severity, ToolRun
from tool_audit.model.indicators import ServerTraffic

ToolCheck: TypeAlias = Callable[[ToolRun, Any], Iterable[Hit]]
ServerCheck: TypeAlias = Callable[[ServerRun, Any], Iterable[Hit]]
TrafficCheck: TypeAlias = Callable[[ServerTraffic, Any], Iterable[Hit]]


@dataclass(frozen=True)
class NoOptions:
    """The options of a rule that has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule's identity: `id` is its function's name in kebab-case, `summary` its docstring's first line."""

    id: str
    group: str
    summary: str
    severity: Severity
    confidence: Confidence
    options: type
    check_tool: ToolCheck | None = None
    check_server: ServerCheck | None = None
    check_traffic: TrafficCheck | None = None

    @property
    def about_traffic(self) -> bool:
        """Whether it looks at what agents did (`tool-audit sli`), and not at an audit."""
        return self.check_traffic is not None

    @property
    def option_defaults(self) -> Mapping[str, Any]:
        """Option name -> default."""
        defaults = self.options()
        return {option.name: getattr(defaults, option.name) for option in fields(self.options)}


def tool_rule(
    *, group: str, severity: Severity, confidence: Confidence, options: type = NoOptions
) -> Callable[[ToolCheck], Rule]:
    """Make a rule of a function that looks at one tool: `check(run, options) -> hits`; its hits are about that tool."""

    def make(check: ToolCheck) -> Rule:
        return _rule(check, group, severity, confidence, options, check_tool=check)

    return make


def server_rule(
    *, group: str, severity: Severity, confidence: Confidence, options: type = NoOptions
) -> Callable[[ServerCheck], Rule]:
    """Make a rule of a function that looks at a whole server; each of its hits lists the tools that it covers."""

    def make(check: ServerCheck) -> Rule:
        return _rule(check, group, severity, confidence, options, check_server=check)

    return make


def traffic_rule(
    *, group: str, severity: Severity, confidence: Confidence, options: type = NoOptions
) -> Callable[[TrafficCheck], Rule]:
    """Make a rule of a function that looks at one server in use; each of its hits lists the tools that it covers."""

    def make(check: TrafficCheck) -> Rule:
        return _rule(check, group, severity, confidence, options, check_traffic=check)

    return make


def _rule(
    check: Callable[..., object],
    group: str,
    severity: Severity,
    confidence: Confidence,
    options: type,
    *,
    check_tool: ToolCheck | None = None,
    check_server: ServerCheck | None = None,
    check_traffic: TrafficCheck | None = None,
) -> Rule:
    summary = (check.__doc__ or "").strip().splitlines()[0]
    return Rule(
        id=check.__name__.replace("_", "-"),
        group=group,
        summary=summary,
        severity=severity,
        confidence=confidence,
        options=options,
        check_tool=check_tool,
        check_server=check_server,
        check_traffic=check_traffic,
    )
