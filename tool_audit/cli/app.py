"""The commands under one name, and what becomes of every way they can end."""

import sys
import traceback
from typing import Annotated, Final

import typer

from tool_audit import __version__
from tool_audit.cli import catalogue, config, demo, diff, merge, plan, probe, report
from tool_audit.cli.commands import Command, Group, StartsServers
from tool_audit.cli.console import abandon_stdout, complain, show
from tool_audit.errors import ExitCode, ToolAuditError

ISSUES: Final = "https://github.com/tool-audit/tool-audit/issues"


app = typer.Typer(
    name="tool-audit",
    cls=Group,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.command("demo", cls=Command)(demo.demo)
app.command("probe", cls=StartsServers)(probe.probe)
app.command("plan", cls=StartsServers)(plan.plan)
app.command("report", cls=Command)(report.report)
app.command("diff", cls=Command)(diff.diff)
app.command("merge", cls=Command)(merge.merge)
app.command("rules", cls=Command)(catalogue.rules)
app.command("explain", cls=Command)(catalogue.explain)
app.command("config", cls=Command)(config.config)


def _version(wanted: bool) -> None:
    if wanted:
        show(f"tool-audit {__version__}")
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


def run(given: list[str]) -> int:
    """Run one command and return its exit code; raises nothing but InterruptError."""
    words, command = _split(given)
    try:
        app(args=words, obj=command, prog_name="tool-audit")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else ExitCode.CLEAN
    except ToolAuditError as error:
        complain(error)
        return error.exit_code
    except BrokenPipeError:
        # whoever read us has seen enough
        abandon_stdout()
        return ExitCode.CLEAN
    except Exception:  # noqa: BLE001 - the last resort: exit code 1 would read as "findings"
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
