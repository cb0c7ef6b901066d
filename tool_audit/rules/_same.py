"""Whether two replies of one tool say the same, as far as its default and the repeat teach what changes by itself."""

import re

from tool_audit.measure.compare import same_reply
from tool_audit.measure.volatile import Differences, differences
from tool_audit.model import ABSENT, Call, Json, Measurement, ToolRun, canonical
from tool_audit.rules._listing import counted
from tool_audit.rules._sizes import chars, measured, shown
from tool_audit.rules._variations import answer, sent_in
from tool_audit.schema import Argument

_CHARS, _SHARE = 1_000, 0.2
"""What changes by itself, or echoes what was sent, makes no reply longer or shorter by more than this."""


def known_changes(run: ToolRun) -> Differences | None:
    """Return what changes from one default call to the next; None where that was not learned."""
    if measured(run.default) is None or measured(run.repeat) is None or run.default is None or run.repeat is None:
        return None
    return differences(run.default, run.repeat)


def same(run: ToolRun, one: Call, other: Call) -> bool | None:
    """Return whether two successful replies say the same but for what changes by itself, or echoes what was sent.

    None: one of them failed, or what differs may differ by itself (no repeat was made, or the repeat differed, too).
    """
    first, second = measured(one), measured(other)
    if first is None or second is None:
        return None
    media = _media(one) == _media(other)
    if media and first.text == second.text and first.structured == second.structured:
        return True
    known = known_changes(run)
    if known is None or known.other:
        return None
    if not media or abs(first.chars - second.chars) > max(_CHARS, _SHARE * max(first.chars, second.chars)):
        return False
    verdict = same_reply(one, other, known)
    return True if verdict is True or _echo_only(one, other, first, second, known) else verdict


def item_count(call: Call | None) -> int | None:
    """Return how many items a successful reply has, None where it has no list."""
    reply = measured(call)
    return reply.items.count if reply is not None and reply.items is not None else None


def counts_hold(run: ToolRun) -> bool | None:
    """Return whether the default gives as many items when it is asked again; None where it was not asked."""
    if run.repeat is None:
        return None
    return measured(run.repeat) is not None and item_count(run.repeat) == item_count(run.default)


def holds_something(reply: Measurement | None) -> bool:
    """Whether a reply could differ at all: it has items, or where it has no list, some text."""
    if reply is None or reply.reads_failed:
        return False
    if reply.items is not None:
        return reply.items.count > 0
    return bool(reply.media_chars) or (reply.document not in ({}, []) and len(reply.text.strip()) > 1)


def no_list_inside(reply: Measurement) -> bool:
    """Whether a JSON reply has an empty list and no items: a search that found nothing."""
    stack: list[Json] = [reply.document]
    while stack:
        node = stack.pop()
        if node == []:
            return reply.items is None or not reply.items.count
        if isinstance(node, dict) and len(stack) < 200:
            stack.extend(node.values())
    return False


def _media(call: Call) -> list[Json]:
    """Return the content blocks that are no text."""
    result = getattr(call.observation.outcome, "result", None)
    content = result.get("content") if isinstance(result, dict) else None
    return [
        block
        for block in (content if isinstance(content, list) else ())
        if isinstance(block, dict) and block.get("type", "text") != "text"
    ]


def _echo_only(one: Call, other: Call, first: Measurement, second: Measurement, known: Differences) -> bool:
    """Whether the items are the same two or more, and all that differs around them is what was sent."""
    mine, theirs = first.items, second.items
    if mine is None or theirs is None or mine.count < 2 or mine.identities != theirs.identities:
        return False
    if list(mine.records) != list(theirs.records):
        return False
    if first.document is not ABSENT and second.document is not ABSENT:
        found = differences(one, other)
        places = (found.volatile | found.other | found.reordered) - known.volatile - known.reordered
        return all(_is_sent(one, first, place) and _is_sent(other, second, place) for place in places)
    if mine.span is None or theirs.span is None:
        return False
    return _around(one, first, mine.span) == _around(other, second, theirs.span)


def _is_sent(call: Call, reply: Measurement, path: str) -> bool:
    """Whether a value of the reply is one of the arguments, or is not there."""
    node = reply.document
    for key in path.split(".")[1:]:
        node = node.get(key, ABSENT) if isinstance(node, dict) else ABSENT
    return "[]" not in path and (
        node is ABSENT or any(canonical(node) == canonical(value) for value in call.arguments.values())
    )


def _around(call: Call, reply: Measurement, span: tuple[int, int]) -> str:
    text = reply.text[: span[0]] + "\n" + reply.text[span[1] :]
    for value in sorted(map(shown, call.arguments.values()), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", "<sent>", text)
    return text


def reply_to(run: ToolRun, argument: Argument, value: Json) -> Call | None:
    """Return the call that is the default but for this value, or the default itself where it sends the value."""
    given = sent_in(run.default, argument)
    if given is not ABSENT and canonical(given) == canonical(value):
        return run.default
    return answer(run, argument, value)


def size_words(call: Call | None) -> str:
    """Say how much a successful reply holds: "3 items", or "1,204 characters" where it has no list."""
    reply, count = measured(call), item_count(call)
    if reply is None:
        return "no reply"
    return chars(reply.chars) if count is None else counted(count, "item")
