"""Every single-valued setting: its place, the name of its option, what it may hold."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from tool_audit.errors import UsageError
from tool_audit.settings.groups import Origin, Settings
from tool_audit.settings.kinds import (
    BOOLEAN,
    COUNT,
    DURATION,
    NAMES,
    OUTPUTS,
    PATH,
    PATHS,
    RATIO,
    SEVERITY,
    SIZE,
    TEXT,
    TEXTS,
    Kind,
    WrongKindError,
)

KeyPath: TypeAlias = tuple[str, ...]
Partial: TypeAlias = dict[KeyPath, Origin]
"""One layer: what it says and where; what it leaves out is not in it."""

PREFIX: Final = "TOOL_AUDIT_"
GROUPS: Final = ("probing", "limits", "policy", "output")


@dataclass(frozen=True, slots=True)
class Key:
    """A setting: `group.name` in a file's section, `--option`, `TOOL_AUDIT_OPTION`."""

    group: str
    name: str
    kind: Kind
    option: str

    @property
    def path(self) -> KeyPath:
        """Where its value stands in a layer."""
        return (self.group, self.name)

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return PREFIX + self.option.upper().replace("-", "_")

    def read(self, value: object, where: str, folder: Path) -> object:
        """Return the value as the settings hold it; UsageError names where it was said."""
        try:
            return self.kind.read(value, folder)
        except WrongKindError:
            raise UsageError(
                f"{where}: {value!r} is not {self.kind.wanted}" if value != "" else f"{where} is empty",
                hint=f"{self.name} must be {self.kind.wanted}",
            ) from None


KEYS: Final = (
    Key("probing", "tools", TEXTS, "tool"),
    Key("probing", "allow", TEXTS, "allow"),
    Key("probing", "deny", TEXTS, "deny"),
    Key("probing", "allow_writes", BOOLEAN, "allow-writes"),
    Key("probing", "args", PATH, "args"),
    Key("probing", "experiments", TEXTS, "experiment"),
    Key("probing", "watch", PATHS, "watch"),
    Key("probing", "max_calls", COUNT, "max-calls"),
    Key("probing", "max_time", DURATION, "max-time"),
    Key("limits", "call_timeout", DURATION, "call-timeout"),
    Key("limits", "start_timeout", DURATION, "start-timeout"),
    Key("limits", "max_reply_bytes", SIZE, "max-reply-bytes"),
    Key("limits", "concurrency", COUNT, "concurrency"),
    Key("limits", "jobs", COUNT, "jobs"),
    Key("policy", "client", NAMES, "client"),
    Key("policy", "tokenizer", TEXT, "tokenizer"),
    Key("policy", "fail_on", SEVERITY, "fail-on"),
    Key("policy", "show_indicated", BOOLEAN, "show-indicated"),
    Key("policy", "baseline", PATH, "baseline"),
    Key("policy", "baseline_growth", RATIO, "baseline-growth"),
    Key("output", "outputs", OUTPUTS, "output"),
    Key("output", "record", PATH, "record"),
    Key("output", "quiet", BOOLEAN, "quiet"),
    Key("output", "verbose", BOOLEAN, "verbose"),
)

BY_PATH: Final = {key.path: key for key in KEYS}
BY_VARIABLE: Final = {key.variable: key for key in KEYS}
BY_OPTION: Final = {key.option: key for key in KEYS}


def defaults() -> Partial:
    """Return the lowest layer: the groups' own defaults."""
    return dict(_defaults(Settings()))


def _defaults(settings: Settings) -> Iterator[tuple[KeyPath, Origin]]:
    for key in KEYS:
        if key.name != "args":  # a file that is read into the arguments per tool: no value of its own
            value = getattr(getattr(settings, key.group), key.name)
            yield key.path, Origin(layer="default", where="the default", value=value)
