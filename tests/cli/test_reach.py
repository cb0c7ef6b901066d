"""An audit reaches the servers that were named, and nobody else; no report grades, and none goes anywhere."""

import re
from pathlib import Path

import pytest
from running import BANK, end_of, environment, launch, web

from tool_audit.report import RENDERERS

WATCH = """
import os, sys
def watch(event, seen):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto", "webbrowser.open"):
        with open(os.environ["REACHED"], "a") as file:
            file.write(f"{event} {seen[1] if event.startswith('socket.connect') else seen[:2]}\\n")
sys.addaudithook(watch)
"""


def reached(folder, *argv):
    """Which addresses a command of ours reached for."""
    (folder / "hooks").mkdir(exist_ok=True)
    (folder / "hooks" / "sitecustomize.py").write_text(WATCH)
    path = f"{folder / 'hooks'}:{environment()['PYTHONPATH']}"
    ended = end_of(launch(argv, folder, PYTHONPATH=path, REACHED=str(folder / "reached")))
    assert ended.code in {0, 1}, ended.err
    file = folder / "reached"
    return file.read_text().splitlines() if file.exists() else []


@pytest.mark.parametrize("argv", [["demo"], ["probe", *BANK], ["plan", *BANK], ["rules"], ["config"]])
def test_a_server_that_is_started_is_all_that_is_spoken_to(argv, tmp_path):
    assert reached(tmp_path, *argv) == []


def test_a_url_is_all_that_is_reached(tmp_path):
    with web() as address:
        lines = reached(tmp_path, "probe", f"http://{address}/mcp")
    port = address.partition(":")[2]
    assert lines
    assert [line for line in lines if "127.0.0.1" not in line or port not in line] == []


def test_a_record_is_judged_without_reaching_for_anything(cli, tmp_path):
    cli("probe", "--record", tmp_path / "rec", *BANK)
    assert reached(tmp_path, "report", "rec") == []


@pytest.mark.parametrize("format_", sorted(RENDERERS))
def test_no_report_grades_a_server_or_offers_to_file_anything(format_, cli):
    cli("probe", "--output", f"{format_}=out", *BANK)
    text = Path("out").read_text(encoding="utf-8")
    pages = re.sub(r'(?m)^.*"(?:text|markdown)": .*$', "", text) if format_ == "sarif" else text
    assert not re.search(r"\b(?:score|grade|badge|rating|stars?|out of (?:10|100))\b", pages, re.IGNORECASE)
    assert "issues/new" not in text
