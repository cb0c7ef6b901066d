"""Flags replies that spend a large part of their characters on saying that fields are empty."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.measure.payload import compact
from tool_audit.model import Call, Confidence, Hit, Json, Measurement, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._listing import named
from tool_audit.rules._replies import worst_reply

_HOLDS_MORE = frozenset((list, dict))


@dataclass(frozen=True)
class Options:
    share: float = 0.25
    chars: int = 2_000


@tool_rule(group="A", severity=Severity.WARNING, confidence=Confidence.SEEN, options=Options)
def empty_fields(run: ToolRun, options: Options) -> Iterator[Hit]:
    """A large part of the reply says only that fields are null or empty."""
    members: dict[int, Counter[str]] = {}

    def waste(_run: ToolRun, _call: Call, reply: Measurement) -> int:
        whole = _compact_chars(reply)
        if reply.chars <= options.chars or not whole:
            return 0
        empty = members[id(reply)] = _empty_members(reply.document)
        return empty.total() if empty.total() >= options.share * whole else 0

    worst = worst_reply(run, waste)
    if worst is None:
        return
    whole = _compact_chars(worst.measurement)
    keys = [key for key, _ in members[id(worst.measurement)].most_common()]
    yield Hit(
        message=(
            f"{worst.waste:,} of {whole:,} characters ({worst.waste / whole:.0%}, counted as compact JSON) are members "
            f"without a value, such as {named(keys, 4)}; {whole - worst.waste:,} would say the same."
        ),
        calls=(worst.call,),
        advice="Leave out members that are null, empty text, [] or {}.",
    )


def _compact_chars(reply: Measurement) -> int:
    return next((encoding.chars or 0 for encoding in reply.encodings if encoding.name == "compact"), 0)


def _empty_members(document: Json) -> Counter[str]:
    """Return key -> characters of the members of that name which hold nothing: key, colon, value and comma."""
    nulls: list[str] = []
    empties: list[str] = []
    stack = [document]
    while stack:
        node = stack.pop()
        if type(node) is list:
            stack.extend(node)
        elif type(node) is dict:
            for key, value in node.items():
                if value:
                    if type(value) in _HOLDS_MORE:
                        stack.append(value)
                elif value is None:
                    nulls.append(key)
                elif type(value) in (str, list, dict):
                    empties.append(key)
    chars: Counter[str] = Counter()
    for keys, value_chars in ((nulls, len("null")), (empties, len('""'))):
        for key, count in Counter(keys).items():
            chars[key] += count * (len(compact(key)) + value_chars + len(":,"))
    return chars
