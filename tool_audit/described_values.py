"""The closed set of words that a description names, where a schema has none."""

# ruff: noqa: E501, RUF001 - lists of words, and other scripts have characters that look like ours

import re
from collections.abc import Sequence
from itertools import pairwise

from tool_audit import lazy_re

_QUOTED = lazy_re.compile(
    r"""["'`\u201c\u2018\u201e\u201a\u00ab\u300c](?:\s?)([^\W\d_][\w.-]{0,30})(?:\s?)["'`\u201d\u2019\u201c\u2018\u00bb\u300d]"""
)
_PATH = lazy_re.compile(r"\w\.[A-Za-z]")
OR = r"(?:or|oder|ou|o|u|ó|lub|albo|или|либо|of|veya|ya da|eller|или|або|nebo)"
_BETWEEN = lazy_re.compile(rf"[\s,;/|、，]*(?:\b(?:or|and|und|et|y|e|{OR})\b|または|又は|か|或者?|또는|혹은)?\s*")
_DEFINED = lazy_re.compile(
    r"\s*(?:\(|[:=\u2013\u2014-]|(?:to|for|returns?|gives?|means?|shows?|includes?|adds?|keeps?|lists?|is|omits?)\b"
    r"|\w+s\b(?! (?:field|column|table)))"
)
_ALTERNATIVES = lazy_re.compile(r"(?<![\w|/])(?<!\.\{)[a-z][\w-]{1,20}(?:\s?\|\s?[a-z][\w-]{1,20})+(?![\w|/])")
_WORD_LIST = (
    r"[a-z][\w-]*(?:\s*,\s*(?:or\s+|and\s+)?[a-z][\w-]*)+(?:,?\s+(?:or|and)\s+[a-z][\w-]*)?|[a-z][\w-]* or [a-z][\w-]*"
)
_ONE_OF = lazy_re.compile(
    r"(?:\b(?:(?:must be |can be )?(?:one of|either)|choose (?:from|between))(?: the following)?\s*:?"
    r"|\b(?:allowed|valid|possible|supported|available)?\s*(?:options?|values?|levels?|modes?|formats?)\s*(?:are\b|:))"
    rf"\s*({_WORD_LIST})(?=\s*(?:[.;()\[\n]|$|-\s|default))",
    re.IGNORECASE,
)
_WORD = r"[^\W\d_][\w-]{0,30}"
_LIST = rf"{_WORD}(?:\s*[,、，/]\s*(?:{OR}\s+)?{_WORD})+(?:,?\s+{OR}\s+{_WORD})?|{_WORD} {OR} {_WORD}"
_VALUES = (
    r"(?:(?:mögliche|erlaubte|zulässige|gültige) (?:werte|angaben)|valeurs? (?:possibles?|autorisées?|acceptées?|permises?|valides?)"
    r"|valores? (?:posibles?|permitidos?|válidos?|aceptados?|possíveis|aceitos?)|valori (?:possibili|ammessi|consentiti|validi)"
    r"|(?:możliwe|dozwolone|dopuszczalne) wartości|(?:toegestane|mogelijke|geldige) waarden|(?:tillåtna|möjliga|giltiga) värden"
    r"|(?:tilladte|mulige|gyldige|tillatte) (?:værdier|verdier)|(?:geçerli|olası|izin verilen) değerler|(?:допустимые|возможные|разрешённые) значения)"
    r"(?:\s+(?:sind|sont|son|são|sono|to|zijn|är))?"
    r"|(?:werte|valeurs|valores|opciones|opções|valori|opzioni|wartości|waarden|värden|değerler|значения|可选值|取值|有效值|選択肢|有効な値|허용 ?값|가능한 ?값|선택지)\s*(?=[:：])"
)
_ONE_OF_ELSEWHERE = lazy_re.compile(
    r"(?:(?<!\w)(?:(?:eine[rsm]?|eins) (?:von|aus)|entweder|wahlweise|l['\u2019]une? (?:de|des valeurs)|une? (?:de|parmi)|parmi|au choix"
    r"|un[ao] (?:de|entre|di|tra|fra)|uma? (?:de|dentre|entre)|a scelta tra|jed(?:en|na|no|ną|nym|nej) z|[eé][eé]n van|kies uit|e(?:n|tt?) a[vf]"
    rf"|şunlardan biri|од(?:ин|на|но|ну) из|{_VALUES}))\s*(?:(?:folgenden|los siguientes|las siguientes|następujących|de volgende|следующих)\s*)?[:：]?\s*({_LIST})"
    r"(?=\s*(?:[.;()\[\n。；（]|$|-\s|\bstandard|\bpar défaut|\bpor defecto|\bdomyślnie))",
    re.IGNORECASE,
)
_ENDS_A_LIST = lazy_re.compile(
    r"\s*(?:のいずれか|のどれか|のうち(?:の?一つ|1つ)|之一|中的一个|中的一個|중 ?하나|\b(?:değerlerinden )?biri\b)"
)
_AT_THE_END = lazy_re.compile(
    rf"(?<![\w-]){_WORD}(?:\s*[,、，/]\s*{_WORD})+(?:(?:\s*(?:または|或)\s*|,?\s+{OR}\s+){_WORD})?$"
)
_TOPIC = lazy_re.compile(r"^.+は(?=.)")
_LONGEST_LIST = 200
_BARE = lazy_re.compile(rf"\W*((?:{_WORD}\s*,\s*)*{_WORD},?\s+{OR}\s+{_WORD})\W*", re.IGNORECASE)
_SPLIT = re.compile(rf"\s*[,、，/]\s*(?:{OR}\s+)?|\s+{OR}\s+|\s*(?:または|或)\s*", re.IGNORECASE)
_CHOICES = frozenset(
    """
    type typ tipo kind art sorte rodzaj soort тип вид tür 種類 类型 種別 종류 유형 class klasse clase classe klasa klass класс category kategorie categoría categoria
    catégorie kategoria categorie kategori категория 类别 分类 カテゴリ 카테고리 분류 status state zustand état etat estado stato stan статус durum 状态 状態 상태 mode modus
    modo tryb режим level stufe nivel niveau livello nível poziom уровень unit units einheit unidad unité unità unidade jednostka eenheid enhet birim 単位 单位 단위
    direction richtung dirección sens direzione direção kierunek order reihenfolge orden ordre ordine ordem kolejność priority priorität prioridad priorité priorità prioridade priorytet
    """.split()
)
"""Names of what is chosen: an argument of another name may be a text, and "name, title or author" what it may hold."""
_NOT_VALUES = {"default", "or", "and", "the", "a", "an", "if", "omitted", "none", "null", "true", "false"}
_EXAMPLES = lazy_re.compile(r"\b(?:e\.g\.?|for example|for instance|such as|like|examples?|etc)\b", re.IGNORECASE)
_EXAMPLES_ELSEWHERE = lazy_re.compile(
    r"\bz\.\s?b\.|\bzum beispiel|\bbeispiel|\betwa\b|\busw\b|\bpar exemple|\bp\.\s?(?:ex|ej)\b|\btel(?:le)?s? que|\bcomme\b|\bpor e[jx]emplo|\bejemplos?\b|\bexemplos?\b|\bcomo\b"
    r"|\b(?:per|ad) esempio|\bes\.\s|\becc\b|\bcome\s+(?:[\"'\u00ab\u201c]|ad\b)|\bnp\.|\bna przykład|\bitp\b|\bitd\b|\bbijv\b|\bbijvoorbeeld|\bzoals\b|\benz\b|\bt\.\s?ex\b|\btill exempel|\bf\.\s?eks"
    r"|\bнапример|\bи т\.\s?[дп]|\börn(?:eğin|\.)|\bgibi\b|\bvb\.|例|など|等(?![级級于於])|예\s?[:)]|예를|예시|같은",
    re.IGNORECASE,
)


