"""What a reply says of its own completeness: keys around its list, notices at its edges, links, JSON that stops."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tool_audit.measure.cut_json import is_cut_json
from tool_audit.measure.json_lists import are_alike
from tool_audit.measure.payload import parse
from tool_audit.measure.sign_words import in_english
from tool_audit.measure.signs_json import read_wrapper
from tool_audit.measure.signs_text import notices, signs_in_text, warns
from tool_audit.measure.signs_words import signs_by_words
from tool_audit.measure.signs_xml import signs_in_markup
from tool_audit.measure.text_lists import embedded_json, find_in_text
from tool_audit.model import ABSENT, ItemKind, Items, Json, Sign, SignKind, Signs

_NOTICE: Final = 1_200
"""Characters: a block longer than this is more than a notice."""
_MANY: Final = 20_000
"""Groups: more are not looked into."""


def find_signs(
    document: Json, text: str, items: Items | None, structured: Json = ABSENT, blocks: Sequence[str] = ()
) -> Signs:
    """Return what one reply says of its own completeness; what its items say is data, and is not read.

    The arguments are those that `payload` and `find_items` made of the reply. `blocks` are needed only where there is
    more than one. Linear in what stands around the list.
    """
    found = list(_around_blocks(document, items, text, blocks) if len(blocks) > 1 else _in_one(document, text, items))
    told = text[:64].lstrip("\ufeff \t\r\n")[:1] in ("{", "[")
    if structured is not ABSENT and not (structured is document and told):
        found.extend(_in_json(_unwrapped(structured), items, text, root="$"))
    signs: dict[tuple[SignKind, str, str], Sign] = {}
    for sign in found:
        signs.setdefault((sign.kind, sign.where, repr(sign.value)), sign)
    cut = any(map(is_cut_json, blocks or (text,))) if document is ABSENT or document is structured else False
    return _sum_up(tuple(signs.values()), items, cut_json=cut)


def _in_one(document: Json, text: str, items: Items | None) -> Iterator[Sign]:
    """Read a reply of one block."""
    if document is not ABSENT and text[:64].lstrip("\ufeff \t\r\n")[:1] in ("{", "[", ""):
        yield from _in_json(document, items, text, root="$")
        return
    embedded = embedded_json(text)
    if embedded is None:
        yield from signs_in_text(text, items)
        yield from signs_in_markup(text, items)
        return
    values, start, end = embedded
    if len(values) == 1:
        yield from _in_json(values[0], items, text, root="$")
    else:
        yield from _odd_ends(values, text, "lines[]")
    yield from notices(text[:start][-_NOTICE:], items, by_words=True)
    yield from notices(text[end:][:_NOTICE], items, end, by_words=True)


def _around_blocks(document: Json, items: Items | None, text: str, blocks: Sequence[str]) -> Iterator[Sign]:
    """Read each block on its own: the items, what is said of them, or what holds them."""
    values = document if isinstance(document, list) and len(document) == len(blocks) else None
    if items is not None and items.kind is ItemKind.BLOCKS:
        ends = ((blocks[0], 0), (blocks[-1], len(text) - len(blocks[-1])))
        for block, at in ends:
            yield from _at_an_end(block, items, text, at)
        return
    at = 0
    for index, block in enumerate(blocks):
        value = values[index] if values is not None else parse(block)
        if value is not ABSENT:
            yield from _in_json(value, items, text, root="$")
        else:
            inner = find_in_text(block) if items is not None and items.span else None
            holds_it = inner is not None and inner == items
            said = (
                signs_in_text(block, inner)
                if holds_it or len(block) > _NOTICE
                else notices(block, items, by_words=True)
            )
            yield from (_moved(sign, at) for sign in said)
        at += len(block) + 1


def _at_an_end(block: str, items: Items, text: str, at: int) -> Iterator[Sign]:
    """Read the first or last of many alike blocks, where it tells of the others and is none of them."""
    value, first = parse(block), items.records[0]
    if value is ABSENT and len(block) <= _NOTICE and block not in (first, items.records[-1]):
        yield from notices(block, items, at, anywhere=True)
    elif isinstance(value, dict) and isinstance(first, dict) and not are_alike([first, value]):
        yield from _in_json(value, None, text, root="content[]")


def _moved(sign: Sign, by: int) -> Sign:
    return Sign(kind=sign.kind, where=sign.where, value=sign.value, position=sign.position + by, depth=sign.depth)


def _in_json(document: Json, items: Items | None, text: str, root: str) -> Iterator[Sign]:
    """Read what is around a JSON value's list, the texts in it, and an odd last entry of the list."""
    if isinstance(document, dict) and len(document) == 1:
        (value,) = document.values()
        inner = parse(value) if isinstance(value, str) and value[:1] in ("{", "[") else ABSENT
        if inner is not ABSENT:
            yield from _in_json(inner, items, text, root)
            return
    wrapper = read_wrapper(document, items, text, root)
    yield from wrapper.signs
    for notice, named in wrapper.notices:
        at = max(0, text.find(notice[:40]))
        said = list(notices(notice[:_NOTICE], items, at, anywhere=named))
        if named and items is not None and not said:
            said = list(signs_by_words(notice, items, at, notice=False))
        yield from said or (warns(notice, at) if named else ())
    for inner_text in wrapper.texts:
        at = max(0, text.find(inner_text[:40]))
        yield from (_moved(sign, at) for sign in signs_in_text(inner_text, items if items and items.span else None))
    if items is None or items.kind is not ItemKind.JSON or not items.records:
        return
    last = _last_entry(document, items.path)
    if isinstance(last, str) and len(last) <= 200 and last != items.records[-1]:
        yield from notices(last, items, max(0, text.rfind(last[:40])))
    elif isinstance(last, dict) and isinstance(items.records[0], dict) and not are_alike([items.records[0], last]):
        yield from read_wrapper(last, None, text, f"{items.path}[]").signs


