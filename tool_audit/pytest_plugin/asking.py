"""One session of pytest and what it asks: the calls of the fixture, the configured targets, a folder of answers."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Unpack

import pytest

from tool_audit.errors import UsageError
from tool_audit.pytest_plugin.asked import Answer, NoAnswerError, Options, Target, answer, listing, question
from tool_audit.pytest_plugin.cases import Suite, read_cases
from tool_audit.pytest_plugin.report import Report, nothing_measured, read_report


class ToolAudit:
    """What the fixture `tool_audit` is: call it with a target, or without for what is configured.

    Equal calls are one audit for the whole session, and for all workers of pytest-xdist, which share a folder.
    """

    def __init__(self, configured: Sequence[str], *, cwd: Path, root: Path, folder: Path) -> None:
        """Take the configured targets and the folder that they are meant from; that of the project; that of answers."""
        self.configured = tuple(configured)
        self._cwd = cwd
        self._root = root
        self._folder = folder
        self._cases: dict[Answer, Mapping[str, Suite]] = {}
        self._reports: dict[tuple[Answer, ...], Report] = {}

    def __call__(self, target: Target | None = None, /, **options: Unpack[Options]) -> Report:
        """Audit a URL, a configuration (a path) or a command (words, or one text), and return what was found.

        The options are those of `tool-audit probe`. Fails the test where the audit cannot be made.
        """
        __tracebackhide__ = True
        targets, cwd = (self.configured, self._cwd) if target is None else ((target,), self._root)
        if not targets:
            pytest.fail("there is no target: name one, or set tool_audit_targets in the configuration of pytest", False)
        return self._report(tuple(self._answer(each, options, cwd) for each in targets))

    def __repr__(self) -> str:
        return f"<tool_audit, configured: {', '.join(self.configured) or 'nothing'}>"

    def listed(self, target: str) -> Mapping[str, Suite]:
        """Return the servers and tools of a configured target, none of which is called. NoAnswerError."""
        try:
            return self._read(answer(listing(question(target, {}, self._cwd)), self._folder))
        except UsageError as error:
            raise NoAnswerError(told(error), usage=True) from None

    def cases(self, target: str) -> Mapping[str, Suite]:
        """Return what became of each server and tool of a configured target. Fails the test where that is nothing."""
        __tracebackhide__ = True
        return self._read(self._answer(target, {}, self._cwd))

    def notes(self, target: str) -> tuple[str, ...]:
        """Return what was said beside the report on a configured target."""
        __tracebackhide__ = True
        return self._answer(target, {}, self._cwd).notes

    def uncovered(self, target: str, server: str) -> str:
        """Say why nothing of a server of a configured target was measured; nothing where something was."""
        __tracebackhide__ = True
        return nothing_measured(self._answer(target, {}, self._cwd).report.read_text(encoding="utf-8"), server)

    def _answer(self, target: Target, options: Options, cwd: Path) -> Answer:
        __tracebackhide__ = True
        try:
            return answer(question(target, options, cwd), self._folder)
        except (NoAnswerError, UsageError) as error:
            why = told(error)
        pytest.fail(why, pytrace=False)

    def _read(self, found: Answer) -> Mapping[str, Suite]:
        if found not in self._cases:
            self._cases[found] = read_cases(found.junit)
        return self._cases[found]

    def _report(self, answers: tuple[Answer, ...]) -> Report:
        __tracebackhide__ = True
        if answers not in self._reports:
            self._reports[answers] = read_report(
                [each.report.read_text(encoding="utf-8") for each in answers],
                notes=[note for each in answers for note in each.notes],
            )
        report = self._reports[answers]
        audited = {server["configured_name"] for each in report.data for server in each["servers"]}
        for failure in (failure for each in report.data for failure in each["failures"]):
            if failure["name"] not in audited:
                lines = (f"{failure['name']}: {failure['message']}", *failure["detail"], failure["hint"])
                pytest.fail("\n".join(filter(None, lines)), pytrace=False)
        return report


def told(error: Exception) -> str:
    """Return what went wrong, and what to do."""
    if isinstance(error, UsageError):
        return "\n".join(filter(None, (error.message, *error.detail, error.hint and f"hint: {error.hint}")))
    return str(error)
