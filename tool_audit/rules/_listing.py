"""Words for lists of names and numbers of things, as the messages of rules use them."""

from collections.abc import Sequence


def counted(number: int, thing: str) -> str:
    """Return "1 tool" or "1,204 tools"."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def named(names: Sequence[str], most: int = 5) -> str:
    """Return "a, b and c", or the first `most` names and how many more there are."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most:,} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else list(names))
