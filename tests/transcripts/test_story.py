"""The sample sessions of fixtures/story are what their script writes, and hold what it says there is to find."""

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "fixtures" / "story"


def script():
    spec = spec_from_file_location("story", FOLDER / "make.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def report():
    beside = [f"--tools=notes={FOLDER / 'tools.json'}", f"--expect={FOLDER / 'expected.jsonl'}"]
    command = [sys.executable, "-m", "tool_audit", "sli", str(FOLDER / "sessions"), *beside, "--no-config"]
    done = subprocess.run([*command, "--output=json"], capture_output=True, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 1, done.stderr
    return json.loads(done.stdout)


def test_every_file_is_what_the_script_writes():
    written = {name: (FOLDER / name).read_text(encoding="utf-8") for name in script().files()}
    assert written == script().files()
    kept = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.json*")}
    assert kept == set(written)


def test_there_is_something_to_find_for_every_rule_of_real_traffic(report):
    found = {(finding["rule"], *finding["tools"]) for finding in report["findings"]}
    assert found == {
        ("ambiguous-argument-in-use", "notes/search_notes"),
        ("high-p99-reply", "notes/get_note"),
        ("merge-candidate", "notes/search_notes", "notes/get_note"),
        ("retry-loop", "notes/get_export"),
        ("silent-truncation-in-use", "notes/search_notes"),
        ("unrecoverable-error", "notes/update_note"),
    }


def test_the_rest_of_the_story_is_in_the_figures(report):
    (server,) = report["servers"]
    assert {tool["name"] for tool in server["unused"]} == {"list_tags", "archive_note"}
    assert report["choice"]["first"]["count"] == report["choice"]["first"]["n"] - 2
    assert not report["logs"]["broken"]
