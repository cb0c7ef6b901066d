"""Markdown out of any text: what is data stays data, in prose, in code, in tables and in fences."""

import re
from collections.abc import Sequence
from typing import Final

from tabulate import DataRow, TableFormat, tabulate

from tool_audit import lazy_re
from tool_audit.model import Call
from tool_audit.report.safe import cut, json_text, readable

LONGEST_FENCED: Final = 4_000
_SPECIAL: Final = lazy_re.compile(r"([\\`*\[\]~$]|(?<![^\W_])_|_(?![^\W_]))")
_BLOCK_START: Final = lazy_re.compile(r"^(\s*)([#+=-]|\d+(?=[.)](?:\s|$)))")
_MENTION: Final = lazy_re.compile(r"(?<!\w)@(?=\w)")  # a forge tells the person of that name
_RIGHT: Final = "--:"
_LEFT: Final = "---"


def prose(text: str) -> str:
    """Return text of any origin as one line of Markdown that shows exactly it: no markup, no HTML."""
    escaped = readable(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    marked = _BLOCK_START.sub(_escaped_start, _SPECIAL.sub(r"\\\1", escaped))
    return _MENTION.sub("`@`", marked)


def code(text: str) -> str:
    """Return a code span that shows exactly the text, backticks included."""
    safe = readable(text)
    longest = max((len(run) for run in re.findall("`+", safe)), default=0)
    fence = "`" * (longest + 1)
    # a reader takes one space away where both ends have one, and a backtick at an end would join the fence
    is_spaced = safe.startswith(" ") and safe.endswith(" ") and bool(safe.strip())
    space = " " if not safe or is_spaced or safe.startswith("`") or safe.endswith("`") else ""
    return f"{fence}{space}{safe}{space}{fence}"


def table(titles: Sequence[str], rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset()) -> str:
    """Return a GitHub table of cells that are Markdown already; `right` are the columns aligned to the right.

    Cells are not padded: a figure that changes then changes one line of a diff, and no width depends on the fonts.
    """
    rule = "|" + "|".join(_RIGHT if index in right else _LEFT for index in range(len(titles))) + "|"
    layout = TableFormat(
        lineabove=None,
        linebelowheader=lambda _widths, _alignments: rule,
        linebetweenrows=None,
        linebelow=None,
        headerrow=DataRow("| ", " | ", " |"),
        datarow=DataRow("| ", " | ", " |"),
        padding=0,
        with_header_hide=None,
    )
    cells = [[_cell(cell) for cell in row] for row in rows]
    return tabulate(cells, headers=list(titles), tablefmt=layout, stralign=None, disable_numparse=True)


def fence(calls: Sequence[Call]) -> str:
    """Return the calls as the params of tools/call, ready to be sent, in a fenced block of JSON."""
    written = [cut(json_text(_params(call)), LONGEST_FENCED) for call in calls]
    body = written[0] if len(written) == 1 else "[\n  " + ",\n  ".join(written) + "\n]"
    return f"```json\n{body}\n```"


def _params(call: Call) -> dict[str, object]:
    return {"name": call.observation.probe.subject.tool, "arguments": dict(call.arguments)}


def _cell(cell: str) -> str:
    # a pipe ends a cell even inside a code span
    return cell.replace("|", "\\|")


def _escaped_start(match: re.Match[str]) -> str:
    space, mark = match.groups()
    return f"{space}{mark}\\" if mark.isdigit() else f"{space}\\{mark}"
