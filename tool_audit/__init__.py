"""Measure what an MCP server's tools cost an agent, before the agent pays for it."""

__version__ = "0.1.0"
