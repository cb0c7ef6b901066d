"""Flags success that is reported for a thing that cannot exist."""

import re
from collections.abc import Iterator, Mapping, Sequence

from tool_audit import lazy_re
from tool_audit.in_order import Effect, Step, effects_of, steps_of
from tool_audit.model import Call, Confidence, Hit, Json, Measurement, ServerRun, Severity, ToolRun
from tool_audit.rule import server_rule
from tool_audit.rules._claims import claim_of, denies
from tool_audit.rules._same import item_count
from tool_audit.rules._sizes import measured, shown
from tool_audit.vocabulary import words_of

_DELETING = frozenset("delete remove del rm unlink erase discard trash forget unset destroy hdel srem zrem".split())
_OPENS_DELETING = lazy_re.compile(
    r"\W*(?:delet|remov|eras|forget|discard|l[oö]sch|supprim|elimin|borra|удал)\w*", re.IGNORECASE
)
_DOCUMENTED = lazy_re.compile(
    r"(?<!not )(?<!non-)(?<!not be )idempot|멱등|冪等|幂等|\bno-?op\b|\b(?:does|do|has|have) (?:nothing|no effect)\b"
    r"|\bnothing happens\b|\b(?:is|it's) (?:no|not an) error\b|\bno error\b|\bwithout (?:an )?error\b|\bsilently\b"
    r"|\b(?:if|when|whether or not)\b[^.]{0,40}\b(?:does(?:n't| not)|do(?:n't| not)|exists?|missing|absent|unknown)\b"
    r"[^.]{0,60}\b(?:succeed\w*|success\w*|ignored|nothing|skipped|true|ok)\b"
    r"|\b(?:succeeds?|ignores?|ignored|skips?|skipped)\b[^.]{0,60}\b(?:missing|unknown|absent|not exist|not found)",
    re.IGNORECASE,
)
"""How a description says that a delete succeeds where there is nothing to delete."""
_NAMED = 3
_FEWEST_MEMBERS = 3
_FILLED = 2


@server_rule(group="I", severity=Severity.ERROR, confidence=Confidence.PROVEN)
def no_op_success(run: ServerRun, _: object) -> Iterator[Hit]:
    """Success is reported for an id that does not exist."""
    steps = steps_of(run.tools)
    effects = list(effects_of(steps))
    for step in steps:
        if step.call.observation.probe.experiment != "writes" or (reply := measured(step.call)) is None:
            continue
        if step.run.default is not None:
            yield from _fetched(step, step.run.default, reply)
            continue
        seen = sorted((effect for effect in effects if effect.act is step), key=_shows_little)
        claim = claim_of(reply, step.call.arguments)
        if claim and not _did_something(step, seen):
            yield _done(step, claim, [effect for effect in seen if effect.same is True])


def _shows_little(effect: Effect) -> int:
    """Return what sorts the reader with the most items to the front: its two replies are the evidence."""
    return -(item_count(effect.before) or 0)


def _did_something(step: Step, seen: Sequence[Effect]) -> bool:
    """Return whether a call had an effect all the same: what was not there is there now.

    What a tool shows counts for more than a file, which may be written again with the same in another form.
    """
    if any(effect.same is not None for effect in seen):
        return any(effect.same is False for effect in seen)
    return any(change.what != "rewritten" for change in step.call.observation.files)


def _done(step: Step, claim: str, unchanged: Sequence[Effect]) -> Hit:
    names = ", ".join(effect.reader.name for effect in unchanged[:_NAMED])
    if names:
        proof = f", and {names} {'shows' if len(unchanged) == 1 else 'show'} the same before and after"
    else:
        proof = "; no tool shows what there is, so it may have done something"
    documented = _documented(step.run)
    return Hit(
        tools=(step.run.name,),
        message=(
            f"{step.run.name} was asked for {_meant(step.call)}, which cannot exist, and reports success"
            f" ({claim}){proof}.{documented}"
        ),
        calls=(*(effect.before for effect in unchanged[:1]), step.call, *(effect.after for effect in unchanged[:1])),
        advice=(
            "Say what was done to how many things (deleted: 0), or answer with isError true and name the id that is"
            " unknown: an agent that is told of success does not look again."
        ),
        severity=Severity.INFO if documented else None,
        confidence=None if names else Confidence.SEEN,
    )


def _documented(run: ToolRun) -> str:
    """Say where a delete is documented to succeed where there is nothing to delete; "" where it is not."""
    named = words_of(run.subject.member or run.tool.name)
    if not _DELETING & set(named) and _OPENS_DELETING.match(run.tool.description) is None:
        return ""
    if _DOCUMENTED.search(run.tool.description):
        return " Its description says so."
    return " It says idempotentHint: true." if run.tool.annotations.get("idempotentHint") is True else ""


def _fetched(step: Step, default: Call, reply: Measurement) -> Iterator[Hit]:
    """Yield a hit where a thing that cannot exist is handed over like one that does: the same members, filled."""
    argument, usual = step.call.observation.probe.argument, measured(default)
    if argument is None or usual is None:
        return
    real, made_up = _thing(usual.document), _thing(reply.document)
    if real is None or made_up is None or real.keys() != made_up.keys() or len(real) < _FEWEST_MEMBERS:
        return
    asked, wanted = step.call.arguments.get(argument), default.arguments.get(argument)
    echoed = any(real[name] == wanted and made_up[name] == asked for name in real)
    others = [value for value in made_up.values() if value != asked]
    filled = sum(value not in (None, "", 0, False, [], {}) for value in others)
    if reply.reads_failed or not echoed or filled < _FILLED or denies(made_up, asked):
        return
    yield Hit(
        tools=(step.run.name,),
        message=(
            f"{step.run.name} was asked for {_meant(step.call)}, which cannot exist, and answers with a thing of this"
            f" id: the same {len(made_up)} members as for {argument}={shown(wanted)}, {filled} of them filled in."
        ),
        calls=(default, step.call),
        advice="Answer with isError true and name the id that is unknown.",
        argument=argument,
    )


def _thing(document: Json) -> Mapping[str, Json] | None:
    """Return the object that a reply is, or that it wraps."""
    inner = next(iter(document.values())) if isinstance(document, Mapping) and len(document) == 1 else document
    return inner if isinstance(inner, Mapping) else None


def _meant(call: Call) -> str:
    probe = call.observation.probe
    if probe.argument is None:
        return "a thing"
    return f"{probe.argument}={shown(probe.value)}"
