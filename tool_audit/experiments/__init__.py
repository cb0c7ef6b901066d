"""Families of probes: each module says which calls it wants next, given what was seen. What tells most comes first."""

from collections.abc import Callable, Iterator, Mapping

from tool_audit.experiments import (
    bad_input,
    broad,
    default,
    described,
    detail,
    filters,
    limit,
    paging,
    repeat,
    serialization,
    stated_default,
    unknown_argument,
)
from tool_audit.experiments.situation import Situation
from tool_audit.model import Probe

EXPERIMENTS: Mapping[str, Callable[[Situation], Iterator[Probe]]] = {
    "default": default.probes,
    "repeat": repeat.probes,
    "detail": detail.probes,
    "limit": limit.probes,
    "paging": paging.probes,
    "broad": broad.probes,
    "unknown_argument": unknown_argument.probes,
    "stated_default": stated_default.probes,
    "filter": filters.probes,
    "bad_input": bad_input.probes,
    "described": described.probes,
    "serialization": serialization.probes,
}
