"""The list in a reply, whatever it is written in."""

from collections.abc import Sequence

from tool_audit.measure.identity import identities, text_identity
from tool_audit.measure.json_lists import are_alike, find_in_json
from tool_audit.measure.payload import parse
from tool_audit.measure.record_lists import first_label
from tool_audit.measure.signs_text import is_notice
from tool_audit.measure.text_lists import find_in_text
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
        alike = _alike_objects(objects)
        if alike:
            return Items(kind=ItemKind.BLOCKS, path="content[]", identities=identities(alike), records=alike)
        return _largest([find_in_json(value) for value in objects])
    first, last = _peel_blocks(blocks)
    own = blocks[first:last]
    found = _largest([find_in_text(block) for block in own])
    labels = {first_label(block) for block in own}
    alike_texts = len(labels) == 1 and labels != {""} and len(own) > 1
    if alike_texts or (found is None and len(own) > 2):
        found = Items(kind=ItemKind.BLOCKS, path="content[]", identities=tuple(map(text_identity, own)), records=own)
    return found


def _alike_objects(objects: Sequence[Json]) -> Sequence[Json]:
    """Return the objects that are records of one kind: all, or all but one at an end which tells of the others."""
    for part in (objects, objects[:-1], objects[1:]):
        if len(part) > 1 and set(map(type, part)) == {dict} and are_alike(part):
            return part
    return ()


def _peel_blocks(blocks: Sequence[str]) -> tuple[int, int]:
    """Return where the blocks begin and end without a notice before and behind them."""
    first = 1 if len(blocks) > 1 and is_notice(blocks[0].strip()) else 0
    last = len(blocks) - 1 if len(blocks) > first + 1 and is_notice(blocks[-1].strip()) else len(blocks)
    return first, last


def _largest(found: Sequence[Items | None]) -> Items | None:
    lists = [items for items in found if items is not None]
    return max(lists, key=lambda items: items.count) if lists else None
