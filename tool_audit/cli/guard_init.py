"""`tool-audit guard init`: a JSON report -> the policy that the guard enforces, a person's changes to it kept."""

from pathlib import Path
from typing import Annotated

import typer

from tool_audit.cli.console import note
from tool_audit.cli.write import write_text
from tool_audit.errors import UsageError
from tool_audit.guard.facts import Facts, facts_of
from tool_audit.guard.load import policy_of
from tool_audit.guard.write import Written, new_policy
from tool_audit.saved_report import read_report
from tool_audit.settings.paths import is_file, is_folder
from tool_audit.settings.texts import load_text, toml_of

Report = Annotated[
    Path,
    typer.Argument(metavar="REPORT", help="A JSON report: `tool-audit probe --output json=FILE`.", show_default=False),
]
Output = Annotated[
    Path, typer.Option("--output", "-o", metavar="FILE", help="The policy; one that is there is brought up to date.")
]
Server = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Which server of the report, where it has several.", show_default=False),
]


def init(report: Report, output: Output = Path("guard.toml"), server: Server = None) -> None:
    """Write a policy from an audit: which calls fit, by what they measured; run again, it keeps what you changed."""
    facts = facts_of(read_report(report), str(report), server)
    if is_folder(output) or not is_folder(output.absolute().parent):
        what = "it is a folder" if is_folder(output) else f"there is no folder {output.parent}"
        raise UsageError(f"cannot write the policy to {output}: {what}", hint="name another file: -o FILE")
    there = load_text(output, str(output)) if is_file(output) else None
    made = new_policy(facts) if there is None else _changed(there, str(output), facts)
    said = _said(made.text, str(output), facts)
    if made.text != there:
        write_text(output, made.text)
    for each in made.notes:
        note(each)
    note(said if made.text != there else f"{said}; nothing in it has changed")


def _changed(text: str, name: str, facts: Facts) -> Written:
    # what edits takes its time to import, and the other commands of the group start without it
    from tool_audit.guard.edit import changed_policy  # noqa: PLC0415

    return changed_policy(text, name, facts)


def _said(text: str, name: str, facts: Facts) -> str:
    """Return what the policy does in one line. Reads it as the guard will, so that none is written that it refuses."""
    policy = policy_of(toml_of(text, name), name)
    tools = [policy.tools[tool.name] for tool in facts.tools]
    lines = sum(bool(tool.lines) for tool in tools)
    verb = "has" if lines == 1 else "have"
    out = "1 tool was" if facts.unmeasured == 1 else f"{facts.unmeasured} tools were"
    rest = f"; {out} not measured and stay{'s' if facts.unmeasured == 1 else ''} out" if facts.unmeasured else ""
    return f"{name}: {lines} of {len(tools)} measured tools {verb} lines{rest}"
