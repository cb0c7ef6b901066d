"""Flags a field that most of a large reply is spent on: the first thing to leave out of a listing."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit import lazy_re
from tool_audit.model import Confidence, Hit, PathShare, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._purpose import reads_one_thing
from tool_audit.rules._replies import distinct_replies

_IS_A_FIELD = lazy_re.compile(r"[^\]*]$|\"\]$")  # a path that ends in [] or .* is a list, or a map from ids
_IN_ITEMS = lazy_re.compile(r"\[\].|\.\*.")


@dataclass(frozen=True)
class Options:
    share: float = 0.6


@tool_rule(group="A", severity=Severity.INFO, confidence=Confidence.SEEN, options=Options)
def dominant_field(run: ToolRun, options: Options) -> Iterator[Hit]:
    """One field holds most of a large reply."""
    if reads_one_thing(run.tool):
        return
    for call, reply in distinct_replies(run):
        field = next((path for path in reply.paths if path.share >= options.share), None)
        if field is None or len(reply.paths) < 2 or not _is_a_field(field) or not run.lines.over_warning(reply):
            continue
        whole = round(field.chars / field.share)
        yield Hit(
            message=(
                f"{field.path} holds {field.chars:,} of {whole:,} characters ({field.share:.1%}, counted as compact "
                f"JSON); the rest is {whole - field.chars:,}."
            ),
            calls=(call,),
            advice=f"Leave {field.path} out by default, or shorten it, and let a caller ask for it.",
        )
        return


def _is_a_field(field: PathShare) -> bool:
    """Whether it is a field among others, and not the list itself."""
    return field.path != "$" and bool(_IN_ITEMS.search(field.path) or _IS_A_FIELD.search(field.path))
