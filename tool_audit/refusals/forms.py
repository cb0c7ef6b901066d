"""Whether an error says what to send instead: by structure first (members, bounds, a type, a format), then by words."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from tool_audit import lazy_re
from tool_audit.model import Mistake
from tool_audit.refusals.mistakes import Wrong
from tool_audit.refusals.naming import names_argument, values_told
from tool_audit.schema import Argument

_TYPE_WORDS: Final = {
    "integer": r"integers?|ints?|int32|int64|i32|i64|u32|u64|usize|whole numbers?|long|ganzzahl\w*|ganze zahl"
    r"|entiers?"
    r"|enteros?|inteiros?|inter[oi]|цел\w+|정수|整数|整數|liczb\w+ całkowit\w+|tam ?say\w+|geheel getal|heltal",
    "number": r"numbers?|numeric|floats?|doubles?|decimals?|f64|zahl(?:en)?|numérique|nombres?|n[uú]meros?|numer[oi]"
    r"|числ\w+|숫자|数値|数字|數字|liczb\w+|say\u0131|getal",
    "boolean": r"booleans?|bool|true|false|boolesch\w*|wahrheitswert|booléen\w*|booleano|логическ\w+|불리언|참"
    r"|真偽値|布尔",
    "string": r"strings?|str|text|zeichenkette\w*|chaînes?|cadenas?|stringa|строк\w+|문자열|文字列|字符串|字串"
    r"|tekst\w*|metin",
    "array": r"arrays?|lists?|vec|slice|sequence|listen?|feld|tableau|listes?|lista|список|массив|배열|목록|配列"
    r"|リスト|数组|列表",
    "object": r"objects?|dict(?:ionary)?|maps?|struct|objekt|objet|objeto|oggetto|объект|객체|オブジェクト|对象",
}
_DATE_FORMS: Final = lazy_re.compile(
    r"YYYY|yyyy|%Y|ISO[ -]?8601|RFC[ -]?3339|isoformat|\bISO\b|JJJJ|TT\.MM|AAAA|ГГГГ|年月日|연도"
    r"|(?<!\d)\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])|\b1\.\.12\b|\b1 (?:to|and|-) 12\b|(?:month|day) (?:must|is out)"
    r"|\bmonth\b.{0,20}\brange\b|\bday\b.{0,20}\brange\b|\d+ (?:seconds|hours|days) ago|\bRFC\b",
)
_EXPECTS: Final = lazy_re.compile(
    r"\b(?:must|should|has to|have to|needs to|ought to|expect(?:ed|s|ing)?|require[sd]?|allowed|accepted"
    r"|accepts|permitted"
    r"|valid (?:values|options|choices|formats?|range|types?|members|ones)|one of|either|choose|options|choices|use"
    r"|between|at (?:least|most)|up to|minimum|maximum|max|min|not exceed|cannot exceed|greater than|less than"
    r"|no more"
    r"|positive|non-negative|format|e\.g|for example|example|such as|like|did you mean|instead|available|supported"
    r"|provide|specify|please (?:send|give|pass|use)|leave (?:it )?out|omit)\b"
    r"|>=|<=|\u2264|\u2265"
    r"|\b(?:muss|müssen|soll(?:te)?|darf|erlaubt\w*|erwartet\w*|mindestens|höchstens|zwischen|verwende\w*"
    r"|beispiel\w*|z\. ?b\."
    r"|doit|doivent|attendu\w*|autorisé\w*|permis\w*|entre|au (?:moins|plus)|par exemple|utilisez|debe\w*|esperad\w+"
    r"|permitid\w+|al menos|como máximo|por ejemplo|use|deve\w*|esperad\w+|pelo menos|no máximo|por exemplo"
    r"|devono|attes\w+|consentit\w+|almeno|tra \d|ad esempio|moet\w*|verwacht|toegestaan|musi|oczekiwano|dozwolon\w+"
    r"|должн\w+|ожида\w+|допустим\w+|разреш\w+|не (?:более|менее)|например|olmal\u0131\w*|beklenen|izin verilen)\b"
    r"|이어야|여야|해야|하세요|주세요|허용|예:|예시|이상|이하|사이|중 하나|가능한"
    r"|でなければ|してください|指定でき|使用でき|いずれか|以上|以下|必要|例[:\uff1a]|形式"
    r"|必须|必須|应为|應為|应该|允许|允許|可选|可用|之间|例如|格式|请使用|請使用|不能超过|不得",
    re.IGNORECASE,
)


def says_what_to_send(text: str, wrong: Wrong) -> bool:
    """Return whether an error tells the accepted form of what was wrong."""
    if wrong.mistake is Mistake.MISSING:
        return names_argument(text, wrong)
    if wrong.mistake is Mistake.UNKNOWN_KEY:
        return True  # what is not known is to be left out
    if wrong.argument is not None and _by_structure(text, wrong, wrong.argument):
        return True
    return bool(_EXPECTS.search(_without_sent(text, wrong)))


def names_a_tool(text: str, tools: Iterable[str]) -> bool:
    """Return whether an error names one of these tools, which gives what is accepted.

    A name that is a plain word must stand in quotes.
    """
    for name in tools:
        inner = re.escape(name)
        quoted = rf"[\"'`\u201c\u2018\u00ab]{inner}(?:\(\))?[\"'`\u201d\u2019\u00bb]"
        bare = inner if re.search(r"[._/-]|[a-z][A-Z]", name) else rf"{inner}\(\)|{quoted}"
        if name and re.search(rf"(?<![\w./-])(?:{bare})(?![\w/-])(?!\.\w)", text):
            return True
    return False


def _by_structure(text: str, wrong: Wrong, argument: Argument) -> bool:
    if argument.closed_set and values_told(text, argument.closed_set, wrong.value):
        return True
    if any(re.search(rf"(?<!\d)(?<!\d\.){number}(?!\d)(?!\.\d)", text) for number in _bounds(wrong, argument)):
        return True
    if wrong.mistake is Mistake.BAD_DATE:
        return bool(_DATE_FORMS.search(_without_sent(text, wrong)))
    if wrong.mistake in (Mistake.WRONG_TYPE, Mistake.NULL):
        return any(
            re.search(rf"(?<![A-Za-z])(?:{_TYPE_WORDS[kind]})(?![A-Za-z])", _without_sent(text, wrong), re.IGNORECASE)
            for kind in argument.types
            if kind in _TYPE_WORDS
        )
    pattern = argument.schema.get("pattern")
    return isinstance(pattern, str) and len(pattern) > 1 and pattern in text


def _bounds(wrong: Wrong, argument: Argument) -> Iterator[str]:
    """Yield the numbers that bound an argument, as an error may write them, but for the one that was sent."""
    schema: Mapping[str, Any] = argument.schema
    numbers = [argument.minimum, argument.maximum]
    numbers += [
        schema.get(key)
        for key in ("maxLength", "minLength", "maxItems", "minItems", "exclusiveMinimum", "exclusiveMaximum")
    ]
    for number in numbers:
        if isinstance(number, int | float) and not isinstance(number, bool) and number != wrong.value:
            whole = int(number) if float(number).is_integer() else number
            yield re.escape(str(whole))
            yield re.escape(f"{whole:,}")


def _without_sent(text: str, wrong: Wrong) -> str:
    """Return the text without the value that was sent and the argument's name, which may hold any word."""
    for part in (wrong.value, wrong.name):
        if isinstance(part, str) and part:
            text = text.replace(part, " ")
    return text
