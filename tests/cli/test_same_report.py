"""Two audits of a server that has not changed give the same report, byte for byte but for dates and timings."""

import re

import pytest
from running import BANK, CLEAN, end_of, launch, odd

from tool_audit.report import RENDERERS

TARGETS = {
    "bank": lambda folder: BANK,
    "clean": lambda folder: CLEAN,
    "odd": lambda folder: odd(folder, "list_things", "get_view", "get_half", "get_twice", "get_failure", "get_picture"),
}
TIMES = re.compile(
    r"\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?|\d+(?:\.\d+)? s\b|\d+ min \d+ s|(?<=time=\")[\d.]+"
    r"|(?<=\"seconds\":)[\d.e-]+"
)


def files(folder):
    return {path.name: TIMES.sub("TIME", path.read_text(encoding="utf-8")) for path in folder.iterdir()}


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_but_dates_and_timings_differs(name, tmp_path):
    written = [word for format_ in RENDERERS for word in ("--output", f"{format_}={{run}}/{format_}")]
    for run, seed in (("first", "1"), ("second", "2")):
        argv = [word.format(run=run) for word in [*written, "--record", "{run}"]]
        ended = end_of(launch(["probe", *argv, *TARGETS[name](tmp_path)], tmp_path, PYTHONHASHSEED=seed))
        assert ended.code in {0, 1}, ended.err
    first, second = files(tmp_path / "first"), files(tmp_path / "second")
    assert len(first) == len(RENDERERS) + 1
    for file, text in first.items():
        # one of the clean server's tools is a clock, which its record has and no report
        assert second[file] == text or file == "clean.jsonl", file
