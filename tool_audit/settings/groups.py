"""The settings in force, in groups: each stage takes its own group and knows no other."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path

from tool_audit.model import Arguments, Json, Severity

MIB = 1024 * 1024
CAPS = ("cap_tokens", "cap_chars", "cap_bytes", "cap_lines", "warn_tokens")
"""What may be set for a tool: the fields of `CapOverride`, and of a profile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Probing:
    """What may be called, with which arguments, and how often."""

    tools: tuple[str, ...] = ()
    """Globs of the tools to audit; empty: all."""
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    allow_writes: bool = False
    args: Mapping[str, Arguments] = field(default_factory=dict)
    """Tool name or glob -> arguments that the user gives."""
    experiments: tuple[str, ...] = ()
    """Names of the experiments to make; empty: all."""
    watch: tuple[Path, ...] = ()
    """Folders in which no tool that says it only reads may change anything; with any, calls are made one at a time."""
    max_calls: int = 40
    """Calls per tool."""
    max_time: float | None = None
    """Seconds for the whole run; None: no limit."""

    def arguments_for(self, tool: str) -> Arguments:
        """Return what the user gives for this tool: globs in their order, then the entry of exactly this name."""
        given: dict[str, Json] = {}
        for pattern, arguments in self.args.items():
            if pattern != tool and fnmatchcase(tool, pattern):
                given.update(arguments)
        return given | dict(self.args.get(tool, {}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long and how much we wait for: seconds and bytes."""

    call_timeout: float = 30.0
    start_timeout: float = 60.0
    max_reply_bytes: int = 64 * MIB
    concurrency: int = 1
    """Calls of one server under way at a time."""
    jobs: int = 4
    """Servers audited at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CapOverride:
    """Another cap or warning line for the tools of a name or glob; None: as it was. `reason` is never empty."""

    tool: str
    reason: str
    cap_tokens: int | None = None
    cap_chars: int | None = None
    cap_bytes: int | None = None
    cap_lines: int | None = None
    warn_tokens: int | None = None

    def __str__(self) -> str:
        lines = {name: getattr(self, name) for name in CAPS}
        return ", ".join(f"{name} {line}" for name, line in lines.items() if line is not None) + f" ({self.reason})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """What the user says about findings of a rule, on tools and arguments of a name or glob, until a day's end."""

    rule: str
    reason: str
    tool: str = "*"
    argument: str = "*"
    until: date | None = None

    def __str__(self) -> str:
        return f"{self.target} ({self.reason})"

    @property
    def target(self) -> str:
        """What it is about, and until when: "no-upper-bound on get_*.limit until 2027-01-31"."""
        argument = "" if self.argument == "*" else f".{self.argument}"
        until = f" until {self.until}" if self.until else ""
        return f"{self.rule} on {self.tool}{argument}{until}"

    def has_lapsed(self, today: date) -> bool:
        """Whether its last day is over."""
        return self.until is not None and today > self.until


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignore(Amendment):
    """Findings that are known and accepted: they do not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Regrade(Amendment):
    """Findings that count as of another severity."""

    severity: Severity

    def __str__(self) -> str:
        return f"{self.target}: {self.severity} ({self.reason})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What counts, how much, and for which client."""

    client: tuple[str, ...] = ("claude-code",)
    """The clients that reports tell of; verdicts are made for the first."""
    tokenizer: str = "auto"
    fail_on: str = "error"
    show_indicated: bool = False
    baseline: Path | None = None
    """The file of findings that are known from an earlier run."""
    baseline_growth: float = 1.25
    """A known finding whose largest reply grew by more than this factor counts as new."""
    rules: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    """Rule id -> option -> value: every rule of the catalogue with every option, the defaults filled in."""
    overrides: tuple[CapOverride, ...] = ()
    ignores: tuple[Ignore, ...] = ()
    regrades: tuple[Regrade, ...] = ()
    clients: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    """Client profiles of the user's own: name -> fields, as written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What is written where."""

    outputs: tuple[tuple[str, Path | None], ...] = (("terminal", None),)
    """Format and file; None: standard output."""
    record: Path | None = None
    """The folder that takes the records of this run."""
    quiet: bool = False
    verbose: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All groups."""

    probing: Probing = field(default_factory=Probing)
    limits: Limits = field(default_factory=Limits)
    policy: Policy = field(default_factory=Policy)
    output: Output = field(default_factory=Output)


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Who said a value, and which: `layer` is default, file, environment or option; `where` reads in a sentence."""

    layer: str
    where: str
    value: object
