"""Signs in a reply that the server stopped by itself and has more."""

from collections.abc import Iterator, Mapping

from tool_audit.model import Json, Measurement
from tool_audit.vocabulary import words_of

_MORE = frozenset("hasmore hasnext hasnextpage more moreavailable truncated istruncated incomplete partial".split())
_CURSORS = frozenset(
    """
    cursor nextcursor next nextpage nextpagetoken nexttoken nextoffset continuation continuationtoken endcursor
    """.split()
)
_TOTALS = frozenset("total totalcount totalitems totalresults totalhits totalrecords".split())
_DEPTH = 3
_MAP_KEYS = 100  # an object with more keys is a map from ids: its keys are data


def says_more(reply: Measurement) -> bool:
    """Whether a reply says that it is a part: a truncation flag, a cursor, or a total above its count."""
    count = reply.items.count if reply.items else None
    for document in (reply.document, reply.structured):
        for key, value in _members(document):
            if (key in _MORE and value is True) or (key in _CURSORS and isinstance(value, str | int) and value):
                return True
            if key in _TOTALS and count is not None and isinstance(value, int) and value > count:
                return True
    return False


def _members(document: Json) -> Iterator[tuple[str, Json]]:
    """Yield the members of an object and of the objects directly in it, keys as bare lower-case words."""
    level = [document] if _is_record(document) else []
    for _ in range(_DEPTH):
        for entry in level:
            yield from (("".join(words_of(str(key))), value) for key, value in entry.items())
        level = [value for entry in level for value in entry.values() if _is_record(value)]


def _is_record(value: Json) -> bool:
    return isinstance(value, Mapping) and len(value) <= _MAP_KEYS
