"""A policy that is there and new figures -> what changes in it: lines that the old figures made follow, others stay."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tool_audit.errors import UsageError
from tool_audit.guard import comments
from tool_audit.guard.decide import plain
from tool_audit.guard.facts import Facts, ToolFacts
from tool_audit.guard.policy import GuardPolicy, Line, ToolPolicy
from tool_audit.guard.propose import Proposal, Proposed, proposed
from tool_audit.guard.write import found_in, unguarded
from tool_audit.model import Lines


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolChange:
    """What changes in the tables of one tool. `comments`: of ours, the old one -> the new one, None: goes."""

    tool: ToolFacts
    found: Proposed
    ceiling: Lines
    added: tuple[str, ...] = ()
    """Arguments that it was not known to take."""
    lines: Mapping[str, Proposal | None] = field(default_factory=dict)
    """Those that are written anew; None: goes."""
    comments: Mapping[str, str | None] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What changes in a policy."""

    tokenizer: str
    tools: tuple[ToolChange, ...]
    new: tuple[ToolFacts, ...]
    notes: tuple[str, ...]


def change_of(policy: GuardPolicy, facts: Facts) -> Change:
    """Return what the facts change in the policy. Raises UsageError where they are about another server."""
    known = [tool for tool in facts.tools if tool.name in policy.tools]
    if policy.server != facts.server and not known:
        raise UsageError(
            f"{policy.source} is the policy of {policy.server or 'another server'}, and not of {facts.server}",
            hint="write it into another file: -o FILE",
        )
    changes = tuple(_tool(policy, policy.tools[tool.name], tool, facts.ceiling) for tool in known)
    return Change(
        tokenizer=facts.tokenizer,
        tools=changes,
        new=tuple(tool for tool in facts.tools if tool.name not in policy.tools),
        notes=(*_notes(policy, facts), *(note for change in changes for note in change.notes)),
    )


def _notes(policy: GuardPolicy, facts: Facts) -> Iterator[str]:
    yield from facts.notes
    if policy.ceiling.caps != facts.ceiling.caps:
        yield f"{policy.source} keeps its own [ceiling], which is not that of the report"
    measured = {tool.name for tool in facts.tools}
    gone = [name for name in policy.tools if name not in measured]
    if gone:
        yield f"not measured in this report, kept as they are: {', '.join(gone)}"


def _tool(policy: GuardPolicy, old: ToolPolicy, tool: ToolFacts, reported: Lines) -> ToolChange:
    ceiling = old.ceiling or policy.ceiling
    found = found_in(tool, ceiling)
    # the ceiling may have been changed since: what either gives rise to is not by hand
    ceilings = (ceiling, tool.ceiling or reported)
    was = [proposed(() if tool.actions else old.measured, tool.kinds, one) for one in ceilings]
    lines, notes = _lines(old, found, was)
    known = old.arguments
    added = () if known is None or tool.arguments is None else [one for one in tool.arguments if one not in known]
    if added:
        notes.append(f"{tool.name} takes {', '.join(added)} now, too")
    return ToolChange(
        tool=tool,
        found=found,
        ceiling=ceiling,
        added=tuple(added),
        lines=lines,
        comments=dict(_comments(old, tool, found, ceiling, list(zip(was, ceilings, strict=True)))),
        notes=(*notes, *unguarded(tool, found)),
    )


def _lines(old: ToolPolicy, found: Proposed, was: list[Proposed]) -> tuple[dict[str, Proposal | None], list[str]]:
    """Return the lines to write, and what is said of those that a person changed or deleted."""
    lines: dict[str, Proposal | None] = {}
    notes = []
    by_hand: set[str] = set()
    let_off = False
    for argument in {**was[0].proposals, **was[1].proposals, **{line.argument: None for line in old.lines}}:
        there, made, wanted = old.line(argument), [one.line(argument) for one in was], found.line(argument)
        if there in made:
            if there is not None and wanted != there:
                lines[argument] = found.proposals.get(argument)
            continue
        by_hand.add(argument)
        let_off = let_off or any(line is not None and line.required for line in (there, *made))
        if there != wanted:
            notes.append(_kept(old.name, argument, there, wanted))
    # whoever changed or deleted the argument that was required wants no other one required in its place
    lines |= {
        argument: proposal
        for argument, proposal in found.proposals.items()
        if old.line(argument) is None and argument not in by_hand and not (let_off and proposal.line.required)
    }
    return lines, notes


def _kept(tool: str, argument: str, there: Line | None, wanted: Line | None) -> str:
    what = "was deleted and stays so" if there is None else "was changed by hand and stays so"
    figures = "no line" if wanted is None else _said(wanted)
    return f"the line of {tool} for {argument} {what}; the figures would make it {figures}"


def _said(line: Line) -> str:
    required = "required, " if line.required else ""
    if line.most is not None:
        return f"{required}most {line.most:g}"
    return f"{required}allowed {', '.join(map(plain, line.allowed))}"


def _comments(
    old: ToolPolicy, tool: ToolFacts, found: Proposed, ceiling: Lines, was: list[tuple[Proposed, Lines]]
) -> Iterator[tuple[str, str | None]]:
    new = comments.of_tool(tool.measured, found, tool.actions)
    for one, lines in was:
        yield comments.of_tool(old.measured, one, tool.actions), new
        for argument, pairs in one.swept.items():
            now = found.swept.get(argument)
            figures = (None, None) if now is None else comments.figures(argument, now, ceiling)
            yield from zip(comments.figures(argument, pairs, lines), figures, strict=True)
        for argument, proposal in one.proposals.items():
            wanted = found.proposals.get(argument)
            yield comments.why(proposal), None if wanted is None else comments.why(wanted)
