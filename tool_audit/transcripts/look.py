"""A look into some of the replies: what they hold, the lists in them, what they say of being complete."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from tool_audit.measure.items import find_items
from tool_audit.measure.payload import parse
from tool_audit.measure.signs import find_signs
from tool_audit.model import ABSENT, Items, Json, Signs
from tool_audit.transcripts.seen import Key, Seen

_ALL_OF: Final = 5
"""The first 2 ** 5 replies of a tool are looked into, then every second, from twice as many on every fourth ..."""
_LONGEST_JSON: Final = 2_000_000
_LONGEST_TEXT: Final = 8_000
"""Characters: longer ones are not looked into."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What one reply holds. `document` is its JSON value, or ABSENT."""

    document: Json
    items: Items | None
    signs: Signs


class Looks:
    """Chooses which replies are looked into: so many of each tool that shares are known, and few of very many."""

    def __init__(self) -> None:
        self._replies: Counter[Key] = Counter()
        self.count = 0

    def into(self, call: Seen) -> Look | None:
        """Look into a reply; None where it is passed over, or where there is nothing to look into."""
        if not call.succeeded or not call.text:
            return None
        number = self._replies[call.key]
        self._replies[call.key] = number + 1
        if number % (1 << max(number.bit_length() - _ALL_OF, 0)) or len(call.text) > _LONGEST_JSON:
            return None
        document = parse(call.text)
        if document is ABSENT and len(call.text) > _LONGEST_TEXT:
            return None
        self.count += 1
        items = find_items(document, call.text, call.blocks)
        return Look(document=document, items=items, signs=find_signs(document, call.text, items, blocks=call.blocks))
