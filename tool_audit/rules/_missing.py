"""Which argument a refused call is said to lack, though the schema does not require it."""

import re
from collections.abc import Iterator, Mapping, Sequence

from tool_audit import lazy_re
from tool_audit.model import Json, ToolRun
from tool_audit.refusals.demanded import demanded_of
from tool_audit.refusals.texts import named_so, says_missing
from tool_audit.schema import arguments_of

_WANTING = (
    r"(?:required|missing|mandatory|needed|not (?:provided|given|specified)|must be (?:given|provided|specified|set))"
)
_NOUN = r"(?:argument|parameter|field|property|key)"
_QUOTED = r"[\"'`\u201c\u2018]([A-Za-z_]\w{0,40})[\"'`\u201d\u2019]"
_NAMED = tuple(
    lazy_re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    for pattern in (
        rf"{_QUOTED}\s*(?:[:=-]\s*)?(?:(?:is|was|are) )?(?:an? )?(?:field )?{_WANTING}\b",
        rf"(?:^|[\s(\[])([A-Za-z_]\w{{0,40}})\s*[:=]\s*(?:(?:is|was|are) )?(?:field )?{_WANTING}\b",
        rf"\b((?:[A-Za-z]+_\w+)|(?-i:[a-z]+[A-Z]\w*)) (?:is|was|are) {_WANTING}\b",
        rf"\b(?:parameter|argument|field|property)\s+([A-Za-z_]\w{{0,40}})\s+(?:is|was|are) {_WANTING}\b",
        rf"\b(?:missing|required)\s+(?:required\s+)?(?:\w+\s+)?{_NOUN}s?\W{{1,4}}([A-Za-z_]\w{{0,40}})\b",
        r"^([A-Za-z_]\w{0,40})\s*\n\s+Field required",
        r"\"path\"\s*:\s*\[\s*\"(\w+)\"\s*\][^}]{0,200}?\bRequired",
    )
)
_CRASHED = lazy_re.compile(r"\(reading '(\w+)'\)|KeyError\W{1,4}(\w+)|Cannot read property '(\w+)' of")
_NO_NAMES = frozenset(
    """
    is are was field argument parameter property value input it this that which a an the one and or error required
    missing arguments parameters fields validation message at be for in of to from on with by not must
    """.split()
)
_ALTERNATIVES = lazy_re.compile(r"\b(?:either|at least one|one of|any of|or)\b", re.IGNORECASE)


def lacked(run: ToolRun, arguments: Mapping[str, Json], text: str) -> tuple[str, bool] | None:
    """Return (name, sure) of what an error says was not given; None where it is about something else.

    Not sure: the name is in no schema and only a crash names it, or the error offers several, as the description does.
    """
    crashed = next((name for found in _CRASHED.findall(text) for name in found if name), None)
    if crashed is not None:
        outer = next((name for name, inner in _nested(run) if inner == crashed), None)
        known = {argument.name for argument in arguments_of(run.tool)}
        if crashed in known and crashed not in arguments:
            return crashed, True
        return (outer, True) if outer is not None and outer not in arguments else None
    if not says_missing(text):
        return None
    declared = arguments_of(run.tool)
    optional = [a.name for a in declared if not a.required and a.name not in arguments]
    demanded = demanded_of(tuple(a.name for a in declared), [text])
    told = [name for name in optional if name in demanded]
    if told:
        spoken_of = [name for name in optional if re.search(named_so(name), text)]
        offered = len(spoken_of) > 1 and _ALTERNATIVES.search(text) is not None
        return told[0], not (offered and _is_described(run, spoken_of))
    known = {argument.name for argument in arguments_of(run.tool)} | set(arguments)
    for name in (found.group(1) for pattern in _NAMED for found in pattern.finditer(text)):
        if name.lower() not in _NO_NAMES and name not in known and not name.isupper() and not name.isdigit():
            return name, True
    return None


def _is_described(run: ToolRun, names: Sequence[str]) -> bool:
    """Whether the tool's text says that one of these is needed: then only the schema is silent about it."""
    texts = [run.tool.description, *(a.description for a in arguments_of(run.tool) if a.name in names)]
    return any(_ALTERNATIVES.search(text) and any(name in text for name in names) for text in texts)


def _nested(run: ToolRun) -> Iterator[tuple[str, str]]:
    """Yield (argument, member) for the members that object arguments declare."""
    for argument in arguments_of(run.tool):
        properties = argument.schema.get("properties")
        if isinstance(properties, Mapping):
            yield from ((argument.name, str(name)) for name in properties)
