"""What differs between two reports, for a terminal and, as the comment of a pull request, in Markdown."""

from collections.abc import Sequence
from typing import Final

from tool_audit.model import Changes, Moved, Noted
from tool_audit.report.figures import counted, joined, number, times
from tool_audit.report.markdown_text import code, prose, table
from tool_audit.report.order import WORDS
from tool_audit.report.safe import readable

_MOST: Final = 20
_MOST_TOOLS: Final = 3
_TITLES: Final = ("server", "tool", "before", "after", "times")


def changes_line(changes: Changes) -> str:
    """Return the comparison in one line: "2 new, 1 fixed, 7 as before; 1 reply grew, 0 shrank"."""
    worse = f" {len(changes.worse):,} worse," if changes.worse else ""
    parts = [f"{len(changes.new):,} new,{worse} {len(changes.fixed):,} fixed, {changes.kept:,} as before"]
    if changes.unknown:
        parts.append(f"{changes.unknown:,} not looked at again")
    if changes.aside:
        parts.append(f"{changes.aside:,} ignored or hidden now")
    parts.append(
        f"{counted(len(changes.grown), 'default reply', 'default replies')} grew, {len(changes.shrunk):,} shrank"
    )
    return "; ".join(parts)


def render_changes_text(changes: Changes) -> str:
    """Return plain text, at most twenty entries of a kind."""
    lines = [changes_line(changes)]
    if changes.clients is not None:
        lines.append(_other_clients(changes.clients))
    for title, noted in (("new", changes.new), ("worse", changes.worse), ("fixed", changes.fixed)):
        for one in noted[:_MOST]:
            owner = joined((one.server, *one.tools), _MOST_TOOLS + 1)
            lines += ["", f"{title:<6} {WORDS[one.severity]} {one.rule}   {readable(owner)}"]
            if title != "fixed":
                lines += [f"       {readable(text)}" for text in (one.message, one.advice) if text]
        lines += _rest(noted)
    for title, moves in (("grew", changes.grown), ("shrank", changes.shrunk)):
        lines += [""] if moves else []
        lines += [
            f"{title:<6} {readable(f'{move.server} {move.tool}')}: {move.before:,} -> {move.after:,} characters"
            for move in moves[:_MOST]
        ]
        lines += _rest(moves)
    lines += [""] if changes.tools_added or changes.tools_removed or changes.unaudited else []
    lines += [f"added  {readable(tool)}" for tool in changes.tools_added[:_MOST]] + _rest(changes.tools_added)
    lines += [f"gone   {readable(tool)}" for tool in changes.tools_removed[:_MOST]] + _rest(changes.tools_removed)
    lines += [f"not audited any more: {readable(name)}" for name in changes.unaudited]
    return "\n".join(lines) + "\n"


def render_changes_markdown(changes: Changes) -> str:
    """Return Markdown for a comment: the new findings in full, the rest in tables and lists."""
    sections = ["## tool-audit", prose(changes_line(changes))]
    if changes.unaudited:
        sections.append("Not audited any more: " + ", ".join(code(name) for name in changes.unaudited))
    if changes.clients is not None:
        sections.append(prose(_other_clients(changes.clients)))
    if changes.worse:
        sections += ["### Worse", "\n".join(_bullet(one, full=True) for one in changes.worse[:_MOST])]
        sections += _rest(changes.worse)
    if changes.new:
        sections += ["### New", "\n".join(_bullet(one, full=True) for one in changes.new[:_MOST]), *_rest(changes.new)]
    if changes.fixed:
        sections += ["### Fixed", "\n".join(_bullet(one) for one in changes.fixed[:_MOST]), *_rest(changes.fixed)]
    for title, moves in (
        ("### Larger default replies", changes.grown),
        ("### Smaller default replies", changes.shrunk),
    ):
        if moves:
            rows = [_row(move) for move in moves[:_MOST]]
            sections += [title, table(_TITLES, rows, right=frozenset({2, 3, 4})), *_rest(moves)]
    for title, tools in (("Tools added", changes.tools_added), ("Tools gone", changes.tools_removed)):
        if tools:
            sections.append(f"{title}: " + ", ".join(code(tool) for tool in tools[:_MOST]))
            sections += _rest(tools)
    return "\n\n".join(section for section in sections if section) + "\n"


def _other_clients(clients: tuple[str, str]) -> str:
    return f"the first report judges for {clients[0]}, the second for {clients[1]}: sizes count differently"


def _bullet(one: Noted, *, full: bool = False) -> str:
    tools = joined([code(tool) for tool in one.tools], _MOST_TOOLS)
    head = f"- {WORDS[one.severity]} {code(one.rule)} on {code(one.server)}{f': {tools}' if tools else ''}"
    return head + (f"<br>{prose(one.message)} {prose(one.advice)}".rstrip() if full else "")


def _row(move: Moved) -> tuple[str, ...]:
    return (code(move.server), code(move.tool), number(move.before), number(move.after), times(move.ratio))


def _rest(entries: Sequence[object]) -> list[str]:
    return [f"and {len(entries) - _MOST:,} more"] if len(entries) > _MOST else []
