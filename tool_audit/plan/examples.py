"""The examples that a description gives, in quotes or without, in many languages."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from tool_audit import lazy_re

_INTRODUCED: Final = lazy_re.compile(
    r"(?:(?<![^\W\d_])(?:e\.\s?g\.?,?|for (?:example|instance),?|such as|(?P<loose>like|etwa)|examples?:?|ex\.:?"
    r"|z\.\s?B\.|zum Beispiel|beispielsweise|Bsp\.:?|Beispiele?:|par exemple|p\.\s?ex\.|exemples?\s?:"
    r"|por ejemplo|(?:p\.\s?)?ej\.:?|ejemplos?:|por exemplo|p\.\s?e\.|exemplos?:|ad esempio|per esempio|p\.\s?es\."
    r"|esempio:|bijv\.|bijvoorbeeld|voorbeeld:|np\.|na przykład|t\.\s?ex\.|till exempel|örn\.|örneğin|ví dụ:?"
    r"|например|напр\.|пример:)"
    r"|예:|예시:|예를 들어|예\)|例:|例\uff1a|例えば|例如|比如|举例)[\s:\uff1a,\u3001\u300c]*",
    re.IGNORECASE,
)
_QUOTED: Final = lazy_re.compile(
    r"[(\s]*(?:\"([^\"\n]{1,80})\"|'([^'\n]{1,80})'|`([^`\n]{1,80})`|[\u201c\u201e]([^\u201c\u201d\n]{1,80})[\u201c\u201d]"
    r"|\u00ab([^\u00bb\n]{1,80})\u00bb|\u300c([^\u300d\n]{1,80})\u300d)"
)
_ENDS: Final = lazy_re.compile(
    r"[;\n)\]\u3001\u3002\uff0c\uff09]|,\s|\s(?:or|and|oder|und|ou|et|o|y|e|lub|или)\s|\.\s|[.,]?$"
)
_LONGEST: Final = 40
_MOST_WORDS: Final = 4
_FEW_WORDS: Final = 2
_FORMED: Final = lazy_re.compile(r"[\d_/@:#]|\w[.-]\w|[A-Z]")
_NO_VALUE: Final = frozenset(
    """
    a an the this that these those any all some its their your my when if to in on of for with from by at is are as it
    one value values text string number id name file path date time
    ein eine der die das den un une le la les des el los las una o os as um uma il lo gli een de het
    """.split()
)
_PER_TEXT: Final = 3


def examples_in(text: str, *, bare: bool) -> Iterator[str]:
    """Yield what a description gives as examples: the quoted ones, then if `bare` those that stand without quotes."""
    introduced = list(islice(_INTRODUCED.finditer(text), _PER_TEXT))
    for found in introduced:
        if (quoted := _QUOTED.match(text, found.end())) is not None:
            yield next(part for part in quoted.groups() if part is not None)
    for found in introduced:
        if bare and not found["loose"] and _QUOTED.match(text, found.end()) is None:
            yield from _unquoted(text[found.end() : found.end() + 2 * _LONGEST])


_CHOICE: Final = lazy_re.compile(
    r"(?<![\w.-])(-?\d{1,9})(?:\s*[,/\u3001]\s*-?\d{1,9})*,?\s*(?:\b(?:or|oder|ou|o|of|lub|eller)\b|или|または|或|또는)\s*-?\d"
)


def numbers_in(text: str) -> Iterator[str]:
    """Yield the first of the numbers among which a description lets choose: "3, 6 or 12"."""
    if (choice := _CHOICE.search(text)) is not None:
        yield choice.group(1)


def _unquoted(text: str) -> Iterator[str]:
    """Yield the words up to the next stop, where they are a value and no part of a sentence; of several, the first."""
    stop = _ENDS.search(text)
    whole = text[: stop.start()].strip(" \t\"'`*(") if stop is not None else ""
    words = whole.split()
    if not words or len(whole) > _LONGEST or words[0].lower() in _NO_VALUE:
        return
    if len(words) <= _FEW_WORDS or (len(words) <= _MOST_WORDS and _FORMED.search(whole)):
        yield whole
    if len(words) > 1 and _FORMED.search(words[0]):
        yield words[0]
