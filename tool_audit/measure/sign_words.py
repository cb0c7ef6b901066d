"""What the name of a key says of a reply's completeness, in whatever style the name is written."""

import re
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import Json, SignKind
from tool_audit.vocabulary import english_words, words_of

_THINGS: Final = "results? items? hits? records? rows? match(?:es)? entries entry elements? objects? documents? docs?"
_THING: Final = "(?:" + "|".join(_THINGS.split()) + ")"

_NAMES: Final = {
    SignKind.TRUNCATED: lazy_re.compile(
        rf"(?:(?:is|was|been|{_THING}|output|response|list|content|text|data|body|reply)_)*truncat(?:ed|ion)"
        r"|truncated_(?:results|rows|items|output|response|content|count|at_limit|by_limit)|is_partial|partial(?:_results?)?"
        r"|incomplete(?:_results?)?|is_incomplete|(?:was_|is_)?(?:cut|cut_off|clipped|capped|clamped)|overflow(?:ed)?"
        r"|(?:cut|truncated|stopped)_(?:at|after|off_at)|(?:row_|result_|max_)?limit_(?:reached|exceeded|hit)|(?:hit|reached|exceeded)_(?:the_)?(?:limit|maximum|max)"
        r"|(?:exceeded|reached)_(?:transfer|row|result)_limit|max_results_reached|results_limited|is_limited"
    ),
    SignKind.HAS_MORE: lazy_re.compile(
        rf"(?:has|have|is|any|there_is)_(?:any_)?more(?:_(?:{_THING}|pages?))?|more(?:_{_THING})?(?:_(?:available|exists?|remaining))?"
        r"|has_next(?:_page)?|next_page_(?:available|exists)|has_additional(?:_\w+)?|additional_(?:results|items|data|pages)(?:_available)?|has_remaining"
    ),
    SignKind.NO_MORE: lazy_re.compile(
        r"(?:is_)?(?:last|final|end)(?:_page)?|end_of_(?:list|results|data|stream)|at_end|no_more(?:_\w+)?|exhausted"
        r"|(?:list|results?|result_set)_complete|exhaustive|all_(?:results_)?shown|reached_end|is_complete"
    ),
    SignKind.CURSOR: lazy_re.compile(
        r"next|cursor|(?:next|end|page|after)_cursor|cursor_next|(?:next_)?continuation(?:_(?:token|key|id|uri|url))?|marker"
        r"|next(?:_\w+)?_(?:cursor|token|marker|url|uri|link|href|key|start|page|offset|index|position|from|skip|batch)"
        r"|next_(?:page|start|from|skip|at)(?:_(?:at|number|index|offset|token|line))?|offset_next|scroll_id|resume_token"
        r"|next_(?:since|after|before|last|from|start|until)(?:_id)?|bookmark|next_bookmark|skip_token"
        r"|last_evaluated_key|next_line"
    ),
    SignKind.TOTAL: lazy_re.compile(
        rf"(?:(?:estimated|approximate|approx|overall|full|grand|i|x)_)?totals?(?:_(?:number_of_)?(?:{_THING}|count|found"
        rf"|matched|matching|matches|available|size|number|num|estimate|known))*|(?:count|{_THING}|num|n|number|result_set)_total"
        rf"|(?:num|number|n|count)_(?:found|matched|matching|available|total)|(?:overall|all|full|estimated|approximate)_count"
        rf"|odata_count|(?:{_THING}_)?(?:available|matched|found)|(?:matched|found|available)_(?:count|{_THING})"
    ),
    SignKind.COUNT: lazy_re.compile(
        rf"(?:{_THING}_)?(?:count|returned|shown|displayed|fetched|included)|(?:returned|shown|displayed|fetched)_(?:count|{_THING})"
        rf"|(?:num|number|n|number_of|num_of|count_of|count)_(?:{_THING}|returned|shown|displayed)"
        r"|results|items|rows|records|hits|matches|entries"
    ),
    SignKind.REMAINING: lazy_re.compile(
        rf"(?:num_|number_)?(?:{_THING}_)?(?:remaining|omitted|not_shown|dropped|skipped|hidden|left_out|elided|unlisted"
        rf"|suppressed|withheld|left)(?:_(?:count|{_THING}))?|more_count|(?:additional|further|other)_(?:count|{_THING})"
    ),
    SignKind.LIMIT_APPLIED: lazy_re.compile(
        r"(?:limit|max_results|page_size|top_k|cap|maximum|max)_(?:applied|used|enforced|effective)"
        r"|(?:applied|effective|actual|used|enforced)_(?:limit|max_results|page_size|cap|maximum)|(?:clamped|capped|limited)_(?:to|at)"
    ),
}
_PLAIN_LIMIT: Final = lazy_re.compile(r"limit|page_size|per_page|max_results|top_k|max_items")
_OTHER_UNITS: Final = frozenset(
    """
    price amount cost costs revenue sum balance bytes byte kb mb tokens token chars characters lines line words size
    duration ms millis seconds second sec minutes hours days time score pages usd eur krw tax weight distance requests
    calls rate quota credits
    """.split()
)
_NUMBERED: Final = frozenset((SignKind.TOTAL, SignKind.COUNT, SignKind.REMAINING))
_FALSE: Final = frozenset(("false", "no", "0", "none", "null", ""))
_NO_CURSOR: Final = frozenset(("", "null", "none", "n/a", "-", "false"))
_TRUE: Final = frozenset(("true", "yes", "1"))


