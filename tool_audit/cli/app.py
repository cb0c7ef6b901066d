"""The commands under one name, and what becomes of every way they can end."""

import sys
import traceback
from importlib import import_module
from types import ModuleType
from typing import Annotated, Final

import typer

from tool_audit import __version__
from tool_audit.cli.commands import Listed, StartsServers, group_of
from tool_audit.cli.interrupts import raised
from tool_audit.errors import ExitCode, ToolAuditError

ISSUES: Final = "https://github.com/tool-audit/tool-audit/issues"


COMMANDS: Final = {
    "demo": Listed(
        module="demo", told="Audit the bundled `bank` server: needs no network, no key and no other server."
    ),
    "probe": Listed(
        module="probe",
        kind=StartsServers,
        told="Call a server's read tools and report what their replies cost, hide and break.",
    ),
    "plan": Listed(
        module="plan",
        kind=StartsServers,
        told="List what `probe` would call and why, what it would not and why; no tool is called.",
    ),
    "report": Listed(
        module="report",
        told="Judge recorded replies again: another client, another policy, another format; no server is called.",
    ),
    "diff": Listed(module="diff", told="Compare two JSON reports: what is new, fixed, grown and shrunk."),
    "merge": Listed(
        module="merge",
        told="Put the JSON reports of several runs together: one table of all servers, one verdict, one exit code.",
    ),
    "rules": Listed(module="catalogue", told="List the rules: what each sees, how grave it is, what it can be told."),
    "explain": Listed(
        module="catalogue", told="Print a rule's page: what it flags, why that costs an agent, how to fix it."
    ),
    "guard": Listed(
        module="guard",
        told="Refuse the calls that an audit found unbounded, before they are made.",
    ),
    "sli": Listed(
        module="sli",
        told="Read indicators of tools in use off the logs of agents' sessions; nothing is called, nothing sent.",
    ),
    "config": Listed(
        module="config",
        told="Show the settings in force and where each comes from; with --verbose the options of all rules, too.",
    ),
}

app = typer.Typer(
    name="tool-audit",
    cls=group_of(COMMANDS),
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(wanted: bool) -> None:
    if wanted:
        _console().show(f"tool-audit {__version__}")
        raise typer.Exit


_Version = Annotated[
    bool, typer.Option("--version", metavar="", callback=_version, is_eager=True, help="Show the version.")
]


@app.callback()
def _root(
    *,
    version: _Version = False,
) -> None:
    """Measure what an MCP server's tools cost an agent, before the agent pays for it.

    Start with `tool-audit demo`. Then: tool-audit probe -- npx -y @modelcontextprotocol/server-everything

    Exit codes: 0 clean, 1 findings at or over --fail-on, 2 usage or configuration,
    3 not audited, 70 a bug of ours, 130 interrupted.
    """


def _console() -> ModuleType:
    # it knows of reports, which take their time to import: the list of commands does without
    return import_module("tool_audit.cli.console")


def run(given: list[str]) -> int:
    """Run one command and return its exit code; raises nothing but InterruptError."""
    words, command = _split(given)
    try:
        app(args=words, obj=command, prog_name="tool-audit")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else ExitCode.CLEAN
    except ToolAuditError as error:
        _console().complain(error)
        return error.exit_code
    except BrokenPipeError:
        # whoever read us has seen enough
        _console().abandon_stdout()
        return ExitCode.CLEAN
    except Exception:  # noqa: BLE001 - the last resort: exit code 1 would read as "findings"
        if raised:  # Python wraps what is raised while a class is made, as most of an import is
            return ExitCode.INTERRUPTED
        traceback.print_exc()
        sys.stderr.write(f"\nerror: this is a bug in tool-audit {__version__}, not in the server.\n")
        sys.stderr.write(f"hint: please report it with the lines above: {ISSUES}\n")
        return ExitCode.BUG
    return ExitCode.CLEAN


def _split(words: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """Take what follows the first `--`: it is a server's command line, and none of our options."""
    if "--" not in words:
        return words, ()
    place = words.index("--")
    if place == len(words) - 1:
        return [*words[:place]], ("",)
    return words[:place], tuple(words[place + 1 :])
