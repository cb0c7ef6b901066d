"""Reaching a server: `connect(spec, limits)` yields a Connection that answers calls with outcomes, come what may."""

from tool_audit.connect.connection import Connection, ConnectLimits, Reply, connect
from tool_audit.connect.mask import kept
from tool_audit.connect.session import Announced, Identity

__all__ = ["Announced", "ConnectLimits", "Connection", "Identity", "Reply", "connect", "kept"]
