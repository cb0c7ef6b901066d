"""The fields of a client profile: what each may hold, and what stands where a profile says nothing."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from tool_audit.clients.wording import SAVING
from tool_audit.errors import UsageError
from tool_audit.model import Action, Certainty, Counted, Json, Shows
from tool_audit.settings import nearest

Reader = Callable[[str, Json], Any]

WARN_TOKENS: Final = 10_000
"""Our own line for a client that warns of nothing."""
CAPS: Final = ("cap_tokens", "cap_chars", "cap_bytes", "cap_lines")
_DEFINITIONS: Final = "definitions"


def read_fields(table: Mapping[str, Json], where: str) -> dict[str, Any]:
    """Return what a profile's table says, definitions left out; UsageError for what is not known or of a wrong type."""
    fields: dict[str, Any] = {}
    for key, value in table.items():
        name = key.replace("-", "_")
        if name == _DEFINITIONS:
            continue
        reader = FIELDS.get(name)
        if reader is None:
            raise UsageError(f"{where} has no setting {key!r}", hint=nearest(name, (*FIELDS, _DEFINITIONS)))
        fields[_ATTRIBUTES.get(name, name)] = reader(f"{where} {key}", value)
    told = fields.get("action")
    if isinstance(told, str) and not isinstance(told, Action):
        fields |= {"action": Action.OTHER, "would": told}
    return fields


def check_together(fields: Mapping[str, Any], own: Mapping[str, Any], where: str) -> None:
    """Refuse what a user sets and what the action in force has no use for. `fields`: all layers; `own`: the user's."""
    for name, actions in _ONLY_WITH.items():
        if name in own and fields.get("action", Action.OTHER) not in actions:
            wanted = " or ".join(f'"{action}"' for action in actions)
            raise UsageError(f"{where} {name} says something of another action", hint=f"it goes with action = {wanted}")
    caps = [name for name in CAPS if name in own]
    if caps and fields.get("action") is Action.NONE:
        raise UsageError(f"{where} {caps[0]} is a cap of a client that cuts nothing", hint="leave out one of the two")
    if "meta_cap_ceiling" in own and not fields.get("meta_cap_key"):
        raise UsageError(f"{where} meta_cap_ceiling has no key", hint='name it: meta_cap_key = "..."')


def _count(where: str, value: Json) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise UsageError(f"{where}: {value!r} is not a whole number of 1 or more")
    return value


def _text(where: str, value: Json) -> str:
    if not isinstance(value, str):
        raise UsageError(f"{where}: {value!r} is not a text")
    return value


def _truth(where: str, value: Json) -> bool:
    if not isinstance(value, bool):
        raise UsageError(f"{where}: {value!r} is not true or false")
    return value


def _share(where: str, value: Json) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise UsageError(
            f"{where}: {value!r} is not a share between 0 and 1", hint="0.2 keeps a fifth at the beginning"
        )
    return float(value)


def _day(where: str, value: Json) -> str:
    # a date of TOML is one, and so is its text
    if isinstance(value, date) and not isinstance(value, datetime):
        return value.isoformat()
    try:
        return date.fromisoformat(_text(where, value)).isoformat() if value else ""
    except ValueError:
        raise UsageError(f"{where}: {value!r} is not a date", hint="write it as 2027-01-31") from None


def _word(words: type[StrEnum]) -> Reader:
    def read(where: str, value: Json) -> StrEnum:
        names = [word.value for word in words]
        if value not in names:
            hint = nearest(value, names) if isinstance(value, str) else f"known: {', '.join(names)}"
            raise UsageError(f"{where}: {value!r} is not one of {', '.join(names)}", hint=hint)
        return words(value)

    return read


def _action(where: str, value: Json) -> Action | str:
    # several words are a sentence of the user's: told as it stands, and nothing is reckoned from it
    said = _text(where, value).strip()
    is_sentence = " " in said and said.replace(" ", "-") not in list(Action)
    return said if is_sentence else Action(_word(Action)(where, said))


FIELDS: Final[Mapping[str, Reader]] = MappingProxyType(
    {
        "cap_tokens": _count,
        "cap_chars": _count,
        "cap_bytes": _count,
        "cap_lines": _count,
        "warn_tokens": _count,
        "counted": _word(Counted),
        "action": _action,
        "head_share": _share,
        "preview_bytes": _count,
        "saves": _truth,
        "marked": _truth,
        "shows": _word(Shows),
        "meta_cap_key": _text,
        "meta_cap_ceiling": _count,
        "description_chars": _count,
        "tool_count": _count,
        "source": _text,
        "checked": _day,
        "confidence": _word(Certainty),
        "note": _text,
    }
)
"""Field of a profile -> what reads it."""

UNSAID: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "cap_tokens": None,
        "cap_chars": None,
        "warn_tokens": WARN_TOKENS,
        "meta_cap_key": None,
        "meta_cap_ceiling": None,
        "description_chars": None,
        "source": "the settings",
        "checked": "",
    }
)

_ATTRIBUTES: Final = {"confidence": "certainty"}
_ONLY_WITH: Final[Mapping[str, tuple[Action, ...]]] = {
    "head_share": (Action.HEAD_AND_TAIL,),
    "preview_bytes": (Action.FILE,),
    "saves": SAVING,
}
