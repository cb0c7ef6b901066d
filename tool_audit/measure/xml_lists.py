"""The list in a text that is written as XML elements, well-formed or nearly so."""

import re
from collections import defaultdict
from typing import Final

from tool_audit.measure.identity import text_identity
from tool_audit.model import ItemKind, Items

_TAG: Final = re.compile(r"<(/?)([A-Za-z_][\w:.-]*)((?:\s[^<>]*)?)>")
_MAX_DEPTH: Final = 4
_MAJORITY: Final = 0.5
_HTML: Final = frozenset("a b body br center div em h1 h2 h3 h4 h5 h6 head html i img p picture span strong td".split())


def find_in_xml(text: str) -> Items | None:
    """Return the repeated elements (four deep at most) that most of the text is in; None for HTML."""
    spans: dict[str, list[tuple[int, int]]] = defaultdict(list)
    open_tags: list[tuple[str, int]] = []
    for tag in _TAG.finditer(text):
        closing, name, rest = tag.groups()
        if closing:
            while open_tags and open_tags[-1][0] != name:
                open_tags.pop()  # an element that was never closed
            if open_tags:
                _, start = open_tags.pop()
                _keep(spans, open_tags, name, (start, tag.end()))
        elif rest.endswith("/"):
            _keep(spans, open_tags, name, tag.span())
        else:
            open_tags.append((name, tag.start()))
    sizes = {path: sum(end - start for start, end in found) for path, found in spans.items() if len(found) > 1}
    path = max(sizes, key=lambda path: sizes[path], default="")
    if not path or sizes[path] < _MAJORITY * len(text) or _HTML.intersection(path.lower().split("/")):
        return None
    found = tuple(text_identity(text[start:end]) for start, end in spans[path])
    return Items(kind=ItemKind.XML, path=path, identities=found)


def _keep(
    spans: dict[str, list[tuple[int, int]]], open_tags: list[tuple[str, int]], name: str, span: tuple[int, int]
) -> None:
    if len(open_tags) < _MAX_DEPTH:
        spans["/".join((*(tag for tag, _ in open_tags), name))].append(span)