def _unwrapped(structured: Json) -> Json:
    """Take what a framework puts under `result`, so that paths are those of the text's own JSON."""
    match structured:
        case {"result": dict() | list() as inner} if len(structured) == 1:
            return inner
    return structured


def _last_entry(document: Json, path: str) -> Json:
    """Return the last entry of a JSON list as it was sent: it may be a word about the others."""
    for name in re.findall(r"\.([^.\[\]*]+)|(\[\])", path):
        match document:
            case dict() if name[0] in document:
                document = document[name[0]]
            case [document] if name[1]:
                pass
            case _:
                return None
    return document[-1] if isinstance(document, list) and document else None


def _odd_ends(values: Sequence[Json], text: str, root: str) -> Iterator[Sign]:
    """Read the first and last of many JSON values, where they are unlike the others."""
    for value, other in ((values[0], values[1]), (values[-1], values[-2])):
        if isinstance(value, dict) and isinstance(other, dict) and not are_alike([value, other]):
            yield from read_wrapper(value, None, text, root).signs


@dataclass(frozen=True, slots=True)
class _Flags:
    """Signs by kind, in the order in which they stand."""

    signs: tuple[Sign, ...]

    def of(self, *kinds: SignKind) -> list[Sign]:
        return [sign for sign in self.signs if sign.kind in kinds]

    def first(self, kind: SignKind) -> Json:
        return next((sign.value for sign in self.signs if sign.kind is kind), None)


def _sum_up(signs: tuple[Sign, ...], items: Items | None, *, cut_json: bool) -> Signs:
    flags = _Flags(signs)
    here = None if items is None else items.count
    more, no_more = flags.of(SignKind.HAS_MORE), flags.of(SignKind.NO_MORE)
    denied = any(sign.value in (True, False) for sign in no_more)  # a flag: it outweighs a cursor that is still given
    cursors = [] if denied and not more else flags.of(SignKind.CURSOR, SignKind.LINK)
    has_more = True if more or cursors else False if no_more else None
    total, count = _total(flags.of(SignKind.TOTAL)), flags.first(SignKind.COUNT)
    if total is None and count is not None and here is not None and count > here and has_more:
        total, count = count, None  # `{"count": 57, "next": ...}`
    cut = [sign for sign in flags.of(SignKind.TRUNCATED) if sign.value]
    left = [sign for sign in flags.of(SignKind.REMAINING) if sign.value]
    whole = total is not None and here is not None and (total == here or _counts_inner(items, total))
    short = total is not None and here is not None and total > here and not _counts_inner(items, total)
    short = short or (count is not None and here is not None and count > here and not _counts_inner(items, count))
    says_more = bool(has_more or cut or left or short or flags.of(SignKind.TEXT))
    uncut = any(not sign.value for sign in flags.of(SignKind.TRUNCATED, SignKind.REMAINING))
    cursor = next((sign for sign in cursors), None)
    return Signs(
        all=signs,
        says_more=says_more,
        says_complete=not says_more and (bool(no_more) or uncut or whole),
        has_more=has_more,
        cursor=ABSENT if cursor is None else cursor.value,
        cursor_path="" if cursor is None else cursor.where,
        next_offset=next((sign.value for sign in cursors if _is_offset(sign)), None),
        total=total,
        count=count,
        limit_applied=flags.first(SignKind.LIMIT_APPLIED),
        cut_json=cut_json,
    )


def _total(signs: Sequence[Sign]) -> int | None:
    """Take the outermost field's word; of words in a text the largest: "20 results (57 total)"."""
    fields = [sign.value for sign in signs if sign.depth]
    numbers = fields[:1] or [sign.value for sign in signs]
    return max(numbers, default=None)


def _is_offset(sign: Sign) -> bool:
    name = f"{sign.where.lower()} {in_english(sign.where.rpartition('.')[2])}"
    return isinstance(sign.value, int) and any(word in name for word in ("offset", "start", "skip", "from", "index"))


def _counts_inner(items: Items | None, number: int) -> bool:
    """Whether a number counts what is in the groups of a list: `{"total": 9, "files": [{"hits": [...]}, ...]}`."""
    if items is None or not 0 < len(items.records) <= _MANY or not isinstance(items.records[0], dict):
        return False
    names = [key for key, value in items.records[0].items() if isinstance(value, list)]
    return any(
        sum(len(record[name]) for record in items.records if isinstance(record.get(name), list)) == number
        for name in names
    )
