"""Calls without arguments and with a text in their place, then a plain call: does the server live through them."""

from collections.abc import Iterator
from dataclasses import replace

from tool_audit.experiments.situation import Situation
from tool_audit.model import Again, Form, Probe


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield the two malformed calls, and the base right behind them."""
    if situation.base is None:
        return
    plain = replace(situation.base.observation.probe, experiment="envelope")
    for form in (Form.NONE, Form.TEXT):
        yield replace(plain, arguments={}, origins={}, form=form)
    yield replace(plain, again=Again.NEXT)
