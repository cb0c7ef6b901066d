"""The SARIF that is written follows the schema of the standard, and the validator of its SDK has nothing against it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from report.sample import bank, report
from servers import installed

from tool_audit.model import NotAudited
from tool_audit.report.sarif import render_sarif

pytestmark = [
    pytest.mark.real,
    pytest.mark.timeout(900),
    pytest.mark.skipif(sys.platform != "linux", reason="this build of the validator is for Linux"),
]
FAILED = NotAudited(name="gone", message="it did not start: `x | y` <b>\x1b[31m", hint="look at its log")


@pytest.fixture(params=["demo", "everything", "nothing"])
def written(request, tmp_path):
    """The SARIF of the demo, of a server with every kind of finding and hostile texts, and of one that failed."""
    path = tmp_path / "audit.sarif"
    if request.param == "demo":
        command = [sys.executable, "-m", "tool_audit", "demo", "--quiet", "--output", f"sarif={path}"]
        subprocess.run(command, check=True, cwd=tmp_path, capture_output=True)
    else:
        servers = [bank()] if request.param == "everything" else []
        path.write_text(render_sarif(report(servers, [FAILED])), encoding="utf-8")
    return path


def test_it_follows_the_schema(written):
    schema = json.loads((Path(installed("sarif").command[1]).with_name("sarif-2.1.0.json")).read_text("utf-8-sig"))
    wrong = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER).iter_errors(
        json.loads(written.read_text(encoding="utf-8"))
    )
    assert [f"{error.json_path}: {error.message[:200]}" for error in wrong] == []


def test_the_validator_has_nothing_against_it(written):
    done = subprocess.run(
        [*installed("sarif").command, written.name], cwd=written.parent, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert [line for line in done.stdout.splitlines() if "error" in line or "warning" in line] == []
