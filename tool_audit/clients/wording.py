"""What a client does over its cap, in words: what it would do in general."""

from collections.abc import Mapping
from typing import Any, Final

from tool_audit.model import Action, Unit

UNKNOWN: Final = "not show the model the whole of it"
SAVING: Final = (Action.HEAD, Action.HEAD_AND_TAIL, Action.ERROR, Action.DROP)
"""The actions beside which a file is worth a word: `FILE` is one by itself."""
_KB: Final = 1_000
_CUTS: Final = ("cut off its end", "drop its middle", "show the model nothing of it")
_SIGNS: Final = {None: "", True: ", marked,", False: " without a sign"}


def would(fields: Mapping[str, Any]) -> str:
    """Return the end of "NAME would ..." for a profile's fields."""
    match fields.get("action", Action.OTHER):
        case Action.ERROR:
            done = "give the model an error in its place"
        case Action.FILE:
            done = f"put it into a file and show the model {_file(fields.get('preview_bytes'))}"
        case Action.HEAD:
            done = _CUTS[0]
        case Action.HEAD_AND_TAIL:
            done = _CUTS[1]
        case Action.DROP:
            done = _CUTS[2]
        case Action.NONE:
            done = "still show the model the whole of it"
        case _:
            return str(fields.get("would", UNKNOWN))
    saved = " and put the whole into a file" if fields.get("saves") and fields["action"] in SAVING else ""
    sign = _SIGNS[fields.get("marked")] if done in _CUTS else ""
    return f"{done}{sign}{saved}".rstrip(",")


def _file(preview: int | None) -> str:
    return "the path" if preview is None else f"its first {in_bytes(preview)}"


def in_bytes(count: int) -> str:
    """Return a number of bytes: thousands of them as "2 KB"."""
    return f"{count // _KB:,} KB" if count % _KB == 0 else amount(count, Unit.BYTES)


def amount(count: int, unit: Unit) -> str:
    """Return "1 char" and "12 chars"."""
    return f"{count:,} {unit.value if count != 1 else unit.value[:-1]}"
