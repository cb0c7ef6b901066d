"""How an answer grows with the argument that is varied."""

from dataclasses import dataclass

from tool_audit.model import Call, Json, Measurement, Sweep, SweepKind
from tool_audit.rules._sizes import below_one, is_number, settings, shown
from tool_audit.schema import Argument
from tool_audit.stated import stated_default, stated_maximum

_SAME = 0.01  # the share by which two equal answers may differ: a timestamp, an echoed argument
_SMALLEST_BUDGET = 64  # a smaller budget of tokens or characters holds no answer
_OVER_BUDGET = 1.2  # servers count tokens otherwise than we do


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One value that was sent for an argument, and the successful reply to it."""

    argument: str
    value: Json
    call: Call
    reply: Measurement

    @property
    def is_number(self) -> bool:
        """Whether the value is a number."""
        return is_number(self.value)

    @property
    def value_words(self) -> str:
        """The value as a person would write it, with the argument's name where it would say little alone."""
        return self.words if isinstance(self.value, bool) else shown(self.value)

    @property
    def words(self) -> str:
        """The setting as "name=value"."""
        return f"{self.argument}={shown(self.value)}"


def usable(sweep: Sweep) -> list[Setting]:
    """Return the settings that a caller could mean: no null, no empty text, no count or budget near zero."""
    least = {SweepKind.COUNT: 1, SweepKind.SIZE: _SMALLEST_BUDGET}.get(sweep.kind)
    return [
        Setting(argument=sweep.argument, value=value, call=call, reply=reply)
        for value, call, reply in settings(sweep)
        if value not in (None, "") and not (least is not None and is_number(value) and value < least)
    ]


def numbered(sweep: Sweep) -> list[Setting]:
    """Return the settings that are numbers of one or more, smallest first."""
    found = [setting for setting in usable(sweep) if setting.is_number and not below_one(setting.value)]
    return sorted(found, key=lambda setting: setting.value)


def same_size(one: Measurement, other: Measurement) -> bool:
    """Whether two replies are equally long, but for what changes with every call."""
    return abs(one.chars - other.chars) <= _SAME * max(one.chars, other.chars)


def leaves_nothing_out(argument: Argument, kind: SweepKind, base: Measurement, tried: list[Setting]) -> bool:
    """Whether leaving a numeric argument out gives all there is, and not what a modest default lets through.

    A default below the maximum bounds the answer even where the data at hand are fewer.
    """
    default, maximum = stated_default(argument), stated_maximum(argument)
    as_large = [setting.value for setting in tried if setting.is_number and same_size(setting.reply, base)]
    if maximum is not None and (maximum in as_large if default is None else default >= maximum):
        return True
    if default is not None and not _exceeds(default, argument, kind, base):
        return False
    return any(value > _held(kind, base) for value in as_large)


def _held(kind: SweepKind, base: Measurement) -> int:
    """Return what a limit must be above to prove that no larger one gives more."""
    if kind is SweepKind.SIZE:
        return base.tokens
    return base.items.count if kind is SweepKind.COUNT and base.items else 1


def _exceeds(default: float, argument: Argument, kind: SweepKind, base: Measurement) -> bool:
    if kind is SweepKind.COUNT:
        return base.items is not None and base.items.count > default
    return kind is SweepKind.SIZE and "kb" not in argument.name.lower() and base.tokens > _OVER_BUDGET * default
