"""Dates on which nothing is, written as an argument wants them."""

from tool_audit.schema import Argument

LATE, EARLY = "2037-12-31", "1990-01-01"
"""Dates that hardly any record lies behind, and that fit into every clock: 32 bits end in 2038."""
_MIDNIGHT = "T00:00:00Z"


def written_for(argument: Argument, date: str) -> str:
    """Return a date, with a time of day where the schema wants one."""
    return date + _MIDNIGHT * (argument.schema.get("format") == "date-time")
