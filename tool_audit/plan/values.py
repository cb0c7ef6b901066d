"""Values for what a call needs, the most trustworthy source first, each with where it is from."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from tool_audit.experiments.situation import Filling
from tool_audit.model import ABSENT, Json, Subject, ToolSpec
from tool_audit.plan.harvest import Found, singular
from tool_audit.schema import Argument
from tool_audit.vocabulary import words_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """The places that a path may mean: those named in the server's own command line, then the current folder."""

    folders: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """All that a value may come from."""

    found: tuple[Found, ...] = ()
    errors: tuple[str, ...] = ()
    """What this subject's failed calls said."""
    surroundings: Surroundings = Surroundings()


_TYPES = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict}

_CANDIDATES = 6
_ID_WORDS = {"id", "uid", "uuid", "key", "slug", "code", "number", "sha", "hash", "ref", "handle", "uri", "guid"}
_NAME_WORDS = {"name", "title", "label"}
_PATH_WORDS = {
    "path",
    "file",
    "filename",
    "filepath",
    "folder",
    "directory",
    "dir",
    "repo",
    "root",
    "cwd",
    "workspace",
    "location",
}
_FOLDER_WORDS = {"folder", "directory", "dir", "repo", "root", "cwd", "workspace", "repository", "project"}
_QUERY_WORDS = {
    "query",
    "q",
    "search",
    "term",
    "keyword",
    "text",
    "question",
    "pattern",
    "prompt",
    "topic",
    "phrase",
    "needle",
}


def fillings(subject: Subject, tool: ToolSpec, arguments: Sequence[Argument], sources: Sources) -> tuple[Filling, ...]:
    """Return ways to fill in what a call needs, then ways that also say which one is meant (`id`, `name`)."""
    required = [a for a in arguments if a.required and a.name != subject.argument]
    optional = [a for a in arguments if not a.required and a.name != subject.argument and _points_at_one(a)]
    ways = list(_combined(required, tool, sources))
    for argument in optional[:3]:
        for base in ways[:1] or [Filling(arguments={})]:
            for way in islice(_combined([argument], tool, sources), 2):
                if not next(iter(way.origins.values()), "").startswith("made up"):
                    ways.append(
                        Filling(arguments={**base.arguments, **way.arguments}, origins={**base.origins, **way.origins})
                    )
    return tuple(ways)


def _points_at_one(argument: Argument) -> bool:
    words = words_of(argument.name)
    return (
        bool(words)
        and (words[-1] in _ID_WORDS | _NAME_WORDS or words[-1] in {"path", "query", "symbol"})
        and not argument.closed_set
    )


def _combined(needed: Sequence[Argument], tool: ToolSpec, sources: Sources) -> Iterator[Filling]:
    if not needed:
        return
    choices = {a.name: list(islice(candidates(a, tool, sources), _CANDIDATES)) for a in needed}
    if not all(choices.values()):
        return
    for turn in range(max(len(values) for values in choices.values())):
        picked = {name: values[min(turn, len(values) - 1)] for name, values in choices.items()}
        yield Filling(
            arguments={name: value for name, (value, _) in picked.items()},
            origins={name: origin for name, (_, origin) in picked.items()},
        )


def candidates(argument: Argument, tool: ToolSpec, sources: Sources) -> Iterator[tuple[Json, str]]:
    """Yield values for one argument with their origins, the most trustworthy first; equal ones once."""
    seen: list[Json] = []
    for value, origin in _sources(argument, tool, sources):
        fitting = _fit(argument, value)
        if fitting is not ABSENT and fitting not in seen:
            seen.append(fitting)
            yield fitting, origin


def _sources(argument: Argument, tool: ToolSpec, sources: Sources) -> Iterator[tuple[Json, str]]:
    schema = argument.schema
    if "const" in schema:
        yield schema["const"], "const of the schema"
    if argument.default not in (ABSENT, None):
        yield argument.default, "default of the schema"
    for example in _examples(schema):
        yield example, "example of the schema"
    yield from (
        (value, "enum of the schema" if argument.closed_by_schema else "named in the description")
        for value in argument.closed_set
    )
    yield from _offered(sources.errors)
    yield from _harvested(argument, tool, sources.found)
    yield from _places(argument, sources)
    yield from _described(argument, tool)
    yield from _made_up(argument, sources.found)


def _examples(schema: Mapping[str, Json]) -> Iterator[Json]:
    if "example" in schema:
        yield schema["example"]
    if isinstance(schema.get("examples"), list):
        yield from schema["examples"]


_OFFER = re.compile(
    r"(?:available|valid|allowed|expected|supported|one of|known|choose from|options|such as|try|did you mean)\b[^:\n\[{(]{0,40}[:\[{(]?\s*([^\n]{1,400})",
    re.IGNORECASE,
)
_OFFERED_WORD = re.compile(r"[\"'`]([^\"'`\n]{1,80})[\"'`]|(?<=[\s,\[])([\w][\w./-]{1,60})(?=[\s,\].]|$)")


def _offered(errors: Sequence[str]) -> Iterator[tuple[Json, str]]:
    for text in errors:
        for offer in _OFFER.finditer(text[:4_000]):
            for word in islice(_OFFERED_WORD.finditer(" " + offer.group(1)), 3):
                yield (word.group(1) or word.group(2)).rstrip("."), "named in an error"


