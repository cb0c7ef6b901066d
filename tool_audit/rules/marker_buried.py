"""Flags truncation that is only told where a reader, or a client that cuts, may never come."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Call, Confidence, Hit, Measurement, Severity, Sign, SignKind, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.vocabulary import words_of

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

_PAGERS = frozenset(("pageinfo", "pagination", "paging", "pager"))


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
        if reply is None or not reply.signs.says_more or (call is not run.default and reply.signs.has_more is False):
            continue  # the last page of many may well be less than the total
        signs = signs_of_more(reply)
        if not signs or any(
            sign.position <= options.chars and (sign.depth < options.depth or _where_pagers_stand(sign, reply))
            for sign in signs
        ):
            continue
        yield _hit(call, min(signs, key=lambda sign: (sign.position, sign.depth)), options)
        return


def _where_pagers_stand(sign: Sign, reply: Measurement) -> bool:
    """Whether a sign stands in the page info right beside a connection's list, however deep the list is itself."""
    holder, _, _ = sign.where.rpartition(".")
    beside, _, name = holder.rpartition(".")
    path = reply.items.path if reply.items is not None else ""
    return "".join(words_of(name)) in _PAGERS and beside == path.rpartition(".")[0]


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
