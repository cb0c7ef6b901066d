"""The signs in a text's own words: notices at its head or tail, never what stands in its items or amid its prose."""

import re
from collections.abc import Iterator
from typing import Final

from tool_audit import lazy_re
from tool_audit.measure.sign_phrases import CONTINUE, DOES, HINT, PAGE, PHRASES
from tool_audit.measure.sign_words import kind_of
from tool_audit.measure.signs_numbers import handles, ranges
from tool_audit.measure.signs_words import says_it_was_cut, signs_by_words
from tool_audit.model import ItemKind, Items, Json, Sign, SignKind

_EDGE: Final = 600
_LONGEST_LINE: Final = 300
_LONGEST_TITLE: Final = 60
_FEW_LINES: Final = 6
_CLAUSE: Final = lazy_re.compile(
    r"(?:[^.;:!?,()\[\]{}<>|\u3002\uff01\uff1f\uff1b\uff0c\uff08\uff09\u3010\u3011\u2013\u2014\n-]"
    r"|[.;:!?,](?!\s|$)|(?<! )[-\u2013\u2014]|[-\u2013\u2014](?! ))+"
)
_DECORATION: Final = " \t*_=#>~`\"'/\\-\u2013\u2014\u2026\u26a0\ufe0f\u2139\u2757\U0001f4a1\U0001f4c4\u2026"
_LEAD: Final = " \t*_=#>~`\"'/\\-\u2013\u2014\u26a0\ufe0f\u2139\u2757\U0001f4a1\U0001f4c4"
_OPEN: Final = "([{<\uff08\u3010"
_MARKS: Final = ("[", "(", "<", ".", "\u2026", "-", "*")
_TRIES: Final = 50
_CLOSE: Final = ")]}>\uff09\u3011"
_LABEL: Final = lazy_re.compile(
    r"\s{0,3}[\"'*_]{0,3}(@?[A-Za-z][\w .-]{1,38}?)[\"'*_]{0,3}\s?[:=]\s*[\"'*_]{0,3}\s*(\S+?)[\"'*_,;]{0,3}\s*"
)
_NAMES_IT: Final = lazy_re.compile(r"[ _]|truncat", re.IGNORECASE)
_LINK_HEADER: Final = lazy_re.compile(r"<([^<>\s]{1,2000})>\s*;[^<\n]{0,200}?\brel=\"?next\b", re.IGNORECASE)
_CALLED: Final = lazy_re.compile(
    r"\W*(?:note|notice|warning|info|hint|tip|attention|important|caution|hinweis|achtung|remarque|nota|aviso"
    r"|aten[cç]i[oó]n|avviso|внимание|примечание|참고|알림|주의|注意|注|提示|备注|メモ|警告"
    r"|.{0,30}\btoo (?:large|long|big|many)\b.{0,20}|.{0,12}(?:过长|過長|太长|너무 길어).{0,3})\W*",
    re.IGNORECASE,
)
_UNITS: Final = lazy_re.compile(
    r"\b(?:char(?:acter)?s?|bytes|tokens|lines?|[kmg]i?b|zeichen|caract\w+|caratteri|символов)\b",
    re.IGNORECASE,
)
_TIMES: Final = lazy_re.compile(
    r"\b(?:(?:second|minute|hour|day|week|month|year)s?|stunden?|tagen?|wochen|heures|jours|horas|d[ií]as|ore|giorni|by)\b",
    re.IGNORECASE,
)
_ITEM_START: Final = lazy_re.compile(r"\s{2,}\S|\s*(?:[-*+•]|\d{1,6}[.)])\s|\|")
_MORE_LINE: Final = lazy_re.compile(
    r"\s*(?:[-*+•]\s+)?(?=\.\.\.|\u2026|\+\s?\d|[(\[]?(?:and|und|et|y|e|и|\+)\b|외|그 외|他|ほか|还有|還有)"
)
_WAS_CUT: Final = lazy_re.compile(
    r"\b(?:is|are|was|were|been|got)\s+(?:\w+\s+)?(?:truncated|cut off|omitted|limited to|capped|left out|not shown)"
    r"|잘렸|생략되|省略され|被截断",
    re.IGNORECASE,
)
_NEGATED: Final = lazy_re.compile(
    r"\b(?:not|no|none|never|without|nicht|kein\w*|pas|aucun\w*|sin|sem|non|не|нет)\b", re.IGNORECASE
)
_ANY: Final = Items(kind=ItemKind.BULLETS, path="", identities=())
"""A list of which nothing is known yet: whatever may be said of a list is taken for a notice."""


