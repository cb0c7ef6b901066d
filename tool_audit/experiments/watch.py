"""What a tool that says it only reads changed in a watched folder: the same call once more, to see it change again."""

from collections.abc import Iterator
from dataclasses import replace

from tool_audit.experiments.situation import Situation
from tool_audit.model import Probe

_MOST = 3
_ATTEMPT = 1_000_000
"""Apart from all other repeats, however many there are."""


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield again the first calls after which a watched file was another."""
    if situation.tool.annotations.get("readOnlyHint") is not True:
        return
    keys = [call.observation.probe.key[:2] for call in situation.calls]
    changing = {
        call.observation.probe.key[:2]: call.observation.probe
        for call in situation.calls
        if any(change.what != "rewritten" for change in call.observation.files)
    }
    for key, probe in list(changing.items())[:_MOST]:
        if keys.count(key) == 1:
            yield replace(probe, experiment="watch", attempt=_ATTEMPT)
