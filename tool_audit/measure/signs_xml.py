"""The signs in XML around its repeated elements: attributes and small elements such as `<total>57</total>`."""

from collections.abc import Iterator
from typing import Final

from tool_audit import lazy_re
from tool_audit.measure.sign_words import kind_of
from tool_audit.model import ItemKind, Items, Sign

_EDGE: Final = 1_200
_PAIR: Final = lazy_re.compile(
    r"\s([A-Za-z_][\w:.-]*)=[\"']([^\"']{0,200})[\"']|<([A-Za-z_][\w:.-]*)>\s*([^<>]{0,200}?)\s*</"
)


def signs_in_markup(text: str, items: Items | None) -> Iterator[Sign]:
    """Yield the signs before the first and behind the last of the items; none where the text is no list in XML."""
    if items is None or items.kind is not ItemKind.XML or items.span is None:
        return
    start, end = items.span
    for begin, last in ((max(0, start - _EDGE), start), (end, min(len(text), end + _EDGE))):
        for pair in _PAIR.finditer(text, begin, last):
            name, value = pair.group(1) or pair.group(3), pair.group(2) if pair.group(1) else pair.group(4)
            found = kind_of(name, value)
            if found is not None:
                yield Sign(
                    kind=found[0], where=pair.group().strip()[:80], value=found[1], position=pair.start(), depth=1
                )
