"""Families of probes: each module says which calls it wants next, given what was seen. What tells most comes first."""

from collections.abc import Callable, Iterator, Mapping

from tool_audit.experiments import default, detail, limit, repeat, serialization
from tool_audit.experiments.situation import Situation
from tool_audit.model import Probe

EXPERIMENTS: Mapping[str, Callable[[Situation], Iterator[Probe]]] = {
    "default": default.probes,
    "repeat": repeat.probes,
    "detail": detail.probes,
    "limit": limit.probes,
    "serialization": serialization.probes,
}
