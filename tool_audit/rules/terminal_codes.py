"""Flags terminal escape sequences: colours and cursor moves that a model reads as noise."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit import lazy_re
from tool_audit.model import Call, Confidence, Hit, Measurement, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._json_text import beginning, escapes_only, hands_over_files, json_texts
from tool_audit.rules._replies import worst_reply
from tool_audit.vocabulary import words_of

_SEQUENCE = r"(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\\]*(?:\x07|\\u0007|\\u001[bB]\\\\|\x1b\\)?|[()][0AB]|[=>78])"
_RAW = lazy_re.compile(rf"\x1b{_SEQUENCE}|\x9b[0-?]*[ -/]*[@-~]")
_ESCAPED = lazy_re.compile(rf"\\u001[bB]{_SEQUENCE}|\\u009[bB][0-?]*[ -/]*[@-~]")
_ON_PURPOSE = frozenset("ansi vt100 pty".split())


@dataclass(frozen=True)
class Options:
    sequences: int = 2


@tool_rule(group="F", severity=Severity.WARNING, confidence=Confidence.SEEN, options=Options)
def terminal_codes(run: ToolRun, options: Options) -> Iterator[Hit]:
    """Text holds ANSI escape sequences."""
    if hands_over_files(run.tool) or _ON_PURPOSE & set(words_of(f"{run.tool.name} {run.tool.description}")):
        return
    worst = worst_reply(run, _code_chars)
    if worst is None:
        return
    codes = _codes(worst.measurement)
    if len(codes) < options.sequences:
        return
    chars = len(beginning(worst.measurement.text))
    of = "" if chars == worst.measurement.chars else "the first "
    yield Hit(
        message=(
            f"{len(codes):,} terminal escape sequences (such as ESC{_visible(codes[0])}): {worst.waste:,} of"
            f" {of}{chars:,} characters are codes for a screen."
        ),
        calls=(worst.call,),
        advice="Turn colours off where no terminal reads (NO_COLOR=1, TERM=dumb, --no-color), or strip the codes.",
    )


def _code_chars(_run: ToolRun, _call: Call, measurement: Measurement) -> int:
    return sum(map(len, _codes(measurement)))


def _codes(measurement: Measurement) -> list[str]:
    r"""Return the sequences: raw, and as \u001b in JSON text, where a backslash-u can be nothing else."""
    text = beginning(measurement.text)
    found = _RAW.findall(text) if "\x1b" in text or "\x9b" in text else []
    for one in json_texts(measurement):
        if one.has_escapes and ("\\u001" in one.text or "\\u009" in one.text):
            found += _ESCAPED.findall(escapes_only(beginning(one.text)))
    return found


def _visible(code: str) -> str:
    return re.sub(r"^\\u00..", "", code, count=1).translate(dict.fromkeys((*range(32), *range(127, 160))))
