"""Flags JSON that stops in the middle: nothing of it can be read."""

from collections.abc import Iterator

from tool_audit.model import Confidence, Hit, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._purpose import reads_one_thing
from tool_audit.rules._sizes import assignments, chars


@tool_rule(group="B", severity=Severity.ERROR, confidence=Confidence.SEEN)
def cut_json(run: ToolRun, _: object) -> Iterator[Hit]:
    """A text begins as JSON and ends before it closes."""
    if reads_one_thing(run.tool, run.default):
        return  # a part of a file is as the file is
    cut = [call for call in run.replies if call.measurement is not None and call.measurement.signs.cut_json]
    if not cut:
        return
    first = next((call for call in cut if call is run.default), cut[0])
    reply = first.measurement
    if reply is None:
        return
    sent = "the default" if first is run.default else assignments(first.arguments.items()) or "no arguments"
    yield Hit(
        message=(
            f"The reply to {sent} begins as JSON and ends after {chars(reply.chars)}, before it closes: it ends "
            f"{' '.join(reply.text[-40:].split())!r}. {len(cut):,} of {len(run.replies):,} replies end so."
        ),
        calls=tuple(cut[:4]),
        advice="Leave out whole items and close the JSON, with a count of what was left out and a cursor.",
        send=tuple(call for call in run.replies if call not in cut and call.measurement and call.measurement.items)[:1],
    )
