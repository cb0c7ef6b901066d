"""A named file, read: JSON with comments and trailing commas, or TOML, in whatever encoding its first bytes say."""

import codecs
import json
import re
import tomllib
from pathlib import Path
from typing import Final

import json5

from tool_audit import lazy_re
from tool_audit.errors import UsageError
from tool_audit.model import Json

_JSON5_LIMIT: Final = 200_000
"""Characters; the lenient reader needs a second for 80,000 of them, and no hand-written file is longer."""

_JSON5_PLACE: Final = lazy_re.compile(r"<string>:(\d+) (.*) at column (\d+)", re.DOTALL)
_STARTERS: Final = {".py": "python ", ".js": "node ", ".mjs": "node ", ".ts": "npx tsx ", ".sh": "sh "}


def read_document(path: Path, name: str) -> Json:
    """Return what a JSON or TOML file holds; UsageError with line and column where it is neither."""
    return document_of(_decode(path, name), path, name)


def document_of(text: str, path: Path, name: str) -> Json:
    """Return what a text says that is a file's, or is to be; UsageError as for the file."""
    if not text.strip():
        raise UsageError(f"{name} is empty", hint=WANTED)
    if path.suffix.lower() in {".yaml", ".yml"}:
        raise UsageError(f"{name} is YAML, which is not read", hint="write the same servers as JSON")
    try:
        return tomllib.loads(text) if path.suffix.lower() == ".toml" else _json(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name} is not TOML: {error}", hint=_hint(path, name)) from None
    except RecursionError:
        raise UsageError(f"{name} is nested too deep", hint=WANTED) from None
    except ValueError as error:
        raise UsageError(f"{name} is not JSON: {error}", hint=_hint(path, name)) from None


def line_naming(path: Path, server: str) -> int | None:
    """Return the line, counted from 1, at which a JSON or TOML file names a server as a key; None where none does."""
    quoted = rf"[\"']{re.escape(json.dumps(server, ensure_ascii=False)[1:-1])}[\"']"
    key = rf"{quoted}\s*[:=]|^\s*\[[^\]\n]*[.\s](?:{quoted}|{re.escape(server)})\]"
    text = _decode(path, str(path))
    found = re.search(key, text, re.MULTILINE)
    return None if found is None else text.count("\n", 0, found.start()) + 1


WANTED: Final = "a target is a URL, an mcp.json, a saved tools/list, a record, or `-- COMMAND` for a server to start"


def _decode(path: Path, name: str) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}", hint="check its permissions") from None
    encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise UsageError(f"{name} is not a text file", hint=_hint(path, name)) from None


def _json(text: str) -> Json:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        if len(text) > _JSON5_LIMIT:
            raise ValueError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    try:
        return json5.loads(text)
    except ValueError as error:
        place = _JSON5_PLACE.match(str(error))
        raise ValueError(f"line {place[1]}, column {place[3]}: {place[2]}" if place else str(error)) from None


def _hint(path: Path, name: str) -> str:
    starter = _STARTERS.get(path.suffix.lower(), "")
    if starter or path.suffix.lower() not in {".json", ".jsonc", ".json5", ".toml", ".jsonl", ".txt"}:
        return f"to start it as a server: -- {starter}{name}"
    return WANTED
