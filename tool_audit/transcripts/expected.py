"""Labels: which tool a task should have used. JSON, JSON lines or CSV."""

import csv
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tool_audit.errors import UsageError
from tool_audit.model import Json

_HINT: Final = (
    'one label is {"task": "the prompt", "tool": "server/tool"} or {"session": "its id", "turn": 1, "tool": "tool"}; '
    "the tool may be a list of which any will do, or empty where none is to be called"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One task, by its prompt or by its session and number, and the tools of which one should be used."""

    tools: tuple[str, ...]
    task: str = ""
    session: str = ""
    turn: int = 1


def read_labels(path: Path) -> tuple[Label, ...]:
    """Return the labels of a file. Raises UsageError, which names the entry, where it is no such file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the labels {path} cannot be read: {error}", hint=_HINT) from None
    labels = tuple(
        _label(entry, f"entry {number} of {path}") for number, entry in enumerate(_entries(text, path), start=1)
    )
    if not labels:
        raise UsageError(f"{path} holds no labels", hint=_HINT)
    return labels


def _entries(text: str, path: Path) -> Iterable[Json]:
    if path.suffix.lower() == ".csv":
        return list(csv.DictReader(text.splitlines()))
    try:
        if text.lstrip().startswith("["):
            return list(json.loads(text))
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is neither JSON nor JSON lines: {error}", hint=_HINT) from None


def _label(entry: Json, where: str) -> Label:
    if not isinstance(entry, Mapping) or "tool" not in entry:
        raise UsageError(f"{where} names no tool", hint=_HINT)
    task, session = entry.get("task") or "", entry.get("session") or ""
    if not isinstance(task, str) or not isinstance(session, str) or not (task or session):
        raise UsageError(f"{where} names neither a task nor a session", hint=_HINT)
    tool = entry["tool"]
    tools = tool if isinstance(tool, list) else [tool] if tool else []
    if not all(isinstance(name, str) and name for name in tools):
        raise UsageError(f"{where} has a tool that is no name: {tool!r}", hint=_HINT)
    try:
        turn = int(entry.get("turn") or 1)
    except (TypeError, ValueError):
        raise UsageError(f"{where} has a turn that is no number: {entry['turn']!r}", hint=_HINT) from None
    return Label(tools=tuple(tools), task=" ".join(task.split()), session=session, turn=turn)
