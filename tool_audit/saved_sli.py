"""A JSON report of agents' sessions that we wrote once, read back."""

import json
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Final

from tool_audit.errors import UsageError
from tool_audit.model import Json
from tool_audit.saved_json import read_saved

_HINT: Final = "`tool-audit sli LOG --output json=FILE` writes reports of sessions"
_PAIR: Final = 2


def read_sli(path: Path) -> Mapping[str, Json]:
    """Return a report of sessions that follows the published schema; UsageError where the file is none."""
    schema = json.loads(resources.files("tool_audit.report").joinpath("sli.schema.json").read_text(encoding="utf-8"))
    # some hundred thousand pairs: one by one, by their schema, they would take many times as long as all the rest
    schema["$defs"]["spread"]["properties"]["counts"] = {"type": "array"}
    report = read_saved(path, "report of sessions", schema, _HINT)
    for where, spread in _spreads(report):
        if not all(_is_pair(entry) for entry in spread["counts"]) or not _adds_up(spread):
            raise UsageError(f"{path} is no report of sessions: the counts of {where} are none", hint=_HINT)
    for tool, name, rate in _rates(report):
        if rate["count"] > rate["n"]:
            raise UsageError(
                f"{path} is no report of sessions: more {name} of {tool!r} than there are calls", hint=_HINT
            )
    return report


def _rates(report: Mapping[str, Json]) -> Iterator[tuple[str, str, Mapping[str, Json]]]:
    for server in report["servers"]:
        for tool in server["tools"]:
            for name, rate in tool.items():
                if isinstance(rate, dict) and "n" in rate and "count" in rate:
                    yield tool["name"], name, rate


def _spreads(report: Mapping[str, Json]) -> Iterator[tuple[str, Mapping[str, Json]]]:
    yield "the round trips", report["steps"]
    for server in report["servers"]:
        for tool in server["tools"]:
            for what in ("tokens", "chars", "milliseconds"):
                if tool[what] is not None:
                    yield f"the {what} of {tool['name']!r}", tool[what]


def _is_pair(entry: Json) -> bool:
    if not isinstance(entry, list) or len(entry) != _PAIR:
        return False
    value, count = entry
    return type(value) is int and type(count) is int and value >= 0 and count > 0


def _adds_up(spread: Mapping[str, Json]) -> bool:
    return bool(sum(count for _, count in spread["counts"]) == spread["n"])
