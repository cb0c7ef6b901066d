"""One renderer per format: each says what the report says, and decides nothing."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, cast


def _renderer(format_: str) -> Callable[..., str]:
    def render(report: object, **look: Any) -> str:
        # imported when it is asked for: who lists the rules writes no report
        module = import_module(f"{__name__}.{format_}")
        return cast("str", getattr(module, f"render_{format_}")(report, **look))

    return render


RENDERERS: Final[Mapping[str, Callable[..., str]]] = {
    format_: _renderer(format_) for format_ in ("terminal", "markdown", "json", "sarif", "junit", "github")
}
"""Format -> renderer of a Report. The terminal one also takes width, color, unicode and verbose."""
