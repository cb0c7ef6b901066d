"""Stack traces, told by the structure of their frames: no single path, line number or word makes one."""

import re
from dataclasses import dataclass
from typing import Final

from tool_audit import lazy_re

_LOOKED_AT: Final = 200_000
_LEAST_FRAMES: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """A stack trace in a text: whose it is, and how many frames it has."""

    language: str
    frames: int


_START: Final = r"^[\s\"',|>\[]*"
_FRAMES: Final = {
    "Python": rf"{_START}File \"[^\"\n]+\", line \d+",
    "Java": rf"{_START}at (?:[\w.$/@-]+/)?[\w$]+(?:\.[\w$<>]+)+\((?:[\w$-]+\.(?:java|kt|scala|groovy|clj)(?::\d+)?"
    r"|Native Method|Unknown Source|<generated>)\)",
    "JavaScript": r"\bat (?:(?:async |new )?[^\n()]{1,120} \((?:[^\n()]+:\d+:\d+|native|<anonymous>|node:[^\n()]+)\)"
    r"|(?:async )?(?:file://|node:|/|[A-Za-z]:\\|https?://|webpack)[^\s()]+:\d+:\d+)",
    "C#": rf"{_START}at [\w.`<>+\[\],]+(?:\.[\w.`<>|+\[\],]+)+\([^\n]*?\)(?: in [^\n]+:line \d+)?[\s\"',]*$",
    "Go": rf"{_START}(?:/|[A-Za-z]:)[^\s:]+\.go:\d+(?: \+0x[0-9a-f]+)",
    "Rust": rf"{_START}at (?:\./|/|[A-Za-z]:\\)?[^\s:]+\.rs:\d+(?::\d+)?",
    "PHP": rf"{_START}#\d+ (?:[^\n]+\.php\(\d+\)|\[internal function\]|\{{main\}})",
    "Ruby": rf"{_START}(?:from |\d+: from )?[^\s:]+\.(?:rb|erb|rake|ru):\d+:in [`'\"]",
    "Dart": rf"{_START}#\d+\s+[^\n]+ \((?:package|file|dart):[^\n)]+:\d+(?::\d+)?\)",
    "Elixir": rf"{_START}(?:\(\w+ [\d.]+[\w.-]*\) )?\S+\.exs?:\d+: [\w.]+",
}
_HEADERS: Final = {
    "Python": r"Traceback \(most recent call last\)",
    "Java": r"(?:Exception in thread|Caused by:|^[\w.$]+(?:Exception|Error)\b)",
    "JavaScript": r"\b(?:[A-Z]\w*)?Error\b",
    "C#": r"(?:Unhandled exception|\bSystem\.[\w.]*Exception\b|--- End of (?:inner exception )?stack trace)",
    "Go": r"goroutine \d+ \[|^panic: ",
    "Rust": r"panicked at |stack backtrace:",
    "PHP": r"Stack trace:|PHP (?:Fatal|Warning)|Fatal error:",
    "Ruby": r"\([A-Z]\w*(?:Error|Exception)?\)",
    "Dart": r"Unhandled exception|Exception:",
    "Elixir": r"\*\* \(\w+",
}
_IN_THE_HEADER: Final = lazy_re.compile(r"panicked at '?[^\n]*?[\w/\\.-]+\.rs:\d+:\d+")
"""A Rust panic names its one frame in its header."""


def find_trace(text: str) -> Trace | None:
    """Return the stack trace in a text: two frames, or one under its header; None where there is none."""
    shown = text[:_LOOKED_AT].replace("\\r", "").replace("\\n", "\n").replace("\\t", "\t").replace('\\"', '"')
    best: Trace | None = None
    for language, frame in _FRAMES.items():
        frames = len(re.findall(frame, shown, re.MULTILINE))
        enough = frames >= _LEAST_FRAMES or (frames and re.search(_HEADERS[language], shown, re.MULTILINE))
        if enough and (best is None or frames > best.frames):
            best = Trace(language=language, frames=frames)
    if best is None and _IN_THE_HEADER.search(shown):
        return Trace(language="Rust", frames=1)
    return best


def without_trace(text: str) -> str:
    """Return a text without the frames of a trace, the source lines below them and Python's header."""
    if find_trace(text) is None:
        return text
    kept = []
    for line in text.replace("\\n", "\n").splitlines():
        below = line.startswith(("    ", "Traceback (most recent"))
        if not below and not any(re.search(frame, line) for frame in _FRAMES.values()):
            kept.append(line)
    return "\n".join(kept)
