"""What a setting's value may look like, and how it is read: durations, sizes, names, files."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Final

from tool_audit import lazy_re
from tool_audit.settings.paths import expand

FORMATS: Final = ("terminal", "markdown", "json", "sarif", "junit", "github")
FAIL_ON: Final = ("error", "warning", "info", "never")

_SECONDS: Final = {"": 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
_BYTES: Final = {
    "": 1,
    "b": 1,
    "kb": 10**3,
    "mb": 10**6,
    "gb": 10**9,
    "kib": 2**10,
    "mib": 2**20,
    "gib": 2**30,
}
_QUANTITY: Final = lazy_re.compile(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*")
_TRUTHS: Final = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("0", "false", "no", "off"), False),
}


class WrongKindError(Exception):
    """The value is not of this kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of value: `read(value, folder)` returns it or raises WrongKindError; `wanted` ends "... must be".

    `text` makes of an environment variable or an option's text what a file would hold; `folder` is what relative
    paths are relative to.
    """

    wanted: str
    read: Callable[[object, Path], object]
    text: Callable[[str], object] = str


def _boolean(value: object, _: Path) -> bool:
    if not isinstance(value, bool):
        raise WrongKindError
    return value


def _count(value: object, _: Path) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise WrongKindError
    return value


def _text(value: object, _: Path) -> str:
    if not isinstance(value, str) or not value.strip():
        raise WrongKindError
    return value.strip()


def _texts(value: object, folder: Path) -> tuple[str, ...]:
    if isinstance(value, str):
        return (_text(value, folder),)
    if not isinstance(value, list | tuple):
        raise WrongKindError
    return tuple(_text(each, folder) for each in value)


def _names(value: object, folder: Path) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(_texts(value, folder)))
    if not names:
        raise WrongKindError
    return names


def _duration(value: object, _: Path) -> float:
    seconds = _quantity(value, _SECONDS)
    if not 0 < seconds < inf:
        raise WrongKindError
    return seconds


def _size(value: object, _: Path) -> int:
    size = _quantity(value, _BYTES)
    if not 1 <= size < inf or size != int(size):
        raise WrongKindError
    return int(size)


def _quantity(value: object, units: dict[str, float] | dict[str, int]) -> float:
    if isinstance(value, bool):
        raise WrongKindError
    if isinstance(value, int | float):
        return value
    match = _QUANTITY.fullmatch(value) if isinstance(value, str) else None
    if match is None or match[2].lower() not in units:
        raise WrongKindError
    return float(match[1]) * units[match[2].lower()]


def _ratio(value: object, _: Path) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 1 <= value < inf:
        raise WrongKindError
    return float(value)


def _ratio_of(text: str) -> object:
    return float(text) if re.fullmatch(r"\s*\d+(?:\.\d+)?\s*", text) else text


def _path(value: object, folder: Path) -> Path:
    if not isinstance(value, str | Path) or not str(value):
        raise WrongKindError
    return expand(value, folder)


def _paths(value: object, folder: Path) -> tuple[Path, ...]:
    return tuple(expand(each, folder) for each in _texts(value, folder))


def _outputs(value: object, folder: Path) -> tuple[tuple[str, Path | None], ...]:
    outputs = []
    for each in _texts(value, folder):
        name, equals, file = each.partition("=")
        outputs.append((name.strip(), _path(file.strip(), folder) if equals else None))
    return tuple(outputs)


def _fail_on(value: object, _: Path) -> str:
    if value not in FAIL_ON:
        raise WrongKindError
    return str(value)


def _truth_of(text: str) -> object:
    return _TRUTHS.get(text.strip().lower(), text)


def _number_of(text: str) -> object:
    return int(text) if text.strip().isascii() and text.strip().isdigit() else text


def _list_of(text: str) -> object:
    return [each.strip() for each in text.split(",") if each.strip()]


BOOLEAN: Final = Kind(wanted="true or false", read=_boolean, text=_truth_of)
COUNT: Final = Kind(wanted="a whole number of 1 or more", read=_count, text=_number_of)
TEXT: Final = Kind(wanted="a text", read=_text)
TEXTS: Final = Kind(wanted="a list of texts", read=_texts, text=_list_of)
NAMES: Final = Kind(wanted="a text or a list of texts", read=_names, text=_list_of)
DURATION: Final = Kind(wanted='a time such as 30 (seconds), "30s" or "2m"', read=_duration)
SIZE: Final = Kind(wanted='a size such as 1048576 (bytes), "64MiB" or "10 MB"', read=_size)
RATIO: Final = Kind(wanted="a number of 1 or more, such as 1.25", read=_ratio, text=_ratio_of)
PATH: Final = Kind(wanted="a path", read=_path)
PATHS: Final = Kind(wanted="a list of paths", read=_paths, text=_list_of)
OUTPUTS: Final = Kind(wanted='a list of outputs such as "markdown" or "json=audit.json"', read=_outputs, text=_list_of)
SEVERITY: Final = Kind(wanted=f"one of {', '.join(FAIL_ON)}", read=_fail_on)
