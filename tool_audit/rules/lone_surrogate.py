"""Flags text that is not Unicode: half a surrogate pair, or the marks that a failed decode leaves."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit import lazy_re
from tool_audit.measure.payload import compact
from tool_audit.model import ABSENT, Confidence, Hit, Measurement, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._json_text import beginning, escapes_only, hands_over_files, is_file_text, json_texts
from tool_audit.rules._replies import distinct_replies

_HALF = lazy_re.compile(
    r"\\u[dD](?:[89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD])[c-fC-F][0-9a-fA-F]{2})"
)
_MARK = "\ufffd"
_ESCAPED_MARK = lazy_re.compile(r"\\u[fF]{3}[dD]")
# A mark between spaces or quotes can be data about Unicode; inside a word, doubled, or at a cut it is not.
_IN_A_WORD = lazy_re.compile(f"(?<=\\w){_MARK}|{_MARK}(?=[\\w{_MARK}])")
_AT_A_CUT = lazy_re.compile(f'(?<=\\w){_MARK}+(?:"|\\s*(?:\\.\\.\\.|\u2026|\\[))|{_MARK}\\s*\\Z')


@dataclass(frozen=True)
class Options:
    replacements: int = 3


@tool_rule(group="F", severity=Severity.ERROR, confidence=Confidence.SEEN, options=Options)
def lone_surrogate(run: ToolRun, options: Options) -> Iterator[Hit]:
    """Text holds a lone surrogate, or the U+FFFD marks of a bad decode."""
    for call, measurement in distinct_replies(run):
        seen = _surrogate(run, measurement) or _marks(run, measurement, options)
        if seen:
            yield Hit(
                message=seen,
                calls=(call,),
                advice="Cut text between characters, never inside one, and decode bytes by the encoding they are in.",
            )
            return


def _surrogate(run: ToolRun, measurement: Measurement) -> str:
    structured = "" if measurement.structured is ABSENT else compact(measurement.structured)
    for where, text in (("the text", "\n".join(measurement.blocks)), ("structuredContent", structured)):
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as odd:
            return _half(f"U+{ord(text[odd.start]):04X}", odd.start, where)
    for found in json_texts(measurement):
        if not found.has_escapes or is_file_text(run.tool, found.value):
            continue
        if "\\ud" in found.text or "\\uD" in found.text:
            match = _HALF.search(escapes_only(found.text))
            if match is not None:
                return _half(f"U+{match[0][2:].upper()}, escaped,", match.start(), "the JSON text")
    return ""


def _half(character: str, at: int, where: str) -> str:
    return (
        f"Half a surrogate pair ({character} at character {at:,} of {where}): it is no character,"
        " UTF-8 cannot carry it, and some clients refuse every later request that holds it."
    )


def _marks(run: ToolRun, measurement: Measurement, options: Options) -> str:
    parts = ["\n".join(measurement.blocks)] if _MARK in measurement.text else []
    parts += [
        _ESCAPED_MARK.sub(_MARK, escapes_only(found.text))
        for found in json_texts(measurement)
        if not parts and found.has_escapes and ("\\uff" in found.text or "\\uFF" in found.text)
    ]
    for text in parts:
        marks = len(_IN_A_WORD.findall(beginning(text)))
        if marks >= options.replacements and hands_over_files(run.tool):
            continue  # a picture that was asked for as text: what it looks like is the caller's doing
        if marks >= options.replacements:
            return (
                f"U+FFFD stands {text.count(_MARK):,} times, inside words or in a row:"
                " bytes were decoded by an encoding that is not theirs."
            )
        cut = _AT_A_CUT.search(text)
        if cut is not None:
            return (
                f"U+FFFD stands where the text was cut (character {cut.start():,}): the cut went through a character."
            )
    return ""
