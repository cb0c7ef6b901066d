"""Defaults said aloud: sending what is stated as the default must do what leaving the argument out does."""

from collections.abc import Iterator

from tool_audit.experiments.situation import Situation
from tool_audit.model import Json, Probe
from tool_audit.schema import Argument
from tool_audit.stated import stated_defaults
from tool_audit.strangers import reaches_somebody

_MOST = 6
_MEMBERS = 4
_LONGEST = 200


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield the base with each default that the schema or a description states, one argument at a time.

    Where that answers something else than leaving out, and the values are few, the others follow: which one is it?
    """
    if situation.base is None:
        return
    left_out = [a for a in situation.free if not a.required and a.name not in situation.base.arguments]
    told = [(argument, value) for argument in left_out for value in _defaults(situation, argument)]
    for argument, value in told[:_MOST]:
        yield situation.vary(argument, value, "stated_default")
        if _differs(situation, argument, value):
            for other in argument.closed_set[:_MEMBERS]:
                yield situation.vary(argument, other, "stated_default")


def _defaults(situation: Situation, argument: Argument) -> Iterator[Json]:
    """Yield the stated values that may be sent: an address or a name of somebody is left alone."""
    if reaches_somebody(argument, situation.tool):
        return
    for stated in stated_defaults(argument, situation.tool):
        if len(str(stated.value)) <= _LONGEST:
            yield stated.value


def _differs(situation: Situation, argument: Argument, value: Json) -> bool:
    """Whether the stated value was sent and answered in other words than the base."""
    sent, base = situation.answer(argument, value), situation.base
    if sent is None or base is None or sent.measurement is None or base.measurement is None:
        return False
    return sent.succeeded and sent.measurement.text != base.measurement.text
