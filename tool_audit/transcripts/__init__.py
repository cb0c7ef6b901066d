"""Logs of what agents did -> the same events, whoever wrote them; and what the events say of each tool."""
