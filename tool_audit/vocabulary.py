"""The words of the field: what an argument chooses, by its name, its closed set and its description. No calls."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from tool_audit import lazy_re
from tool_audit.model import Json, SweepKind
from tool_audit.tongues import HOW_MANY, PER_PAGE, THINGS, UNITS, in_english, words_for

_WORD = lazy_re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PAGING = frozenset(
    """
    cursor nextcursor pagetoken nexttoken nextpagetoken continuation continuationtoken marker page pagenumber
    pageno pageindex offset skip start startindex startat from after before startafter position
    sinceid afterid beforeid lastid startid fromid startingafter endingbefore startkey exclusivestartkey lastkey
    lastevaluatedkey bookmark scrollid scroll resumetoken skiptoken pagingtoken paginationtoken pagekey nextpage
    nextlink nexturl nextmarker nextkey pagenum pageoffset startrow startrecord firstresult startposition
    """.split()
)
_COUNT_NAMES = frozenset(
    """
    limit topk topn k n count pagesize perpage maxresults maxcount numresults first head tail size take rows
    maxitems results top batchsize nresults resultlimit maxrows num number resultcount itemsperpage maxentries
    maxhits maxrecords maxnumber resultsperpage lines batch fetchsize pagelength itemcount rowcount recordcount
    nitems nrows howmany quantity maxn maxreturn rpp anzahl limite nombre cantidad quantidade quantita numero aantal
    antal menge maxanzahl
    """.split()
)
_SIZE_UNITS = frozenset(
    """
    tokens token chars char characters bytes length budget kb output chunk
    """.split()
)
_OTHER_NUMBERS = frozenset("min minimum least offset skip page index id from start since after before".split())
"""The words of numbers that speak of items and do not say how many of them come."""
_NOT_A_COUNT = frozenset(
    """
    seconds second ms millis minutes hours days age retries attempts distance price duration time timeout width
    height concurrency workers temperature score depth level levels hops iterations steps id delay wait interval
    radius year rate redirects date value amount speed weight memory cpu credit spend bid
    segundos minutos horas dias días semanas meses años anos secondes heures jours ans mois semaines euros pesos reais
    metros kilómetros kilometros mètres metres kilomètres grados degrés graus puntos pontos intentos tentativas essais
    tentatives niveles niveaux saltos pasos sekunden stunden tage
    """.split()
)
_DETAIL_NAMES = frozenset(
    """
    detail details detaillevel verbosity verbose full brief summary summarize summaryonly view expand minimal
    concise compact responsemode outputmode responsedetail level mode depth maxdepth resolution granularity
    shape projection fields short terse extended lite withdetails
    """.split()
)
_DETAIL_WORDS = frozenset(
    """
    full summary metadata minimal standard brief concise detailed compact verbose basic complete short long low
    medium high extended normal names ids content preview outline all none
    """.split()
)
_FORMAT_NAMES = frozenset(
    """
    format outputformat responseformat resultformat serialization outputtype output pretty indent encoding
    """.split()
)
_FORMAT_WORDS = frozenset(
    """
    json markdown md csv tsv text txt plain yaml xml html toon table jsonl compact pretty raw
    """.split()
)


SEARCHED_ELSEWHERE = words_for("query", "keyword", "term")
"""Words of arguments in other languages that take what is looked for."""


def words_of(name: str) -> list[str]:
    """Split `maxResults`, `max_results` and `max-results` alike: lower-case words, with the letters of any script."""
    return list(_words(name))


def english_words(name: str) -> list[str]:
    """Split a name, with its words of counting and paging in English: `por_pagina` is `per page`."""
    return list(_english(name))


@lru_cache(4_096)
def _words(name: str) -> tuple[str, ...]:
    # an audit asks for the words of some hundred names some thousand times
    return tuple(word.lower() for word in _WORD.findall(name)) if name.isascii() else _of_any_script(name)


@lru_cache(4_096)
def _english(name: str) -> tuple[str, ...]:
    return in_english(_words(name))


def _of_any_script(name: str) -> tuple[str, ...]:
    """Split where the case, the script or a letter's being one changes; marks belong to the letter before them."""
    words: list[str] = []
    before = ""
    text = unicodedata.normalize("NFC", name)
    for place, char in enumerate(text):
        kind = _letter(char)
        if kind == "mark" and words:
            words[-1] += char
            continue
        after = _letter(text[place + 1 : place + 2])
        goes_on = kind == before or (kind, before) == ("lower", "upper")
        if kind == before == "upper" and after == "lower":
            goes_on = False  # HTTPServer
        if kind and goes_on:
            words[-1] += char
        elif kind:
            words.append(char)
        before = kind
    return tuple(word.lower() for word in words)


