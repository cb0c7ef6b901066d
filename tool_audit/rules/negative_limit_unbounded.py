"""Flags limits that a number below one lifts."""

import re
from collections.abc import Iterator

from tool_audit import lazy_re
from tool_audit.model import Confidence, Hit, Severity, SweepKind, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._same import counts_hold, item_count, reply_to
from tool_audit.rules._sizes import chars, is_number, measured
from tool_audit.rules._variations import arguments_everywhere, variations

_LIFTS = lazy_re.compile(
    r"(?<![\d.])(?:-1|0)(?![\d.])[^.\n]{0,40}\b(?:all|every\w*|unlimited|no limit|disable|infinite|unbounded)\b"
    r"|\b(?:all|every\w*|unlimited|no limit|disable|infinite|unbounded)\b[^.\n]{0,40}(?<![\d.])(?:-1|0)(?![\d.])",
    re.IGNORECASE,
)
_LARGER = 1.5


@tool_rule(group="D", severity=Severity.ERROR, confidence=Confidence.PROVEN)
def negative_limit_unbounded(run: ToolRun, _: object) -> Iterator[Hit]:
    """A limit of zero or below gives more than the default does."""
    base = measured(run.default)
    if run.default is None or base is None or base.reads_failed or counts_hold(run) is False or run.volatile:
        return
    for argument in arguments_everywhere(run):
        if argument.kind is not SweepKind.COUNT or not argument.numeric or argument.pages:
            continue
        if _LIFTS.search(f"{argument.description} {run.tool.description}"):
            continue
        for value, call in sorted(
            ((value, call) for value, call in variations(run, argument) if is_number(value) and value < 1),
            key=lambda pair: pair[0],
        ):
            reply, count, usual = measured(call), item_count(call), item_count(run.default)
            if reply is None or reply.signs.limit_applied is not None:
                continue
            if not (count > usual if count is not None and usual is not None else reply.chars > _LARGER * base.chars):
                continue
            small = reply_to(run, argument, 1)
            told = f"{count:,} items; the default gives {usual:,}" if count is not None and usual is not None else (
                f"{chars(reply.chars)}; the default gives {base.chars:,}"
            )  # fmt: skip
            yield Hit(
                message=f"{argument.name}={value} lifts the limit: it gives {told}.",
                calls=(run.default, call, *([small] if small is not None else [])),
                advice=f"Refuse {argument.name} below 1, and declare minimum: 1.",
                argument=argument.name,
                confidence=Confidence.INDICATED if counts_hold(run) is None else None,
            )
            break
