"""How descriptions state a default: what stands before or behind the value, in several languages."""

import re
from collections.abc import Iterator
from typing import Final

from tool_audit import lazy_re

BEFORE: Final = lazy_re.compile(
    r"\bdefault(?:s|ed|ing)?\b(?!\s+(?:limit|size)s? (?:of|on) )"
    r"|\b(?:if|when|where) (?:it is )?(?:omitted|unset|absent|missing|left (?:out|empty)"
    r"|not (?:given|set|specified|provided))"
    r"|\bomit for"
    # Korean, Japanese, Chinese
    r"|(?:기본|디폴트)\s?(?:값|설정|적으로)?(?:은|는|이|가|으로|로)?"
    r"|(?:생략|미지정|지정하지 않으면|입력하지 않으면)(?:하면|\s?시|할 경우|하는 경우)?(?:에는|엔|는)?"
    r"|(?:既定|デフォルト|初期)値?(?:は|が|で|では)?"
    r"|(?:省略|未指定|指定しない)(?:した)?(?:時|場合)(?:は|に|には)?"
    r"|(?:默认|預設|默認|预设|缺省)值?(?:为|是|為|返回|使用)?"
    r"|(?:省略|不填|未指定|不指定|不传)(?:时|時|则|則)?(?:为|為|使用|返回)?"
    # German and its kin; "standard" alone is a word of English, too
    r"|\b(?:Voreinstellung|Vorgabe(?:wert)?|Standardwert|standardm(?:ä|ae)(?:ß|ss)ig|standaardwaarde|standardv(?:erdi|ärde)"
    r"|förvalt|varsay\u0131lan|výchozí|domyśln(?:ie|a|y|e)|mặc định|за замовчуванням|по умолчанию|ohne Angabe)\b"
    r"|\b(?:Standard|standaard|padrão)(?=\s*[:=]|\s(?:ist|is|är|er|é)\s)|(?<=\()(?:Standard|standaard|padrão)\b"
    # French, Spanish, Portuguese, Italian
    r"|\bpar défaut\b|\bdéfaut(?=\s*[:=])|\bpor (?:defecto|omisión|padrão)\b|\bvalor padrão\b"
    r"|\b(?:predeterminad|predefinid|predefinit)[oa]\b|\bper impostazione predefinita\b",
    re.IGNORECASE,
)
"""What stands before the value; a link such as "is" or ":" may come between."""

_AFTER: Final = lazy_re.compile(
    r"\s?(?:[(\[]|[,\u2013\u2014-]\s)\s?(?:the )?default(?=\s*[)\],;.]|\s*$)"
    r"|\s(?:is|as|are) (?:used )?(?:by |the |\w+ by )(?:\w+ )?default\b(?! (?:is|to|of)\b)"
    r"|(?:\s\w+){0,2}?\s(?:by|per) default\b"
    r"|(?:\s\w+)?\s?\(?(?:par défaut|por defecto|por padrão|por omisión|predefinito|по умолчанию"
    r"|standardmäßig|Standard\))(?!\s*[:=]?\s*\d)"
    r"|\s?(?:개|건)?(?:이|가)?\s?\(?(?:기본|디폴트)(?!\w{0,3}\s?[:\uff1a]?\s?\d)"
    r"|\s?(?:件|個)?(?:は|が)?\s?\(?(?:既定|デフォルト)(?!\w{0,3}\s?[:\uff1a]?\s?\d)"
    r"|\s?(?:条|个|個)?(?:为|為|是)?\s?[\uff08(]?(?:默认|預設)(?!\w{0,3}\s?[:\uff1a]?\s?\d)",
    re.IGNORECASE,
)
_TOKEN: Final = lazy_re.compile(
    r"(?:[\s:=(,\[\u2192\uff1a\uff08]|->|[\u2013\u2014-]\s)*"
    r"(?:[\"'`\u201c\u2018\u300c](?P<quoted>[^\"'`\n\u201d\u300d]{1,40})[\"'`\u201d\u2019\u300d]"
    r"|(?P<number>-?\d[\d,_]*(?<![,_])(?:\.\d+)?)(?![\w-]*[\d]|\s?%|\s?[kmg]i?b?\b)"
    r"|(?P<word>[^\W\d][\w.+-]*\b))",
    re.IGNORECASE,
)
_LINKS: Final = frozenset(
    """
    value values setting settings is are to of as at set being uses use using returns return shows show lists gives
    the first up it will be most only mode level
    ist sind auf gilt es är er je là wynosi hodnota est sont à son é è de di la le el il wert wartość
    """.split()
)
_MOST_LINKS: Final = 5

TRUE: Final = frozenset("true on yes enabled 예 참 はい 真 是 ja oui sí vrai wahr да".split())
FALSE: Final = frozenset("false off no disabled 아니오 거짓 いいえ 偽 否 假 nein non faux falsch нет".split())
NUMBERS: Final = {
    word: number
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
} | {"twenty": 20, "fifty": 50, "hundred": 100}

OF_THE_LIST: Final = lazy_re.compile(
    r"\b(?:returns?|shows?|lists?|gives?|fetches) (?:(?:only|up to|at most|the|first|last|top|latest|most recent) )*"
    r"(\d[\d,]*) (?:\w+ ){0,3}by default\b",
    re.IGNORECASE,
)
"""A tool's description that speaks of its list and not of an argument: "Returns 20 notes by default"."""


def candidates(text: str, own_words: frozenset[str]) -> Iterator[list[tuple[str, bool]]]:
    """Yield for each place that speaks of a default the (value, quoted) that may be meant, the likeliest first.

    `own_words` are the words of the argument's name: "default page size 20" is about no other argument.
    """
    for place in BEFORE.finditer(text):
        yield list(_tokens(text, place.end(), own_words))
    for token in _TOKEN.finditer(text):
        if _AFTER.match(text, token.end()):
            yield [_value(token)]


def _tokens(text: str, position: int, own_words: frozenset[str]) -> Iterator[tuple[str, bool]]:
    for _ in range(_MOST_LINKS):
        token = _TOKEN.match(text, position)
        if token is None:
            return
        value, quoted = _value(token)
        yield value, quoted
        if quoted or token["number"] or not ({value.lower()} <= _LINKS | own_words):
            return
        position = token.end()


def _value(token: re.Match[str]) -> tuple[str, bool]:
    quoted = token["quoted"]
    return (quoted.strip(), True) if quoted is not None else (token["number"] or token["word"], False)
