"""A plan as text: called and why, not called and why and what would change that, values that are still missing."""

from collections.abc import Iterable, Sequence

from tool_audit.effects.verbs import Effect
from tool_audit.model import Listing, Probe, ServerSpec, Subject, TransportKind, canonical
from tool_audit.plan import Plan
from tool_audit.plan.foreseen import foreseen
from tool_audit.plan.gate import Decision
from tool_audit.plan.sources import Sources
from tool_audit.plan.values import candidates
from tool_audit.planned import plan_of
from tool_audit.report.figures import counted, joined
from tool_audit.report.screen import Screen
from tool_audit.schema import arguments_of
from tool_audit.settings import Settings

_WIDEST_NAME = 32
_MOST_ARGUMENTS = 6
_GAP = 2
_UNSAID = frozenset({"bare", "look"})
"""What belongs to another experiment: the call with nothing in it before the default, and looks between two writes."""


def write_plan(screen: Screen, spec: ServerSpec, listing: Listing, settings: Settings, *, several: bool) -> None:
    """Write the plan of one server; one of several is called what the configuration calls it."""
    plan = plan_of(listing.tools, spec, settings)
    called = [decision for decision in plan.decisions if decision.called]
    refused = [decision for decision in plan.decisions if not decision.called]
    _title(screen, listing, spec.name if several else listing.name, called, refused)
    width = min(max((len(decision.subject.label) for decision in plan.decisions), default=0), _WIDEST_NAME)
    probes = foreseen(plan)
    if called:
        screen.blank()
        screen.line(screen.text("called"))
    for decision in called:
        told = _asked if decision.only_absent else _calls
        _row(screen, width, decision, (decision.reason, told(probes[decision.subject])))
    if refused:
        screen.blank()
        screen.line(screen.text("not called"))
    for decision in refused:
        change = f"; to call it: {decision.consent}" if decision.consent else ""
        _row(screen, width, decision, (f"{decision.reason}{change}",))
    if any(decision.effect is Effect.WRITES and decision.consent.startswith("--allow ") for decision in refused):
        screen.blank()
        warning = "A tool that writes does so where it is named with --allow: several times, with whatever is found."
        screen.paragraph(screen.text(warning))
    _notes(screen, plan, called, settings)


def _title(
    screen: Screen, listing: Listing, known_as: str, called: Sequence[Decision], refused: Sequence[Decision]
) -> None:
    own = f"{listing.name} {listing.version}".strip()
    name = own if known_as == listing.name else f"{known_as}: {own}"
    saved = listing.transport is TransportKind.LISTING
    writes = sum(decision.effect is Effect.WRITES for decision in refused)
    asked = sum(decision.only_absent for decision in called)
    counts = (
        f"{counted(len(listing.tools), 'tool')}: {len(called)} would be called{' on its server' if saved else ''}"
        f"{f' ({asked} of them only for what cannot exist)' if asked else ''}, "
        f"{writes} not (they write), {len(refused) - writes} not (unclear or not chosen)"
    )
    where = "a saved tools/list, nothing to call" if saved else f"over {listing.transport}"
    screen.chain([screen.text(f"{name}, {where}" if saved else f"{name} {where}"), screen.text(counts)])


def _row(screen: Screen, width: int, decision: Decision, lines: Iterable[str]) -> None:
    name = screen.text(decision.subject.label)
    if name.cell_len > width:
        screen.line(name)
        name = screen.text("")
    for line in filter(None, lines):
        screen.paragraph(screen.text(line), first=name, indent=width + _GAP)
        name = screen.text("")


def _calls(probes: Sequence[Probe]) -> str:
    """Return the number of calls and, for each experiment, the arguments that it fills in or varies."""
    varied: dict[str, dict[str, None]] = {}
    for probe in probes:
        if probe.experiment not in _UNSAID:
            filled = tuple(probe.origins) if probe.experiment == "default" else ()
            names = filled if probe.argument is None else (probe.argument,)
            varied.setdefault(probe.experiment, {}).update(dict.fromkeys(names))
    words = [f"{name} ({joined(tuple(of), _MOST_ARGUMENTS)})" if of else name for name, of in varied.items()]
    return f"{counted(len(probes), 'call')}: {', '.join(words)}"


def _asked(probes: Sequence[Probe]) -> str:
    """Return what a tool that writes is asked; its values take the form of those that replies will hold."""
    return f"once, such as {canonical(dict(probes[0].arguments))}" if probes else ""


def _notes(screen: Screen, plan: Plan, called: Sequence[Decision], settings: Settings) -> None:
    if called:
        screen.blank()
        told = "Calls are counted as far as can be told before the first reply."
        rest = "Replies add to them: more pages, filters by what they hold, larger limits."
        most = f"No tool is called more than {plan.max_calls:,} times (--max-calls)."
        screen.paragraph(screen.text(f"{told} {rest} {most}"))
    if missing := [name for decision in called for name in _missing(plan, decision, settings)]:
        screen.blank()
        say = f"(--arg {missing[0]}=VALUE says it; else replies are searched)"
        screen.paragraph(screen.text(f"values still missing: {', '.join(missing)} {say}"))


def _missing(plan: Plan, decision: Decision, settings: Settings) -> list[str]:
    subject: Subject = decision.subject
    tool = plan.tools[subject.tool]
    given = settings.probing.arguments_for(tool.name)
    sources = Sources(surroundings=plan.surroundings)
    return [
        f"{tool.name}.{argument.name}"
        for argument in arguments_of(tool)
        if argument.required
        and not decision.only_absent
        and argument.name not in given
        and argument.name != subject.argument
        and all(origin.startswith("made up") for _, origin in candidates(argument, tool, sources))
    ]
