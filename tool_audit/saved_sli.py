"""A JSON report of agents' sessions that we wrote once, read back."""

import json
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Final

from tool_audit.model import Json
from tool_audit.saved_json import read_saved

_HINT: Final = "`tool-audit sli LOG --output json=FILE` writes reports of sessions"


def read_sli(path: Path) -> Mapping[str, Json]:
    """Return a report of sessions that follows the published schema; UsageError where the file is none."""
    schema = json.loads(resources.files("tool_audit.report").joinpath("sli.schema.json").read_text(encoding="utf-8"))
    return read_saved(path, "report of sessions", schema, _HINT)
