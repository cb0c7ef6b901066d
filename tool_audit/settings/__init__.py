"""What the user may set: the groups that the stages take, and the layers that they are read from."""

from tool_audit.settings.groups import (
    Amendment,
    CapOverride,
    Ignore,
    Limits,
    Origin,
    Output,
    Policy,
    Probing,
    Regrade,
    Settings,
)
from tool_audit.settings.load import load_settings
from tool_audit.settings.nearest import closest, nearest

__all__ = [
    "Amendment",
    "CapOverride",
    "Ignore",
    "Limits",
    "Origin",
    "Output",
    "Policy",
    "Probing",
    "Regrade",
    "Settings",
    "closest",
    "load_settings",
    "nearest",
]
