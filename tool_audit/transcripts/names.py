"""What may be told of contents without telling contents: keys that are names and not data, ids that say nothing."""

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import Json

ANY: Final = "*"
"""In place of a key that may be data."""
_NAME: Final = lazy_re.compile(r"[$@]?[^\W\d][\w$-]{0,39}")
_DATA: Final = lazy_re.compile(r"\d{4}|\d.*\d.*\d|[0-9a-fA-F]{8}")
"""Numbers, dates, hashes and ids hold many digits; names of fields few."""
_ALIKE: Final = 3
"""Members: so many records of one kind are a map, and their keys data."""
_MOST_MEMBERS: Final = 60
"""An object with more members is a map."""
_ID_PART: Final = lazy_re.compile(r"[0-9a-fA-F]{4,}|[A-Za-z0-9]{0,3}|(?=(?:\D*\d){3})(?!.*[A-Za-z]{5})[A-Za-z0-9]{8,}")
_ID_WORDS: Final = frozenset(
    "session agent rollout thread conv conversation chat resp response msg run task log".split()
)
_SEPARATORS: Final = str.maketrans("/_.:#-", "      ")


@lru_cache(maxsize=4096)
def is_name(key: str) -> bool:
    """Whether a key looks like the name of a field or an argument: a word or a few, no address, id, date or text."""
    return _NAME.fullmatch(key) is not None and _DATA.search(key) is None


def told_keys(members: Mapping[str, Json]) -> Mapping[str, str]:
    """Return what may be told of each key: itself where it is a name, `*` where it may be data.

    All keys are data where half of them are no names, and where the object is a map: of many members, or of three or
    more records of one kind.
    """
    named = [key for key in members if is_name(key)]
    if 2 * len(named) <= len(members) or _is_map(members):
        return dict.fromkeys(members, ANY)
    if len(named) == len(members):
        return {key: key for key in members}
    return {key: key if is_name(key) else ANY for key in members}


def _is_map(members: Mapping[str, Json]) -> bool:
    if len(members) > _MOST_MEMBERS:
        return True
    if len(members) < _ALIKE:
        return False
    values = iter(members.values())
    first = next(values)
    if not isinstance(first, dict) or not first:
        return False
    # records of one kind share most of their keys
    return all(isinstance(other, dict) and 2 * len(first.keys() & other.keys()) >= len(first) for other in values)


def told_session(session: str) -> str:
    """Return the id of a session where it says nothing; a hash of one that is made of words, such as a file's name."""
    parts = session.translate(_SEPARATORS).split()
    if len(session) <= 100 and all(part.lower() in _ID_WORDS or _ID_PART.fullmatch(part) for part in parts):
        return session
    return sha256(session.encode("utf-8", "surrogatepass")).hexdigest()[:12]
