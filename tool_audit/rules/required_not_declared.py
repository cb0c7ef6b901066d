"""Flags tools that need an argument which their schema does not require."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.json_schema.validate import problems
from tool_audit.model import Call, Confidence, Hit, ServerRun, Severity, ToolRun
from tool_audit.refusals.texts import layer, refusal
from tool_audit.rule import server_rule
from tool_audit.rules._listing import named
from tool_audit.rules._missing import lacked
from tool_audit.rules._sizes import assignments
from tool_audit.schema import arguments_of

_PLAIN = frozenset({"default", "bare"})
_QUOTED = 120
_SHOWN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lack:
    """A tool, the argument that it is said to lack, the refused call, and one that has the argument, if any."""

    run: ToolRun
    name: str
    call: Call
    text: str
    helped: Call | None
    sure: bool

    @property
    def cause(self) -> tuple[str, str, bool]:
        """What is the same for all tools that lack the argument for one reason: its name and the words of the error."""
        words = self.text[:400].replace(self.run.tool.name, "")
        return self.name, re.sub(r"\d+", "0", " ".join(words.split())), self.sure

    @property
    def confidence(self) -> Confidence:
        """A member of an action tool has needs of its own that a schema can hardly say."""
        if not self.sure or self.run.subject.argument is not None:
            return Confidence.INDICATED
        return Confidence.PROVEN if self.helped is not None else Confidence.SEEN


@server_rule(group="E", severity=Severity.ERROR, confidence=Confidence.SEEN)
def required_not_declared(server: ServerRun, _: object) -> Iterator[Hit]:
    """A call that the schema allows is refused for an argument that it lacks."""
    causes: dict[tuple[str, str, bool], list[_Lack]] = {}
    for run in server.tools:
        for lack in _lacks(run):
            causes.setdefault(lack.cause, []).append(lack)
    for lacks in causes.values():
        yield _hit(sorted(lacks, key=lambda lack: _RANK[lack.confidence]))


_RANK = {Confidence.PROVEN: 0, Confidence.SEEN: 1, Confidence.INDICATED: 2}


def _lacks(run: ToolRun) -> Iterator[_Lack]:
    told: set[str] = set()
    for call in run.calls:
        text = refusal(call) if call.observation.probe.experiment in _PLAIN else None
        if text is None or problems(run.tool.input_schema, dict(call.arguments), most=1) != []:
            continue
        found = lacked(run, call.arguments, text)
        if found is not None and found[0] not in told:
            name, sure = found
            told.add(name)
            helped = next((other for other in run.replies if name in other.arguments), None)
            yield _Lack(run=run, name=name, call=call, text=text, helped=helped, sure=sure)


def _hit(lacks: list[_Lack]) -> Hit:
    """Put one cause into words: the clearest tool's call, and the names of all."""
    first = lacks[0]
    tools = tuple(dict.fromkeys(lack.run.name for lack in lacks))
    known = any(argument.name == first.name for argument in arguments_of(first.run.tool))
    sent = assignments(first.call.arguments.items()) or "nothing filled in"
    where = "is optional in the schema" if known else "is not in the schema at all"
    helped = [lack.helped for lack in lacks[:_SHOWN] if lack.helped is not None]
    return Hit(
        message=(
            f"A call with {sent} is allowed by the schema and was refused {layer(first.call)} for lack of {first.name},"
            f' which {where}: "{" ".join(first.text[:400].split())[:_QUOTED]}".'
            + (f" The same on {len(tools):,} tools: {named(tools)}." if len(tools) > 1 else "")
        ),
        tools=tools,
        calls=(*(lack.call for lack in lacks[:_SHOWN]), *helped),
        send=(first.helped,) if first.helped is not None else (),
        advice=f"List {first.name} under `required`, or let the call work without it.",
        argument=first.name,
        confidence=first.confidence,
    )
