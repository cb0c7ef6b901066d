"""The list in a text that is written as XML elements, well-formed or nearly so."""

from collections import defaultdict
from typing import Final

from tool_audit import lazy_re
from tool_audit.measure.identity import id_key, identities_by, text_identity
from tool_audit.model import ItemKind, Items

_TAG: Final = lazy_re.compile(r"<(/?)([A-Za-z_][\w:.-]*)((?:\s[^<>]*)?)>")
_ATTRIBUTE: Final = lazy_re.compile(r"\s([A-Za-z_][\w:.-]*)=[\"']([^\"'<>]{0,300})[\"']")
_CHILD: Final = lazy_re.compile(r"<([A-Za-z_][\w:.-]*)>([^<>]{0,300})</\1>")
_FIELDS_WITHIN: Final = 5_000
"""Characters."""
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
    parts = [text[start:end] for start, end in spans[path]]
    records = [_fields(part) for part in parts]
    key = id_key([records], own=True)
    found = tuple(map(text_identity, parts)) if key is None else identities_by(records, key)
    span = (spans[path][0][0], spans[path][-1][1])
    return Items(kind=ItemKind.XML, path=path, identities=found, records=records if key else parts, span=span)


def _fields(element: str) -> dict[str, str]:
    """Return an element's attributes and its small children."""
    opening = element[: element.find(">")]
    return dict(_ATTRIBUTE.findall(opening)) | dict(_CHILD.findall(element[:_FIELDS_WITHIN]))


def _keep(
    spans: dict[str, list[tuple[int, int]]], open_tags: list[tuple[str, int]], name: str, span: tuple[int, int]
) -> None:
    if len(open_tags) < _MAX_DEPTH:
        spans["/".join((*(tag for tag, _ in open_tags), name))].append(span)
