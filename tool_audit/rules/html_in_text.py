"""Flags replies that are mostly HTML markup where the tool was asked for what stands between the tags."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit import lazy_re
from tool_audit.model import Call, Confidence, Hit, Measurement, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._json_text import beginning, hands_over_files
from tool_audit.rules._replies import worst_reply
from tool_audit.vocabulary import words_of

_ELEMENTS = """
    a abbr article aside audio b blockquote body br button center code col colgroup dd div dl dt em fieldset
    figcaption figure font footer form g h1 h2 h3 h4 h5 h6 head header hr html i iframe img input label legend li
    link main meta nav noscript ol option p path picture pre script section select small source span strong style
    sub summary sup svg table tbody td textarea tfoot th thead title tr tt u ul use video
"""
_TAG = lazy_re.compile(
    rf"</?(?:{'|'.join(_ELEMENTS.split())})(?=[\s/>])[^<>]*>|<!doctype[^<>]*>|&(?:[a-z]{{2,8}}|#\d{{1,6}});",
    re.IGNORECASE,
)
# XML can have a title or a source too; these it has not.
_HTML_ONLY = lazy_re.compile(
    r"<(?:!doctype html|(?:html|body|div|span|p|br|li|td|h[1-6]|img)[\s/>]|a\s[^<>]*href)", re.IGNORECASE
)
_UNSEEN = ("script", "style")  # what stands inside these is no text for a reader
_ON_PURPOSE = frozenset("html xhtml svg xml markup dom template templates jsx rss".split())
_RAW_PAGE = lazy_re.compile(
    r"\b(?:page|web|raw)[ _-]?source\b|\bsource of (?:the|a) page\b|\braw (?:page|content|body|response)\b"
)


@dataclass(frozen=True)
class Options:
    chars: int = 2_000
    share: float = 0.5


@tool_rule(group="F", severity=Severity.WARNING, confidence=Confidence.SEEN, options=Options)
def html_in_text(run: ToolRun, options: Options) -> Iterator[Hit]:
    """Markup makes half or more of the text."""
    if _is_about_markup(run):
        return

    def markup(_run: ToolRun, call: Call, measurement: Measurement) -> int:
        large = measurement.chars > options.chars and not _asked_for_markup(call)
        judged = beginning(measurement.text)
        chars = _markup_chars(judged) if large else 0
        return chars if chars >= options.share * len(judged) else 0

    worst = worst_reply(run, markup)
    if worst is not None:
        chars = len(beginning(worst.measurement.text))
        of = "" if chars == worst.measurement.chars else "the first "
        yield Hit(
            message=(
                f"{worst.waste:,} of {of}{chars:,} characters ({worst.waste / chars:.1%}) are HTML markup;"
                f" the text between the tags is {chars - worst.waste:,}."
            ),
            calls=(worst.call,),
            advice="Convert to plain text or Markdown on the server; give the markup only where it is asked for.",
        )


def _is_about_markup(run: ToolRun) -> bool:
    about = f"{run.tool.name} {run.tool.description}"
    return bool(hands_over_files(run.tool) or _ON_PURPOSE & set(words_of(about)) or _RAW_PAGE.search(about.lower()))


def _asked_for_markup(call: Call) -> bool:
    return any(
        isinstance(value, str) and (_ON_PURPOSE | {"raw"}) & set(words_of(value)) for value in call.arguments.values()
    )


def _markup_chars(text: str) -> int:
    if _HTML_ONLY.search(text) is None:
        return 0
    total = sum(map(len, _TAG.findall(text)))
    lower = text.lower()
    for element in _UNSEEN:
        for piece in lower.split(f"<{element}")[1:]:
            body = piece[piece.find(">") + 1 : max(piece.find(f"</{element}"), 0)]
            total += len(body) - sum(map(len, _TAG.findall(body)))
    return total