def plain(name: str) -> str:
    """Return a key's name in snake case: `@odata.nextLink` is `odata_next_link`."""
    return "_".join(words_of(name))


def in_english(key: str) -> str:
    """Return a key's name in snake case, with its words of counting and paging in English."""
    return "_".join(english_words(key))


def kind_of(key: str, value: Json, *, of_the_list: frozenset[str] = frozenset()) -> tuple[SignKind, Json] | None:
    """Return what `key` with this value says, and the value that counts; None where it says nothing.

    `of_the_list` are the plain names of the reply's list (`users`): `total_users` counts its items. A name is read in
    English first, and in other languages where that says nothing.
    """
    name, english = plain(key), in_english(key)
    found = _said_by(name if name == "odata_count" else name.removeprefix("odata_"), value, of_the_list)
    if found is not None or english == name or english in _SAY_MORE_ALONE:
        return found
    found = _said_by(english, value, of_the_list | frozenset(map(in_english, of_the_list)))
    counted = found is not None and found[0] is SignKind.TRUNCATED and _is_count(value)
    return None if counted else found  # `cortado: 3` are coffees


_SAY_MORE_ALONE: Final = frozenset(("available", "matches", "rows", "quantity"))
"""What words of other languages say in company only: `disponible: 5` may be seats."""


def _said_by(name: str, value: Json, of_the_list: frozenset[str]) -> tuple[SignKind, Json] | None:
    found = next((kind for kind, names in _NAMES.items() if names.fullmatch(name)), None)
    if found is None:
        found = _counts_the_list(name, of_the_list)
    if found is SignKind.CURSOR:
        return _cursor(name, value)
    value = _typed(value)
    if found is None:
        is_limit = _PLAIN_LIMIT.fullmatch(name) and _is_count(value)
        return (SignKind.LIMIT_APPLIED, value) if is_limit else None
    if found in _NUMBERED and name != "total_size" and _OTHER_UNITS & set(name.split("_")):
        return None
    return _read(found, name, value)


def _counts_the_list(name: str, of_the_list: frozenset[str]) -> SignKind | None:
    for noun in of_the_list:
        if name in (f"total_{noun}", f"{noun}_total", f"total_{noun}_count", f"total_number_of_{noun}"):
            return SignKind.TOTAL
        if name in (f"{noun}_count", f"num_{noun}", f"number_of_{noun}", f"n_{noun}", f"{noun}_returned"):
            return SignKind.COUNT
        if name in (f"count_{noun}", f"number_{noun}", f"{noun}_number", f"how_many_{noun}"):
            return SignKind.COUNT
        if name in (f"more_{noun}", f"remaining_{noun}", f"omitted_{noun}", f"{noun}_omitted"):
            return SignKind.REMAINING
    return None


def _read(kind: SignKind, name: str, value: Json) -> tuple[SignKind, Json] | None:
    """Return the sign that the value makes of a name, where it is a value that such a name can have."""
    match kind:
        case SignKind.TRUNCATED:
            if isinstance(value, str) and not re.search(r"[^\W\d]{3}", value):
                return None
            return None if value is None else (kind, value if isinstance(value, str) else bool(value))
        case SignKind.HAS_MORE:
            if _is_count(value):
                return (SignKind.REMAINING, value)
            if isinstance(value, bool):
                return (kind if value else SignKind.NO_MORE, value)
            return (SignKind.CURSOR, value) if isinstance(value, str) and value.startswith(("http", "/")) else None
        case SignKind.NO_MORE if isinstance(value, bool):
            return (SignKind.NO_MORE if value else SignKind.HAS_MORE, not value)
        case SignKind.TOTAL if isinstance(value, dict):
            return _read(kind, name, value.get("value"))
        case SignKind.REMAINING if isinstance(value, list):
            return (kind, len(value))
        case SignKind.COUNT if isinstance(value, int) and not isinstance(value, bool):
            return (kind, value)
        case SignKind.TOTAL | SignKind.REMAINING | SignKind.LIMIT_APPLIED if _is_count(value):
            return (kind, value)
    return None


def _cursor(name: str, value: Json) -> tuple[SignKind, Json] | None:
    if value is True and name in ("next", "next_page"):
        return (SignKind.HAS_MORE, True)
    if isinstance(value, dict):
        value = value.get("href", value.get("url", value.get("cursor", value if name == "last_evaluated_key" else 1.5)))
    if value in (None, False, -1, []) or (isinstance(value, str) and value.strip().lower() in _NO_CURSOR):
        told = name.startswith("next") or name in ("continuation", "continuation_token", "cursor_next")
        return (SignKind.NO_MORE, None) if told else None
    if isinstance(value, str):
        prose = " " in value.strip()
        return None if prose else (SignKind.LINK if value.startswith(("http", "/")) else SignKind.CURSOR, value)
    return (SignKind.CURSOR, value) if _is_count(value) or isinstance(value, dict) else None


def _typed(value: Json) -> Json:
    """Read flags and numbers that are written as strings."""
    if not isinstance(value, str) or len(value) > 12:
        return value
    word = value.strip().lower()
    if word.isascii() and word.isdigit() and word not in ("0", "1"):
        return int(word)
    return False if word in _FALSE and word else True if word in _TRUE else value


def _is_count(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
