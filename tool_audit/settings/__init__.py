"""What the user may set: the groups that the stages take, and the layers that they are read from."""

from tool_audit.settings.groups import CapOverride, Ignore, Limits, Origin, Output, Policy, Probing, Settings
from tool_audit.settings.load import load_settings
from tool_audit.settings.nearest import closest, nearest

__all__ = [
    "CapOverride",
    "Ignore",
    "Limits",
    "Origin",
    "Output",
    "Policy",
    "Probing",
    "Settings",
    "closest",
    "load_settings",
    "nearest",
]
