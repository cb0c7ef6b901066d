"""The catalogue: every rule in this folder. Dropping `x.py` and `x.md` here is the whole registration."""

from __future__ import annotations

import importlib
import json
import pkgutil
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:  # what only lists the rules does not wait for the nouns that they look at
    from collections.abc import Mapping, Sequence

    from tool_audit.rule import Rule

GROUPS: Final = {
    "A": "size of replies",
    "B": "truncation",
    "C": "paging",
    "D": "arguments",
    "E": "contract",
    "F": "serialization",
    "G": "errors",
    "H": "liveness",
    "I": "writes and hints",
    "J": "definitions",
    "K": "real traffic",
}
"""What the rules of each letter are about."""


@cache
def catalogue() -> Mapping[str, Rule]:
    """Return every rule by id, sorted by group, then id."""
    found = []
    for module in pkgutil.iter_modules(__path__):
        if not module.name.startswith("_"):
            rule = getattr(importlib.import_module(f"{__name__}.{module.name}"), module.name)
            found.append(rule)
    return {rule.id: rule for rule in sorted(found, key=lambda rule: (rule.group, rule.id))}


def page(rule_id: str) -> str:
    """Return the Markdown page of a rule."""
    return _file(f"{rule_id.replace('-', '_')}.md")


def index() -> Sequence[Mapping[str, Any]]:
    """Return what `tool-audit rules` lists of every rule, in the catalogue's order, without importing the rules.

    Each has `id`, `group`, `severity`, `confidence`, `summary` and `options`. Written by `python -m tool_audit.rules`.
    """
    return cast("Sequence[Mapping[str, Any]]", json.loads(_file("index.json")))


def _file(name: str) -> str:
    return resources.files(__name__).joinpath(name).read_text(encoding="utf-8")
