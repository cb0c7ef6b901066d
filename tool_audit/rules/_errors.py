"""What the rules on errors share: failures of one cause told once for all tools, and how calls and texts are quoted."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tool_audit.model import Call, ToolRun
from tool_audit.refusals.told import Failure
from tool_audit.rules._listing import named
from tool_audit.rules._sizes import assignments, shown

_QUOTED = 120
_SHAPE = 80
_MOST_EXAMPLES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A failure in which a rule saw its flaw; `shape` is the same wherever the cause is the same."""

    run: ToolRun
    failure: Failure
    shape: str

    @property
    def call(self) -> Call:
        """The call that failed."""
        return self.failure.call


def by_cause(seen: Iterable[Seen]) -> list[list[Seen]]:
    """Return the failures in groups without a tool in common: tools that share a shape have one cause."""
    groups: list[list[Seen]] = []
    place: dict[tuple[str, str], int] = {}
    for one in seen:
        marks = (("tool", one.run.name), ("shape", one.shape))
        akin = sorted({place[mark] for mark in marks if mark in place})
        here = akin[0] if akin else len(groups)
        if not akin:
            groups.append([])
        groups[here].append(one)
        place.update(dict.fromkeys(marks, here))
        for other in akin[1:]:
            groups[here] += groups[other]
            groups[other] = []
            place.update({mark: here for mark, at in place.items() if at == other})
    return [group for group in groups if group]


def tools_of(group: Sequence[Seen]) -> tuple[str, ...]:
    """Return the names of the tools of a group, each once."""
    return tuple(dict.fromkeys(one.run.name for one in group))


def examples(group: Sequence[Seen]) -> tuple[Call, ...]:
    """Return a few calls that show it: of different tools first."""
    firsts = {one.run.name: one.call for one in reversed(group)}
    calls = [firsts[name] for name in tools_of(group)]
    calls += [one.call for one in group if all(one.call is not call for call in calls)]
    return tuple(calls[:_MOST_EXAMPLES])


def others(group: Sequence[Seen]) -> str:
    """Return the sentence that names the tools of a group, empty where there is one only."""
    tools = tools_of(group)
    return f" The same on {len(tools):,} tools: {named(tools)}." if len(tools) > 1 else ""


def shape_of(seen_in: ToolRun, failure: Failure) -> str:
    """Return an error's text without what differs from call to call: names, values, numbers."""
    text = failure.text
    arguments = failure.call.arguments
    for part in (seen_in.tool.name, *arguments, *(shown(value) for value in arguments.values())):
        if len(part) > 1:
            text = text.replace(part, "~")
    if failure.wrong is not None:
        text = text.replace(failure.wrong.name, "~")
    return re.sub(r"\b(?=\w*\d)\w+", "#", " ".join(text.lower().split()))[:_SHAPE]


def quoted(text: str) -> str:
    """Return the beginning of a text in quotes, on one line; "no text" where there is none."""
    line = " ".join(text[: 4 * _QUOTED].split())
    if not line:
        return "no text at all"
    return f'"{line if len(line) <= _QUOTED else line[: _QUOTED - 3] + "..."}"'


def sent(call: Call) -> str:
    """Return the arguments of a call as a message names them."""
    return assignments(call.arguments.items()) or "nothing filled in"
