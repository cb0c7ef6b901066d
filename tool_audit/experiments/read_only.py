"""Which tool that says it only reads changes what another shows: each between two looks, and the suspect twice."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from tool_audit.experiments.scene import Reader, Scene, Script, readers_of
from tool_audit.experiments.situation import Situation, find_call
from tool_audit.model import Call, Probe

NAME = "read_only"
_SHOWN = 3
_SUSPECTS = 8


def script(scene: Scene) -> Script:
    """Look again at what said something else when it was repeated, with a call of one other tool between two looks.

    Where every default says the same when it is repeated, after all other tools were called, none is suspected.
    """
    for reader in islice((one for one in readers_of(scene) if one.unsteady), _SHOWN):
        before = yield reader.look()
        again = yield reader.look()
        if reader.same(before, again) is True:
            yield from _between_looks(reader, _suspects(scene, reader), again)


def _between_looks(reader: Reader, suspects: Sequence[Situation], last: Call) -> Script:
    for suspect in suspects:
        base = suspect.base
        if base is None:
            continue
        act, second = _acts(suspect, base)
        yield act
        after = yield reader.look()
        if reader.same(last, after) is False:
            steady = yield reader.look()
            if reader.same(after, steady) is not True:
                return  # it changes by itself
            yield second
            after = yield reader.look()
        last = after


def _acts(suspect: Situation, base: Call) -> tuple[Probe, Probe]:
    """Return two calls: for two things that other replies name and that it was not asked for yet; else the base, twice.

    What is only marked the first time, as a message that was read, changes no more when it is asked for again.
    """
    usual = replace(base.observation.probe, experiment=NAME)
    asked = [call for call in suspect.calls if call.observation.probe.experiment != NAME]
    fresh = [
        replace(usual, arguments={**usual.arguments, **filling.arguments}, origins=filling.origins)
        for filling in suspect.fillings
        if filling.arguments.keys() == base.arguments.keys()
        and find_call(asked, filling.arguments) is None
        and filling.origins
        and not any(origin.startswith("made up") for origin in filling.origins.values())
    ]
    return (fresh[0], fresh[1]) if len(fresh) > 1 else (usual, usual)


def _suspects(scene: Scene, reader: Reader) -> list[Situation]:
    """Return the other tools that say that they only read; first those whose words speak against it."""
    marked = [
        situation
        for situation in scene.readers
        if situation.tool.annotations.get("readOnlyHint") is True
        and situation.base is not None
        and situation.subject.tool != reader.subject.tool
    ]
    return sorted(marked, key=lambda situation: situation.subject not in scene.doubtful)[:_SUSPECTS]
