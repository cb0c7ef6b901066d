"""What an earlier run, or another program, left in a file: a record, or the reply to tools/list."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tool_audit import lazy_re
from tool_audit.errors import UsageError
from tool_audit.model import Json

RECORD_VERSION: Final = 1

_SCHEMA: Final = lazy_re.compile(r"tool-audit/(record|report)/(\d+)")
_HEADER_LIMIT: Final = 1 << 20
"""Bytes: a record's first line is short, and a file of one long line is no record."""


def is_record(path: Path, name: str) -> bool:
    """Whether the file is a record; UsageError where it is one of a newer version, or a report in its place."""
    try:
        with path.open("rb") as file:
            head = json.loads(file.readline(_HEADER_LIMIT).decode("utf-8-sig"))
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}", hint="check its permissions") from None
    except (ValueError, RecursionError):
        return False
    schema = head.get("schema") if isinstance(head, Mapping) else None
    match = _SCHEMA.fullmatch(schema) if isinstance(schema, str) else None
    if match is None:
        return False
    if match[1] == "report":
        raise _a_report(name)
    if int(match[2]) > RECORD_VERSION:
        raise UsageError(
            f"{name} is a record of version {match[2]}, and this tool-audit reads up to version {RECORD_VERSION}",
            hint="upgrade tool-audit",
        )
    return True


def records_in(folder: Path, name: str) -> tuple[Path, ...]:
    """Return the records in a folder, sorted by name."""
    return tuple(path for path in sorted(folder.glob("*.jsonl")) if is_record(path, f"{name}/{path.name}"))


def tools_list(document: Json, name: str) -> Json | None:
    """Return the result of tools/list that the document is, as an object with `tools`; None where it is none."""
    if isinstance(document, Mapping):
        schema = document.get("schema")
        if isinstance(schema, str) and schema.startswith("tool-audit/report/"):
            raise _a_report(name)
        result = document.get("result", document)
        if isinstance(result, Mapping) and isinstance(result.get("tools"), list):
            return result
    if isinstance(document, list) and any(isinstance(tool, Mapping) and "name" in tool for tool in document):
        return {"tools": document}
    return None


def _a_report(name: str) -> UsageError:
    return UsageError(
        f"{name} is a report, and only a record can be judged again",
        hint="name the record: the .jsonl file in the folder given to --record",
    )
