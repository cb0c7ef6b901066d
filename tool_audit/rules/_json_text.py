"""The JSON among a reply's text blocks, and whether it is the server's own or a file that it hands over."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Json, Measurement, ToolSpec
from tool_audit.schema import arguments_of
from tool_audit.vocabulary import words_of

_CLOSER = {"{": "}", "[": "]", '"': '"'}
_EDGES = "\ufeff \t\r\n"
_STRING = lazy_re.compile('"[^"]*"')
_MOST_BLOCKS = 200
_MOST_SEARCHED = 2_000_000
_READS = frozenset("read cat view".split())
_GETS = frozenset("read cat view get show load open fetch download".split())
_FILES = frozenset("file files blob contents snippet script code".split())
_ABOUT_FILES = frozenset("info list search find metadata tree stat stats outline summary names".split())
_PATHS = frozenset("path paths file files filename filepath uri".split())
_WRAPPER_KEYS = frozenset("content contents text path file file_path filename".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonText:
    """A text that is JSON (an object, an array or a quoted string) and its value."""

    text: str = field(repr=False)
    value: Json = field(repr=False)

    @property
    def has_escapes(self) -> bool:
        """Whether it holds a backslash: in 20 MB found, or not found, in 1 ms, and any longer sequence in 15 ms."""
        return "\\" in self.text


def json_texts(measurement: Measurement) -> list[JsonText]:
    """Return the text blocks that are JSON, JSON lines as an array of them. structuredContent is no text."""
    blocks = measurement.blocks
    if len(blocks) == 1 and _document_is_text(measurement):
        return [JsonText(text=blocks[0].strip(_EDGES), value=measurement.document)]
    return [found for block in blocks[:_MOST_BLOCKS] for found in _json_of(block.strip(_EDGES))]


def parse(text: str) -> Json:
    """Return the value of a text that is an object, an array or a quoted string in JSON; ABSENT where it is none."""
    if len(text) < 2 or text[-1] != _CLOSER.get(text[0]):
        return ABSENT
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return ABSENT


def without_strings(text: str) -> str:
    """Return a JSON text without what its strings hold: punctuation, numbers, literals and white space."""
    return _STRING.sub("", text.replace("\\\\", "").replace('\\"', ""))


def escapes_only(text: str) -> str:
    r"""Return a JSON text in which a backslash-u begins an escape: escaped backslashes (`\\`) are blanked out."""
    return text.replace("\\\\", "  ")


def beginning(text: str) -> str:
    """Return the part of a text that patterns are sought in: regular expressions are slow on tens of megabytes."""
    return text[:_MOST_SEARCHED]


def hands_over_files(tool: ToolSpec) -> bool:
    """Whether the tool's purpose is to give the text of a file, so that the text is data and not the server's."""
    words = set(words_of(tool.name))
    if words & _ABOUT_FILES:
        return False
    if words & _GETS and words & _FILES:
        return True
    return bool(words & _READS) and any(_PATHS & set(words_of(argument.name)) for argument in arguments_of(tool))


def is_file_text(tool: ToolSpec, value: Json) -> bool:
    """Whether a JSON text is most likely a JSON file that the tool hands over as it stands."""
    return hands_over_files(tool) and not (isinstance(value, Mapping) and _WRAPPER_KEYS & value.keys())


def _document_is_text(measurement: Measurement) -> bool:
    document = measurement.document
    if document is ABSENT or document is measurement.structured:
        return False
    text = measurement.blocks[0].strip(_EDGES)
    expected = {"{": dict, "[": list, '"': str}.get(text[:1], type(None))
    return isinstance(document, expected) and text[-1:] == _CLOSER.get(text[:1])


def _json_of(text: str) -> list[JsonText]:
    value = parse(text)
    if value is not ABSENT:
        return [JsonText(text=text, value=value)]
    if not text.startswith(("{", "[")) or "\n" not in text:
        return []
    # As one array the lines have the same length but for the brackets, and are parsed at once.
    lines = ",".join(line for line in text.split("\n") if line.strip())
    value = parse(f"[{lines}]")
    return [] if value is ABSENT else [JsonText(text=f"[{lines}]", value=value)]
