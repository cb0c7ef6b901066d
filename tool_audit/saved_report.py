"""A JSON report that we wrote once, read back, and what a finding in it says."""

import json
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Final

from tool_audit.model import Json, Noted, Severity, State
from tool_audit.saved_json import read_saved

_HINT: Final = "`tool-audit probe --output json=FILE` writes reports"


def read_report(path: Path) -> Mapping[str, Json]:
    """Return a JSON report that follows the published schema; UsageError where the file is none."""
    schema = json.loads(resources.files("tool_audit.report").joinpath("report.schema.json").read_text(encoding="utf-8"))
    return read_saved(path, "report", schema, _HINT)


def name_of(server: Mapping[str, Json]) -> str:
    """Return what the user calls a server of a report."""
    return str(server.get("configured_name", server["name"]))


def noted_in(server: Mapping[str, Json], states: frozenset[State]) -> Iterator[tuple[str, Noted]]:
    """Yield the fingerprint of each finding in one of these states, and the finding."""
    for finding in server["findings"]:
        if finding["state"] in states:
            yield (
                finding["fingerprint"],
                Noted(
                    server=name_of(server),
                    rule=finding["rule"],
                    severity=Severity(finding["severity"]),
                    tools=tuple(finding["tools"]),
                    message=finding["message"],
                    advice=finding["advice"],
                ),
            )
