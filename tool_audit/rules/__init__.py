"""The catalogue: every rule in this folder. Dropping `x.py` and `x.md` here is the whole registration."""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import resources

from tool_audit.rule import Rule


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
    return resources.files(__name__).joinpath(f"{rule_id.replace('-', '_')}.md").read_text(encoding="utf-8")
