"""Whether a schema lets a value through that a caller may well mean."""

from tool_audit.model import Json, canonical
from tool_audit.rules._sizes import is_number
from tool_audit.schema import Argument


def schema_allows(argument: Argument, value: Json) -> bool:
    """Whether the schema lets a meant value through; a number below one needs a minimum that says so."""
    if argument.closed_by_schema:
        return canonical(value) in {canonical(member) for member in argument.closed_set}
    if not is_number(value):
        return not argument.numeric or "string" in argument.types
    if not argument.numeric or ("number" not in argument.types and value != int(value)):
        return False
    lowest = argument.minimum if argument.minimum is not None else 1
    return bool(lowest <= value and (argument.maximum is None or value <= argument.maximum))