def _letter(char: str) -> str:
    if not char or not (category := unicodedata.category(char)).startswith(("L", "M", "N")):
        return ""
    return {"Lu": "upper", "Ll": "lower"}.get(category) or {"M": "mark", "N": "digit"}.get(category[0], "other")


_WEAK_DETAIL_WORDS = frozenset("all none low medium high content long short normal".split())
_COMMANDS = frozenset("delete create update write remove apply execute send insert replace".split())
"""Among the members of a closed set: it chooses what is done, not how much is told."""
_BARE = frozenset("n k num number numero quantity cantidad quantidade quantita menge nombre".split())
_SURELY_COUNTS = frozenset({"limit", "count", "howmany"})
"""What one word of another language counts whatever the description says."""
_COUNTED = frozenset("count number results hits matches items entries records rows".split())
_BARE_MOST = frozenset({"max", "maximum"})
_COUNTS = lazy_re.compile(
    r"\bnumber of\b|\bhow many\b|\bmax|\blimit|\btop\b|\bresults?\b|\bitems?\b|\bentries\b|\brecords?\b|\brows?\b"
    r"|\btokens?\b|\bcharacters?\b|\bbytes\b"
    rf"|{HOW_MANY}|{PER_PAGE}|{THINGS}|\bmaxim\w*|\bm[aá]xim\w*|\bmassim\w*|\bhöchst|\bmaks|最大|최대",
    re.IGNORECASE,
)
_MEASURES = lazy_re.compile(
    rf"{UNITS}|\bpixels?\b|\bpx\b|\bcoordinate|\bseconds?\b|\bminutes?\b|\bpercent|\bdollars?\b|\bUSD\b|\bprice|\bmoney\b",
    re.IGNORECASE,
)


_HOW_MANY = lazy_re.compile(
    r"\b(?:(?:max(?:imum)?|total)?\s?(?:number|count|amount) of|how many|max(?:imum)?|at most|up to)\b"
    r"(?=.{0,40}\b(?:to (?:return|list|show|fetch|get|display|include|retrieve)"
    r"|(?:per|a|each) (?:page|call|request|batch)"
    r"|returned|shown|listed|fetched|displayed|results|items|entries|records|rows|matches|hits)\b)",
    re.IGNORECASE,
)
"""How a description says that an argument of any name bounds a list."""
_HOW_MANY_ELSEWHERE = lazy_re.compile(
    rf"(?:{HOW_MANY})(?=.{{0,40}}?(?:{THINGS}|{PER_PAGE}))|^\W*(?:[^\W\d_]+\s){{1,2}}(?:{PER_PAGE})", re.IGNORECASE
)
"""The same in other languages, and "books per page" as all that comes first in a description."""


def kind_of(
    name: str,
    types: frozenset[str],
    closed_set: tuple[Json, ...],
    description: str = "",
    *,
    required: bool = False,
    minimum: float | None = None,
) -> SweepKind | None:
    """Return what an argument chooses of a reply's size or form, if anything, judged by what is declared of it."""
    counts = bool(_COUNTS.search(description))
    known, english = words_of(name), english_words(name)
    for words in (known,) if known == english else (known, english):
        joined = "".join(words)
        if types & {"integer", "number"}:
            if not counts and (_MEASURES.search(description) or (required and joined in _BARE)):
                return None
            if joined in _BARE_MOST:
                return SweepKind.COUNT if counts or minimum == 1 else None  # else it may as well be the highest price
            if words is not known and len(words) == 1 and joined not in _SURELY_COUNTS and not counts:
                return None
            counted = (
                words is not known and {"count", "number"} & set(words) and set(words) <= _COUNTED and len(words) > 1
            )
            found = SweepKind.COUNT if counted else _numeric_kind(words, joined)
        else:
            found = _closed_kind(words, joined, types, closed_set)
        if found is not None:
            return found
    if not types & {"integer", "number"} or pages(name) or pages_elsewhere(name):
        return None
    other = (_OTHER_NUMBERS | _NOT_A_COUNT) & {*known, *english}
    bounds = _HOW_MANY.search(description) or _HOW_MANY_ELSEWHERE.search(description)
    return SweepKind.COUNT if bounds and not other else None


