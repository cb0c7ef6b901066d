"""The call with nothing filled in; where that is refused for what it lacks, the smallest valid one."""

from collections.abc import Iterator

from tool_audit.experiments.situation import Situation, find_call, is_bare
from tool_audit.model import Probe

ATTEMPTS = 7
"""How many ways to fill in what is needed are tried before the tool is given up as unmeasured."""


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield the next attempt at a call that answers."""
    subject = situation.subject
    action = {} if subject.argument is None else {subject.argument: subject.member}
    required = [argument for argument in situation.arguments if argument.required and argument.name != subject.argument]
    if not situation.pinned:
        yield Probe(subject=subject, arguments=action, experiment="bare" if required else "default")
        if find_call(situation.calls, action) is None:
            return
    if situation.base is not None and not is_bare(situation.base):
        return
    empty = situation.base is not None and not situation.base.observation.probe.origins
    tried = sum(1 for call in situation.calls if call.observation.probe.experiment == "default")
    ways = [f for f in situation.fillings if f.only_if_empty is empty]
    untried = [f for f in ways if find_call(situation.calls, {**f.arguments, **action}) is None]
    if untried and tried < ATTEMPTS:
        filling = untried[0]
        yield Probe(
            subject=subject,
            arguments={**filling.arguments, **action},
            experiment="default",
            origins=filling.origins,
        )
