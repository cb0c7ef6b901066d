"""Two JSON reports -> what differs between them."""

from collections.abc import Iterator, Mapping
from typing import Final

from tool_audit.model import Changes, Json, Moved, Noted, State
from tool_audit.saved_report import name_of, noted_in

MOVED: Final = 1.1
"""A default reply that is this many times larger, or smaller, has moved."""
_LEAST: Final = 100
"""Characters below which a move is no news."""
_COUNTS: Final = frozenset({State.SHOWN, State.KNOWN})
_ASIDE: Final = frozenset({State.IGNORED, State.HIDDEN})


def changes(old: Mapping[str, Json], new: Mapping[str, Json]) -> Changes:
    """Return what differs. A finding is the same where its fingerprint is, whatever its figures."""
    before, after = _servers(old), _servers(new)
    both = [(name, before[name], after[name]) for name in before if name in after]
    earlier, later = _findings(before, _COUNTS), _findings(after, _COUNTS)
    aside = _findings(after, _ASIDE).keys() - later.keys()
    gone = {key: noted for key, noted in earlier.items() if key not in later and key not in aside}
    fixed = {key: noted for key, noted in gone.items() if _looked_at(noted, before, after)}
    moves = [move for name, one, other in both for move in _moves(name, one, other)]
    failures = {str(failure["name"]) for failure in new.get("failures", ())}
    return Changes(
        new=_ordered(noted for key, noted in later.items() if key not in earlier),
        worse=_ordered(
            noted
            for key, noted in later.items()
            if key in earlier and noted.severity.gravity > earlier[key].severity.gravity
        ),
        clients=None if old["client"] == new["client"] else (old["client"], new["client"]),
        fixed=_ordered(iter(fixed.values())),
        kept=len(earlier.keys() & later.keys()),
        grown=tuple(sorted((m for m in moves if m.ratio >= MOVED), key=lambda m: -m.ratio)),
        shrunk=tuple(sorted((m for m in moves if m.ratio <= 1 / MOVED), key=lambda m: m.ratio)),
        tools_added=tuple(
            f"{n}: {tool}" for n, one, other in both for tool in _tools(other) if tool not in _tools(one)
        ),
        tools_removed=tuple(
            f"{n}: {tool}" for n, one, other in both for tool in _tools(one) if tool not in _tools(other)
        ),
        unaudited=tuple(name for name in before if name not in after or name in failures),
        unknown=len(gone) - len(fixed),
        aside=len(earlier.keys() & aside),
    )


def _servers(report: Mapping[str, Json]) -> dict[str, Mapping[str, Json]]:
    return {name_of(server): server for server in report.get("servers", ())}


def _findings(servers: Mapping[str, Mapping[str, Json]], states: frozenset[State]) -> dict[tuple[str, str], Noted]:
    return {(name, key): noted for name, server in servers.items() for key, noted in noted_in(server, states)}


def _looked_at(noted: Noted, before: Mapping[str, Mapping[str, Json]], after: Mapping[str, Mapping[str, Json]]) -> bool:
    """Whether the later report looked at the tools of a finding as the earlier one did, or they are there no more."""
    server = after.get(noted.server)
    if server is None or not server.get("complete", True):
        return False
    measured = {tool["name"] for tool in before[noted.server]["tools"]}
    coverage = server["coverage"]
    unmeasured = {entry["tool"] for entry in coverage["unmeasured"]}
    refused = {entry["tool"] for entry in coverage["refused"]}
    return not (unmeasured | refused & measured) & set(noted.tools)


def _tools(server: Mapping[str, Json]) -> dict[str, None]:
    coverage = server["coverage"]
    uncalled = [entry["tool"] for key in ("refused", "unmeasured") for entry in coverage[key]]
    return dict.fromkeys([*(tool["name"] for tool in server["tools"]), *uncalled])


def _moves(name: str, one: Mapping[str, Json], other: Mapping[str, Json]) -> Iterator[Moved]:
    sizes = {tool["name"]: tool["default"]["chars"] for tool in one["tools"] if tool["default"]}
    for tool in other["tools"]:
        if tool["name"] in sizes and tool["default"]:
            move = Moved(server=name, tool=tool["name"], before=sizes[tool["name"]], after=tool["default"]["chars"])
            if abs(move.after - move.before) >= _LEAST:
                yield move


def _ordered(noted: Iterator[Noted]) -> tuple[Noted, ...]:
    return tuple(sorted(noted, key=lambda one: (-one.severity.gravity, one.server, one.rule, one.tools)))
