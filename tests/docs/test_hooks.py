""".pre-commit-hooks.yaml: two hooks that run as pre-commit runs them, without file names."""

import json
import re
import shlex
import subprocess
import sys

import pytest
from docs.composite import read_yaml
from docs.places import ROOT, environment

pytestmark = pytest.mark.timeout(200)
HOOKS = {hook["id"]: hook for hook in read_yaml((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
STAGES = {"pre-commit", "pre-push", "manual"}
TOOL = {"name": "get_x", "description": "Get the x of today.", "inputSchema": {"type": "object", "properties": {}}}


def run_hook(name, folder, args=None):
    """Run a hook's entry with its own arguments, or with those that a repository gives it instead."""
    hook = HOOKS[name]
    words = [*shlex.split(hook["entry"]), *(hook["args"] if args is None else args)]
    return subprocess.run(
        words,
        cwd=folder,
        env=environment(folder.parent),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=50,
        check=False,
        executable=str(folder.parent / "bin" / words[0]),
    )


@pytest.fixture
def repository(tmp_path):
    folder = tmp_path / "repository"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("hook", HOOKS.values(), ids=HOOKS)
def test_a_hook_is_installed_with_python_and_given_no_file_names(hook):
    assert hook["language"] == "python"
    assert hook["pass_filenames"] is False
    assert hook["require_serial"] is True
    assert hook["name"]
    assert hook["description"]
    assert set(hook["stages"]) <= STAGES
    assert hook["minimum_pre_commit_version"] == "3.2.0"  # the first that knows stages by these names


def test_what_starts_servers_stands_before_no_commit():
    assert "pre-commit" not in HOOKS["tool-audit"]["stages"]
    assert HOOKS["tool-audit"]["always_run"] is True
    assert "pre-commit" in HOOKS["tool-audit-definitions"]["stages"]


@pytest.mark.parametrize(
    ("path", "looked_at"), [("tools.json", True), ("a/b/tools.json", True), ("mytools.json", False), ("x.json", False)]
)
def test_the_definitions_are_judged_where_a_listing_was_changed(path, looked_at):
    assert bool(re.search(HOOKS["tool-audit-definitions"]["files"], path)) is looked_at


def test_a_listing_with_a_broken_schema_fails_and_a_good_one_passes(repository):
    listing = repository / "tools.json"
    listing.write_text(json.dumps({"tools": [TOOL]}))
    done = run_hook("tool-audit-definitions", repository)
    assert done.returncode == 0, done.stdout
    listing.write_text(json.dumps({"tools": [{**TOOL, "inputSchema": {"type": "objekt"}}]}))
    done = run_hook("tool-audit-definitions", repository)
    assert done.returncode == 1
    assert "schema-invalid   get_x" in done.stdout


def test_a_repository_names_another_listing_in_place_of_the_usual_one(repository):
    (repository / "listing.json").write_text(json.dumps({"tools": [TOOL]}))
    assert run_hook("tool-audit-definitions", repository, ["listing.json"]).returncode == 0
    assert run_hook("tool-audit-definitions", repository).returncode == 2


def test_the_servers_of_the_repository_are_audited(repository):
    bank = {"command": sys.executable, "args": ["-m", "tool_audit.demo.server"], "env": {"PYTHONPATH": str(ROOT)}}
    (repository / ".mcp.json").write_text(json.dumps({"mcpServers": {"bank": bank}}))
    done = run_hook("tool-audit", repository)
    assert done.returncode == 1
    assert "default-is-maximum   list_mental_models" in done.stdout
