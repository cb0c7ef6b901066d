"""Which tool that says it only reads changes what another shows: each between two looks, and the suspect twice."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from tool_audit.experiments.scene import Reader, Scene, Script, readers_of
from tool_audit.experiments.situation import Situation
from tool_audit.model import Call

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
        act = replace(base.observation.probe, experiment=NAME)
        yield act
        after = yield reader.look()
        if reader.same(last, after) is False:
            steady = yield reader.look()
            if reader.same(after, steady) is not True:
                return  # it changes by itself
            yield act
            after = yield reader.look()
        last = after


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
