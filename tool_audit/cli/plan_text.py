"""A plan as text: called and why, not called and why and what would change that, values that are still missing."""

from tabulate import tabulate

from tool_audit.effects.verbs import Effect
from tool_audit.model import Listing, ServerSpec, ToolSpec
from tool_audit.plan.gate import Decision, decide
from tool_audit.plan.sources import Sources
from tool_audit.plan.values import candidates
from tool_audit.report.safe import one_line
from tool_audit.schema import Argument, arguments_of
from tool_audit.settings import Settings
from tool_audit.surroundings import surroundings_of


def plan_text(spec: ServerSpec, listing: Listing, settings: Settings) -> str:
    """Return the plan of one server."""
    tools = {tool.name: tool for tool in listing.tools}
    decisions = decide(listing.tools, settings.probing)
    called = [decision for decision in decisions if decision.called]
    refused = [decision for decision in decisions if not decision.called]
    writes = sum(decision.effect is Effect.WRITES for decision in refused)
    title = f"{listing.name} {listing.version}".strip() + f" over {listing.transport}   {len(listing.tools)} tools: "
    unclear = len(refused) - writes
    title += f"{len(called)} would be called, {writes} not (they write), {unclear} not (unclear or not chosen)"
    parts = [one_line(title)]
    if called:
        rows = [(_named(d), one_line(d.reason), _calls(tools[d.subject.tool], d, settings)) for d in called]
        parts.append(_table(rows, ("called", "why", "with")))
    if refused:
        rows = [(_named(d), one_line(d.reason), d.consent or "-") for d in refused]
        parts.append(_table(rows, ("not called", "why", "to call it")))
    missing = [text for d in called for text in _missing(tools[d.subject.tool], d, spec, settings)]
    if missing:
        parts.append(f"values still missing: {', '.join(missing)} (give them in --args; else replies are searched)")
    return "\n\n".join(parts)


def _named(decision: Decision) -> str:
    return one_line(decision.subject.label)


def _table(rows: list[tuple[str, str, str]], headers: tuple[str, str, str]) -> str:
    return tabulate(rows, headers=headers, tablefmt="plain", maxcolwidths=[40, 46, 50])


def _calls(tool: ToolSpec, decision: Decision, settings: Settings) -> str:
    chosen = settings.probing.experiments
    varied: dict[str, list[str]] = {}
    for argument in arguments_of(tool):
        if argument.kind is not None and argument.name != decision.subject.argument:
            varied.setdefault(argument.kind, []).append(argument.name)
    words = ["default"] + (["repeat"] if not chosen or "repeat" in chosen else [])
    for kind, names in varied.items():
        experiment = {"count": "limit", "size": "limit", "format": "serialization"}.get(kind, kind)
        if not chosen or experiment in chosen:
            words.append(f"{experiment} ({', '.join(names)})")
    return one_line(", ".join(words))


def _missing(tool: ToolSpec, decision: Decision, spec: ServerSpec, settings: Settings) -> list[str]:
    given = settings.probing.arguments_for(tool.name)
    sources = Sources(surroundings=surroundings_of(spec))
    return [
        f"{tool.name}.{argument.name}"
        for argument in arguments_of(tool)
        if argument.required
        and argument.name not in given
        and argument.name != decision.subject.argument
        and not _known(argument, tool, sources)
    ]


def _known(argument: Argument, tool: ToolSpec, sources: Sources) -> bool:
    return any(not origin.startswith("made up") for _, origin in candidates(argument, tool, sources))
