"""Flags calls that end the server, or its connection: an agent loses every tool of it."""

from collections.abc import Iterator, Sequence

from tool_audit.measure.endings import alone, ended, felled
from tool_audit.model import Again, Call, Confidence, Form, Hit, ServerRun, Severity, TransportKind
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted, named
from tool_audit.rules._sent import ending, last_words, said

_ADVICE = "Catch what a call can throw and answer it as an error; nothing that a caller sends may end the process."

_BY_CHANCE = 2
"""Ends of which each met a call that does no harm when it is made again: a server with so many ends by chance."""


@server_rule(group="H", severity=Severity.ERROR, confidence=Confidence.PROVEN)
def crash_on_call(run: ServerRun, _: object) -> Iterator[Hit]:
    """The server ends, or closes the connection, on a call."""
    behind = [(bad, after) for bad, after in felled(run.calls) if ended(after)]
    explained = {id(after) for _, after in behind}
    unexplained = [
        call
        for call in run.calls
        if ended(call) and call.observation.probe.again is not Again.ALONE and id(call) not in explained
    ]
    crashes = [call for call in unexplained if call.observation.probe.form is not Form.TEXT]
    twice = [(call, again) for call in crashes if (again := alone(run.calls, call)) is not None and ended(again)]
    once = [call for call in crashes if alone(run.calls, call) is None]
    never = [call for call in crashes if (again := alone(run.calls, call)) is not None and not ended(again)]
    if never and len(never) >= min(len(twice), _BY_CHANCE):
        # then two ends may well meet the same call without any fault of it
        yield _by_chance(run, crashes)
        return
    yield from _reproduced(twice)
    yield from (_at_nonsense(call) for call in unexplained if call.observation.probe.form is Form.TEXT)
    if behind:
        yield _behind(behind)
    if once:
        yield _not_repeated(once)
    if never:
        yield _by_chance(run, never)


def _reproduced(twice: Sequence[tuple[Call, Call]]) -> Iterator[Hit]:
    """One cause, one finding: what ends in the same way, whichever tools it takes."""
    by_ending: dict[str, list[tuple[Call, Call]]] = {}
    for call, again in twice:
        by_ending.setdefault(ending(again), []).append((call, again))
    for how, pairs in by_ending.items():
        tools = tuple(dict.fromkeys(call.observation.probe.subject.label for call, _ in pairs))
        arguments = {call.observation.probe.argument for call, _ in pairs}
        yield Hit(
            message=f"The server {how} on {named([said(call) for call, _ in pairs])}, and again when the call was made"
            f" alone in a fresh process.{last_words(pairs[-1][1])}",
            tools=tools,
            calls=tuple(call for pair in pairs for call in pair),
            argument=arguments.pop() if len(tools) == len(arguments) == 1 else None,
            advice=_ADVICE,
        )


def _at_nonsense(call: Call) -> Hit:
    return Hit(
        message=f"The server {ending(call)} on {said(call)}, which is no proper call: no client sends it on purpose."
        f"{last_words(call)}",
        tools=(call.observation.probe.subject.label,),
        calls=(call,),
        advice=_ADVICE,
        confidence=Confidence.INDICATED,
    )


def _behind(pairs: Sequence[tuple[Call, Call]]) -> Hit:
    tools = dict.fromkeys(bad.observation.probe.subject.label for bad, _ in pairs)
    bad, after = pairs[-1]
    return Hit(
        message=f"The server {ending(after)} after it had refused {said(bad)}: the next call found it gone, and is"
        f" answered in a fresh process.{last_words(after)}",
        tools=tuple(tools),
        calls=(bad, after),
        advice=_ADVICE,
    )


def _not_repeated(once: Sequence[Call]) -> Hit:
    return Hit(
        message=f"The server {ending(once[0])} on {named([said(call) for call in once])}; it was not tried a second"
        f" time.{last_words(once[0])}",
        tools=tuple(dict.fromkeys(call.observation.probe.subject.label for call in once)),
        calls=tuple(once),
        advice=_ADVICE,
        confidence=Confidence.SEEN,
    )


def _by_chance(run: ServerRun, crashes: Sequence[Call]) -> Hit:
    """Blame no tool: the same calls do no harm when they are made again."""
    times = "once" if len(crashes) == 1 else f"{len(crashes):,} times"
    lost_on_the_way = run.listing.transport is not TransportKind.STDIO and len(crashes) == 1
    return Hit(
        message=f"The server ended {times} in {counted(len(run.calls), 'call')} (it {ending(crashes[0])}),"
        f" and the same calls are answered in a fresh process: no tool is to blame.{last_words(crashes[0])}",
        calls=tuple(crashes),
        advice="Its log, or the last lines of its stderr, may tell what it ends of.",
        confidence=Confidence.INDICATED if lost_on_the_way else Confidence.SEEN,
    )
