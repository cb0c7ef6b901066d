"""Many servers at a glance."""

from dataclasses import dataclass

from tool_audit.model.changes import Noted
from tool_audit.model.report import NotAudited, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSummary:
    """The figures of one server that stand beside those of others."""

    name: str
    tools: int
    measured: int
    definitions: int
    """Tokens."""
    largest: int | None
    """Characters of the largest default reply."""
    errors: int
    warnings: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fleet:
    """Reports of several runs, taken together."""

    version: str
    client: str
    tokenizer: str
    servers: tuple[ServerSummary, ...]
    failures: tuple[NotAudited, ...]
    findings: tuple[Noted, ...]
    """Those that are shown, the gravest first."""
    verdict: Verdict
