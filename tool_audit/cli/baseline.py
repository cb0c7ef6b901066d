"""`--baseline` and `--update-baseline`: the file, and the report as it leaves it."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tool_audit.baseline import Known, baseline_text, gone, held_against, known_now, read_baseline, unseen
from tool_audit.cli.console import note
from tool_audit.cli.write import write_text
from tool_audit.errors import ExitCode, UsageError
from tool_audit.model import Report, Severity
from tool_audit.policy import verdict
from tool_audit.report.figures import counted
from tool_audit.settings import Policy, Settings


def known_findings(policy: Policy, *, update: bool) -> tuple[Known, ...]:
    """Return what the baseline holds, before a server is called; UsageError where there is none to read or to write."""
    path = policy.baseline
    if path is None:
        if update:
            raise UsageError(
                "--update-baseline has no file to write", hint="name one: --baseline tool-audit-baseline.json"
            )
        return ()
    if update and not path.exists():
        return ()
    return read_baseline(path)


def held_to_baseline(report: Report, settings: Settings, known: Sequence[Known], *, update: bool) -> Report:
    """Return the report with known findings marked and its verdict taken anew; with `update`, write what is found now.

    Entries about servers and tools that this run did not look at stay in the file, and all where it made only some of
    the experiments.
    """
    policy, partly = settings.policy, bool(settings.probing.experiments)
    path = policy.baseline
    if path is None:
        return report
    if update:
        known = _written(path, report, known, partly=partly)
    servers = held_against(report.servers, known, policy.baseline_growth)
    interrupted = report.verdict.exit_code == ExitCode.INTERRUPTED
    taken = verdict(servers, report.failures, policy.fail_on, interrupted=interrupted, part=bool(report.shard))
    return replace(report, servers=servers, verdict=taken, gone=() if partly else gone(servers, known))


def _written(path: Path, report: Report, known: Sequence[Known], *, partly: bool) -> tuple[Known, ...]:
    now = known_now(report.servers, known if partly else unseen(report.servers, known))
    write_text(path, baseline_text(now))
    note(f"baseline: {len(now):,} known findings in {path.name}{_changed(known, now)}")
    return now


def _changed(before: Sequence[Known], now: Sequence[Known]) -> str:
    """Say what was taken in and what was dropped: a new error that is known from now on is to be seen once."""
    old, new = ({entry.fingerprint for entry in entries} for entries in (before, now))
    added = [entry for entry in now if entry.fingerprint not in old]
    if not before or not (added or old - new):
        return ""
    errors = sum(1 for entry in added if entry.severity == Severity.ERROR)
    told = f" ({counted(errors, 'error')})" if errors else ""
    return f": {len(added):,} added{told}, {len(old - new):,} dropped"