def _closed_kind(
    words: list[str], joined: str, types: frozenset[str], closed_set: tuple[Json, ...]
) -> SweepKind | None:
    values = {name for value in closed_set for name in (str(value).lower(), " ".join(english_words(str(value))))}
    if not values or values & _COMMANDS:
        return None
    if joined in _FORMAT_NAMES or words[-1:] == ["format"]:
        return SweepKind.DETAIL if len(values & _DETAIL_WORDS) > len(values & _FORMAT_WORDS) else SweepKind.FORMAT
    if types == {"boolean"}:
        chooses = (
            words[:1] in (["include"], ["with"], ["show"], ["expand"], ["exclude"], ["omit"], ["return"])
            or joined in _DETAIL_NAMES
        )
        return SweepKind.DETAIL if chooses else None
    if joined in _DETAIL_NAMES or words[:1] in (["detail"], ["verbosity"]):
        ambiguous = joined in {"mode", "level", "view", "depth", "resolution", "shape", "fields"}
        return SweepKind.DETAIL if not ambiguous or values & (_DETAIL_WORDS - _WEAK_DETAIL_WORDS) else None
    return SweepKind.DETAIL if len(values & (_DETAIL_WORDS - _WEAK_DETAIL_WORDS)) >= 2 else None


def _numeric_kind(words: list[str], joined: str) -> SweepKind | None:
    if not words or words[0] == "min" or (words[-1] in {"id", "number", "no"} and joined not in _COUNT_NAMES):
        return None
    bounding = words[0] in {"max", "top", "num"} or words[-1] in {"limit", "budget", "count", "max"}
    if (bounding and _SIZE_UNITS & set(words)) or joined in {"budget", "maxsize", "maxlength"}:
        return SweepKind.SIZE
    if joined in {"depth", "maxdepth", "verbosity", "detail", "detaillevel", "expand"}:
        return SweepKind.DETAIL
    if joined in _COUNT_NAMES:
        return SweepKind.COUNT
    if _NOT_A_COUNT & set(words):
        return None
    if words[0] == "max" and words[-1].endswith("s"):
        return SweepKind.COUNT
    return SweepKind.COUNT if words[-1] == "limit" or words[-2:] in (["page", "size"], ["per", "page"]) else None


def pages(name: str) -> bool:
    """Return whether an argument of this name is a cursor, a page number or an offset."""
    words = words_of(name)
    return "".join(words) in _PAGING or words[-1:] == ["cursor"] or (words[-1:] == ["token"] and "page" in words)


def pages_elsewhere(name: str, description: str = "") -> bool:
    """Return whether a number of this name is a page, an offset or a place to go on from in another language."""
    words = english_words(name)
    named = words != words_of(name) and "".join(words) in _PAGING
    return named and not _MEASURES.search(description)


_DATE_WORDS = frozenset(
    """
    date since until after before from to day timestamp start end datum fecha von bis ab seit desde hasta depuis
    """.split()
)
_DATED = lazy_re.compile(
    r"(?:\b|_)(?:date|iso[ -]?8601|rfc ?3339|yyyy|timestamp|datum|fecha|aaaa|jjjj|rrrr)(?:\b|_)|날짜|日付|日期|дата",
    re.IGNORECASE,
)
_CURSOR = lazy_re.compile(r"\bcursor\b|\btoken\b|\bpag(?:e|ing|ination)\b", re.IGNORECASE)


def dates(name: str, description: str) -> bool:
    """Return whether a text argument of this name and description is a date, and no cursor that looks like one."""
    named = _DATE_WORDS & set(words_of(name)) and _DATED.search(f"{'_'.join(words_of(name))} {description}")
    return bool(named) and not _CURSOR.search(description)


_PROJECTING = frozenset("fields field columns column attributes properties keys projection".split())


def projects(name: str) -> bool:
    """Return whether an argument of this name chooses which fields of the items come."""
    return bool(_PROJECTING & set(words_of(name)[-1:]))


_LOWEST = frozenset("min minimum least from above over gt gte lower".split())
_HIGHEST = frozenset("max maximum most to below under lt lte upper".split())


def bound_field(name: str) -> tuple[str, str]:
    """Return which end of which field an argument of this name bounds: ("min", "price"); ("", "") if none."""
    words = words_of(name)
    for end, ends in (("min", _LOWEST), ("max", _HIGHEST)):
        rest = [word for word in words if word not in ends]
        if rest and len(rest) < len(words):
            return end, "".join(singular(rest))
    return "", ""


def singular(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words with English plural endings taken off: communities -> community, boxes -> box, ids -> id."""
    return tuple(_singular(word) for word in words)


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 2 else word