def signs_in_text(text: str, items: Items | None) -> Iterator[Sign]:
    """Yield the signs outside the list of a text (at its head and tail, where it has none)."""
    start, end = items.span if items is not None and items.span else (len(text), len(text) if items is None else 0)
    regions = [(0, start)] if items is None else [(0, start), (end, len(text))]
    for first, last in regions:
        few = items is not None and sum(1 for line in text[first:last].split("\n", 40) if line.strip()) <= _FEW_LINES
        for begin, part in _edges(text, first, last):
            yield from notices(part, items, begin, by_words=few)
            if items is not None:
                yield from (*ranges(part, items, begin), *handles(part, begin))
    if items is None:
        yield from _at_the_end(text)
        yield from _in_the_midst(text)


def notices(
    text: str, items: Items | None, begin: int = 0, *, anywhere: bool = False, by_words: bool = False
) -> Iterator[Sign]:
    """Yield the signs in each line; `anywhere` takes a clause in the midst of others too, `by_words` a few words."""
    for match in _LINK_HEADER.finditer(text):
        yield Sign(kind=SignKind.LINK, where=match.group()[:80], value=match.group(1), position=begin + match.start())
    at, alone = begin, True
    for line in text.split("\n"):
        if line.strip() and (len(line) <= _LONGEST_LINE or anywhere):
            said = list(_in_line(line, items, at, anywhere=anywhere, trusting=alone and items is not None))
            yield from said
            if by_words and items is not None and not any(_tells_more(sign, items) for sign in said):
                yield from signs_by_words(line, items, at)
        at, alone = at + len(line) + 1, not line.strip()


def _tells_more(sign: Sign, items: Items) -> bool:
    """Whether a sign tells more than how many items are here."""
    counts = sign.kind in (SignKind.COUNT, SignKind.TOTAL)
    return not counts or sign.value != items.count


def warns(text: str, position: int) -> Iterator[Sign]:
    """Yield a sign where a message says in whatever sentence that something was left out of what it is about."""
    for sentence in re.split(r"(?<=[.!?;])\s|\n", text[:2_000]):
        found = _WAS_CUT.search(sentence)
        if found is not None and not _NEGATED.search(sentence[: found.start()]):
            yield Sign(kind=SignKind.TEXT, where=sentence[:80], position=position)
            return


def is_notice(line: str, *, alone: bool = False) -> bool:
    """Whether a line tells of the reply rather than being a part of its list; `alone`: with a blank line before it."""
    if len(line) > _LONGEST_LINE:
        return False
    if _ITEM_START.match(line):
        return _MORE_LINE.match(line) is not None and all(
            any(True for _ in _read(match.group(), _ANY, 0, marked=True, trusting=True))
            for match in _CLAUSE.finditer(line.replace("...", "\u2026"))
            if match.group().strip(_DECORATION + "+\u2022")
        )
    return bool(_LINK_HEADER.search(line)) or any(True for _ in _in_line(line, _ANY, 0, anywhere=False, trusting=alone))


