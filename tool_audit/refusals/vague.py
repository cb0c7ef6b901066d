"""Errors that say nothing: neither which argument was wrong nor what was wrong about it."""

import re
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import Call, ToolRun
from tool_audit.refusals.mistakes import Wrong
from tool_audit.refusals.naming import names_argument, names_value
from tool_audit.refusals.traces import without_trace
from tool_audit.refusals.vague_words import ACCIDENTS, LABELS, TELLING_CODES, VAGUE, VAGUE_ELSEWHERE, VAGUE_UNSPACED
from tool_audit.schema import arguments_of
from tool_audit.vocabulary import words_of

_NO_WORDS: Final = lazy_re.compile(
    r"</?[a-zA-Z!][^<>]{0,200}>|https?://\S+|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b(?=\w*\d)[0-9a-f]{8,}\b|/[\w./-]+|\b\w+\.(?:py|js|ts|go|rs"
    r"|java|cs|php|rb)\b"
)
_UNSPACED: Final = lazy_re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_WORD: Final = lazy_re.compile(r"[^\W\d_]+")
_ENDINGS: Final = ("ing", "ed", "es", "s", "e")
_LONGEST: Final = 2_000
_FEW_LETTERS: Final = 2


def says_nothing(run: ToolRun, call: Call, text: str, wrong: Wrong | None) -> bool:
    """Return whether an error tells a model nothing of its call."""
    text = without_trace(text)[:_LONGEST]
    if wrong is not None and names_argument(_without_tool(run, text), wrong):
        return False
    if wrong is not None and names_value(text, wrong):
        return _only_echoes(_without_tool(run, text), str(wrong.value))
    rest = ACCIDENTS.sub(" ", _NO_WORDS.sub(" ", _without_tool(run, text)))
    names = {word for argument in arguments_of(run.tool) for word in words_of(argument.name)}
    known = {_stem(word) for word in words_of(run.tool.name)} - {_stem(name) for name in names}
    if any(code in TELLING_CODES for code in re.findall(r"\b\d{3}\b", rest)) or _tells_of_sent(call, rest):
        return False
    if len(_UNSPACED.findall(VAGUE_UNSPACED.sub("", rest))) >= _FEW_LETTERS:
        return False
    words = {word for found in _WORD.findall(_UNSPACED.sub(" ", rest)) for word in _parts(found) if len(word) > 1}
    return all(word in VAGUE or word in VAGUE_ELSEWHERE or _stem(word) in known for word in words)


def _only_echoes(text: str, value: str) -> bool:
    """Whether a text is what was sent in quotes, behind a label: so programs stumble over a key that is not there."""
    rest = re.sub(rf"([\"']){re.escape(value)}\1", " ", text)
    if rest == text:
        return False
    return not _UNSPACED.search(rest) and all(p in LABELS for found in _WORD.findall(rest) for p in _parts(found))


def _parts(word: str) -> list[str]:
    """Return a word in lower case; a name in camel case, such as TypeError or InvalidInput, as its parts."""
    return words_of(word) if word.isascii() else [word.lower()]


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) > 2:
            return word[: -len(ending)]
    return word


def _without_tool(run: ToolRun, text: str) -> str:
    return re.sub(rf"(?<![\w-]){re.escape(run.tool.name)}(?![\w-])", " ", text)


def _tells_of_sent(call: Call, text: str) -> bool:
    """Whether an error repeats a text that was sent."""
    return any(
        isinstance(value, str) and len(value) > _FEW_LETTERS and value in text for value in call.arguments.values()
    )
