"""The page on pytest runs as it says."""

import re
from pathlib import Path

import pytest

from tool_audit.pytest_plugin.report import Finding, Reply, Report, Tool
from tool_audit.rules import GROUPS, catalogue

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.timeout(200)  # a pytest, two runs of ours and a server, on a machine that others use

PAGE = (Path(__file__).parents[2] / "docs" / "pytest.md").read_text(encoding="utf-8")


def test_the_example_says_what_the_page_shows(project):
    for name, content in re.findall(r"(?ms)^```\w+\n# (\S+)\n(.*?)^```", PAGE):
        (project.folder / name).write_text(content, encoding="utf-8")
    ended = project.run("-v", ".")  # which meets the file of the targets as any other, and takes it once
    ran = re.findall(r"(?m)^(\S+::\S+) (?:PASSED|FAILED|SKIPPED)", ended.stdout.str())
    assert len(ran) == len(set(ran)) == 1 + 3 * 10 + 2
    (shown,) = re.findall(r"(?ms)^```text\n(.*?)^```", PAGE)
    ended.stdout.fnmatch_lines([f"{line.replace('[', '[[]')}*" for line in shown.splitlines()])


def test_every_group_of_rules_has_its_word_on_the_page():
    assert {rule.group for rule in catalogue().values()} == set(GROUPS)
    (told,) = re.findall(r"(?s)A group is one of (.*?)\.", PAGE)
    audited = {rule.group for rule in catalogue().values() if not rule.about_traffic}
    assert re.findall(r"`(.*?)`", told) == [
        words.replace(" ", "-") for group, words in GROUPS.items() if group in audited
    ]


def test_what_the_page_names_is_there():
    rows = dict(re.findall(r"(?m)^\| `(.*?)`.*?\| (.*) \|$", PAGE.partition("| of a report |")[2]))
    tools = 'tools["list_notes"].'
    told = {
        Report: {re.match(r"\w+", row)[0] for row in rows},
        Tool: {row.removeprefix(tools) for row in rows if row.startswith(tools)},
        Reply: set(re.findall(r"`(\w+)`", rows[f"{tools}default"])),
        Finding: set(re.findall(r"`(\w+)`", rows["findings"])),
    }
    assert all(told.values())
    for kind, names in told.items():
        assert names <= {*dir(kind), *kind.__annotations__}, kind