def _edges(text: str, first: int, last: int) -> Iterator[tuple[int, str]]:
    """Yield the first and last characters of a region, cut at line ends."""
    if last - first <= 2 * _EDGE:
        yield first, text[first:last]
        return
    head = text.rfind("\n", first, first + _EDGE)
    if head > first:
        yield first, text[first:head]
    tail = text.find("\n", last - _EDGE, last)
    if tail >= 0:
        yield tail + 1, text[tail + 1 : last]


def _at_the_end(text: str) -> Iterator[Sign]:
    """Find a mark in brackets behind the last words: `... and then [truncated]`."""
    tail = text[-200:].rstrip()
    mark = re.search(
        r"(?:\.{3}|\u2026)\s*\(([^()\n]{3,120})\)$|(?:\.{3}|\u2026)?\s*[\[<]([^\[\]<>\n]{3,120})[\]>]$", tail
    )
    if mark is not None and mark.start() > 0 and tail[mark.start() - 1 : mark.start()] != "\n":
        at = len(text) - len(text[-200:]) + mark.start()
        said = list(_in_line(f"[{mark.group(1) or mark.group(2)}]", None, at, anywhere=False))
        yield from said
        if not said and says_it_was_cut(mark.group()):
            yield Sign(kind=SignKind.TEXT, where=mark.group()[:80], position=at)


def _in_the_midst(text: str) -> Iterator[Sign]:
    """Find a line of its own between a text's head and tail that counts what was left out: `[900 lines omitted]`."""
    for word in ("omitted", "truncated", "생략", "省略"):
        at = text.find(word, _EDGE, -_EDGE)
        for _ in range(_TRIES):
            if at < 0:
                break
            start, end = text.rfind("\n", max(0, at - 150), at) + 1, text.find("\n", at, at + 150)
            line = text[start : end if end >= 0 else at + 150]
            if start and end >= 0 and line.lstrip()[:1] in _MARKS and any(map(str.isdigit, line)):
                yield from _in_line(line, None, start, anywhere=False)
            at = text.find(word, at + 150, -_EDGE)


def _in_line(line: str, items: Items | None, at: int, *, anywhere: bool, trusting: bool = False) -> Iterator[Sign]:
    label = _LABEL.fullmatch(line)
    if label is not None and (items is not None or _NAMES_IT.search(label.group(1))):
        found = kind_of(label.group(1), label.group(2), of_the_list=frozenset())
        if found is not None and found[0] is not SignKind.LIMIT_APPLIED:
            yield Sign(kind=found[0], where=line.strip()[:80], value=found[1], position=at)
            return
    if not HINT.search(line):
        return
    yield from _continuations(line, at)
    line = line.replace("...", "\u2026").rstrip()
    called = False
    told = True  # all clauses so far belong to the notice
    for match in _CLAUSE.finditer(line):
        clause = match.group()
        if not clause.strip(_DECORATION):
            continue
        before = line[: match.start()].rstrip("*_ ")
        bracketed = before[-1:] != "" and before[-1] in _OPEN
        marked = bracketed and (
            not before[:-1].strip(_DECORATION) or not line[match.end() :].strip(_DECORATION + _CLOSE + ".:")
        )
        marked = (
            marked
            or "\u2026" in line[max(0, match.start() - 3) : match.start() + 3].lstrip()
            or bool(line[:1] in "*_=-~\u2026" and told)
        )
        marked = marked or called
        near = len(before) <= _LONGEST_TITLE and (bracketed or before[-1:] in ":\uff1a-\u2013\u2014|")
        signs = list(_read(clause, items, at + match.start(), marked=marked, trusting=trusting or anywhere))
        weak = all(sign.kind is SignKind.TEXT for sign in signs)
        if signs and (
            anywhere
            or told
            or (near and not weak)
            or (bracketed and marked and (items is not None or not before[:-1].strip(_DECORATION)))
        ):
            yield from signs
        elif _CALLED.fullmatch(clause):
            called = True
        else:
            told = False


