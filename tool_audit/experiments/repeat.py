"""The default call once more, to learn what changes by itself."""

from collections.abc import Iterator
from dataclasses import replace

from tool_audit.experiments.situation import Situation
from tool_audit.model import Probe


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield the repeat of the base."""
    if situation.base is not None:
        yield replace(situation.base.observation.probe, experiment="repeat", attempt=1)
