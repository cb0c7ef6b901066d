"""What has been found so far while targets are read: names kept apart, then chosen among."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path

from tool_audit.errors import UsageError
from tool_audit.model import Json, NotAudited, ServerSpec
from tool_audit.settings import nearest
from tool_audit.targets.naming import unique


@dataclass(slots=True, kw_only=True)
class Found:
    """The one thing here that grows; it becomes a `Resolution` and is gone."""

    environ: Mapping[str, str] = field(repr=False)
    inputs: Mapping[str, str] = field(repr=False)
    working_dir: Path
    specs: list[ServerSpec] = field(default_factory=list)
    listings: list[tuple[str, Json]] = field(default_factory=list)
    records: list[Path] = field(default_factory=list)
    failures: list[NotAudited] = field(default_factory=list)
    disabled: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, spec: ServerSpec) -> None:
        """Add a server; a name that is taken gets a number."""
        self.specs.append(replace(spec, name=unique(spec.name, self.names())))

    def add_listing(self, name: str, result: Json) -> None:
        """Add a saved tools/list; a name that is taken gets a number."""
        self.listings.append((unique(name, self.names()), result))

    def fail(self, name: str, message: str, hint: str) -> None:
        """Add a server that cannot be reached as it is written."""
        self.failures.append(NotAudited(name=unique(name, self.names()), message=message, hint=hint))

    def names(self) -> list[str]:
        """Return the names that are taken."""
        return [
            *(spec.name for spec in self.specs),
            *(name for name, _ in self.listings),
            *(failure.name for failure in self.failures),
        ]

    def select(self, patterns: Sequence[str]) -> None:
        """Keep the servers that a pattern fits; UsageError for one that fits none, where all names are known."""
        names = [*self.names(), *self.disabled]
        for pattern in patterns:
            if not self.records and not any(fnmatchcase(name, pattern) for name in names):
                raise UsageError(
                    f"--server {pattern}: there is no such server",
                    hint=nearest(pattern, names),
                    detail=(f"servers: {', '.join(names)}",),
                )

        def chosen(name: str) -> bool:
            return any(fnmatchcase(name, pattern) for pattern in patterns)

        self.specs = [spec for spec in self.specs if chosen(spec.name)]
        self.listings = [listing for listing in self.listings if chosen(listing[0])]
        self.failures = [failure for failure in self.failures if chosen(failure.name)]

    def refuse_nothing(self) -> None:
        """Raise UsageError where nothing is left to audit."""
        if not (self.specs or self.listings or self.records or self.failures):
            raise UsageError(
                f"every server named is disabled: {', '.join(self.disabled)}",
                hint='remove "disabled" from the entry, or pass its command after --',
            )
