"""The hint for a name that is not known: the nearest one that is, or all of them."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a sentence for `UsageError.hint`: the nearest known name, else the list of them, else nothing."""
    names = sorted(set(known))
    close = closest(name, names)
    if close is not None:
        return f"did you mean {close}?"
    return f"known: {', '.join(names)}" if names else ""


def closest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that was probably meant; None where none is near. Case and - or _ do not matter."""
    by_plain = {_plain(each): each for each in known}
    close = get_close_matches(_plain(name), by_plain, n=1, cutoff=0.6)
    return by_plain[close[0]] if close else None


def _plain(name: str) -> str:
    return name.lower().replace("-", "_")
