"""The sample reports in reports/ are what the tool says today, and tell nothing of the machine they were made on."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

REPORTS = Path(__file__).parents[1] / "reports"


def _make(*words: str) -> subprocess.CompletedProcess:
    command = [sys.executable, str(REPORTS / "make.py"), *words]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", ["demo", "sessions"])
def test_the_reports_that_need_no_network_are_current(name):
    done = _make("--check", name)

    assert done.returncode == 0, done.stdout + done.stderr


def test_a_report_that_does_not_exist_is_refused():
    done = _make("--check", "nonesuch")

    assert done.returncode == 2
    assert "no such report: nonesuch" in done.stderr


@pytest.mark.parametrize("file", sorted(REPORTS.glob("*.*")), ids=lambda file: file.name)
def test_no_sample_report_is_long_or_names_a_folder_of_the_machine(file):
    text = file.read_text(encoding="utf-8")

    assert len(text) < 300_000
    assert not re.findall(r"/(?:root|home|tmp|Users|var/folders)/\S*", text)
