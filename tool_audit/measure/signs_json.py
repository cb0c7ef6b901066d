"""The signs in a JSON value: in what is wrapped around its list, never in the list's own items."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tool_audit import lazy_re
from tool_audit.measure.identity import has_id
from tool_audit.measure.sign_words import in_english, kind_of, plain
from tool_audit.model import Items, Json, Sign, SignKind
from tool_audit.vocabulary import words_of

_ABOUT_THE_LIST: Final = frozenset(
    """
    meta metadata _meta pagination paging page page_info pager links _links link response_metadata list_metadata
    cursor cursors next continuation truncation truncated result_info info summary stats statistics range window
    search_information hits total
    """.split()
)
_HOLDS_IT: Final = frozenset(
    "data result results response payload output body content structured_content value".split()
)
_NOTICES: Final = frozenset(
    "message messages note notes warning warnings hint hints notice notices summary footer header info tip".split()
)
_NO_NOTICE: Final = frozenset(
    """
    query q search filter filters path file name title description content text body id url uri sort order pattern
    prompt command keyword keywords term question stdout stderr output result data status
    """.split()
)
_CURSORS: Final = frozenset(("cursor", "cursors", "paging", "pagination"))
_STATES: Final = frozenset(("status", "state", "completeness"))
_TEXTS: Final = frozenset("content text body output result stdout markdown data value response log logs".split())
_PAGE: Final = lazy_re.compile(r"(?:current_)?page(?:_(?:number|no|index|num))?|page_?number")
_PAGES: Final = lazy_re.compile(r"(?:total|num|number_of|n)_pages|pages|page_count|pages_total|last_page")
_MAX_DEPTH: Final = 7
_MAX_MEMBERS: Final = 200
_SHORT: Final = 400


@dataclass(slots=True)
class Wrapper:
    """What was read around a list: its signs, its notices, its texts."""

    signs: list[Sign] = field(default_factory=list)
    notices: list[tuple[str, bool]] = field(default_factory=list)
    """Short texts, and whether they stand under a name that is meant for notices."""
    texts: list[str] = field(default_factory=list)
    """Long texts that are the reply itself, put into one member."""


@dataclass(frozen=True, slots=True)
class _Place:
    path: str
    depth: int
    about: bool
    """Whether what is counted here is the list: its ancestors, and objects named for that."""
    after: bool
    """Whether it stands behind the list in the text."""


def read_wrapper(document: Json, items: Items | None, text: str, root: str = "$") -> Wrapper:
    """Return what stands around the list that `items.path` names; looks into no list but one that wraps another."""
    found = Wrapper()
    path = "" if items is None else items.path
    nouns = frozenset(_nouns(path))
    stack: list[tuple[Json, _Place]] = [(document, _Place(root, 0, about=True, after=False))]
    while stack:
        value, place = stack.pop()
        if isinstance(value, list) and place.path != path:
            if len(value) == 1 and place.depth < _MAX_DEPTH:
                stack.append((value[0], _Place(f"{place.path}[]", place.depth + 1, place.about, place.after)))
            elif words_of(place.path)[-1:] in (["links"], ["link"]):
                found.signs.extend(_rel_next(value, place, text))
        elif isinstance(value, dict) and place.path != path and len(value) <= _MAX_MEMBERS:
            stack.extend(_read_object(value, place, path, nouns, text, found))
    return found


def _nouns(path: str) -> Iterator[str]:
    """Yield the names that a list may be called by: `$.data.open_issues` is one of `open_issues`, `issues`, `issue`."""
    words = words_of(path.rsplit(".", 1)[-1])
    for name in ("_".join(words), *words[-1:]):
        if name:
            yield name
            if name.endswith("s"):
                yield name.removesuffix("s")
            if name.endswith("ies"):
                yield name.removesuffix("ies") + "y"


def _read_object(
    value: Mapping[str, Json], place: _Place, path: str, nouns: frozenset[str], text: str, found: Wrapper
) -> Iterator[tuple[Json, _Place]]:
    """Read the members of one object into `found`; yield those to look into."""
    pages: dict[str, tuple[str, int]] = {}
    one_thing = has_id(value) or (not path and "title" in value)
    after = place.after
    for key, member in value.items():
        here = f"{place.path}.{key}"
        on_the_way = path == here or path.startswith((f"{here}.", f"{here}[", f"{here}*"))
        name = plain(key)
        if isinstance(member, dict | list) and place.depth < _MAX_DEPTH:
            meant = {name, in_english(key)}
            about = on_the_way or (
                place.about and bool(meant & (_ABOUT_THE_LIST | (frozenset() if path else _HOLDS_IT)))
            )
            yield member, _Place(here, place.depth + 1, about, after)
            if isinstance(member, list) and name in _NOTICES and path != here:
                found.notices.extend((entry, True) for entry in member[:20] if isinstance(entry, str))
        after = after or on_the_way
        sign = (
            None if one_thing and "_" not in name and "truncat" not in name else kind_of(key, member, of_the_list=nouns)
        )
        if sign is not None and (place.about or sign[0] is SignKind.TRUNCATED) and path != here:
            kind, said = sign
            at = _position(key, text, last=after)
            found.signs.append(Sign(kind=kind, where=here[:80], value=said, position=at, depth=place.depth + 1))
        if (
            name == "after"
            and sign is None
            and plain(place.path.rpartition(".")[2]) in _CURSORS
            and isinstance(member, str)
        ):
            found.signs.append(Sign(kind=SignKind.CURSOR, where=here[:80], value=member, depth=place.depth + 1))
        if isinstance(member, int) and not isinstance(member, bool):
            pages |= {role: (here, member) for role, names in _ROLES if names.fullmatch(in_english(key))}
        elif isinstance(member, str) and member:
            _read_string(name, member, place, found, one_thing=one_thing, has_list=bool(path))
    if place.about:
        found.signs.extend(_pages(pages, place, text))
        found.signs.extend(_numbers(value, place, found))


def _numbers(value: Mapping[str, Json], place: _Place, found: Wrapper) -> Iterator[Sign]:
    """Yield `nombre` or `liczba` as a count where it stands beside a total: alone it may be any number."""
    here = [sign for sign in found.signs if sign.where.rpartition(".")[0] == place.path]
    if not any(sign.kind is SignKind.TOTAL for sign in here) or any(sign.kind is SignKind.COUNT for sign in here):
        return
    for key, member in value.items():
        if in_english(key) == "number" != plain(key) and isinstance(member, int) and not isinstance(member, bool):
            yield Sign(kind=SignKind.COUNT, where=f"{place.path}.{key}"[:80], value=member, depth=place.depth + 1)


_ROLES: Final = (("page", _PAGE), ("pages", _PAGES))


def _read_string(name: str, member: str, place: _Place, found: Wrapper, *, one_thing: bool, has_list: bool) -> None:
    if not place.about:
        return
    if name in _STATES and member.lower() in ("truncated", "partial", "incomplete") and not one_thing:
        where = f"{place.path}.{name}"[:80]
        found.signs.append(Sign(kind=SignKind.TRUNCATED, where=where, value=member, depth=place.depth + 1))
    if name in _NOTICES or "truncat" in name or "warning" in name or "notice" in name:
        found.notices.append((member, not one_thing))
    elif has_list and not one_thing and len(member) <= _SHORT and name not in _NO_NOTICE:
        found.notices.append((member, False))
    elif name in _TEXTS and not has_list:
        found.texts.append(member)


def _pages(pages: Mapping[str, tuple[str, int]], place: _Place, text: str) -> Iterator[Sign]:
    """Compare a page's number with how many pages there are."""
    if len(pages) < 2:
        return
    (_, page), (where, count) = pages["page"], pages["pages"]
    if count < 1 or not 0 <= page <= count:
        return
    kind = SignKind.HAS_MORE if max(page, 1) < count else SignKind.NO_MORE
    at = _position(where.rsplit(".", 1)[-1], text, last=False)
    yield Sign(kind=kind, where=where[:80], value=(page, count), position=at, depth=place.depth + 1)


def _rel_next(links: Sequence[Json], place: _Place, text: str) -> Iterator[Sign]:
    """Find the link to the next page among typed links: `{"rel": "next", "href": ...}`."""
    for link in links[:20]:
        match link:
            case {"rel": "next" | "Next" | ["next"], **others} | {"relation": "next", **others}:
                url = next((others[key] for key in ("href", "url", "uri", "link") if others.get(key)), None)
                if isinstance(url, str):
                    yield Sign(
                        kind=SignKind.LINK,
                        where=f"{place.path}[]"[:80],
                        value=url,
                        position=_position("rel", text, last=False),
                        depth=place.depth + 1,
                    )


def _position(key: str, text: str, *, last: bool) -> int:
    quoted = f'"{key}"'
    return max(0, text.rfind(quoted) if last else text.find(quoted))
