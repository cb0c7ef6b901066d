"""With consent only: what a tool that writes says of a thing that cannot exist, between two looks at what there is."""

from collections.abc import Sequence

from tool_audit.experiments.scene import Reader, Scene, Script, readers_of
from tool_audit.experiments.situation import Filling, Situation
from tool_audit.model import ABSENT, Call, Probe, Subject
from tool_audit.vocabulary import singular, words_of

NAME = "writes"
CANNOT_EXIST = "made up: it cannot exist"
"""The origin of an identifier that no thing can have."""
_MATCHING = 2
_OTHERS = 5
_SAY_NOTHING = frozenset("get list read search find show fetch all by tool mcp api id ids name of".split())


def script(scene: Scene) -> Script:
    """Ask each tool that writes for what cannot exist, then each that fetches one thing.

    What was looked at after one call need not be looked at again before the next. A tool that says that it only reads,
    and after which something has changed, is asked a second time.
    """
    readers = tuple(readers_of(scene))
    seen: dict[Subject, Call] = {}
    for writer in scene.writers:
        if writer.fillings:
            yield from _asked(writer, _fitting(writer, readers), seen)
    for situation in scene.readers if scene.consent else ():
        for name, value in list(situation.absent.items())[:1]:
            argument = next(one for one in situation.arguments if one.name == name)
            yield situation.vary(argument, value, NAME)


def _asked(writer: Situation, readers: Sequence[Reader], seen: dict[Subject, Call]) -> Script:
    for reader in readers:
        if reader.subject not in seen:
            seen[reader.subject] = yield reader.look()
    before = dict(seen)
    seen.clear()
    yield _probe(writer, writer.fillings[0])
    for reader in readers:
        seen[reader.subject] = yield reader.look()
    changed = [reader for reader in readers if reader.same(before[reader.subject], seen[reader.subject]) is False]
    if not changed or writer.tool.annotations.get("readOnlyHint") is not True or len(writer.fillings) < 2:
        return
    for reader in changed:
        yield reader.look()
    seen.clear()
    yield _probe(writer, writer.fillings[1])
    for reader in changed:
        seen[reader.subject] = yield reader.look()


def _probe(writer: Situation, filling: Filling) -> Probe:
    action = {} if writer.subject.argument is None else {writer.subject.argument: writer.subject.member}
    meant = next((name for name, origin in filling.origins.items() if origin == CANNOT_EXIST), None)
    return Probe(
        subject=writer.subject,
        arguments={**filling.arguments, **action},
        experiment=NAME,
        argument=meant,
        value=filling.arguments.get(meant, ABSENT) if meant is not None else ABSENT,
        origins=filling.origins,
    )


def _fitting(writer: Situation, readers: Sequence[Reader]) -> tuple[Reader, ...]:
    """Return the readers that show what the writer would change, by their words; where none does, the shortest ones."""
    about = _about(writer)
    matching = [reader for reader in readers if about & _about(reader.situation)]
    matching.sort(key=lambda reader: (not _lists(reader), -len(about & _about(reader.situation)), _length(reader)))
    return tuple(matching[:_MATCHING] or sorted(readers, key=_length)[:_OTHERS])


def _about(situation: Situation) -> frozenset[str]:
    names = [situation.tool.name, *(argument.name for argument in situation.arguments if argument.required)]
    return frozenset(word for name in names for word in singular(words_of(name))) - _SAY_NOTHING


def _lists(reader: Reader) -> bool:
    reply = reader.base.measurement
    return reply is not None and reply.items is not None


def _length(reader: Reader) -> int:
    return 0 if reader.base.measurement is None else reader.base.measurement.chars
