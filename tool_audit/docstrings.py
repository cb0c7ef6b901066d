"""What a tool's description says of each argument, where it is a function's documentation handed on as it stands."""

import re
from collections.abc import Mapping

_HEADING = re.compile(
    r"^[ \t]*(?:args|arguments|parameters|params|inputs?)[ \t]*:?[ \t]*$", re.IGNORECASE | re.MULTILINE
)
_ENTRY = re.compile(
    r"^([ \t]*)(?:[-*][ \t]+)?[`*]{0,2}(\w+)[`*]{0,2}[ \t]*(?:\([^)\n]*\))?[ \t]*(?::|[ \t]-)[ \t]+(\S.*)$"
)
_FIELD = re.compile(r"^[ \t]*:param(?:[ \t]+\w+)?[ \t]+(\w+):[ \t]*(\S.*)$", re.MULTILINE)
_LONGEST = 20_000


def described_arguments(description: str, names: frozenset[str]) -> Mapping[str, str]:
    """Return name -> text for the arguments of these names that a description lists under "Args:" or as `:param`."""
    text = description[:_LONGEST]
    found = {name: told.strip() for name, told in _FIELD.findall(text) if name in names}
    heading = _HEADING.search(text)
    current, depth = "", 0
    for line in text[heading.end() :].splitlines() if heading else ():
        entry = _ENTRY.match(line)
        if entry and entry.group(2) in names and (not current or len(entry.group(1)) <= depth):
            depth, current = len(entry.group(1)), entry.group(2)
            found.setdefault(current, entry.group(3).strip())
        elif not line.strip():
            current = ""
        elif current and len(line) - len(line.lstrip()) > depth:
            found[current] += " " + line.strip()
        elif current:
            break
    return found