def described_values(description: str, words: Sequence[str] = (), about: str = "") -> tuple[str, ...]:
    """Return the closed set of words that a description names, or () where it names none or only gives examples.

    A set is two to eight words: `a|b|c`, "one of: a, b, c", quoted in a row, or quoted and explained each
    ('"standard" (default) ..., "minimal" returns ...'); "one of" and "or" in any language. `words` are the argument's name
    and `about` is its tool's description: they tell where "open, closed or merged" is all that is said.
    """
    if _EXAMPLES.search(description):
        return ()
    if found := _ALTERNATIVES.search(description):
        return _closed(re.split(r"\s?\|\s?", found.group()))
    if found := _ONE_OF.search(description):
        return _closed(re.split(r"\s*,\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+", found.group(1)))
    if _EXAMPLES_ELSEWHERE.search(description):
        return ()
    if found := _ONE_OF_ELSEWHERE.search(description):
        return _closed(_SPLIT.split(found.group(1)))
    if end := _ENDS_A_LIST.search(description):
        before = _AT_THE_END.search(description[max(0, end.start() - _LONGEST_LIST) : end.start()])
        return _closed(_SPLIT.split(_TOPIC.sub("", before.group()))) if before else ()
    return _closed(_quoted(description)) or _bare(description, words, about)


def _bare(description: str, words: Sequence[str], about: str) -> tuple[str, ...]:
    """Return what a description lists that says nothing else, where it is of a choice or the tool's lists it again."""
    found = _BARE.fullmatch(description)
    if found is None or not words:
        return ()
    values = _SPLIT.split(found.group(1))
    again = re.compile(r"\W+(?:\w{1,5}\W+)?".join(map(re.escape, values)), re.IGNORECASE)
    chosen = _CHOICES & {words[0], words[-1]}
    return _closed(values) if chosen or again.search(about) else ()


def _quoted(description: str) -> list[str]:
    quotes = list(_QUOTED.finditer(description))
    if any(_PATH.search(quote.group(1)) for quote in quotes):
        return []  # files and names of a system are examples of more
    in_a_row = all(_BETWEEN.fullmatch(description, one.end(), other.start()) for one, other in pairwise(quotes))
    explained = [_enclosed(quote) or bool(_DEFINED.match(description, quote.end())) for quote in quotes]
    return [quote.group(1) for quote in quotes] if in_a_row or sum(explained) >= len(quotes) - 1 else []


def _enclosed(quote: re.Match[str]) -> bool:
    """Return whether a quoted word stands in parentheses of its own, behind what it means."""
    return quote.string[: quote.start()].endswith("(") and quote.string.startswith(")", quote.end())


def _closed(words: list[str]) -> tuple[str, ...]:
    unique = tuple(dict.fromkeys(word.strip() for word in words if word and word.lower() not in _NOT_VALUES))
    return unique if 2 <= len(unique) <= 8 else ()
