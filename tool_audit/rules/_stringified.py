"""Tells a text that is an object's name or repr from a text that merely speaks of one."""

import ast
import re
import warnings
from collections.abc import Mapping

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Json
from tool_audit.rules._json_text import beginning, escapes_only, parse

_JS = r"\[object [A-Z]\w*\]"
_ADDRESS = r"<[^<>\"\n]{1,200}(?: at |:)0x[0-9a-fA-F]{6,16}>"
_NAME = rf"(?:{_JS}|{_ADDRESS})"
_ONLY_NAMES = lazy_re.compile(rf"[\[(]?\s*{_NAME}(?:[\s,;|]+{_NAME})*\s*[\])]?")
_ONLY_UNDEFINED = lazy_re.compile(r"undefined(?:[\s,]+undefined)*")
_JSON_STRING = lazy_re.compile(rf'"(?:{_NAME}(?:,\s*)?)+"')
# A bullet or a field of a text made by a template: nothing else stands on its line.
_FIELD = lazy_re.compile(
    rf"^[ \t]*(?:[-*\u2022][ \t]+|\d+[.)][ \t]+)?(?:[\w .()*-]{{1,40}}[:=]\**[ \t]*)?{_NAME}[ \t]*$", re.MULTILINE
)
# A line of a list or a row of a table in which a value follows an arrow or a bar: as prose may, it must come again.
_CELL = lazy_re.compile(
    rf"^[ \t]*[^\n\[<]{{1,60}}(?:->|=>|\u2192|\||\t)[ \t]*{_NAME}[ \t]*(?:\|[^\n]*)?$", re.MULTILINE
)
_BULLET = lazy_re.compile(r"(?:[-*\u2022]|\d{1,4}[.)])[ \t]+")
_OTHER = lazy_re.compile(r"(?:[a-z]\w*\.)+[A-Z][\w$]*@[0-9a-f]{5,8}|System\.[\w.]+`\d\[[\w.,\[\] ]*\]")
_INSTANCE = lazy_re.compile(
    r"\[?(?:\w{1,60}\.){0,6}[A-Z]\w{0,80}\(\w+=(?:['\"\[{(<\d-]|None|True|False|[A-Za-z_.]+\().*\)\]?"
)
_LABEL = lazy_re.compile(r"[^\n{}\[\]()<>'\"`]{1,80}:\s+(?=[\[({A-Z])")
_DICT = lazy_re.compile(r"[\[(]*\{\s*'[^'\n]{1,200}'\s*:\s")
_OF_PYTHON = lazy_re.compile(r"'|\bNone\b|\bTrue\b|\bFalse\b")
_CLOSER = {"[": "]", "(": ")", "{": "}"}
_MOST_EVALUATED = 200_000  # characters: Python's own reader is slow, and the beginning tells as much
_MOST_LINES = 20


def stringified(text: str, value: Json) -> str:
    """Say in a sentence what became of the object; empty where the text (whose JSON value is given) is none of this."""
    name = _name_in(text, is_json=value is not ABSENT)
    if name:
        return f"The text has {name} where the data should be."
    if isinstance(value, Mapping) and len(value) == 1 and isinstance(inner := next(iter(value.values())), str):
        text = inner.strip()
    elif value is not ABSENT:
        return ""
    label = _LABEL.match(text)
    body = text[label.end() :] if label else text
    if _is_repr(text) or _is_repr(body) or _lines_are_reprs(text):
        return (
            f"The data are written as a Python repr, which is no JSON: {(text if _is_repr(text) else body)[:40]!r}..."
        )
    if value is ABSENT and (bullet := _bulleted_repr(text)):
        return f"Items are written as Python reprs, which are no JSON: {bullet[:40]!r}..."
    return ""


def _bulleted_repr(text: str) -> str:
    """Return the first of several bullets that are each a dict as repr() writes it, where most bullets are."""
    lines = [line.strip() for line in text[:_MOST_EVALUATED].splitlines()]
    bullets = [line[found.end() :] for line in lines if (found := _BULLET.match(line))][:_MOST_LINES]
    dicts = [bullet for bullet in bullets if _DICT.match(bullet) and _is_repr(bullet)]
    return dicts[0] if len(dicts) > 1 and 2 * len(dicts) > len(bullets) else ""


def _name_in(text: str, *, is_json: bool) -> str:
    """Return the name that stands in the place of a value, such as [object Object]."""
    if _ONLY_UNDEFINED.fullmatch(text):
        return "nothing but undefined"
    if len(text) < 1_000 and _OTHER.fullmatch(text):
        return text[:80]
    if "[object " not in text and "0x" not in text:
        return ""
    if is_json:
        found = list(_JSON_STRING.finditer(escapes_only(beginning(text))))
    else:
        found = [match] if (match := _ONLY_NAMES.fullmatch(text)) else list(_FIELD.finditer(beginning(text)))
        cells = list(_CELL.finditer(beginning(text)))
        found = found or (cells if len(cells) > 1 else [])
    if not found:
        return ""
    names = [name for match in found for name in re.findall(_NAME, match[0])]
    return names[0][:80] if len(names) == 1 else f"{names[0][:80]} and its like {len(names):,} times"


def _lines_are_reprs(text: str) -> bool:
    """Whether a text of several lines is one repr a line, each behind a label or bare."""
    lines = [line for line in text[:_MOST_EVALUATED].splitlines() if line.strip()][:_MOST_LINES]
    return len(lines) > 1 and all(_is_repr(_LABEL.sub("", line.strip(), count=1)) for line in lines)


def _is_repr(text: str) -> bool:
    """Whether the whole text is a Python container or instance as repr() writes it, and no JSON."""
    if _INSTANCE.fullmatch(text):
        return True
    if not text or text[-1] != _CLOSER.get(text[0]):
        return False
    if len(text) > _MOST_EVALUATED or not _evaluates(text):
        return bool(_DICT.match(text)) and "\n" not in text
    return True


def _evaluates(text: str) -> bool:
    """Whether Python's own reader takes the text for a container, and JSON's does not."""
    if not _OF_PYTHON.search(text) or parse(text) is not ABSENT:
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what the text escapes badly is not our fault
            return isinstance(ast.literal_eval(text), dict | list | tuple | set)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False
