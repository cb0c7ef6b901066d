"""What differs between two reports: findings that are new or fixed, tools that came or went, sizes that moved."""

from dataclasses import dataclass

from tool_audit.model.report import Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """The default reply of a tool in both reports, in characters."""

    server: str
    tool: str
    before: int
    after: int

    @property
    def ratio(self) -> float:
        """How many times the earlier size the later one is."""
        return self.after / max(self.before, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A finding of one of the reports, as far as a comparison needs it."""

    server: str
    rule: str
    severity: Severity
    tools: tuple[str, ...]
    message: str
    advice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """All that differs; `unaudited`: servers that the later report could not audit and the earlier one could."""

    new: tuple[Noted, ...] = ()
    worse: tuple[Noted, ...] = ()
    """Findings of both that are graver in the later one."""
    fixed: tuple[Noted, ...] = ()
    kept: int = 0
    grown: tuple[Moved, ...] = ()
    shrunk: tuple[Moved, ...] = ()
    tools_added: tuple[str, ...] = ()
    tools_removed: tuple[str, ...] = ()
    unaudited: tuple[str, ...] = ()
    clients: tuple[str, str] | None = None
    """The clients that the reports judge for, where they are not the same."""
    unknown: int = 0
    """Earlier findings on what the later report did not measure: neither fixed nor kept."""
    aside: int = 0
    """Earlier findings that the later report ignores or hides."""
