"""Values made up: by format, by name, by type; and paths of the places where the server stands."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest

from tool_audit.model import Json, ToolSpec
from tool_audit.plan.harvest import Found, singular
from tool_audit.plan.sources import FILE_WORDS, FOLDER_WORDS, NAME_WORDS, PATH_WORDS, QUERY_WORDS, Surroundings
from tool_audit.schema import Argument
from tool_audit.vocabulary import words_of


def wants_path(argument: Argument) -> bool:
    """Return whether an argument is a path of this machine."""
    words = set(singular(words_of(argument.name)))
    if words & {"url", "uri", "id", "name", "pattern", "glob", "json", "xpath"}:
        return False
    return bool(words & PATH_WORDS) or (bool(words & {"source", "target"}) and "path" in argument.description.lower())


def places(argument: Argument, tool: ToolSpec, surroundings: Surroundings) -> Iterator[tuple[Json, str]]:
    """Yield folders and files that a path may mean; what the words of tool and argument ask for comes first."""
    if not wants_path(argument):
        return
    own, around = set(singular(words_of(argument.name))), set(singular(words_of(tool.name)))
    folders = [(path, "a folder of the server's command line, or its own") for path in surroundings.folders]
    files = [(path, "a file in such a folder") for path in surroundings.files]
    wants_file = bool(own & FILE_WORDS) or bool(around & FILE_WORDS and not around & _OVER_FOLDERS)
    first, second = (files, folders) if wants_file and not own & FOLDER_WORDS else (folders, files)
    for pair in zip_longest(first, second):
        yield from (place for place in pair if place is not None)


_OVER_FOLDERS = frozenset("search list find tree walk glob grep directory folder count".split())


_BY_FORMAT = {
    "date": "2025-01-15",
    "date-time": "2025-01-15T12:00:00Z",
    "time": "12:00:00",
    "email": "someone@example.com",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "ipv4": "127.0.0.1",
}
_BY_NAME = {
    "timezone": "UTC",
    "tz": "UTC",
    "time": "12:00",
    "date": "2025-01-15",
    "day": "2025-01-15",
    "language": "en",
    "lang": "en",
    "locale": "en-US",
    "country": "US",
    "city": "Seoul",
    "currency": "USD",
    "sql": "SELECT 1",
    "revision": "HEAD",
    "commit": "HEAD",
    "ref": "HEAD",
    "branch": "HEAD",
    "target": "HEAD",
    "base": "HEAD",
    "year": "2025",
    "expression": "1 + 1",
}
_SQL = re.compile(r"\bSQL\b|\bSELECT\b")


def made_up(argument: Argument, found: Sequence[Found]) -> Iterator[tuple[Json, str]]:
    """Yield guesses, each origin beginning with "made up" but for words that replies hold."""
    if argument.types and not argument.types & {"string"}:
        yield from _made_up_unnamed(argument)
        return
    words = words_of(argument.name)
    format_ = argument.schema.get("format")
    if isinstance(format_, str) and format_ in _BY_FORMAT:
        yield _BY_FORMAT[format_], "made up for its format"
    if _SQL.search(argument.description) and set(words) & {"query", "sql", "statement"}:
        yield "SELECT 1", "made up for its name"
    if set(words) & QUERY_WORDS:
        yield from ((word, f"a word of {tool}") for word, tool in islice(_words_seen(found), 2))
    for word in reversed(words):
        if word in _BY_NAME:
            yield _BY_NAME[word], "made up for its name"
    if format_ in {"uri", "url"} or set(words) & {"url", "uri", "link", "domain", "host", "email", "token", "password"}:
        return  # what is made up here would reach a stranger
    if wants_path(argument):
        return  # the places are known; any other path is none
    if set(words) & QUERY_WORDS:
        yield from (("test", "made up"), ("a", "made up"), ("*", "made up"))
    else:
        yield "test", "made up"


def _made_up_unnamed(argument: Argument) -> Iterator[tuple[Json, str]]:
    if argument.numeric:
        low = 1 if argument.minimum is None else max(int(argument.minimum), min(1, int(argument.maximum or 1)))
        yield low, "made up for its type"
    elif "boolean" in argument.types:
        yield False, "made up for its type"
    elif "array" in argument.types and not argument.schema.get("minItems"):
        yield [], "made up for its type"
    elif "object" in argument.types and not argument.schema.get("required"):
        yield {}, "made up for its type"


def _words_seen(found: Sequence[Found]) -> Iterator[tuple[str, str]]:
    for seen in found:
        if isinstance(seen.value, str) and seen.key and seen.key[-1] in NAME_WORDS:
            for word in re.findall(r"[^\W\d_]{2,20}", seen.value)[:1]:
                yield word, seen.tool
