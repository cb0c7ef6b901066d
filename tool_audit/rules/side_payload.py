"""Flags a large block that several tools attach to answers that are about something else."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Confidence, Hit, Measurement, ServerRun, Severity, SweepKind, ToolRun
from tool_audit.rule import server_rule
from tool_audit.rules._payloads import TEXT_BLOCK, Payload, chars_without, has_payload, payloads
from tool_audit.rules._purpose import Effect, effect, offered
from tool_audit.rules._sizes import chars, measured, says_failed
from tool_audit.vocabulary import words_of


@dataclass(frozen=True)
class Options:
    chars: int = 10_000


@dataclass(frozen=True)
class Carried:
    run: ToolRun
    reply: Measurement
    payload: Payload


@server_rule(group="A", severity=Severity.WARNING, confidence=Confidence.PROVEN, options=Options)
def side_payload(run: ServerRun, options: Options) -> Iterator[Hit]:
    """The same large block comes back from several tools, and no argument turns it off."""
    told: set[tuple[str, tuple[str, ...]]] = set()
    for group in sorted(_groups(run, options.chars), key=lambda group: len(group[0].payload.path)):
        carriers = [c for c in group if not _is_its_purpose(c) and _always_there(c, options.chars)]
        inside = {(c.run.name, c.payload.path[:depth]) for c in carriers for depth in range(len(c.payload.path))}
        if len(carriers) < 2 or told & inside:
            continue
        told |= {(c.run.name, c.payload.path) for c in carriers}
        owners = [carried.run.name for carried in group if _is_its_purpose(carried)]
        yield Hit(
            message=_message(carriers),
            tools=tuple(carried.run.name for carried in carriers),
            calls=tuple(c.run.default for c in carriers[:6] if c.run.default),
            advice="Send it only where it is asked for: "
            + (f"{owners[0]} gives it already." if owners else "by a tool of its own, or an argument that is off."),
        )


def _groups(run: ServerRun, least: int) -> list[list[Carried]]:
    """Return each large value of the default replies with the tools that carry it, once each."""
    groups: list[list[Carried]] = []
    for tool in run.tools:
        reply = measured(tool.default)
        if reply is None or reply.chars < least:
            continue
        for payload in payloads(reply, least):
            group = next((group for group in groups if group[0].payload.same_as(payload)), None)
            if group is None:
                groups.append([Carried(tool, reply, payload)])
            elif group[-1].run is not tool:
                group.append(Carried(tool, reply, payload))
    return [group for group in groups if len(group) > 1]


def _is_its_purpose(carried: Carried) -> bool:
    """Whether a tool is there to give the block: it is the whole reply, or the tool is named after it."""
    payload = carried.payload
    if payload.path == (TEXT_BLOCK,):
        return False
    named = {word.rstrip("s") for word in words_of(carried.run.subject.label)}
    return payload.alone or bool(named & {word.rstrip("s") for word in words_of(payload.key)})


def _always_there(carried: Carried, least: int) -> bool:
    """Whether every successful reply has the block, and no argument is left that could turn it off."""
    words = set(words_of(carried.payload.key))
    for argument in offered(carried.run):
        could = argument.kind is SweepKind.DETAIL or words & set(words_of(argument.name))
        if could and effect(carried.run, argument) is Effect.UNKNOWN:
            return False
    replies = [reply for call in carried.run.replies if (reply := measured(call)) and not says_failed(reply)]
    return all(has_payload(reply, carried.payload, least) for reply in replies)


def _message(carriers: list[Carried]) -> str:
    first = carriers[0]
    where = first.payload.key if first.payload.path == (TEXT_BLOCK,) else f"under {'.'.join(first.payload.path)}"
    names = [carried.run.name for carried in carriers]
    text = (
        f"{', '.join(names[:-1])} and {names[-1]} each bring the same {chars(first.payload.chars)} {where}, "
        "and no argument turns it off"
    )
    least = min(carriers, key=lambda carried: carried.reply.chars)
    size = chars_without(least.reply, least.payload)
    return f"{text}." if size is None else f"{text}; without it the answer of {least.run.name} is {chars(size)}."
