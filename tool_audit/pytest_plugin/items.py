"""A configured target as test items: one for each tool and group of rules, and one that says it was audited at all.

Which there are is asked of the server's list when pytest collects; no tool is called before one of them runs.
"""

from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tool_audit.pytest_plugin.asked import NoAnswerError
from tool_audit.pytest_plugin.asking import ToolAudit
from tool_audit.pytest_plugin.cases import Suite
from tool_audit.report.junit import SERVER
from tool_audit.rules import GROUPS


def servers(parent: pytest.Collector, audits: ToolAudit) -> Iterator[pytest.Collector]:
    """Yield the servers of all configured targets. CollectError where their lists cannot be had, with the hint."""
    taken: dict[str, int] = {}
    for target in audits.configured:
        try:
            suites = audits.listed(target)
        except NoAnswerError as error:
            raise parent.CollectError(str(error)) from None
        for name, suite in suites.items():
            taken[name] = taken.get(name, 0) + 1
            unique = name if taken[name] == 1 else f"{name}-{taken[name]}"
            yield Server.from_parent(parent, name=_plain(unique), audited=Audited(audits, target, name, suite))


class Audited:
    """One server: what was listed when its items were collected, and what its audit found, when it is asked for."""

    def __init__(self, audits: ToolAudit, target: str, name: str, listed: Suite) -> None:
        self.name = name
        self.listed = listed
        self._audits = audits
        self._target = target

    @property
    def suite(self) -> Suite:
        """What became of it. Fails the test where the audit came to nothing."""
        __tracebackhide__ = True
        return self._audits.cases(self._target).get(self.name, Suite())

    @property
    def notes(self) -> tuple[str, ...]:
        """What was said beside the report on its target."""
        __tracebackhide__ = True
        return self._audits.notes(self._target)

    @property
    def uncovered(self) -> str:
        """Why nothing of it was measured; nothing where something was."""
        __tracebackhide__ = True
        return self._audits.uncovered(self._target, self.name)


class Server(pytest.Collector):
    """One server: its own items, then its tools."""

    def __init__(self, *, audited: Audited, **more: Any) -> None:
        super().__init__(**more)
        self._audited = audited

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        """Yield what is about the whole server, then the tools."""
        yield WasAudited.from_parent(self, name="audited", audited=self._audited)
        for owner in self._audited.listed.owners:
            yield Owner.from_parent(self, name=_plain(owner), audited=self._audited, owner=owner)


class Owner(pytest.Collector):
    """One tool, or the server itself."""

    def __init__(self, *, audited: Audited, owner: str, **more: Any) -> None:
        super().__init__(**more)
        self._audited = audited
        self._owner = owner

    def collect(self) -> Iterator[pytest.Item]:
        """Yield an item for each group of rules."""
        for group in self._audited.listed.groups:
            name = GROUPS.get(group, group).replace(" ", "-")
            yield Rules.from_parent(self, name=name, audited=self._audited, owner=self._owner, group=group)


class _AuditItem(pytest.Item):
    def __init__(self, *, audited: Audited, **more: Any) -> None:
        super().__init__(**more)
        self.audited = audited
        if self.config.pluginmanager.hasplugin("timeout"):
            # the first item to run waits for the whole audit, which keeps time by its own limits
            self.add_marker(pytest.mark.timeout(0))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the file that names the target, its line (from 0), and what a failure is headed by."""
        return self.path, _line(self.path), self.nodeid.partition("::")[2].replace("::", " ")


class WasAudited(_AuditItem):
    """Passes where the server could be audited and some tool was measured: else nothing else would fail."""

    def runtest(self) -> None:
        """Fail with what kept it from being audited."""
        __tracebackhide__ = True
        if self.audited.listed.errors:
            pytest.fail("\n".join(self.audited.listed.errors), pytrace=False)
        suite = self.audited.suite
        if notes := self.audited.notes:
            self.add_report_section("call", "tool-audit", "\n".join(notes))
        if suite.errors:
            pytest.fail("\n".join(suite.errors), pytrace=False)
        if reason := self.audited.uncovered:
            pytest.fail(reason, pytrace=False)
        if new := suite.owners.keys() - self.audited.listed.owners.keys():
            pytest.fail(
                f"tools that were not listed when tests were collected: {', '.join(sorted(new))}", pytrace=False
            )


class Rules(_AuditItem):
    """One group of rules on one tool, or on what is the whole server's."""

    def __init__(self, *, owner: str, group: str, **more: Any) -> None:
        super().__init__(**more)
        self._owner = owner
        self._group = group

    def runtest(self) -> None:
        """Fail with the findings that count; skip where nothing was measured that could have failed."""
        __tracebackhide__ = True
        owner = self.audited.suite.owners.get(self._owner)
        if owner is None:
            what = "the server" if self._owner == SERVER else self._owner
            pytest.fail(f"{what} was not listed any more when it was audited", pytrace=False)
        if others := owner.others.get(self._group):
            self.add_report_section("call", "tool-audit", others)
        if failure := owner.failures.get(self._group):
            pytest.fail(failure, pytrace=False)
        if self._group not in owner.groups or owner.skipped:
            pytest.skip(owner.skipped or "not measured")


class Places:
    """Says of items where their target is named: pytest would name the line of ours that fails or skips them."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Put the item's own place into its report."""
        report = yield
        if isinstance(item, _AuditItem):
            path, line, _ = item.reportinfo()
            if report.skipped and isinstance(report.longrepr, tuple):
                report.longrepr = (str(path), line + 1, report.longrepr[2])
            elif (crash := getattr(report.longrepr, "reprcrash", None)) is not None:
                crash.path, crash.lineno = str(path), line + 1
        return report


@cache
def _line(path: Path) -> int:
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return next((number for number, line in enumerate(lines) if "tool_audit_targets" in line), 0)


def _plain(name: str) -> str:
    """Return a name that pytest takes back on a command line: `manage[action=list]` would be a parameter."""
    return name.replace("[", "(").replace("]", ")").replace("::", ":")
