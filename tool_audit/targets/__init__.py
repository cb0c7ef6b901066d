"""What the user named (a command, a URL, a client's configuration, a saved file) -> how to reach the servers."""

from tool_audit.targets.resolve import Resolution, resolve

__all__ = ["Resolution", "resolve"]
