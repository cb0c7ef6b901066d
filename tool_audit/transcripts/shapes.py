"""The shape of an error's text: what stays the same whichever thing it speaks of, and holds no value of a call."""

import re
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Final

from tool_audit import lazy_re
from tool_audit.measure.payload import parse
from tool_audit.model import ABSENT, Json
from tool_audit.refusals.texts import says_absent
from tool_audit.transcripts.names import is_name

_READ: Final = 600
"""Characters of a text that are read."""
_LONGEST: Final = 120
_SHORTEST: Final = 3
_LONGEST_JSON: Final = 20_000
_MESSAGES: Final = "message msg errormessage errormsg errordescription error detail reason title".split()
_MOST_VALUES: Final = 200
_REPLACED: Final = (
    (lazy_re.compile(r"\b[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE), "URL"),
    (lazy_re.compile(r"\b[\w.+-]+@[\w-]+\.[\w.-]+"), "ADDRESS"),
    (lazy_re.compile(r"\"[^\"\n]*\"|(?<!\w)'[^'\n]+'(?!\w)|`[^`\n]*`|“[^”\n]*”|«[^»\n]*»|「[^」\n]*」"), "'...'"),
    (lazy_re.compile(r"(?:[A-Za-z]:)?(?:[\w.~-]*[/\\])+[\w.~-]+"), "PATH"),
    (lazy_re.compile(r"\b(?=[\w-]*\d)[\w-]{8,}\b"), "ID"),
    (lazy_re.compile(r"\d+(?:[.,:]\d+)*"), "N"),
    (lazy_re.compile(r"\b\S{40,}"), "..."),
    (lazy_re.compile(r"\s+"), " "),
)

_ABSENT: Final = lazy_re.compile(
    r"not[ _-]?found|\bfound no\b|\bno such\b"
    r"|\b(?:could not|couldn't|cannot|can't|unable to) (?:find|locate|be found)\b"
    r"|\b(?:do|does|did)(?: not|n't) exist|\bnon-?existent\b|\bno (?:\S+ ){1,6}(?:exists?|found|matche[sd]|available)\b"
    r"|\bno (?:match|matches|matching|results?|records?|entries|data|rows?)\b|\b404\b|\b410 gone\b"
    r"|\bnothing (?:to|found|matche[sd])\b|\balready exists\b",
    re.IGNORECASE,
)


def tells_absence(text: str) -> bool:
    """Whether an error says what is, and not what was wrong with the call: a thing is not there, or there already."""
    return _ABSENT.search(text[:_READ]) is not None or says_absent(text[:_READ])


def shape_of(text: str, arguments: Mapping[str, Json] | None = None) -> str:
    """Return the first line that says something, without values: the call's, quotes, URLs, paths, ids, numbers."""
    text = _message(text)
    line = next((line for line in text[:_READ].splitlines() if any(map(str.isalpha, line))), "")
    for value in sorted(set(_texts(arguments or {})), key=len, reverse=True):
        if value.lower() in line.lower():
            line = re.sub(re.escape(value), "...", line, flags=re.IGNORECASE)
    for pattern, instead in _REPLACED:
        line = pattern.sub(instead, line)
    line = line.strip()
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."


def _message(text: str) -> str:
    """Return what an error that is JSON says in words; any other text as it is."""
    document = parse(text) if len(text) <= _LONGEST_JSON else ABSENT
    if document is ABSENT:
        return text
    waiting: deque[Json] = deque([document])
    for _ in range(_MOST_VALUES):
        if not waiting:
            break
        node = waiting.popleft()
        members = node if isinstance(node, Mapping) else {}
        told = {str(name).lower().replace("_", ""): value for name, value in members.items()}
        for name in _MESSAGES:
            if isinstance(value := told.get(name), str) and any(map(str.isalpha, value)):
                return value
        waiting.extend(members.values() if members else node[:_MOST_VALUES] if isinstance(node, list) else ())
    return text


def _texts(value: Json) -> Iterator[str]:
    """Yield the texts that a value holds, but for those that are too short to tell anything."""
    stack = [value]
    for _ in range(_MOST_VALUES):
        if not stack:
            return
        match stack.pop():
            case str() as text if _SHORTEST <= len(text) <= _READ:
                yield text
            case Mapping() as members:
                stack.extend(members.values())
                stack.extend(key for key in members if not is_name(key))
            case list() as entries:
                stack.extend(entries)
