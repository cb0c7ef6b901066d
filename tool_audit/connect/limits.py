"""How long a server is waited for, and how much is read of it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectLimits:
    """How long we wait (seconds), and how much we read (bytes)."""

    start_timeout: float = 60.0
    call_timeout: float = 30.0
    max_reply_bytes: int = 64 * 2**20
    stop_grace: float = 2.0
    """What a process gets to end by itself when its stdin is closed, and again when it is asked by SIGTERM."""
