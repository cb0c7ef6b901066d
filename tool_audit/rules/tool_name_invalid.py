"""Flags tool names that clients or the model APIs behind them refuse."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Confidence, Hit, ServerRun, ServerSpec, Severity, TransportKind
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted, named

_REFUSED = re.compile(r"[^a-zA-Z0-9_-]")


@dataclass(frozen=True)
class Options:
    chars: int = 64
    prefix: str = "mcp__{server}__"


@server_rule(group="J", severity=Severity.ERROR, confidence=Confidence.SEEN, options=Options)
def tool_name_invalid(run: ServerRun, options: Options) -> Iterator[Hit]:
    """A tool's name is empty, too long or written in characters that clients refuse."""
    names = tuple(dict.fromkeys(tool.name for tool in run.listing.tools))
    empty = [str(place) for place, tool in enumerate(run.listing.tools, 1) if not tool.name.strip()]
    if empty:
        yield Hit(
            message=f"{counted(len(empty), 'tool')} without a name: number {named(empty)} of tools/list.",
            advice="Give every tool a name: it cannot be called without one.",
        )
    yield from _too_long(names, options)
    yield from _odd_characters(names)
    yield from _too_long_with_prefix(names, _server_name(run), options)


def _too_long(names: tuple[str, ...], options: Options) -> Iterator[Hit]:
    long = tuple(name for name in names if len(name) > options.chars)
    if long:
        yield Hit(
            message=(
                f"{counted(len(long), 'tool name')} over {options.chars} characters: "
                f"{named([f'{name} ({len(name)})' for name in long])}. OpenAI's API and Claude Desktop take no more."
            ),
            tools=long,
            advice=f"Shorten the name to {options.chars} characters, and leave room for a client's prefix.",
        )


def _odd_characters(names: tuple[str, ...]) -> Iterator[Hit]:
    odd = {name: "".join(dict.fromkeys(_REFUSED.findall(name))) for name in names if name.strip()}
    odd = {name: found for name, found in odd.items() if found}
    if not odd:
        return
    found = "".join(dict.fromkeys("".join(odd.values())))
    legal = " A dot is legal in MCP itself." if "." in found else ""
    yield Hit(
        message=(
            f"{counted(len(odd), 'tool name')} with characters other than letters, digits, _ and -: "
            f"{named([repr(name) for name in odd])} ({' '.join(map(repr, found))}). The model APIs of Anthropic and "
            f"OpenAI refuse them, and with them every request of a client that passes names on unchanged.{legal}"
        ),
        tools=tuple(odd),
        advice="Use only a-z, A-Z, 0-9, _ and -.",
        severity=Severity.WARNING,
    )


def _too_long_with_prefix(names: tuple[str, ...], server: str, options: Options) -> Iterator[Hit]:
    prefix = options.prefix.replace("{server}", server)
    long = [name for name in names if len(name) <= options.chars < len(prefix) + len(name)]
    if server and long:
        told = [f"{name} ({len(prefix)} + {len(name)} = {len(prefix) + len(name)})" for name in long]
        yield Hit(
            message=(
                f"{counted(len(long), 'tool name')} over {options.chars} characters once a client puts its prefix "
                f"before it (assumed here: {prefix!r}): {named(told)}."
            ),
            tools=tuple(long),
            advice=f"Keep names within {max(1, options.chars - len(prefix))} characters, or shorten the server's.",
            severity=Severity.WARNING,
        )


def _server_name(run: ServerRun) -> str:
    """Return the name that a client knows the server by: the configuration's, else what the server calls itself."""
    configured = run.spec.origin != ServerSpec(name="", transport=TransportKind.STDIO).origin
    if configured and run.spec.transport is not TransportKind.LISTING:
        return run.spec.name
    return run.listing.name or run.spec.name
