"""Flags tool names that clients or the model APIs behind them refuse."""

import re
from collections.abc import Iterator, Sequence

from tool_audit import lazy_re
from tool_audit.model import Confidence, DefinitionLimits, Hit, ServerRun, ServerSpec, Severity, TransportKind
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted, named

_ODD = lazy_re.compile(r"[^a-zA-Z0-9_-]")


@server_rule(group="J", severity=Severity.ERROR, confidence=Confidence.SEEN)
def tool_name_invalid(run: ServerRun, _: object) -> Iterator[Hit]:
    """A tool's name is empty, too long or written in characters that clients refuse."""
    names = tuple(dict.fromkeys(tool.name for tool in run.listing.tools if tool.name.strip()))
    blank = [tool.name for tool in run.listing.tools if not tool.name.strip()]
    nameless = [f"entry {place} of tools/list" for place in run.listing.nameless]
    if blank or nameless:
        yield Hit(
            message=f"{counted(len(blank) + len(nameless), 'tool')} without a name: "
            f"{named([*nameless, *map(repr, blank)])}.",
            advice="Give every tool a name: it cannot be called without one.",
        )
    long = {name for name in names if any(_over(name, limits) for limits in run.clients if not limits.name_prefix)}
    yield from _too_long([name for name in names if name in long], run.clients)
    yield from _too_long_with_prefix([name for name in names if name not in long], run)
    yield from _odd_characters(names, run.clients)


_SHOWN = 80  # characters of a name in a message


def _over(name: str, limits: DefinitionLimits, prefix: str = "") -> bool:
    return limits.name_chars is not None and len(prefix) + len(name) > limits.name_chars


def _too_long(names: Sequence[str], clients: Sequence[DefinitionLimits]) -> Iterator[Hit]:
    refusing = [limits for limits in clients if any(_over(name, limits) for name in names)]
    if names and refusing:
        least = min(limits.name_chars or 0 for limits in refusing if not limits.name_prefix)
        yield Hit(
            message=(
                f"{counted(len(names), 'tool name')} over {least} characters: "
                f"{named([f'{name[:_SHOWN]} ({len(name)})' for name in names])}. {_refused_by(refusing)}"
            ),
            tools=tuple(names),
            advice=f"Shorten the name to {least} characters, and leave room for a client's prefix.",
        )


def _too_long_with_prefix(names: Sequence[str], run: ServerRun) -> Iterator[Hit]:
    server = _server_name(run)
    over: list[tuple[DefinitionLimits, str, list[str]]] = []
    for limits in run.clients if server else ():
        prefix = limits.name_prefix.replace("{server}", server)
        long = [name for name in names if _over(name, limits, prefix)]
        if prefix and long:
            over.append((limits, prefix, long))
    if not over:
        return
    strictest, prefix, long = max(over, key=lambda entry: len(entry[2]))
    told = [f"{name[:_SHOWN]} ({len(prefix)} + {len(name)} = {len(prefix) + len(name)})" for name in long]
    room = max(1, (strictest.name_chars or 0) - len(prefix))
    yield Hit(
        message=(
            f"{counted(len(long), 'tool name')} over {strictest.name_chars} characters once {strictest.client} puts "
            f"its prefix before it (assumed here: {prefix!r}): {named(told)}. "
            f"{_refused_by([limits for limits, _, _ in over])}"
        ),
        tools=tuple(long),
        advice=f"Keep names within {room} characters, or shorten the server's.",
        severity=Severity.WARNING,
    )


def _odd_characters(names: Sequence[str], clients: Sequence[DefinitionLimits]) -> Iterator[Hit]:
    patterns = [(limits, re.compile(limits.name_pattern)) for limits in clients if limits.name_pattern]
    refused = {name: [limits for limits, pattern in patterns if not pattern.fullmatch(name)] for name in names}
    odd = [name for name in names if refused[name] and _ODD.search(name)]
    if odd:
        found = "".join(dict.fromkeys(character for name in odd for character in _ODD.findall(name)))
        legal = " A dot is legal in MCP itself." if "." in found else ""
        yield Hit(
            message=(
                f"{counted(len(odd), 'tool name')} with characters other than letters, digits, _ and -: "
                f"{named([repr(name[:_SHOWN]) for name in odd])} ({' '.join(map(repr, found[:20]))}). "
                f"{_refused_by([limits for name in odd for limits in refused[name]])}{legal}"
            ),
            tools=tuple(odd),
            advice="Use only a-z, A-Z, 0-9, _ and -.",
            severity=Severity.WARNING,
        )
    if rest := [name for name in names if refused[name] and name not in odd]:
        refusing = [limits for name in rest for limits in refused[name]]
        yield Hit(
            message=(
                f"{counted(len(rest), 'tool name')} of a form that a client refuses "
                f"({refusing[0].client} takes {refusing[0].name_pattern}): "
                f"{named([repr(name[:_SHOWN]) for name in rest])}. {_refused_by(refusing)}"
            ),
            tools=tuple(rest),
            advice="Begin the name with a letter, and use only a-z, A-Z, 0-9, _ and -.",
            severity=Severity.WARNING,
        )


def _refused_by(clients: Sequence[DefinitionLimits]) -> str:
    unique = {limits.client: limits for limits in clients}
    first = next(iter(unique.values()))
    return f"Refused by {named(sorted(unique))} (checked {first.checked})."


def _server_name(run: ServerRun) -> str:
    """Return the name that a client knows the server by: the configuration's, else what the server calls itself."""
    configured = run.spec.origin != ServerSpec(name="", transport=TransportKind.STDIO).origin
    if configured and run.spec.transport is not TransportKind.LISTING:
        return run.spec.name
    return run.listing.name or run.spec.name
