"""The cases of a JUnit report, read back: which tools and groups of rules there are, and what became of each.

What a case is, and when it fails, is said once: by the JUnit report. A test item stands for one of its cases.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from tool_audit.report.junit import SERVER

_GROUP: Final = "rules "


@dataclass(slots=True, kw_only=True)
class Owner:
    """A tool, or the server itself: group -> what fails it and what else was found; why it was not measured."""

    failures: dict[str, str] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)
    groups: set[str] = field(default_factory=set)
    skipped: str = ""


@dataclass(slots=True, kw_only=True)
class Suite:
    """A server: its owners in the order of the report, itself first; what kept it from being audited."""

    owners: dict[str, Owner] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    @property
    def groups(self) -> list[str]:
        """The groups of rules, by their letters."""
        return sorted(self.owners[SERVER].groups) if SERVER in self.owners else []


def read_cases(path: Path) -> Mapping[str, Suite]:
    """Return server -> what became of it."""
    suites: dict[str, Suite] = {}
    for element in ET.parse(path).getroot():  # noqa: S314 - our own program wrote it
        name = element.get("name", "")
        suite = suites.setdefault(name, Suite())  # a rule of ours that broke has a suite of its own, of the same name
        for case in element.findall("testcase"):
            _add(suite, case, case.get("classname", "").removeprefix(name).removeprefix("."))
    return suites


def _add(suite: Suite, case: ET.Element, owner_name: str) -> None:
    error, skipped = case.find("error"), case.find("skipped")
    if error is not None:
        suite.errors.append("\n".join(filter(None, (error.get("message"), error.text))))
        return
    owner = suite.owners.setdefault(owner_name, Owner())
    if skipped is not None:
        owner.skipped = f"{case.get('name')}: {skipped.get('message')}"
        return
    group = case.get("name", "").removeprefix(_GROUP)
    owner.groups.add(group)
    failure, others = case.find("failure"), case.find("system-out")
    if failure is not None:
        owner.failures[group] = failure.text or ""
    if others is not None:
        owner.others[group] = others.text or ""
