"""What rules about a listing share: words for lists of names and numbers of things, and the runs of each tool."""

from collections.abc import Mapping, Sequence

from tool_audit.model import ServerRun, ToolRun


def counted(number: int, thing: str) -> str:
    """Return "1 tool" or "1,204 tools"."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def named(names: Sequence[str], most: int = 5) -> str:
    """Return "a, b and c", or the first `most` names and how many more there are."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most:,} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else list(names))


def runs_by_tool(run: ServerRun) -> Mapping[str, Sequence[ToolRun]]:
    """Return a tool's name -> its runs, several for a tool whose actions are measured one by one."""
    runs: dict[str, list[ToolRun]] = {}
    for one in run.tools:
        runs.setdefault(one.tool.name, []).append(one)
    return runs
