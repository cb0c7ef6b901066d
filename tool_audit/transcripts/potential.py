"""What an audit measured of a tool, beside what its replies are in use: what could happen, and what does."""

from collections.abc import Mapping, Sequence

from tool_audit.model import Json
from tool_audit.model.indicators import Potential, ServerTraffic, ToolTraffic
from tool_audit.saved_report import name_of


def potentials(audit: Mapping[str, Json], servers: Sequence[ServerTraffic]) -> tuple[Potential, ...]:
    """Return each tool in use beside its figures in a JSON report, the largest of those first, unknown ones last.

    A server is known by its name in the client's configuration or the one it gives itself; where the logs name no
    server, a tool by its own name.
    """
    found = [_beside(tool, _audited(audit, server.name)) for server in servers for tool in server.tools]
    return tuple(sorted(found, key=lambda one: (-(one.largest or 0), one.server, one.tool)))


def _audited(audit: Mapping[str, Json], server: str) -> list[Mapping[str, Json]]:
    every = audit.get("servers", ())
    return [one for one in every if not server or server in (name_of(one), one["name"])]


def _beside(tool: ToolTraffic, servers: Sequence[Mapping[str, Json]]) -> Potential:
    entries = [entry for server in servers for entry in server["tools"] if _is(entry["name"], tool)]
    left = [one for server in servers for why in ("refused", "unmeasured") for one in server["coverage"][why]]
    return Potential(
        server=tool.server,
        tool=tool.name,
        largest=max(filter(None, (_tokens(one, "largest") for one in entries)), default=None),
        default=max(filter(None, (_tokens(one, "default") for one in entries)), default=None),
        p99=None if tool.tokens is None else tool.tokens.at(99),
        measured=any(_tokens(one, "largest") is not None for one in entries),
        listed=bool(entries) or any(_is(one["tool"], tool) for one in left),
    )


def _is(name: str, tool: ToolTraffic) -> bool:
    """Whether a report names this tool, or one action of it."""
    return name.partition("[")[0] == tool.name


def _tokens(entry: Mapping[str, Json], which: str) -> int | None:
    figures = entry.get(which)
    tokens = figures.get("tokens") if isinstance(figures, Mapping) else None
    return tokens if isinstance(tokens, int) else None
