"""Runs -> findings: asks every rule and signs what it saw."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from tool_audit.model import Finding, Hit, ServerRun
from tool_audit.rule import Rule
from tool_audit.rules import catalogue


def judge(run: ServerRun, options: Mapping[str, Mapping[str, Any]]) -> tuple[Finding, ...]:
    """Return what every rule sees in this server; `options` maps rule id -> option -> value, absent ones: defaults."""
    return tuple(
        _signed(rule, run, hit) for rule in catalogue().values() for hit in _hits(rule, run, options.get(rule.id, {}))
    )


def _hits(rule: Rule, run: ServerRun, given: Mapping[str, Any]) -> Iterator[Hit]:
    chosen = rule.options(**given)
    if rule.check_server is not None:
        yield from rule.check_server(run, chosen)
    if rule.check_tool is not None:
        for tool in run.tools:
            for hit in rule.check_tool(tool, chosen):
                yield hit if hit.tools else _about(hit, tool.name)


def _about(hit: Hit, tool: str) -> Hit:
    return replace(hit, tools=(tool,))


def _signed(rule: Rule, run: ServerRun, hit: Hit) -> Finding:
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
        fingerprint=fingerprint(rule.id, run.listing.name, hit.tools, hit.argument),
    )


def fingerprint(rule: str, server: str, tools: tuple[str, ...], argument: str | None) -> str:
    """Return what stays the same while the flaw does, whatever its figures: 16 hex digits."""
    return sha256("\0".join((rule, server, *sorted(tools), argument or "")).encode("utf-8", "replace")).hexdigest()[:16]
