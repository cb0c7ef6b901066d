"""What is judged: hits, findings, the verdict, and all that a renderer may say."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tool_audit.model.caps import Lines
from tool_audit.model.clients import ClientProfile, Showing
from tool_audit.model.mistakes import WrongCall
from tool_audit.model.runs import Call, ServerRun


class Severity(StrEnum):
    """What a finding costs the agent."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def gravity(self) -> int:
        """A number that is larger for what is graver."""
        return {Severity.ERROR: 3, Severity.WARNING: 2, Severity.INFO: 1}[self]

    def fails(self, fail_on: str) -> bool:
        """Whether a finding of this severity is at or over `fail_on`: a severity, or "never"."""
        return fail_on != "never" and self.gravity >= Severity(fail_on).gravity


class Confidence(StrEnum):
    """How sure a finding is."""

    PROVEN = "proven"  # two or more calls show it
    SEEN = "seen"  # one reply shows it
    INDICATED = "indicated"  # a sign, no proof: hidden unless asked for


class State(StrEnum):
    """What the policy made of a finding."""

    SHOWN = "shown"
    HIDDEN = "hidden"
    IGNORED = "ignored"
    KNOWN = "known"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """What a rule saw, unsigned. `severity` and `confidence` are given only where they are not the rule's own."""

    message: str
    tools: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    advice: str = ""
    send: tuple[Call, ...] = ()
    """Calls, made and measured, to make instead."""
    argument: str | None = None
    severity: Severity | None = None
    confidence: Confidence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A hit, signed by the engine with the rule's identity and settled by the policy."""

    rule: str
    summary: str
    severity: Severity
    confidence: Confidence
    tools: tuple[str, ...]
    message: str
    advice: str
    calls: tuple[Call, ...]
    send: tuple[Call, ...]
    argument: str | None
    fingerprint: str
    state: State = State.SHOWN
    why: str = ""
    """Why it is not shown, where it is not."""
    regraded_from: Severity | None = None
    """The severity that the rule gave it, where the settings give it another."""
    regraded_why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """What a baseline knows and this run no longer finds."""

    rule: str
    server: str
    tools: tuple[str, ...]
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePage:
    """A rule of the catalogue as reports may tell of it; `page` is Markdown."""

    id: str
    group: str
    summary: str
    severity: Severity
    page: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerReport:
    """One server, judged."""

    run: ServerRun
    findings: tuple[Finding, ...]
    wrong_calls: tuple[WrongCall, ...] = ()
    """For each tool and kind of mistake the call that was answered worst."""
    showings: Mapping[str, tuple[Showing, ...]] = field(default_factory=dict)
    """Tool -> what each chosen client would show of its default reply, in the order in which they were chosen."""
    client_notes: tuple[str, ...] = ()
    """What the chosen clients do with the list of tools."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAudited:
    """A server that could not be audited, and why."""

    name: str
    message: str
    hint: str = ""
    detail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the exit code is, and what it is read off."""

    exit_code: int
    fail_on: str
    counts: Mapping[Severity, int]
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All that a renderer may say."""

    version: str
    date: str
    client: ClientProfile
    tokenizer: str
    """The method behind every token figure, such as "o200k_base, exact"."""
    servers: tuple[ServerReport, ...]
    failures: tuple[NotAudited, ...]
    verdict: Verdict
    samples: tuple[Call, ...] = ()
    """Calls whose replies are shown written otherwise; empty: the default ones."""
    rules: tuple[RulePage, ...] = ()
    """The catalogue that was asked."""
    others: tuple[ClientProfile, ...] = ()
    """Further clients that were chosen: what they would do is told, the verdict is `client`'s."""
    lines: Lines | None = None
    """The lines in force where a tool has none of its own; None: those of `client`."""
    notes: tuple[str, ...] = ()
    """What a reader should know of the settings: entries that have lapsed, or that nothing was found for."""
    gone: tuple[Gone, ...] = ()
    """What the baseline knows and is found no more: `--update-baseline` drops it."""
    shard: str = ""
    """Which part of the servers this is about, as in "2/5"; empty: all."""
