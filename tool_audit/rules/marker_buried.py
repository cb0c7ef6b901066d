"""Flags truncation that is only told where a reader, or a client that cuts, may never come."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Call, Confidence, Hit, Measurement, Severity, Sign, SignKind, ToolRun
from tool_audit.rule import tool_rule

_MORE = {
    SignKind.TRUNCATED,
    SignKind.HAS_MORE,
    SignKind.CURSOR,
    SignKind.LINK,
    SignKind.REMAINING,
    SignKind.TEXT,
    SignKind.TOTAL,
    SignKind.COUNT,
    SignKind.LIMIT_APPLIED,
}


@dataclass(frozen=True)
class Options:
    chars: int = 10_000
    depth: int = 3


@tool_rule(group="B", severity=Severity.INFO, confidence=Confidence.SEEN, options=Options)
def marker_buried(run: ToolRun, options: Options) -> Iterator[Hit]:
    """The only sign of truncation stands far behind the beginning of the reply, or deep inside it."""
    calls = sorted(run.replies, key=lambda call: call is not run.default)
    for call in calls:
        reply = call.measurement
        signs = signs_of_more(reply) if reply is not None and reply.signs.says_more else []
        if not signs or any(sign.position <= options.chars and sign.depth < options.depth for sign in signs):
            continue
        yield _hit(call, min(signs, key=lambda sign: (sign.position, sign.depth)), options)
        return


def signs_of_more(reply: Measurement) -> list[Sign]:
    """Return the signs that say, or help to say, that a reply is not all."""
    here = reply.items.count if reply.items is not None else 0
    counted = {SignKind.TOTAL, SignKind.COUNT}
    return [
        sign
        for sign in reply.signs.all
        if sign.kind in _MORE
        and sign.value is not False
        and (sign.kind not in counted or (isinstance(sign.value, int) and sign.value > here))
        and (sign.kind is not SignKind.REMAINING or sign.value != 0)
    ]


def _hit(call: Call, sign: Sign, options: Options) -> Hit:
    far = f"after {sign.position:,} characters" if sign.position > options.chars else ""
    deep = f"{sign.depth} levels deep" if sign.depth >= options.depth else ""
    return Hit(
        message=f"The only sign that this is not all ({sign.where}) stands {' and '.join(filter(None, (far, deep)))}.",
        calls=(call,),
        advice="Put the total and has_more (or the cursor) in front of the list, at the top of the reply.",
    )
