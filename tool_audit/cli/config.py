"""`tool-audit config`: the settings in force, and who said each."""

import typer
from tabulate import tabulate

from tool_audit.cli import options as o
from tool_audit.cli.console import show
from tool_audit.cli.given import settings_of
from tool_audit.report.figures import size
from tool_audit.report.safe import one_line
from tool_audit.settings import Origin
from tool_audit.settings.keys import BY_PATH
from tool_audit.settings.kinds import DURATION, SIZE


def config(
    context: typer.Context, config: o.Config = None, no_config: o.NoConfig = None, verbose: o.Verbose = None
) -> None:
    """Show the settings in force and where each comes from; with --verbose the options of all rules, too."""
    _, origins = settings_of(context)
    rows = [
        tuple(map(one_line, (key, _shown(key, origin), origin.where)))
        for key, origin in sorted(origins.items())
        if verbose or origin.layer != "default" or not key.startswith("rules.")
    ]
    show(tabulate(rows, headers=("setting", "value", "from"), tablefmt="plain", disable_numparse=True))


def _shown(name: str, origin: Origin) -> str:
    value = origin.value
    if value is None or value in ((), ""):
        return "-"
    key = BY_PATH.get(tuple(name.split(".")))
    if key is not None and key.kind is SIZE and isinstance(value, int):
        return size(value)
    if key is not None and key.kind is DURATION:
        return f"{value:g} s"
    if isinstance(value, tuple):
        return ", ".join(_part(part) for part in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _part(part: object) -> str:
    # an output is (format, file): written as it is given
    return "=".join(str(each) for each in part if each is not None) if isinstance(part, tuple) else str(part)
