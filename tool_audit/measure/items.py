"""The list in a reply, whatever it is written in."""

from collections.abc import Sequence

from tool_audit.measure.identity import identities, text_identity
from tool_audit.measure.json_lists import are_alike, find_in_json
from tool_audit.measure.payload import parse
from tool_audit.measure.text_lists import find_in_text, first_label
from tool_audit.model import ABSENT, ItemKind, Items, Json


def find_items(document: Json, text: str, blocks: Sequence[str]) -> Items | None:
    """Return the list that a reply is, with a text that tells each item apart; None where it is no list.

    `document` is what `payload` made of the reply: its JSON value, or ABSENT. Linear in the reply.
    """
    if len(blocks) > 1:
        found = _in_blocks(document, blocks)
        if found is not None:
            return found
    if document is not ABSENT:
        found = find_in_json(document)
        if found is not None or text.lstrip("\ufeff \t\r\n")[:1] in ("{", "["):
            return found
    return find_in_text(text)


def _in_blocks(document: Json, blocks: Sequence[str]) -> Items | None:
    """Take each content block for an item, where the blocks are alike; else look for the one that holds the list."""
    parsed = isinstance(document, list) and len(document) == len(blocks)
    values = document if parsed else [parse(block) for block in blocks]
    objects = [value for value in values if value is not ABSENT]
    if objects and len(objects) >= len(blocks) - 1:  # one block may be the label of the others
        if len(objects) > 1 and set(map(type, objects)) == {dict} and are_alike(objects):
            return Items(kind=ItemKind.BLOCKS, path="content[]", identities=identities(objects))
        return _largest([find_in_json(value) for value in objects])
    found = _largest([find_in_text(block) for block in blocks])
    labels = {first_label(block) for block in blocks}
    alike = len(labels) == 1 and labels != {""}
    if alike or (found is None and len(blocks) > 2):
        return Items(kind=ItemKind.BLOCKS, path="content[]", identities=tuple(map(text_identity, blocks)))
    return found


def _largest(found: Sequence[Items | None]) -> Items | None:
    lists = [items for items in found if items is not None]
    return max(lists, key=lambda items: items.count) if lists else None
