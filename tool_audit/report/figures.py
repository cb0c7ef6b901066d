"""How numbers are written for people: thousands separators, units, and nothing that is not known."""

from collections.abc import Sequence
from typing import Final

MINUTE: Final = 60
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"
_BINARY_UNIT: Final = 1024


def number(value: int | None) -> str:
    """Return 1234 as "1,234"; nothing for None."""
    return "" if value is None else f"{value:,}"


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return "1 tool" or "2 tools"."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def percent(share: float) -> str:
    """Return 0.549 as "54.9 %"."""
    return f"{share * 100:.1f} %"


def times(ratio: float | None) -> str:
    """Return a ratio with one decimal below ten, without decimals above; nothing for None."""
    if ratio is None:
        return ""
    return f"{ratio:,.1f}" if round(ratio, 1) < 10 else f"{ratio:,.0f}"


def seconds(value: float) -> str:
    """Return 2.31 as "2.3 s" and 65.0 as "1 min 05 s"."""
    if round(value, 1) < MINUTE:
        return f"{value:.1f} s"
    minutes, rest = divmod(round(value), MINUTE)
    return f"{minutes} min {rest:02} s"


def size(limit: int) -> str:
    """Return a number of bytes in the largest unit that divides it: 67108864 as "64 MiB"."""
    for exponent, unit in ((3, "GiB"), (2, "MiB"), (1, "KiB")):
        whole, rest = divmod(limit, _BINARY_UNIT**exponent)
        if whole and not rest:
            return f"{whole:,} {unit}"
    return counted(limit, "byte")


def bar(value: int, largest: int, *, cells: int, unicode: bool) -> str:
    """Return a bar in proportion to `largest`, which fills all the cells, in eighths of a cell."""
    if value <= 0 or largest <= 0:
        return ""
    if not unicode:
        return "#" * round(value * cells / largest)
    full, eighths = divmod(round(value * cells * 8 / largest), 8)
    return ("█" * full + _EIGHTHS[eighths]).rstrip()


def joined(names: Sequence[str], most: int) -> str:
    """Return the names with commas; beyond `most`, how many more there are."""
    if len(names) <= most:
        return ", ".join(names)
    return f"{', '.join(names[:most])} and {len(names) - most:,} more"
