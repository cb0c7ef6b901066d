"""Values made up: by format, by name, by type; and paths of the places where the server stands."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from math import ceil
from pathlib import PurePath

from tool_audit import lazy_re
from tool_audit.model import Json, SweepKind, ToolSpec
from tool_audit.plan.harvest import Found
from tool_audit.plan.sources import (
    CONTENT_WORDS,
    FILE_WORDS,
    FOLDER_WORDS,
    NAME_WORDS,
    OVER_FOLDERS,
    PATH_WORDS,
    SEARCHING,
    Surroundings,
)
from tool_audit.schema import Argument
from tool_audit.strangers import QUERY_WORDS, reaches_somebody
from tool_audit.vocabulary import singular, words_of


def wants_path(argument: Argument) -> bool:
    """Return whether an argument is a path of this machine."""
    words = set(singular(words_of(argument.name)))
    if words & {"url", "uri", "id", "name", "pattern", "glob", "json", "xpath"}:
        return False
    return bool(words & PATH_WORDS) or (bool(words & {"source", "target"}) and "path" in argument.description.lower())


def places(
    argument: Argument, tool: ToolSpec, surroundings: Surroundings, errors: Sequence[str] = ()
) -> Iterator[tuple[Json, str]]:
    """Yield folders and files that a path may mean; what the words of tool and argument ask for comes first.

    Among files those of a kind that the descriptions or the errors name are first (".xlsx"), among folders
    repositories, where the tool is about them.
    """
    if not wants_path(argument):
        return
    own, around = set(singular(words_of(argument.name))), set(singular(words_of(tool.name)))
    folders = [(path, "a folder of the server's command line, or its own") for path in surroundings.folders]
    if own & {"repo", "repository"} or _OF_REPOSITORIES.search(f"{tool.name} {tool.description}"):
        folders = [(path, "a repository in such a folder") for path in surroundings.repositories] + folders
    told = {*_SUFFIX.findall(" ".join((argument.description, tool.description, *errors)).lower())}
    of_kind = sorted(surroundings.files, key=lambda path: PurePath(path).suffix.lower() not in told)
    files = [(path, "a file in such a folder") for path in of_kind]
    wants_file = bool(own & FILE_WORDS) or bool(around & (FILE_WORDS | CONTENT_WORDS) and not around & OVER_FOLDERS)
    wants_file = wants_file or bool(_MUST_BE_FILE.search(" ".join(errors)))
    first, second = (files, folders) if wants_file and not own & FOLDER_WORDS else (folders, files)
    if own & FOLDER_WORDS and not own & FILE_WORDS:
        second = []
    for pair in zip_longest(first, second):
        yield from (place for place in pair if place is not None)


_SUFFIX = lazy_re.compile(r"(?<![\w./-])\.[a-z][a-z\d]{1,5}\b")
_MUST_BE_FILE = lazy_re.compile(
    r"\b(?:is a directory|not a (?:regular )?file|must (?:be|point to) an? (?:\w+ )?file)\b", re.IGNORECASE
)


_BY_FORMAT = {
    "date": "2025-01-15",
    "date-time": "2025-01-15T12:00:00Z",
    "time": "12:00:00",
    "uuid": "00000000-0000-4000-8000-000000000000",
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
    "year": "2025",
    "expression": "1 + 1",
}
_REVISIONS = frozenset("revision commit ref branch target base head".split())
_OF_REPOSITORIES = lazy_re.compile(r"git|commit|branch|repo(?:sitory)?\b|revision", re.IGNORECASE)


def made_up(argument: Argument, tool: ToolSpec, found: Sequence[Found]) -> Iterator[tuple[Json, str]]:
    """Yield guesses, each origin beginning with "made up" but for words that replies hold."""
    if argument.types and not argument.types & {"string"}:
        yield from _made_up_unnamed(argument)
        return
    words = words_of(argument.name)
    format_ = argument.schema.get("format")
    if isinstance(format_, str) and format_ in _BY_FORMAT:
        yield _BY_FORMAT[format_], "made up for its format"
    if is_sql(argument, tool):
        yield from ((_FIRST_ROWS.format(name), f"of a table that {seen} names") for name, seen in _tables(found))
        yield "SELECT 1", "made up for its name"
        return
    if set(words) & QUERY_WORDS or (words and words[-1] in NAME_WORDS and SEARCHING & set(words_of(tool.name))):
        yield from ((word, f"a word of {seen}") for word, seen in islice(_words_seen(found, tool), _MOST_WORDS))
    if words and words[-1] in _REVISIONS and _OF_REPOSITORIES.search(f"{tool.name} {tool.description}"):
        yield "HEAD", "made up for its name"
    for word in reversed(words):
        if word in _BY_NAME:
            yield _BY_NAME[word], "made up for its name"
    if wants_path(argument) or reaches_somebody(argument, tool):
        return  # the places are known; any other path is none
    if set(words) & QUERY_WORDS:
        yield from (("test", "made up"), ("a", "made up"), ("*", "made up"))
    else:
        yield "test", "made up"


_SQL = lazy_re.compile(r"\bSQL\b|\bSELECT\b")
_SQL_READS = lazy_re.compile(r"\s*(?:select|with|show|explain|describe|values)\b", re.IGNORECASE)
_SQL_WRITES = lazy_re.compile(
    r"\b(?:insert|update|delete|drop|alter|create|truncate|grant|revoke|merge|replace|exec|execute|call|attach|detach|copy|"
    r"into|set|lock|vacuum|reindex|install|load|do|kill|shutdown|sleep|\w*_sleep|nextval|setval|\w*terminate\w*)\b|;\s*\S",
    re.IGNORECASE,
)


def is_sql(argument: Argument, tool: ToolSpec) -> bool:
    """Return whether an argument's text is carried out by a database."""
    words = set(words_of(argument.name))
    if "sql" in words:
        return True
    return bool(words & {"query", "statement", "q"} and _SQL.search(f"{argument.description} {tool.description}"))


