"""Where in a JSON value strings hold JSON, and how sure one reply makes it that the server put it there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tool_audit.measure.payload import compact
from tool_audit.model import ABSENT, Json
from tool_audit.rules._json_text import JsonText, parse
from tool_audit.vocabulary import words_of

_ENVELOPES = frozenset("result results data payload response output json message value body answer".split())
_SOURCE_TEXT = frozenset("file source raw code snippet original example".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Inner:
    """A place whose string holds JSON. `plain_chars`: the compact text with it as plain data, None: it is no JSON.

    `certain`: one reply is enough to tell that it is no user's text that happens to be JSON.
    """

    path: str
    plain_chars: int | None
    certain: bool


def inner_json(found: JsonText, *, shortest: int, fewest_rows: int) -> Iterator[Inner]:
    """Look at the value itself, at the members of an object, and at the columns of a list of objects in either."""
    value = found.value
    if isinstance(value, str):
        plain = _container(value, shortest)
        if plain is not ABSENT:
            yield Inner(path="$", plain_chars=len(compact(plain)), certain=True)
    elif isinstance(value, Mapping):
        for key, member in value.items():
            if isinstance(member, str) and member and not _SOURCE_TEXT & set(words_of(key)):
                plain = _container(member, shortest)
                envelope = key.lower() in _ENVELOPES and len(member) * 2 >= len(found.text)
                yield Inner(
                    path=f"$.{key}",
                    plain_chars=None if plain is ABSENT else len(compact({**value, key: plain})),
                    certain=plain is not ABSENT and (len(value) == 1 or envelope),
                )
            elif isinstance(member, list):
                yield from _columns(found.text, member, f"$.{key}", shortest, fewest_rows)
    elif isinstance(value, list):
        yield from _columns(found.text, value, "$", shortest, fewest_rows)


def _columns(text: str, rows: list[Json], path: str, shortest: int, fewest_rows: int) -> Iterator[Inner]:
    """Columns that hold JSON in every row; blocks of a result inside a result are the server's beyond doubt."""
    if not rows or not all(isinstance(row, Mapping) for row in rows):
        return
    blocks = all(row.get("type") == "text" and "text" in row for row in rows)
    if len(rows) < fewest_rows and not blocks:
        return
    for column in rows[0]:
        if _SOURCE_TEXT & set(words_of(column)) or _container(rows[0][column], shortest) is ABSENT:
            continue
        plain = [_container(row.get(column), shortest) for row in rows]
        if not any(value is ABSENT for value in plain):
            saved = sum(len(compact(row[column])) for row in rows) - sum(map(len, map(compact, plain)))
            yield Inner(path=f"{path}[].{column}", plain_chars=len(text) - saved, certain=blocks)


def _container(value: Json, shortest: int) -> Json:
    """Return the object or array that a string holds, ABSENT where it holds none or is shorter than `shortest`."""
    if not isinstance(value, str) or len(value) < shortest:
        return ABSENT
    inner = parse(value.strip())
    return inner if isinstance(inner, Mapping | list) else ABSENT
