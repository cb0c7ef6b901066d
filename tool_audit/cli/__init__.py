"""The command line: argv -> settings -> a story -> outputs -> an exit code. Nothing else prints or exits."""

from tool_audit.cli.app import main

__all__ = ["main"]
