r"""Flags JSON text whose encoder writes \uXXXX where UTF-8 could carry the character."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit import lazy_re
from tool_audit.model import Call, Confidence, Hit, Measurement, ServerRun, Severity, ToolRun
from tool_audit.rule import server_rule
from tool_audit.rules._json_text import escapes_only, is_file_text, json_texts
from tool_audit.rules._replies import chars_of, compact_figures, count_tools, worst_by_tool

# Controls must be escaped, or are better so; a lone surrogate cannot be carried by UTF-8 at all.
_CONTROL = lazy_re.compile(r"\\u00(?:[01]|7[fF]|[89])")
_HALF = lazy_re.compile(r"\\u[dD][89a-fA-F]")
_PAIR = lazy_re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_SINGLE = lazy_re.compile(r"\\u(?!00[01]|007[fF]|00[89]|[dD][89a-fA-F])[0-9a-fA-F]{4}")
_STILL_ESCAPED = ("\\u0022", "\\u005c", "\\u005C")  # undone, these are \" and \\


@dataclass(frozen=True)
class Options:
    chars: int = 20


@server_rule(group="F", severity=Severity.WARNING, confidence=Confidence.SEEN, options=Options)
def unicode_escaped(run: ServerRun, options: Options) -> Iterator[Hit]:
    r"""JSON text spells out characters as \uXXXX escapes that UTF-8 could carry."""
    worst = worst_by_tool(run, _saving)
    saved = sum(one.waste for one in worst)
    if saved < max(options.chars, 1):
        return
    sent = chars_of(worst)
    example = _example(worst[0].measurement)
    whose = "the worst reply" if len(worst) == 1 else "the worst reply of each, together,"
    yield Hit(
        message=(
            f"{count_tools(worst, 'writes', 'write')} characters as \\uXXXX escapes (such as {example})"
            f" that UTF-8 can carry: {whose} has {sent:,} characters as sent and {sent - saved:,}"
            f" with only the escapes undone ({saved / sent:.1%} less).{compact_figures(worst)}"
        ),
        tools=tuple(one.run.name for one in worst),
        calls=tuple(one.call for one in worst[:6]),
        advice=(
            "Let the JSON encoder write UTF-8: json.dumps(..., ensure_ascii=False) in Python, a relaxed"
            " JavaScriptEncoder in .NET, SetEscapeHTML(false) in Go, JSON_UNESCAPED_UNICODE in PHP."
        ),
    )


def _saving(run: ToolRun, _call: Call, measurement: Measurement) -> int:
    """How many characters undoing the escapes saves."""
    saved = 0
    for found in json_texts(measurement):
        if found.has_escapes and "\\u" in found.text and not is_file_text(run.tool, found.value):
            text = escapes_only(found.text)
            singles = text.count("\\u") - len(_CONTROL.findall(text)) - len(_HALF.findall(text))
            saved += 11 * len(_PAIR.findall(text)) + 5 * singles
            saved -= sum(text.count(escape) for escape in _STILL_ESCAPED)
    return saved


def _example(measurement: Measurement) -> str:
    text = escapes_only(measurement.text)
    match = _SINGLE.search(text) or _PAIR.search(text)
    return match[0] if match else "\\u00e9"
