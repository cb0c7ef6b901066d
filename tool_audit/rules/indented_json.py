"""Flags JSON text that is laid out for eyes: line breaks, indentation, spaces after commas and colons."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Call, Confidence, Hit, Measurement, ServerRun, Severity, ToolRun
from tool_audit.rule import server_rule
from tool_audit.rules._json_text import is_file_text, json_texts, without_strings
from tool_audit.rules._replies import Judged, chars_of, compact_figures, count_tools, worst_by_tool
from tool_audit.vocabulary import words_of

_ASKED_FOR = frozenset("indent indentation pretty prettify prettyprint formatted".split())
_SPACES = " \t\r\n"


@dataclass(frozen=True)
class Options:
    chars: int = 100
    separator_chars: int = 5_000
    warning_chars: int = 5_000


@server_rule(group="F", severity=Severity.INFO, confidence=Confidence.SEEN, options=Options)
def indented_json(run: ServerRun, options: Options) -> Iterator[Hit]:
    """JSON text carries indentation or separator spaces that no reader of it needs."""
    worst = [one for one in worst_by_tool(run, _white_space) if _matters(one, options)]
    if not worst:
        return
    heaviest = worst[0]
    wasted, sent = sum(one.waste for one in worst), chars_of(worst)
    total = "" if len(worst) == 1 else f"; in the worst reply of each together, {wasted:,} of {sent:,}"
    yield Hit(
        message=(
            f"{count_tools(worst, 'pads its', 'pad their')} JSON with white space: {heaviest.waste:,} of"
            f" {heaviest.measurement.chars:,} characters ({heaviest.waste / heaviest.measurement.chars:.1%})"
            f" in a reply of {heaviest.run.name}{total}.{compact_figures(worst)}"
        ),
        tools=tuple(one.run.name for one in worst),
        calls=tuple(one.call for one in worst[:6]),
        advice='Serialize without indent, and with separators=(",", ":") or its kin.',
        severity=Severity.WARNING if heaviest.waste >= options.warning_chars else Severity.INFO,
    )


def _matters(judged: Judged, options: Options) -> bool:
    """Spaces after commas and colons cost few tokens: alone, they need a bound of their own."""
    if judged.waste >= options.separator_chars:
        return True
    return judged.waste >= options.chars and any("\n" in found.text for found in json_texts(judged.measurement))


def _white_space(run: ToolRun, call: Call, measurement: Measurement) -> int:
    """How many characters of white space stand outside strings, where the caller has not asked for them."""
    if any(value and _ASKED_FOR & set(words_of(name)) for name, value in call.arguments.items()):
        return 0
    wasted = 0
    for found in json_texts(measurement):
        # to look whether there is any is quicker by far than to take the strings out
        if any(space in found.text for space in _SPACES) and not is_file_text(run.tool, found.value):
            wasted += sum(map(without_strings(found.text).count, _SPACES))
    return wasted
