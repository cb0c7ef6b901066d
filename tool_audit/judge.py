"""Runs -> findings: asks every rule and signs what it saw."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from tool_audit.model import Finding, Hit, ServerRun
from tool_audit.model.indicators import ServerTraffic
from tool_audit.rule import Rule
from tool_audit.rules import catalogue


class RuleError(Exception):
    """A rule failed: a bug of ours, which must not cost what the other rules saw."""

    def __init__(self, rule: str, subject: str, error: Exception) -> None:
        super().__init__(f"the rule {rule} failed on {subject}: {type(error).__name__}: {error}")


def judge(
    run: ServerRun, options: Mapping[str, Mapping[str, Any]], broken: list[RuleError] | None = None
) -> tuple[Finding, ...]:
    """Return what every rule sees in this server; `options` maps rule id -> option -> value, absent ones: defaults.

    A rule that fails is put into `broken` and the others go on; without that list its RuleError is raised.
    """
    rules = catalogue().values()
    chosen = {rule.id: rule.options(**options.get(rule.id, {})) for rule in rules}
    found: dict[str, list[Hit]] = {rule.id: [] for rule in rules}
    for rule in rules:
        if rule.check_server is not None:
            found[rule.id] += _asked(rule, run.listing.name, rule.check_server(run, chosen[rule.id]), broken)
    for tool in run.tools:  # all rules of one tool: what its replies hold is fetched once
        for rule in rules:
            if rule.check_tool is not None:
                hits = _asked(rule, tool.name, rule.check_tool(tool, chosen[rule.id]), broken)
                found[rule.id] += (hit if hit.tools else replace(hit, tools=(tool.name,)) for hit in hits)
    return tuple(_signed(rule, run.spec.name, hit) for rule in rules for hit in found[rule.id])


def judge_traffic(server: ServerTraffic, options: Mapping[str, Mapping[str, Any]]) -> tuple[Finding, ...]:
    """Return what the rules of real traffic see in the use of one server; `options` as in `judge`."""
    return tuple(
        _signed(rule, server.name, hit)
        for rule in catalogue().values()
        if rule.check_traffic is not None
        for hit in rule.check_traffic(server, rule.options(**options.get(rule.id, {})))
    )


def _asked(rule: Rule, subject: str, hits: Iterable[Hit], broken: list[RuleError] | None) -> Iterator[Hit]:
    try:
        yield from hits
    except Exception as error:  # whatever went wrong in one rule is told, and costs the others nothing
        failure = RuleError(rule.id, subject, error)
        if broken is None:
            raise failure from error
        broken.append(failure)


def _signed(rule: Rule, server: str, hit: Hit) -> Finding:
    return Finding(
        rule=rule.id,
        summary=rule.summary,
        severity=hit.severity or rule.severity,
        confidence=hit.confidence or rule.confidence,
        tools=hit.tools,
        message=hit.message,
        advice=hit.advice,
        calls=hit.calls,
        send=hit.send,
        argument=hit.argument,
        fingerprint=fingerprint(rule.id, server, hit.tools, hit.argument),
    )


def fingerprint(rule: str, server: str, tools: tuple[str, ...], argument: str | None) -> str:
    """Return what stays the same while the flaw does, whatever its figures: 16 hex digits.

    `server` is what the user calls it: two servers of one make stay apart.
    """
    return sha256("\0".join((rule, server, *sorted(tools), argument or "")).encode("utf-8", "replace")).hexdigest()[:16]
