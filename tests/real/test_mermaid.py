"""Mermaid's own parser reads every chart that reports hold, and those of hostile names."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from report.hostile_labels import HOSTILE_LABELS
from servers import installed

from tool_audit.report.charts import bar_chart

pytestmark = [pytest.mark.real, pytest.mark.timeout(900)]
REPORTS = Path(__file__).parents[2] / "reports"
CHART = re.compile(r"(?ms)^```mermaid\n(.*?)^```$")


def kinds_of(charts):
    """What Mermaid takes each chart for; an error message where it takes none."""
    done = subprocess.run(
        installed("mermaid").command,
        input=json.dumps(charts),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def not_read(charts):
    return {name: kind for name, kind in kinds_of(charts).items() if kind != "xychart"}


def test_every_chart_of_the_sample_reports_is_read():
    pages = sorted(REPORTS.glob("*.md"))
    charts = {
        f"{page.name} {place}": chart
        for page in pages
        for place, chart in enumerate(CHART.findall(page.read_text(encoding="utf-8")))
    }
    assert len(charts) >= len(pages) > 1
    assert not_read(charts) == {}


def test_charts_of_hostile_names_and_values_are_read():
    charts = {}
    for text in HOSTILE_LABELS:
        shapes = {"title": (text, [("a", 1)]), "one": ("t", [(text, 1)]), "several": ("t", [(text, 0), (text, 2)])}
        for shape, (title, points) in shapes.items():
            (charts[f"{shape} {text!a}"],) = CHART.findall(bar_chart(title, points))
    assert not_read(charts) == {}


def test_what_is_no_chart_is_not_read():
    assert len(not_read({"comment": 'xychart-beta\n    title "%%"\n    bar [1]\n', "text": "no chart"})) == 2
