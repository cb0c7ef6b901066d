"""The golden files and what each holds.

After a wanted change, `PYTHONPATH=tests python tests/report/goldens.py` writes them again.
"""

from functools import partial
from pathlib import Path

from report.sample import clients_report, full_report, several_report
from report.traffic_builders import full_traffic

from tool_audit.report.json import render_json
from tool_audit.report.markdown import render_markdown
from tool_audit.report.openmetrics import render_openmetrics
from tool_audit.report.sli_json import render_sli_json
from tool_audit.report.sli_markdown import render_sli_markdown
from tool_audit.report.sli_terminal import render_sli_terminal
from tool_audit.report.terminal import render_terminal

FOLDER = Path(__file__).parent / "golden"

GOLDENS = {
    "terminal-100.txt": lambda: render_terminal(full_report(), width=100, color=False, unicode=True),
    "terminal-80-ascii.txt": lambda: render_terminal(full_report(), width=80, color=False, unicode=False),
    "terminal-100-color.txt": lambda: render_terminal(full_report(), width=100, color=True, unicode=True),
    "terminal-100-verbose.txt": partial(render_terminal, full_report(), width=100, verbose=True),
    "terminal-80-several.txt": lambda: render_terminal(several_report(), width=80, color=False, unicode=True),
    "terminal-100-clients.txt": partial(render_terminal, clients_report(), width=100),
    "clients.md": lambda: render_markdown(clients_report()),
    "clients.json": lambda: render_json(clients_report()),
    "full.md": lambda: render_markdown(full_report()),
    "several.md": lambda: render_markdown(several_report()),
    "full.json": lambda: render_json(full_report()),
    "several.json": lambda: render_json(several_report()),
    "sli-terminal-100.txt": lambda: render_sli_terminal(full_traffic()),
    "sli-terminal-80-ascii.txt": lambda: render_sli_terminal(full_traffic(), width=80, unicode=False),
    "sli-terminal-140-verbose.txt": lambda: render_sli_terminal(full_traffic(), width=140, verbose=True),
    "sli.md": lambda: render_sli_markdown(full_traffic()),
    "sli.json": lambda: render_sli_json(full_traffic()),
    "sli.openmetrics.txt": lambda: render_openmetrics(full_traffic()),
}

if __name__ == "__main__":
    for name, render in GOLDENS.items():
        (FOLDER / name).write_text(render(), encoding="utf-8", newline="\n")
