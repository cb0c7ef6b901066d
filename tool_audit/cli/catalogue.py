"""`tool-audit rules` and `tool-audit explain`: the catalogue, and the page of a rule."""

import json
from typing import Annotated

import typer
from tabulate import tabulate

from tool_audit.cli.console import show
from tool_audit.errors import UsageError
from tool_audit.rules import catalogue, page
from tool_audit.settings import nearest

Format = Annotated[str, typer.Option(metavar="FORMAT", help="terminal or json.")]
RuleId = Annotated[
    str, typer.Argument(metavar="RULE", help="A rule's id, as in `tool-audit rules`.", show_default=False)
]


def rules(output: Format = "terminal") -> None:
    """List the rules: what each sees, how grave it is, what it can be told."""
    every = catalogue().values()
    if output == "json":
        entries = [
            {
                "id": rule.id,
                "group": rule.group,
                "severity": rule.severity,
                "confidence": rule.confidence,
                "summary": rule.summary,
                "options": dict(rule.option_defaults),
            }
            for rule in every
        ]
        show(json.dumps(entries, indent=2))
        return
    if output != "terminal":
        raise UsageError(f"rules cannot be written as {output!r}", hint="terminal or json")
    rows = [(rule.group, rule.id, rule.severity, rule.summary) for rule in every]
    headers = ("", "rule", "severity", "flags")
    show(tabulate(rows, headers=headers, tablefmt="plain", maxcolwidths=(None, None, None, 62)))
    show("\ntool-audit explain RULE tells why, how to fix it, and its options.")


def explain(rule: RuleId) -> None:
    """Print a rule's page: what it flags, why that costs an agent, how to fix it."""
    known = catalogue()
    if rule not in known:
        raise UsageError(f"there is no rule {rule!r}", hint=nearest(rule, known))
    show(page(rule))
