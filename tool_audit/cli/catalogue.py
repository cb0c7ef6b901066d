"""`tool-audit rules` and `tool-audit explain`: the catalogue, and the page of a rule."""

import json
import shutil
from textwrap import fill
from typing import Annotated, Final

import typer
from tabulate import tabulate

from tool_audit.cli.console import show
from tool_audit.errors import UsageError
from tool_audit.rules import GROUPS, index, page

BEFORE_SUMMARY: Final = 50
"""Cells of the columns on the left of a rule's summary."""
NARROWEST_SUMMARY: Final = 28
WIDEST_SUMMARY: Final = 80

Format = Annotated[str, typer.Option(metavar="FORMAT", help="terminal or json.")]
RuleId = Annotated[
    str, typer.Argument(metavar="RULE", help="A rule's id, as in `tool-audit rules`.", show_default=False)
]


def rules(output: Format = "terminal") -> None:
    """List the rules: what each sees, how grave it is, what it can be told."""
    every = index()
    if output == "json":
        show(json.dumps(every, indent=2))
        return
    if output != "terminal":
        raise UsageError(f"rules cannot be written as {output!r}", hint="terminal or json")
    rows = [(rule["group"], rule["id"], rule["severity"], rule["summary"]) for rule in every]
    headers = ("", "rule", "severity", "flags")
    columns = shutil.get_terminal_size((100, 24)).columns
    width = min(max(columns - BEFORE_SUMMARY, NARROWEST_SUMMARY), WIDEST_SUMMARY)
    show(tabulate(rows, headers=headers, tablefmt="plain", maxcolwidths=[None, None, None, width]))
    groups = ", ".join(f"{letter} {words}" for letter, words in GROUPS.items())
    show(f"\n{fill(f'{len(rows)} rules: {groups}.', columns)}")
    show("tool-audit explain RULE tells why, how to fix it, and its options.")


def explain(rule: RuleId) -> None:
    """Print a rule's page: what it flags, why that costs an agent, how to fix it."""
    known = [each["id"] for each in index()]
    if rule not in known:
        from tool_audit.settings import closest  # noqa: PLC0415 - it reads files, and is needed only here

        near = closest(rule, known)
        hint = f"did you mean {near}?" if near else "`tool-audit rules` lists them"
        raise UsageError(f"there is no rule {rule!r}", hint=hint)
    show(page(rule))
