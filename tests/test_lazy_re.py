import importlib
import pkgutil
import re

import pytest

import tool_audit
from tool_audit import lazy_re


def patterns():
    """Every constant of every module that stands for a pattern, members of tables included."""
    for module in pkgutil.walk_packages(tool_audit.__path__, "tool_audit."):
        if module.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            held = value.values() if isinstance(value, dict) else value if isinstance(value, tuple | list) else [value]
            for one in held:
                members = one if isinstance(one, tuple) else (one,)
                yield from ((f"{module.name}.{name}", m) for m in members if type(m).__name__ == "_Uncompiled")


def test_every_pattern_of_the_program_compiles():
    found = list(patterns())
    wrong = []
    for name, pattern in found:
        try:
            assert pattern.pattern
        except re.error as error:
            wrong.append(f"{name}: {error}")
    assert len(found) > 200
    assert wrong == []


def test_it_matches_as_a_compiled_pattern_does():
    pattern = lazy_re.compile(r"(?P<word>\w+)=", re.IGNORECASE)
    assert pattern.search("a b=")["word"] == "b"
    assert pattern.sub("-", "x=y=") == "--"
    assert pattern.flags & re.IGNORECASE
    assert lazy_re.compile(rb"\d").findall(b"1a2") == [b"1", b"2"]


def test_nothing_is_compiled_before_it_is_used():
    wrong = lazy_re.compile("(")
    with pytest.raises(re.error):
        wrong.search("")
