"""Whether a value that was masked is surely secret: by the last word of its name, and by how it looks."""

import re
from itertools import pairwise
from typing import Final

from tool_audit import lazy_re

_SECRET_WORDS: Final = lazy_re.compile(
    r"(?:key|keys|token|tokens|secret|secrets|passw(?:or)?d|passphrase|pwd|auth|authorization|credentials?|cookie|bearer"
    r"|signature|sig|session|sid|pin|dsn|private)$",
    re.IGNORECASE,
)
_OF_A_SECRET: Final = frozenset(
    """
    prefix name type mode limit timeout ttl count size url uri host port file path dir folder region env enabled
    algorithm alg format scheme header strategy provider store backend driver version level
    """.split()
)
"""Last words of names that tell something of a secret: TOKEN_LIMIT, AUTH_TYPE, KEY_FILE."""
_WORDS: Final = lazy_re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PLAIN: Final = lazy_re.compile(r"[^\W\d_]+(?:[-_. /+][^\W\d_]+)*")
_LONG_WORD: Final = 12
_NUMBER: Final = lazy_re.compile(r"[-+]?[\d._,:/ -]+")
_LONG_NUMBER: Final = 10
_PATH: Final = lazy_re.compile(r"(?:/|~|\./|\.\./|[A-Za-z]:[\\/])")
_URL: Final = lazy_re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_WITH_CREDENTIALS: Final = lazy_re.compile(r"://[^/\s]*@|[?&]\w*(?:key|token|secret|sig|password)\w*=", re.IGNORECASE)
_RANDOM_LENGTH: Final = 10
_RANDOM_TURNS: Final = 4
_LONG: Final = 20


def is_sure(name: str, value: str) -> bool:
    """Return whether a value would be a leak if it came back: odd in looks, under a telling name or at random."""
    if _PATH.match(value) or (_URL.match(value) and not _WITH_CREDENTIALS.search(value)):
        return False
    if _PLAIN.fullmatch(value) and not (len(value) >= _LONG_WORD and _names_a_secret(name)):
        return False
    if _NUMBER.fullmatch(value) and len(value) < _LONG_NUMBER:
        return False
    return _names_a_secret(name) or _looks_random(value) or bool(_WITH_CREDENTIALS.search(value))


def _names_a_secret(name: str) -> bool:
    words = [word.lower() for word in _WORDS.findall(name)]
    if not words or words[-1] in _OF_A_SECRET:
        return False
    return any(_SECRET_WORDS.search(word) for word in words)


def _looks_random(value: str) -> bool:
    """Whether letters and digits, or small and capital letters, change so often that no word or version is meant."""
    if " " in value or len(value) < _RANDOM_LENGTH:
        return False
    kinds = ["d" if c.isdigit() else "u" if c.isupper() else "l" if c.islower() else "" for c in value]
    turns = sum(1 for one, other in pairwise(kinds) if one and other and one != other and (one, other) != ("u", "l"))
    return turns >= _RANDOM_TURNS or (len(value) >= _LONG and "d" in kinds and turns > 1)