def only_reads(statement: Json) -> bool:
    """Return whether a database can do nothing but read on this statement, as far as its words tell."""
    text = str(statement)
    return _SQL_READS.match(text) is not None and _SQL_WRITES.search(text) is None


_FIRST_ROWS = "SELECT * FROM {} LIMIT 20"
"""Of a table, enough to see how a reply is written; how large the table is, nobody knows."""
_MOST_TABLES = 3
_TABLE = lazy_re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,2}")


def _tables(found: Sequence[Found]) -> Iterator[tuple[str, str]]:
    names: dict[str, str] = {}
    for seen in found:
        key, value = singular(seen.key), str(seen.value)
        of_tables = "table" in seen.holder and (not key or key[-1] in NAME_WORDS)
        if (of_tables or key[:1] == ("table",)) and _TABLE.fullmatch(value) and len(names) < _MOST_TABLES:
            names.setdefault(value, seen.tool)
    yield from names.items()


def _made_up_unnamed(argument: Argument) -> Iterator[tuple[Json, str]]:
    if argument.numeric:
        yield _number(argument), "made up for its type"
    elif "boolean" in argument.types:
        trying_only = "".join(words_of(argument.name)) in {"dryrun", "validateonly", "previewonly", "simulate"}
        yield trying_only, "made up for its type"
    elif "array" in argument.types and not argument.schema.get("minItems"):
        yield [], "made up for its type"
    elif "object" in argument.types and not argument.schema.get("required"):
        yield {}, "made up for its type"


_SOME = 10
"""Items to ask for, where a number of them must be said: one tells little of a list."""


def _number(argument: Argument) -> float:
    low, high = argument.minimum, argument.maximum
    if argument.kind is SweepKind.COUNT:
        some = max(_SOME, ceil(low or 0))
        return some if high is None else min(some, int(high))
    if low is None:
        return 1 if high is None or high >= 1 else min(int(high), high)
    if low <= 1 and (high is None or high >= 1):
        return 1
    return ceil(low) if high is None or ceil(low) <= high else low


_TEXTS = NAME_WORDS | frozenset("summary subject headline topic description text message content caption".split())
"""Keys of what an item is called, or says."""
_MOST_WORDS = 2
_WORD = lazy_re.compile(r"[^\W\d_]{2,20}")
_SHORT = 3
"""Letters of words that are as good as any: "of", "the"."""


def _words_seen(found: Sequence[Found], tool: ToolSpec) -> Iterator[tuple[str, str]]:
    """Yield different words of what replies hold, each by its tool: of names before texts, of the same things first."""
    about = set(singular(words_of(tool.name)))
    told = [(place, seen) for seen in found if (place := _tells(seen)) is not None]
    told.sort(key=lambda pair: (not about & set(pair[1].holder), pair[0]))
    words: dict[str, str] = {}
    for _, seen in told:
        text = str(seen.value)
        named = text.rstrip("/").rsplit("/", 1)[-1] if seen.key[-1] in PATH_WORDS else text
        found_here = _WORD.findall(named)
        word = next((word for word in found_here if len(word) > _SHORT), found_here[0] if found_here else "")
        if word and words.setdefault(word.lower(), word) == word:
            yield word, seen.tool


def _tells(seen: Found) -> int | None:
    """Return how early the words of a value are to be tried, None where it tells nothing."""
    if not isinstance(seen.value, str) or not seen.key:
        return None
    ranks = ((NAME_WORDS, 0), (_TEXTS, 1), (PATH_WORDS, 2))
    return next((rank for keys, rank in ranks if seen.key[-1] in keys), None)
