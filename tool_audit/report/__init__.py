"""One renderer per format: each says what the report says, and decides nothing."""

from collections.abc import Callable, Mapping
from typing import Final

from tool_audit.model import Report
from tool_audit.report.github import render_github
from tool_audit.report.json import render_json
from tool_audit.report.junit import render_junit
from tool_audit.report.markdown import render_markdown
from tool_audit.report.sarif import render_sarif
from tool_audit.report.terminal import render_terminal

RENDERERS: Final[Mapping[str, Callable[[Report], str]]] = {
    "terminal": render_terminal,
    "markdown": render_markdown,
    "json": render_json,
    "sarif": render_sarif,
    "junit": render_junit,
    "github": render_github,
}
"""Format -> renderer. The terminal one also takes width, color, unicode and verbose."""

__all__ = [
    "RENDERERS",
    "render_github",
    "render_json",
    "render_junit",
    "render_markdown",
    "render_sarif",
    "render_terminal",
]
