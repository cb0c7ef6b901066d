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
    groups: dict[tuple[str, int], list[Carried]] = {}
    for tool in run.tools:
        if (reply := measured(tool.default)) and reply.chars >= options.chars:
            for payload in payloads(reply, options.chars):
                groups.setdefault((payload.key, payload.identity), []).append(Carried(tool, reply, payload))
    told: set[tuple[str, tuple[str, ...]]] = set()
    for group in sorted(groups.values(), key=lambda group: -group[0].payload.chars):
        once = {carried.run.name: carried for carried in reversed(group)}
        carriers = [c for c in reversed(once.values()) if not _is_its_purpose(c) and _always_there(c, options.chars)]
        inside = [(c.run.name, c.payload.path[:depth]) for c in carriers for depth in range(len(c.payload.path))]
        if len(carriers) < 2 or told & set(inside):
            continue
        told |= {(c.run.name, c.payload.path) for c in carriers}
        owners = [carried.run.name for carried in once.values() if _is_its_purpose(carried)]
        yield Hit(
            message=_message(carriers),
            tools=tuple(carried.run.name for carried in carriers),
            calls=tuple(c.run.default for c in carriers[:6] if c.run.default),
            advice="Send it only where it is asked for: "
            + (f"{owners[0]} gives it already." if owners else "by a tool of its own, or an argument that is off."),
        )


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
    rest = [(size, c) for c in carriers if (size := chars_without(c.reply, c.payload)) is not None]
    text = (
        f"{', '.join(names[:-1])} and {names[-1]} each bring the same {chars(first.payload.chars)} {where}, "
        "and no argument turns it off"
    )
    if not rest:
        return f"{text}."
    size, least = min(rest, key=lambda entry: entry[0])
    return f"{text}; without it the answer of {least.run.name} is {chars(size)}."
