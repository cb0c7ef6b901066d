"""A small project whose tests audit the odd server, run by a pytest of its own."""

import os
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

FIXTURES = Path(__file__).parents[2] / "fixtures"
SETTINGS = '[tool.tool-audit.probing]\nexperiments = ["default", "repeat"]\n'


@dataclass(frozen=True)
class Project:
    """A folder, and the pytest that runs in it."""

    pytester: pytest.Pytester

    @property
    def folder(self):
        return self.pytester.path

    @property
    def fixtures(self):
        """Where our servers are."""
        return FIXTURES

    @property
    def starts(self):
        """How often the server was started."""
        return len(list(self.folder.glob("*.pid")))

    @property
    def was_called(self):
        return (self.folder / "calls.jsonl").exists()

    def server(self, *words):
        """The command line of the odd server, with these tools."""
        return ["python", str(FIXTURES / "odd.py"), str(self.folder), *words]

    def configure(self, *words, settings=SETTINGS, strict='"--strict-config", "--strict-markers"'):
        """Make the odd server the target, in a project that takes warnings for errors."""
        target = shlex.join(self.server(*words)).replace('"', '\\"')
        self.pytester.makepyprojecttoml(
            f'[tool.pytest.ini_options]\ntool_audit_targets = ["{target}"]\naddopts = [{strict}]\n'
            f'filterwarnings = ["error"]\n{settings}'
        )

    def run(self, *options):
        """Run pytest there; nothing of ours may be left when it has ended."""
        # not ours, and a third of a second to import
        ended = self.pytester.runpytest_subprocess("-p", "no:hypothesispytest", "-p", "no:cacheprovider", *options)
        assert not list((self.folder / "temporary").iterdir())
        return ended


@pytest.fixture
def project(pytester, monkeypatch):
    """A project; its pytest knows of no settings of ours, and of no workers of this one."""
    for name in os.environ:
        if name.startswith(("TOOL_AUDIT_", "PYTEST_XDIST_")):
            monkeypatch.delenv(name)
    (pytester.path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(pytester.path / "temporary"))
    # as where the environment is not active: the Python beside pytest is meant all the same
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert Path(sys.executable).with_name("python").exists()
    return Project(pytester)
