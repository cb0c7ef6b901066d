"""pre-commit itself takes our hooks: it reads the manifest, installs the package from a repository, and runs them."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from servers import installed

pytestmark = [pytest.mark.real, pytest.mark.timeout(900)]
ROOT = Path(__file__).parents[2]
NEEDED = ("tool_audit", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml")
TOOL = {"name": "get_x", "description": "Get the x of today.", "inputSchema": {"type": "object", "properties": {}}}


@pytest.fixture(scope="module")
def environ(tmp_path_factory):
    """An environment whose user is nobody, with a cache of pre-commit's own."""
    home = tmp_path_factory.mktemp("home")
    who = {f"GIT_{role}_{what}": "nobody@localhost" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PYTHON", "PYTEST"))}
    return {**kept, **who, "PRE_COMMIT_HOME": str(home / "cache"), "GIT_CONFIG_GLOBAL": os.devnull}


@pytest.fixture(scope="module")
def run(environ):
    """Run a program in a folder; returns how it ended and what it said."""

    def run(folder, *words):
        done = subprocess.run(
            words,
            cwd=folder,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            timeout=600,
            check=False,
        )
        return done.returncode, done.stdout

    return run


@pytest.fixture(scope="module")
def source(tmp_path_factory, run):
    """A repository with the package as it is in this checkout, committed or not."""
    folder = tmp_path_factory.mktemp("source")
    for name in NEEDED:
        place = ROOT / name
        if place.is_dir():
            shutil.copytree(place, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(place, folder)
    committed(folder, run)
    return folder


def committed(folder, run):
    for words in (("init", "--quiet"), ("add", "."), ("commit", "--quiet", "-m", "all")):
        code, said = run(folder, "git", *words)
        assert code == 0, said


def test_the_manifest_is_valid(run):
    (program,) = installed("pre-commit").command
    code, said = run(ROOT, program, "validate-manifest", ".pre-commit-hooks.yaml")
    assert code == 0, said


def test_both_hooks_are_installed_and_run_in_a_repository(source, tmp_path, run):
    (program,) = installed("pre-commit").command
    bank = {"command": sys.executable, "args": ["-m", "tool_audit.demo.server"], "env": {"PYTHONPATH": str(ROOT)}}
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": {"bank": bank}}))
    (tmp_path / "tools.json").write_text(json.dumps({"tools": [TOOL]}))
    committed(tmp_path, run)

    def hook(name, stage):
        words = ("try-repo", str(source), name, "--all-files", "--hook-stage", stage, "--verbose")
        return run(tmp_path, program, *words)

    code, said = hook("tool-audit-definitions", "pre-commit")
    assert code == 0, said
    assert "Passed" in said
    code, said = hook("tool-audit", "pre-push")
    assert code == 1, said
    assert "default-is-maximum   list_mental_models" in said
