"""What a client would show its model of one reply: pure, from the profile and the measured reply alone."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tool_audit.clients.wording import amount, in_bytes
from tool_audit.model import (
    ABSENT,
    Action,
    ClientProfile,
    Counted,
    Excess,
    Json,
    Lines,
    Measurement,
    Part,
    Showing,
    Shows,
    Unit,
    part_of,
    text_parts,
)

_HALF: Final = 0.5


def showing(profile: ClientProfile, lines: Lines, reply: Measurement) -> Showing:
    """Return what the client would show of a reply; `lines`: those in force for its tool (`lines_for`)."""
    if profile.shows is Shows.TEXT and not reply.text_chars and reply.structured_chars:
        lost = (
            f"nothing: it shows text only, and all {amount(reply.structured_chars, Unit.CHARS)} are structuredContent"
        )
        return Showing(client=profile.name, whole=False, sees=lost, shown_chars=0, unseen_chars=reply.structured_chars)
    whole, structured = _shown_part(profile, reply)
    parts = _parts(whole, lines, reply)
    excess = lines.excess(parts)
    prefix = "structuredContent in place of the text: " if structured else ""
    if excess is None:
        return Showing(
            client=profile.name,
            whole=True,
            sees=f"{prefix}whole{_why_whole(profile, lines, reply, whole)}",
            structured=structured,
            shown_chars=whole.chars,
            unseen_chars=0,
        )
    shown = Showing(
        client=profile.name,
        whole=False,
        sees="",
        structured=structured,
        over=excess.unit,
        cap=excess.cap,
        size=excess.size,
    )
    shown = _cut(profile, shown, excess)
    over = [part for part in parts if lines.excess([part]) is not None]
    return replace(_beside(shown, over, parts), sees=f"{prefix}{shown.sees}{_of_parts(over, parts)}")


def _shown_part(profile: ClientProfile, reply: Measurement) -> tuple[Part, bool]:
    """Return the text that is shown as one, and whether it is structuredContent in place of a text."""
    text = Part(text=reply.text, chars=reply.chars, tokens=reply.tokens, exact=reply.tokens_complete)
    if profile.shows not in (Shows.STRUCTURED, Shows.BOTH) or reply.structured is ABSENT or not reply.text_chars:
        return text, False
    structured = part_of(_compact(reply.structured), text)
    if profile.shows is Shows.STRUCTURED:
        return structured, True
    both = Part(
        text=f"{text.text}\n{structured.text}",
        chars=text.chars + structured.chars,
        tokens=text.tokens + structured.tokens,
        exact=False,
    )
    return both, False


def _parts(whole: Part, lines: Lines, reply: Measurement) -> tuple[Part, ...]:
    # blocks count by themselves only where it is they that are shown
    return text_parts(reply, lines.counted) if whole.text == reply.text else (whole,)


def _compact(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _why_whole(profile: ClientProfile, lines: Lines, reply: Measurement, whole: Part) -> str:
    if not lines.caps:
        return ": it cuts nothing" if profile.action is Action.NONE else ", as far as is known: it publishes no cap"
    if lines.excess([whole]) is None:
        return ""
    if lines.counted is Counted.SINGLE_PART:
        return ": its cap is for a single text part, and this reply has more"
    return f": its cap is for each of the {len(reply.blocks):,} text blocks"


def _cut(profile: ClientProfile, shown: Showing, excess: Excess) -> Showing:
    size, cap = _size(excess, excess.size), amount(excess.cap, excess.unit)
    match profile.action:
        case Action.ERROR:
            return replace(_kept(shown, excess, 0), sees=f"an error in place of {size} (over {cap}){_saved(profile)}")
        case Action.DROP:
            sees = f"nothing of {size}{_sign(profile)}{_saved(profile)}"
            return replace(_kept(shown, excess, 0), sees=sees)
        case Action.FILE:
            return _filed(profile, shown, excess)
        case Action.HEAD:
            left = f"{_rest(excess)} behind {'them' if excess.cap != 1 else 'it'} {_lost(profile)}"
            return replace(_kept(shown, excess, excess.cap), sees=f"first {cap}; {left}")
        case Action.HEAD_AND_TAIL:
            left = f"{_rest(excess)} in the middle {_lost(profile)}"
            return replace(_kept(shown, excess, excess.cap), sees=f"{_two_ends(profile, excess)}; {left}")
        case _:
            return replace(shown, sees=f"not the whole of {size} (over {cap}): it would {profile.would}")


def _filed(profile: ClientProfile, shown: Showing, excess: Excess) -> Showing:
    size = _size(excess, excess.size)
    if profile.preview_bytes is None:
        return replace(_kept(shown, excess, 0), sees=f"the path of a file in place of {size}")
    share = min(1.0, profile.preview_bytes / max(excess.part.size(Unit.BYTES), 1))
    kept = round(excess.part.chars * share)
    sees = f"the path of a file and the first {in_bytes(profile.preview_bytes)} of {size}"
    return replace(shown, sees=sees, shown_chars=kept, unseen_chars=excess.part.chars - kept)


def _two_ends(profile: ClientProfile, excess: Excess) -> str:
    head = round(excess.cap * profile.head_share)
    tail = excess.cap - head
    if profile.head_share == _HALF and head == tail:
        return f"first and last {amount(head, excess.unit)}"
    shares = f"{profile.head_share:.0%} and {1 - profile.head_share:.0%}".replace("%", " %")
    return f"first {head:,} and last {amount(tail, excess.unit)} ({shares} of {excess.cap:,})"


def _kept(shown: Showing, excess: Excess, kept: int) -> Showing:
    """Return the showing with how many characters `kept` of the cap's unit are."""
    if excess.unit is Unit.LINES:
        chars = sum(map(len, excess.part.text.splitlines(keepends=True)[:kept]))
    else:
        chars = round(excess.part.chars * kept / excess.size)
    return replace(shown, shown_chars=chars, unseen_chars=excess.part.chars - chars)


def _beside(shown: Showing, over: Sequence[Part], parts: Sequence[Part]) -> Showing:
    """Return the showing with the parts that are under the cap counted as shown."""
    if shown.shown_chars is None or shown.unseen_chars is None or len(parts) == 1:
        return shown
    whole = sum(part.chars for part in parts if part not in over)
    others = sum(part.chars for part in over) - shown.shown_chars - shown.unseen_chars
    return replace(shown, shown_chars=shown.shown_chars + whole, unseen_chars=shown.unseen_chars + max(others, 0))


def _of_parts(over: Sequence[Part], parts: Sequence[Part]) -> str:
    if len(parts) == 1:
        return ""
    others = len(over) - 1
    more = f"; {others:,} more of the {len(parts):,} text blocks likewise" if others else ""
    rest = len(parts) - 1
    return more or f"; the other {'text block' if rest == 1 else f'{rest:,} text blocks'} whole"


def _rest(excess: Excess) -> str:
    return f"{_about(excess)}{excess.size - excess.cap:,}"


def _lost(profile: ClientProfile) -> str:
    return f"{'left out' if profile.saves else 'lost'}{_sign(profile)}{_saved(profile)}"


def _sign(profile: ClientProfile) -> str:
    if profile.marked is None:
        return ""
    return ", marked" if profile.marked else " without a sign"


def _saved(profile: ClientProfile) -> str:
    return ", the whole in a file" if profile.saves else ""


def _size(excess: Excess, size: int) -> str:
    return f"{_about(excess)}{amount(size, excess.unit)}"


def _about(excess: Excess) -> str:
    return "" if excess.part.exact or excess.unit is not Unit.TOKENS else "about "
