"""Reaching a server: `connect(spec, limits)` yields a Connection that answers calls with outcomes, come what may."""

from tool_audit.connect.connection import Connection, Reply, connect
from tool_audit.connect.mask import kept
from tool_audit.connect.process import hurry
from tool_audit.connect.session import Announced, Identity
from tool_audit.connect.starting import ConnectLimits

__all__ = ["Announced", "ConnectLimits", "Connection", "Identity", "Reply", "connect", "hurry", "kept"]
