"""`re.compile` for the constants of a module: compiled when first used. Most commands use few of three hundred."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, AnyStr, cast


class _Uncompiled:
    """Stands for a pattern; what is asked of it is kept, so that only the first time costs more."""

    def __init__(self, compiled: Callable[[], re.Pattern[Any]]) -> None:
        self._compiled = compiled

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._compiled(), name)  # `re` remembers patterns: two methods compile once
        setattr(self, name, value)
        return value


def compile(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:  # noqa: A001 - its name in `re`
    """Return what serves as `re.compile(pattern, flags)`; a wrong pattern raises re.error at its first use.

    It has the methods of a pattern; `re.sub` and its kind do not take it.
    """
    return cast("re.Pattern[AnyStr]", _Uncompiled(partial(re.compile, pattern, flags)))
