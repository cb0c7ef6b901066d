"""Flags tools that say that they only read, and after whose calls something is another."""

from collections.abc import Iterator, Mapping, Sequence

from tool_audit.in_order import Effect, Step, effects_of, is_quiet, is_steady, steps_of
from tool_audit.model import Call, Confidence, Hit, ServerRun, Severity, ToolRun
from tool_audit.rule import server_rule
from tool_audit.rules._same import item_count, size_words

_NAMED = 3
_BOOKKEEPING = 3
"""A file that changes with the calls of all tools, of this many or more, is a log or a cache of the server's own."""
_PERHAPS = "something else may have written there at that time"


@server_rule(group="I", severity=Severity.ERROR, confidence=Confidence.PROVEN)
def read_only_hint_contradicted(run: ServerRun, _: object) -> Iterator[Hit]:
    """A call of a tool marked read-only has changed what a read or a watched folder shows."""
    steps = steps_of(run.tools)
    effects = list(effects_of(steps))
    own = _bookkeeping(run)
    for tool in run.tools:
        if tool.tool.annotations.get("readOnlyHint") is True:
            hits = (*_files(tool, own), *_shown(tool, steps, effects))
            yield from hits[:1]


def _bookkeeping(run: ServerRun) -> frozenset[str]:
    """Return the files that changed with calls of every tool that answered, or that changed anything."""
    changed = [
        {change.path for call in tool.calls for change in call.observation.files}
        for tool in run.tools
        if tool.replies or any(call.observation.files for call in tool.calls)
    ]
    return frozenset(set.intersection(*changed)) if len(changed) >= _BOOKKEEPING else frozenset()


def _files(tool: ToolRun, own: frozenset[str]) -> Iterator[Hit]:
    """Yield a hit for files that changed: proven where the same call changes them again."""
    changing = [call for call in tool.calls if _changed(call, own)]
    for call in changing:
        again = next((other for other in tool.calls if other is not call and _repeats(other, call, own)), None)
        if again is not None:
            yield _file_hit(tool, call, own, again)
            return
    if changing:
        yield _file_hit(tool, changing[0], own, None)


def _changed(call: Call, own: frozenset[str]) -> list[str]:
    """Return the files that a call left with another content."""
    files = call.observation.files
    return [change.path for change in files if change.what != "rewritten" and change.path not in own]


def _repeats(other: Call, call: Call, own: frozenset[str]) -> bool:
    """Return whether an equal call changed something again, or wrote the same file with the same content."""
    if other.observation.probe.key[:2] != call.observation.probe.key[:2]:
        return False
    written = {change.path for change in other.observation.files}
    return bool(_changed(other, own) or written & set(_changed(call, own)))


def _file_hit(tool: ToolRun, call: Call, own: frozenset[str], again: Call | None) -> Hit:
    changes = [change for change in call.observation.files if change.path not in own and change.what != "rewritten"]
    files = ", ".join(f"{change.path} ({change.what})" for change in changes[:_NAMED])
    more = f" and {len(changes) - _NAMED} more" if len(changes) > _NAMED else ""
    proof = "the same call made again changes it again" if again is not None else "not seen again with the same call"
    return Hit(
        tools=(tool.name,),
        message=(
            f"{tool.name} says readOnlyHint: true, and with its call the watched folder changed: {files}{more};"
            f" {proof}. Why it could be wrong: {_PERHAPS}."
        ),
        calls=(call,) if again is None else (call, again),
        advice=_ADVICE,
        confidence=None if again is not None else Confidence.INDICATED,
    )


_ADVICE = "Set readOnlyHint to false: clients call what is marked read-only without asking."


def _shown(tool: ToolRun, steps: Sequence[Step], effects: Sequence[Effect]) -> Iterator[Hit]:
    """Yield a hit for what another tool shows: changed by each call of this tool, and by nothing else."""
    for reader in {id(effect.reader): effect.reader for effect in effects}.values():
        seen = [effect for effect in effects if effect.reader is reader]
        mine = [effect for effect in seen if effect.act.run is tool]
        changed = [effect for effect in mine if effect.same is False]
        if not changed or len(changed) < len(mine) or reader is tool or not is_steady(steps, reader):
            continue
        others = [effect.same for effect in seen if effect.act.run is not tool]
        alone = not others and all(_is_its_doing(effect) for effect in changed)
        if len(changed) < _needed(reader) or not (True in others or alone):
            continue
        yield _shown_hit(tool, reader, changed)
        return


def _is_its_doing(effect: Effect) -> bool:
    """Return whether a list got longer or shorter, or only what was asked for is another in it than before."""
    before, after = effect.before.measurement, effect.after.measurement
    if item_count(effect.before) != item_count(effect.after):
        return True
    if before is None or after is None or before.items is None or after.items is None:
        return False
    pairs = zip(before.items.records, after.items.records, strict=False)
    changed = [old for old, new in pairs if old != new]
    sent = list(effect.act.call.arguments.values())
    return bool(changed) and all(isinstance(old, Mapping) and any(v in sent for v in old.values()) for old in changed)


def _needed(reader: ToolRun) -> int:
    """Return how many changes prove it: one, where the reader said the same when its default was repeated."""
    return 1 if is_quiet(reader) else 2


def _shown_hit(tool: ToolRun, reader: ToolRun, changed: Sequence[Effect]) -> Hit:
    first = changed[0]
    before, after = size_words(first.before), size_words(first.after)
    what = f"{before} before, {after} after" if before != after else "another reply than before"
    times = "" if len(changed) == 1 else f", {len(changed)} times out of {len(changed)}"
    return Hit(
        tools=(tool.name,),
        message=(
            f"{tool.name} says readOnlyHint: true, and its call changes what {reader.name} shows: {what}{times};"
            f" without it, {reader.name} shows the same twice. Why it could be wrong: {_PERHAPS}."
        ),
        calls=(first.before, first.act.call, first.after),
        advice=_ADVICE,
    )