def _continuations(line: str, at: int) -> Iterator[Sign]:
    """Yield the sentences that tell how to get the rest."""
    for sentence in re.split(r"(?<=[.!?;])\s+", line):
        told = sentence.strip(_LEAD + "()[].\u2026")
        if CONTINUE.fullmatch(told):
            yield Sign(kind=SignKind.TEXT, where=told[:80], position=at)


def _read(clause: str, items: Items | None, at: int, *, marked: bool, trusting: bool) -> Iterator[Sign]:
    """Yield what a clause says, if the whole of it is such a phrase."""
    if not HINT.search(clause):
        return
    where = clause.strip()[:80]
    page = PAGE.fullmatch(clause.strip(_DECORATION))
    if page is not None:
        number, pages = (
            _number(next(page[k] for k in keys if page[k]))
            for keys in (("page", "page2", "page3"), ("pages", "pages2", "pages3"))
        )
        if 0 < number <= pages:
            kind = SignKind.HAS_MORE if number < pages else SignKind.NO_MORE
            yield Sign(kind=kind, where=where, value=(number, pages), position=at)
        return
    led, bare = clause.strip(_LEAD), clause.strip(_DECORATION)
    for kind, phrase in PHRASES:
        match = phrase.fullmatch(led) or (phrase.fullmatch(bare) if bare != led else None)
        if match is None:
            continue
        parts = match.groupdict()
        nouns = " ".join(parts[name] or "" for name in ("noun", "noun2", "noun3") if name in parts).lower().split()
        if DOES.intersection(nouns) or (parts.get("bare") and not (marked or trusting)):
            continue
        found = [
            Sign(kind=k, where=where, value=value, position=at)
            for k, value in _said(kind, parts, clause, items, trusting=trusting)
        ]
        if found:
            yield from found
            return


def _said(
    kind: SignKind, parts: dict[str, str | None], clause: str, items: Items | None, *, trusting: bool
) -> Iterator[tuple[SignKind, Json]]:
    """Yield the kinds and numbers that a phrase comes to, if they can be true of this reply."""
    here = None if items is None else items.count
    trusting = trusting or items is _ANY
    shown = _shown(parts)
    more = parts.get("more") or parts.get("more2")
    match kind:
        case SignKind.TOTAL:
            total = _number(parts["total"])
            if shown is not None and not (0 < shown <= total):
                return
            if _UNITS.search(clause):
                if shown is not None and parts.get("show"):
                    yield (SignKind.TEXT, total) if shown < total else (SignKind.NO_MORE, total)
            elif shown is not None and (parts.get("show") or trusting or shown == here):
                yield SignKind.TOTAL, total
                yield SignKind.COUNT, shown
                if here is None and shown < total:
                    yield SignKind.TEXT, total
            elif shown is None and (trusting or (here is not None and total >= here)):
                yield SignKind.TOTAL, total
        case SignKind.COUNT if shown is not None and _TIMES.search(clause):
            return
        case SignKind.COUNT if shown is not None and (
            trusting or shown == here or (here is None and parts.get("show"))
        ):
            yield SignKind.COUNT, shown
            if parts.get("top") or parts.get("only"):
                yield SignKind.TEXT, shown
        case SignKind.REMAINING if more and _number(more) > 0:
            yield (SignKind.TEXT if _UNITS.search(clause) else SignKind.REMAINING), _number(more)
        case SignKind.LIMIT_APPLIED:
            cap = _number(parts["cap"]) if parts.get("cap") else None
            if cap is not None:
                yield kind, cap
            if cap is None or here is None or here >= cap or items is _ANY:
                yield SignKind.TEXT, cap
        case SignKind.TEXT:
            yield kind, None


def _shown(parts: dict[str, str | None]) -> int | None:
    if parts.get("first") and parts.get("last"):
        return _number(parts["last"]) - _number(parts["first"]) + 1
    return _number(parts["shown"]) if parts.get("shown") else None


def _number(digits: str | None) -> int:
    return int(re.sub(r"\D", "", digits or "0") or 0)