def _harvested(argument: Argument, tool: ToolSpec, found: Sequence[Found]) -> Iterator[tuple[Json, str]]:
    """Yield what other replies hold, by how well key and holder fit the argument's name."""
    words = singular(words_of(argument.name))
    subject = set(singular(words_of(tool.name)))
    ranked = sorted(
        ((_fitness(words, subject, seen), -place, seen) for place, seen in enumerate(found)),
        key=lambda r: r[:2],
        reverse=True,
    )
    for fitness, _, seen in ranked[:40]:
        if fitness > 0:
            yield seen.value, f"{seen.path} of {seen.tool}"


def _fitness(words: tuple[str, ...], subject: set[str], seen: Found) -> int:
    key = singular(seen.key)
    whole = (*seen.holder, *key)
    if not words:
        return 0
    if key == words and len(words) > 1:
        return 9
    if len(words) > 1 and words == whole[-len(words) :]:
        return 8  # community_id: communities[].id
    if (
        len(words) > 1
        and words[-1] in _ID_WORDS | _NAME_WORDS
        and key == words[-1:]
        and set(words[:-1]) & set(seen.holder)
    ):
        return 7
    if (
        len(words) > 1
        and words[-1] in _ID_WORDS
        and set(words[:-1]) & set(seen.holder)
        and key
        and key[-1] in _ID_WORDS | _NAME_WORDS
    ):
        return 5
    if key == words and subject & set(seen.holder):
        return 6  # get_page(name): pages[].name
    if key == words and words[-1] in _ID_WORDS | _NAME_WORDS | _PATH_WORDS:
        return 4
    if words[-1:] == key[-1:] and words[-1] in _PATH_WORDS:
        return 4
    if words == seen.holder[-1:] and (not key or key[-1] in _ID_WORDS | _NAME_WORDS):
        return 5  # names: ["a", "b"], or page: pages[].name
    if key == words:
        return 3
    if words[-1] in {"target", "symbol", "node", "entity", "item"} and key and key[-1] in _NAME_WORDS | {"qualified"}:
        return 2
    return 0


def _places(argument: Argument, sources: Sources) -> Iterator[tuple[Json, str]]:
    words = set(singular(words_of(argument.name)))
    text = argument.description.lower()
    if not words & _PATH_WORDS and not (words & {"source", "target"} and "path" in text):
        return
    if words & _FOLDER_WORDS or not words & {"file", "filename", "filepath"}:
        for folder in sources.surroundings.folders:
            yield folder, "a folder of the server's command line, or the current one"
    for file in sources.surroundings.files:
        yield file, "a file in such a folder"


_QUOTED_EXAMPLE = re.compile(
    r"(?:e\.g\.?,?|for example,?|such as|like|example:?)\s*[\"'`(]?\s*[\"'`]([^\"'`\n]{1,80})[\"'`]", re.IGNORECASE
)
_LISTED = re.compile(r"available \w+:\s*([\w-]+(?:\s*,\s*[\w-]+)+)", re.IGNORECASE)


def _described(argument: Argument, tool: ToolSpec) -> Iterator[tuple[Json, str]]:
    for example in _QUOTED_EXAMPLE.findall(argument.description):
        yield example, "example of the description"
    last = singular(words_of(argument.name))
    for listed in _LISTED.finditer(tool.description):
        if set(last) & set(singular(words_of(listed.group().split(":")[0]))):
            for word in listed.group(1).split(","):
                yield word.strip(), "listed in the tool's description"
    for bullet in re.findall(r"^\s*[-*]\s+([\w-]+):", tool.description, re.MULTILINE):
        if last and last[-1] + "s" in tool.description.lower():
            yield bullet, "listed in the tool's description"


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


def _made_up(argument: Argument, found: Sequence[Found]) -> Iterator[tuple[Json, str]]:
    if argument.types and not argument.types & {"string"}:
        yield from _made_up_unnamed(argument)
        return
    words = words_of(argument.name)
    format_ = argument.schema.get("format")
    if isinstance(format_, str) and format_ in _BY_FORMAT:
        yield _BY_FORMAT[format_], "made up for its format"
    if _SQL.search(argument.description) and set(words) & {"query", "sql", "statement"}:
        yield "SELECT 1", "made up for its name"
    if set(words) & _QUERY_WORDS:
        yield from ((word, f"a word of {tool}") for word, tool in islice(_words_seen(found), 2))
    for word in reversed(words):
        if word in _BY_NAME:
            yield _BY_NAME[word], "made up for its name"
    if format_ in {"uri", "url"} or set(words) & {"url", "uri", "link", "domain", "host", "email", "token", "password"}:
        return  # what is made up here would reach a stranger
    if set(words) & _QUERY_WORDS:
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
        if isinstance(seen.value, str) and seen.key and seen.key[-1] in _NAME_WORDS:
            for word in re.findall(r"[^\W\d_]{2,20}", seen.value)[:1]:
                yield word, seen.tool


def _fit(argument: Argument, value: Json) -> Json:
    """Return the value in a form that the argument's schema takes, or ABSENT."""
    if value is None:
        return ABSENT
    if "array" in argument.types and not isinstance(value, list):
        items = argument.schema.get("items")
        if isinstance(items, Mapping) and items.get("type") in {"object", "array"}:
            return ABSENT
        return [value]
    if argument.numeric and "string" not in argument.types:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return ABSENT
        inside = (argument.minimum is None or value >= argument.minimum) and (
            argument.maximum is None or value <= argument.maximum
        )
        return value if inside else ABSENT
    if argument.types == {"string"}:
        if isinstance(value, Mapping | list | bool):
            return ABSENT
        return value if isinstance(value, str) else str(value)
    allowed = tuple(_TYPES[name] for name in argument.types if name in _TYPES)
    return value if not allowed or any(isinstance(value, kind) for kind in allowed) else ABSENT
