"""The list in a text that is written as XML elements, well-formed or nearly so."""

import re
from collections import defaultdict
from typing import Final

from tool_audit.measure.identity import text_identity
from tool_audit.model import ItemKind, Items

_TAG: Final = re.compile(r"<(/?)([A-Za-z_][\w:.-]*)((?:\s[^<>]*)?)>")
_MAX_DEPTH: Final = 4


def find_in_xml(text: str) -> Items | None:
    """Return the repeated elements with most content (four deep at most); None for HTML, and where none is repeated."""
    spans: dict[str, list[tuple[int, int]]] = defaultdict(list)
    open_tags: list[tuple[str, int]] = []
    for tag in _TAG.finditer(text):
        closing, name, rest = tag.groups()
        if name.lower() == "html":
            return None
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
    repeated = {path: found for path, found in spans.items() if len(found) > 1}
    if not repeated:
        return None
    path = max(repeated, key=lambda path: sum(end - start for start, end in repeated[path]))
    found = tuple(text_identity(text[start:end]) for start, end in repeated[path])
    return Items(kind=ItemKind.XML, path=path, identities=found)


def _keep(
    spans: dict[str, list[tuple[int, int]]], open_tags: list[tuple[str, int]], name: str, span: tuple[int, int]
) -> None:
    if len(open_tags) < _MAX_DEPTH:
        spans["/".join((*(tag for tag, _ in open_tags), name))].append(span)
