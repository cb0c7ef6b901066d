"""Families of probes: each module says which calls it wants next, given what was seen. What tells most comes first."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tool_audit.experiments import (
    bad_input,
    broad,
    default,
    described,
    detail,
    envelope,
    filters,
    limit,
    paging,
    read_only,
    repeat,
    serialization,
    stated_default,
    unknown_argument,
    watch,
    writes,
)
from tool_audit.experiments.scene import LOOK, Scene, Script
from tool_audit.experiments.situation import Situation
from tool_audit.model import Probe

EXPERIMENTS: Mapping[str, Callable[[Situation], Iterator[Probe]]] = {
    "default": default.probes,
    "repeat": repeat.probes,
    "detail": detail.probes,
    "limit": limit.probes,
    "serialization": serialization.probes,
    "paging": paging.probes,
    "broad": broad.probes,
    "unknown_argument": unknown_argument.probes,
    "stated_default": stated_default.probes,
    "filter": filters.probes,
    "bad_input": bad_input.probes,
    "described": described.probes,
    "envelope": envelope.probes,
    "watch": watch.probes,
}

SCRIPTS: Final[Mapping[str, Callable[[Scene], Script]]] = {
    read_only.NAME: read_only.script,
    writes.NAME: writes.script,
}
"""What needs several tools and an order of its own: made after all else, one call after the other."""

IN_ORDER: Final = frozenset({*SCRIPTS, LOOK})
"""The experiments of the calls that the scripts make."""
